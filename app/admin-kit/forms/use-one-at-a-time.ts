import { useRef } from "react";

/**
 * Wraps `work` to ignore calls while one is in flight. A mutation's `isPending` updates too late to
 * catch a double click. The mutation reports its own failures.
 */
export function useOneAtATime<Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
): (...args: Args) => void {
  const busy = useRef(false);
  return (...args) => {
    if (busy.current) return;
    busy.current = true;
    work(...args)
      .catch(() => undefined)
      .finally(() => {
        busy.current = false;
      });
  };
}
