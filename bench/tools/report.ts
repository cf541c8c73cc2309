import { appendFileSync } from "node:fs";
import { cpus } from "node:os";
import { median } from "./median.ts";

/** One thing measured, and what it has to keep to. */
export interface Row {
  what: string;
  measured: number;
  /** e.g. `ms`, `pages/s`; none for a ratio or a count */
  unit?: string;
  atMost?: number | undefined;
  atLeast?: number | undefined;
  slowest?: number;
}

/** What was measured, of what it has to keep to; of a bound that is 0, whether it was kept. */
const ratio = ({ measured, atMost, atLeast }: Row) => {
  const bound = atMost ?? atLeast;
  if (bound === undefined) return undefined;
  return bound === 0 ? Number(measured !== 0) : measured / bound;
};

/** Whether a row is beyond its bound; what was not measured at all is. */
const beyond = ({ measured, atMost, atLeast }: Row) =>
  Number.isNaN(measured) ||
  measured > (atMost ?? Number.POSITIVE_INFINITY) ||
  measured < (atLeast ?? Number.NEGATIVE_INFINITY);

const figure = (value: number) =>
  value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

/** A row in words, as the table has it. */
export function inWords(row: Row) {
  const { what, measured, unit = "", atMost, atLeast, slowest } = row;
  const withUnit = (value: number) => `${figure(value)} ${unit}`.trim();
  const bound = atMost ?? atLeast;
  const way = atMost === undefined ? "at least" : "at most";
  return {
    what,
    measured: withUnit(measured),
    ...(slowest !== undefined && { slowest: withUnit(slowest) }),
    bound: bound === undefined ? "" : `${way} ${withUnit(bound)}`,
    "of it": ratio(row)?.toFixed(2) ?? "",
  };
}

/** The machine that figures belong to. */
export const machine = () =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;

/**
 * Prints what was measured beside what it has to keep to, hands it to `npm run bench` when that asked
 * (`BENCH_ROWS`: a file of JSON lines), and fails the process when something is beyond its bound.
 */
export function report(rows: readonly Row[]) {
  console.log(machine());
  console.table(rows.map(inWords));
  const { BENCH_ROWS } = process.env;
  if (BENCH_ROWS) for (const row of rows) appendFileSync(BENCH_ROWS, `${JSON.stringify(row)}\n`);
  if (rows.some(beyond)) process.exitCode = 1;
}

/**
 * Reports medians.
 * @param times ms measured, by what was measured
 * @param atMost ms for all of them, or by what was measured; none: not bounded
 */
export function reportTimes(
  times: Record<string, number[]>,
  atMost: number | Record<string, number | undefined>,
) {
  const row = ([what, all]: [string, number[]]) => ({
    what,
    measured: median(all),
    unit: "ms",
    atMost: typeof atMost === "number" ? atMost : atMost[what],
    slowest: Math.max(...all),
  });
  report(Object.entries(times).map(row));
}
