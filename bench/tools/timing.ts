const sorted = (values: number[]) => values.toSorted((a, b) => a - b);

/** The median; for an even count, the upper of the two middle values. */
export const median = (values: number[]) => sorted(values)[values.length >> 1] as number;

/** The 95th percentile; NaN without values. */
export const p95 = (values: number[]) =>
  sorted(values)[Math.floor(values.length * 0.95)] ?? Number.NaN;

/** Milliseconds that the work takes. */
export async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Times each piece of work repeatedly. @returns milliseconds, by name */
export async function timesOf(
  works: Record<string, () => PromiseLike<unknown>>,
  rounds: number,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {};
  for (const [name, work] of Object.entries(works)) {
    const all: number[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await timed(work));
    times[name] = all;
  }
  return times;
}
