import { setTimeout as delay } from "node:timers/promises";

/** Longer than any of these takes when the account exists (a bcrypt hash, a mail handed over). */
const EVEN_PACE_MS = 300;

/** Begins to wait; a refusal that is answered afterwards takes the same time for every reason. */
export const evenPace = () => delay(EVEN_PACE_MS);

/** Answers after the same time, however much there was to do: who has an account can't be timed. */
export async function atEvenPace<T>(work: () => Promise<T>): Promise<T> {
  const pace = evenPace();
  try {
    return await work();
  } finally {
    await pace;
  }
}
