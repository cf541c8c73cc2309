import { setTimeout as delay } from "node:timers/promises";

/** Longer than any of these takes when the account exists (a bcrypt hash, a mail handed over). */
export const EVEN_PACE_MS = 300;

/** Times in milliseconds; tests pass their own. */
export interface PaceClock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const systemClock: PaceClock = { now: () => performance.now(), sleep: delay };

/** Answers after the same time, however much there was to do: who has an account can't be timed. */
export function createPace({ now, sleep }: PaceClock = systemClock) {
  /** @returns what waits until the next full EVEN_PACE_MS since now, also where the work took longer than one */
  function begin() {
    const began = now();
    return () => sleep(EVEN_PACE_MS - ((now() - began) % EVEN_PACE_MS));
  }

  /** Does the work, and holds back what it answers or throws. */
  async function even<T>(work: () => Promise<T>): Promise<T> {
    const pace = begin();
    try {
      return await work();
    } finally {
      await pace();
    }
  }

  return { begin, even };
}
