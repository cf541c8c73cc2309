import { setTimeout as delay } from "node:timers/promises";
import { MailboxTrouble } from "./trouble.ts";

/** What takes time, which tests replace. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const REAL_CLOCK: Clock = {
  now: () => Date.now(),
  // It only rejects when the signal aborts.
  wait: (ms, signal) => delay(ms, undefined, { ref: false, signal }).catch(() => undefined),
};

/** For one step, even if the server sends a byte now and then: 25 MB at 1 Mbit/s. */
const STEP_MS = 4 * 60_000;

/** @throws MailboxTrouble when `work` takes longer than a step may */
export async function inTime<T>(clock: Clock, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  void clock.wait(STEP_MS, done.signal).then(() => {
    if (!done.signal.aborted) reject(new MailboxTrouble("The mail server is too slow."));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
