/** The middle one; of an even count the upper of the two. */
export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number;

/**
 * Prints medians beside what they may be at most, and fails the process when one is more.
 * @param rows ms measured, by what was measured
 * @param atMost ms for all of them, or by what was measured
 */
export function report(rows: Record<string, number[]>, atMost: number | Record<string, number>) {
  const table = Object.entries(rows).map(([measured, times]) => {
    const most = typeof atMost === "number" ? atMost : (atMost[measured] ?? Number.NaN);
    return {
      measured,
      median: Math.round(median(times)),
      slowest: Math.round(Math.max(...times)),
      "at most": most,
      ratio: Number((median(times) / most).toFixed(2)),
    };
  });
  console.table(table);
  if (table.some(({ ratio }) => ratio > 1)) process.exitCode = 1;
}
