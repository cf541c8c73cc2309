import { keep, useKept } from "#app/lib/page/kept.ts";

/** Where a browser remembers how far "Make It Yours" has come: the admin's first script reads it. */
export const PROGRESS = "first-hour";
/** What it remembers once nothing is left to do: the stylesheet hides the link. */
const OVER = "over";

/** "2/12" steps are done. */
export const keepProgress = (done: number, steps: number): void =>
  keep(PROGRESS, done === steps ? OVER : `${done}/${steps}`);

/** Somebody put the screen away. */
export const keepOver = (): void => keep(PROGRESS, OVER);

/** What this browser remembers, and how many steps are done as it last saw it; undefined where it did not. */
export function useStoredProgress() {
  const kept = useKept(PROGRESS) ?? "";
  const [done = 0, of] = kept.split("/").map(Number);
  return { kept, progress: of ? { done, of } : undefined };
}
