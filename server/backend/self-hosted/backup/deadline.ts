import { SettingError } from "#server/runtime/env.ts";

/** A disk or database without progress for this long is stuck, not slow; in milliseconds. */
export const QUIET_MS = 60_000;

export interface Progress {
  /** aborts when the work is given up; anything that can wait forever must listen to it */
  signal: AbortSignal;
  /** Says what happens from now on, like "copying public.services". @throws once the work is given up */
  begin(doing: string): void;
  /** Call on any progress: restarts the deadline. */
  moved(): void;
}

/**
 * Runs work of unknown length that must not hang: it is aborted after a while without progress.
 * @param quietMs milliseconds without progress
 * @param stop aborts when a person or the system wants the program to end
 * @param say receives a line for each step
 * @throws the reason of `stop`, or a SettingError that says which step got stuck
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
      signal.throwIfAborted();
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
