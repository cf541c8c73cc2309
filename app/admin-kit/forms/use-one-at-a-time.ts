import { useRef } from "react";

/**
 * `work` as a function that ignores calls while one is under way. What a mutation says of itself
 * arrives a moment late: the second press of a double click still finds it at rest. Its failures are
 * told by the mutation.
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
