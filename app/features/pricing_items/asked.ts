import { type MonthErrors, readMonth } from "#app/lib/domain/prices/estimate.ts";
import { MONTH_FIELDS, type Month } from "#app/lib/domain/prices/month.ts";

/** What an address asks to be counted: the figures as typed, and what they say or what is wrong. */
export interface Asked {
  typed: Record<keyof Month, string>;
  month?: Month | undefined;
  errors?: MonthErrors | undefined;
}

/** Characters of a figure that the page repeats: more is nobody's typing. */
const LONGEST = 40;

/** Reads the figures in an address; undefined where it has none of them. */
export function askedBy(url: string): Asked | undefined {
  const query = new URL(url).searchParams;
  if (!MONTH_FIELDS.some((name) => query.has(name))) return undefined;
  const read = readMonth((name) => query.get(name));
  const typed = MONTH_FIELDS.map((name) => [name, (query.get(name) ?? "").slice(0, LONGEST)]);
  return { ...read, typed: Object.fromEntries(typed) };
}

/** A month of a shop that is under way: for the estimate until someone gives figures, and the invoice. */
export const exampleMonth: Month = { orders: 300, items: 2, cubic_feet: 40, returns: true };

/** What the page shows until someone gives figures of their own. */
export const example: Asked = {
  month: exampleMonth,
  typed: { orders: "300", items: "2", cubic_feet: "40", returns: "yes" },
};
