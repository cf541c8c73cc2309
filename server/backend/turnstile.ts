/**
 * Runs at most `size` tasks at a time; up to `line` more wait their turn.
 * @param refuse makes the error for those beyond
 */
export function createTurnstile(size: number, line: number, refuse: () => Error) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside < size) inside += 1;
    else if (waiting.length >= line) throw refuse();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
