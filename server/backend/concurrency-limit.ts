/**
 * Runs at most `size` tasks at a time; up to `maxWaiting` more wait their turn.
 * @param refuse makes the error for those beyond
 */
export function createConcurrencyLimit(size: number, maxWaiting: number, refuse: () => Error) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < size) running += 1;
    else if (waiting.length >= maxWaiting) throw refuse();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
