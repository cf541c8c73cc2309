import { type MonthErrors, readMonth } from "#app/lib/domain/prices/figures.ts";
import { MONTH_FIELDS, type Month, type MonthField } from "#app/lib/domain/prices/month.ts";

/** An estimate request from the URL: the figures as typed, and the parsed month or errors. */
export interface Asked {
  typed: Record<MonthField, string>;
  month?: Month | undefined;
  errors?: MonthErrors | undefined;
}

/** Longest figure that the page echoes: nobody types more. */
const MAX_LENGTH = 40;

/** Reads the figures from a URL; undefined if it has none. */
export function askedBy(url: string): Asked | undefined {
  const query = new URL(url).searchParams;
  if (!MONTH_FIELDS.some((name) => query.has(name))) return undefined;
  const read = readMonth((name) => query.get(name));
  const typed = MONTH_FIELDS.map((name) => [name, (query.get(name) ?? "").slice(0, MAX_LENGTH)]);
  return { ...read, typed: Object.fromEntries(typed) };
}

/** A typical shop's month, for the sample invoice, and the estimate's initial figures. */
export const exampleMonth: Month = {
  orders: 300,
  items: 2,
  cubic_feet: 40,
  returns: true,
  cartons: 12,
  ounces: 8,
};

/** What the page shows until a visitor enters figures. */
export const example = {
  month: exampleMonth,
  typed: {
    orders: "300",
    items: "2",
    size: "",
    cubic_feet: "40",
    returns: "yes",
    cartons: "12",
    ounces: "8",
  },
} satisfies Asked;
