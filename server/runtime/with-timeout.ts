/**
 * Waits for `work` for at most `ms` milliseconds. Work that takes longer continues, and its result is
 * ignored.
 * @throws the error from `late` when the time is up
 */
export async function withTimeout<T>(
  ms: number,
  work: PromiseLike<T>,
  late: () => Error,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
