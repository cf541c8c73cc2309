import { appendFileSync } from "node:fs";
import { cpus } from "node:os";
import { median } from "./timing.ts";

/** One measurement and its bound. */
export interface Row {
  what: string;
  measured: number;
  /** e.g. `ms`, `pages/s`; omitted for a ratio or a count */
  unit?: string;
  atMost?: number | undefined;
  atLeast?: number | undefined;
  slowest?: number;
}

/** The measurement relative to its bound. For a bound of 0: 0 if it is met, 1 if not. */
const ratio = ({ measured, atMost, atLeast }: Row) => {
  const bound = atMost ?? atLeast;
  if (bound === undefined) return undefined;
  return bound === 0 ? Number(measured !== 0) : measured / bound;
};

/** Whether a row exceeds its bound; a row that was not measured does. */
const beyond = ({ measured, atMost, atLeast }: Row) =>
  Number.isNaN(measured) ||
  measured > (atMost ?? Number.POSITIVE_INFINITY) ||
  measured < (atLeast ?? Number.NEGATIVE_INFINITY);

const figure = (value: number) =>
  value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });

/** A row formatted for the table. */
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

/** The machine the figures were measured on. */
export const machine = () =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;

/**
 * Prints the measurements and their bounds, appends them to the JSON lines file `BENCH_ROWS` if `npm run
 * bench` set one, and fails the process when a bound is exceeded.
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
 * @param times ms measured, by name
 * @param atMost maximum ms for all of them, or by name; unbounded if missing
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
