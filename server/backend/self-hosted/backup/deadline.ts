import { SettingError } from "#server/runtime/env.ts";

export interface Progress {
  /** aborted when the work is given up; what can wait for ever must listen to it */
  signal: AbortSignal;
  /** Says what is being done from now on, as in "copying public.services". */
  begin(doing: string): void;
  /** Something moved: the deadline starts over. */
  moved(): void;
}

/**
 * Does work of unknown length that must not hang: it is given up once nothing has moved for a while.
 * @param quietMs milliseconds without a sign of life
 * @param stop aborted when the person or the system wants the program to end
 * @param say takes each thing begun, as a line
 * @throws what `stop` was aborted with, or a SettingError that says where the work stood still
 */
export async function withDeadline<T>(
  quietMs: number,
  stop: AbortSignal,
  say: (line: string) => void,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const stuck = new AbortController();
  const signal = AbortSignal.any([stop, stuck.signal]);
  let doing = "starting";
  const timer = setTimeout(() => {
    const sentence = `Stopped: no progress for ${quietMs / 1000} seconds while ${doing}.`;
    stuck.abort(new SettingError(sentence));
  }, quietMs);
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const progress: Progress = {
    signal,
    begin(next) {
      doing = next;
      timer.refresh();
      say(`${next.charAt(0).toUpperCase()}${next.slice(1)}`);
    },
    moved: () => void timer.refresh(),
  };
  try {
    signal.throwIfAborted();
    return await Promise.race([work(progress), givenUp]);
  } finally {
    clearTimeout(timer);
  }
}
