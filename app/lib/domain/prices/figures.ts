import { BOUNDS, type Bounds, MONTH_FIELDS, type Month, type MonthField } from "./month.ts";
import { count } from "./words.ts";

const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d*)?$/;

function readNumber(typed: string, bounds: Bounds): number | string | undefined {
  const { name, least, most, like, whole, optional } = bounds;
  const text = typed.trim();
  if (!text) return optional ? undefined : `Please enter how many ${name}`;
  const digits = THOUSANDS.test(text) ? text.replace(/,/g, "") : text;
  if (/^-?[\d.]*,\d+$/.test(digits)) return "Please use a decimal point, like 2.5";
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(digits))
    return `Please enter ${name} as a number, like ${like}`;
  const number = Number(digits);
  if (number < least || number > most)
    return `Please enter ${count(least)} to ${count(most)} ${name}`;
  if (whole && number % 1) return `Please enter whole ${name}, like ${like}`;
  return Math.round(number * 100) / 100;
}

export type MonthErrors = Partial<Record<MonthField, string>>;

/**
 * Reads the inputs of a URL or form, with an error message for each invalid one. Any other size than
 * small and large is a mix.
 * @param get returns an input by name, as typed; null if missing
 */
export function readMonth(
  get: (name: MonthField) => unknown,
): { month: Month; errors?: undefined } | { month?: undefined; errors: MonthErrors } {
  const errors: MonthErrors = {};
  const month: Record<string, number | boolean | string> = {};
  for (const name of MONTH_FIELDS) {
    const typed = String(get(name) ?? "");
    if (name === "returns") {
      if (/^(yes|no)$/.test(typed)) month[name] = typed === "yes";
      else errors[name] = "Please choose yes or no";
      continue;
    }
    if (name === "size") {
      if (/^(small|large)$/.test(typed)) month[name] = typed;
      continue;
    }
    const read = readNumber(typed, BOUNDS[name]);
    if (typeof read === "string") errors[name] = read;
    else if (read !== undefined) month[name] = read;
  }
  return Object.keys(errors).length > 0 ? { errors } : { month: month as unknown as Month };
}

/** The inputs as a query string: "orders=300&items=2&cubic_feet=40&returns=yes". */
export const monthQuery = (month: Month) =>
  MONTH_FIELDS.flatMap((name) => {
    const value = name === "returns" ? (month.returns ? "yes" : "no") : month[name];
    return value === undefined ? [] : [`${name}=${value}`];
  }).join("&");
