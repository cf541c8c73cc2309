import { keep, useKept } from "#app/lib/page/kept.ts";

/** The localStorage key for the progress of "Make It Yours". The admin's first script reads it. */
export const PROGRESS = "first-hour";
/** The value once nothing is left to do: the stylesheet then hides the link. */
const OVER = "over";

/** Stores the progress, as in "2/12". */
export const keepProgress = (done: number, steps: number): void =>
  keep(PROGRESS, done === steps ? OVER : `${done}/${steps}`);

/** The screen was dismissed. */
export const keepOver = (): void => keep(PROGRESS, OVER);

/** What this browser stored: the raw value, and the last known progress, if any. */
export function useStoredProgress() {
  const kept = useKept(PROGRESS) ?? "";
  const [done = 0, of] = kept.split("/").map(Number);
  return { kept, progress: of ? { done, of } : undefined };
}
