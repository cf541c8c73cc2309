import { useEffect } from "react";
import { storeValue, useStoredValue } from "#app/lib/page/stored-value.ts";
import { isUnderWay, useOnboarding } from "./queries.ts";

/** The localStorage key for the progress of "Make It Yours". The admin's first script reads it. */
export const PROGRESS = "first-hour";
/** The value once nothing is left to do: the stylesheet then hides the link. */
const OVER = "over";

/** Stores the progress, as in "2/12". */
export const storeProgress = (done: number, steps: number): void =>
  storeValue(PROGRESS, done === steps ? OVER : `${done}/${steps}`);

/** The last known progress, if any; the menu drops its link once onboarding is over. */
export function useStepsLeft(ask: boolean) {
  const { data: hour } = useOnboarding({ ask });
  const storedValue = useStoredValue(PROGRESS) ?? "";
  const isAway = hour !== undefined && !isUnderWay(hour);
  useEffect(() => {
    if (isAway) storeValue(PROGRESS, OVER);
    document.documentElement.dataset.steps = storedValue;
  }, [isAway, storedValue]);
  const [done = 0, of] = storedValue.split("/").map(Number);
  return of ? { done, of } : undefined;
}
