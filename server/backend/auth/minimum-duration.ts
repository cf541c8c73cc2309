import { setTimeout as delay } from "node:timers/promises";

/** Longer than any of these takes when the account exists (a bcrypt hash, an email handed over). */
export const MINIMUM_DURATION_MS = 300;

/** Times in milliseconds; tests pass their own. */
export interface DurationClock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const systemClock: DurationClock = { now: () => performance.now(), sleep: delay };

/** Answers after a fixed time, however long the work took, so that timing doesn't reveal who has an account. */
export function createMinimumDuration({ now, sleep }: DurationClock = systemClock) {
  /** @returns waits until the next full MINIMUM_DURATION_MS from now, also if the work took longer than one */
  function begin() {
    const began = now();
    return () => sleep(MINIMUM_DURATION_MS - ((now() - began) % MINIMUM_DURATION_MS));
  }

  /** Does the work, and holds back its result or error. */
  async function run<T>(work: () => Promise<T>): Promise<T> {
    const waitOut = begin();
    try {
      return await work();
    } finally {
      await waitOut();
    }
  }

  return { begin, run };
}
