/** Waits for `work` until the signal aborts, then rejects with its reason and ignores the work. */
export function abortable<T>(signal: AbortSignal, work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
    work.then(
      (value) => {
        signal.removeEventListener("abort", giveUp);
        resolve(value);
      },
      (cause) => {
        signal.removeEventListener("abort", giveUp);
        reject(cause);
      },
    );
  });
}
