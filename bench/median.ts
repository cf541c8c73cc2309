/** The middle one; of an even count the upper of the two. */
export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number;

/**
 * Prints medians beside what they may be at most, and fails the process when one is more.
 * @param rows ms measured, by what was measured
 */
export function report(rows: Record<string, number[]>, atMost: number) {
  const table = Object.entries(rows).map(([measured, times]) => ({
    measured,
    median: Math.round(median(times)),
    slowest: Math.round(Math.max(...times)),
    "at most": atMost,
    ratio: Number((median(times) / atMost).toFixed(2)),
  }));
  console.table(table);
  if (table.some(({ ratio }) => ratio > 1)) process.exitCode = 1;
}
