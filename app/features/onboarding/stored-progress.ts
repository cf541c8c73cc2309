import { storeValue, useStoredValue } from "#app/lib/page/stored-value.ts";

/** The localStorage key for the progress of "Make It Yours". The admin's first script reads it. */
export const PROGRESS = "first-hour";
/** The value once nothing is left to do: the stylesheet then hides the link. */
const OVER = "over";

/** Stores the progress, as in "2/12". */
export const storeProgress = (done: number, steps: number): void =>
  storeValue(PROGRESS, done === steps ? OVER : `${done}/${steps}`);

/** The screen was dismissed. */
export const storeDone = (): void => storeValue(PROGRESS, OVER);

/** What this browser stored: the raw value, and the last known progress, if any. */
export function useStoredProgress() {
  const storedValue = useStoredValue(PROGRESS) ?? "";
  const [done = 0, of] = storedValue.split("/").map(Number);
  return { storedValue, progress: of ? { done, of } : undefined };
}
