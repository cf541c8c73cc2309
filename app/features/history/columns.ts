import type { FormLabels } from "#app/admin-kit/resource/form-labels.ts";
import { formatBytes, formatTime, labelFromKey } from "#app/lib/text/formats.ts";
import { zonedFormat } from "#contract/time/company-zone.ts";

/** Columns named for how they are stored, not for what they contain. */
const COLUMNS: Record<string, string> = { content_value: "Text", setting_value: "Value" };

/** A column's form label. */
export const columnName = (column: string, labels: FormLabels = {}): string =>
  labels[column] ?? COLUMNS[column] ?? labelFromKey(column);

/** Columns without meaning for people. */
const HIDDEN = new Set(["id", "created_at", "updated_at"]);

/** A row's visible columns, in form order; those not in the form come last. */
export function columnsOf(columns: readonly string[], labels: FormLabels): string[] {
  const order = Object.keys(labels);
  const place = (column: string) => order.indexOf(column) + 1 || order.length + 1;
  return columns.filter((column) => !HIDDEN.has(column)).toSorted((a, b) => place(a) - place(b));
}

/** For an added or deleted row: the columns a person filled in. */
export const written = (columns: readonly string[], labels: FormLabels): string[] =>
  columns.filter((column) => labels[column] || COLUMNS[column]);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)$/;

/** A setting with times of day: "14:00", or a week's hours, "Mo 08:00-24:00". */
const TIMES = /^(?:[A-Z][a-z] )?\d\d:\d\d(?:-|$)/;
const CLOCK = zonedFormat("en-US", { hour: "numeric", minute: "2-digit" });

/** Codes whose label isn't the code itself. */
const CODES: Record<string, Record<string, string>> = {
  setting_value: { true: "Enabled", false: "Disabled" },
  charged_per: { "further item": "Additional item" },
};

/** Shows cents, as in the form. */
const dollars = (amount: number) => amount.toFixed(2);

/** How a column's numbers are shown. */
const NUMBERS: Record<string, (value: number) => string> = {
  low: dollars,
  high: dollars,
  file_size: formatBytes,
};

/** Columns that hold only codes. */
const CODED = new Set(["status", "charged_per"]);

/** A column's value as text; codes as their labels. */
export function valueText(value: unknown, column = ""): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return stringText(value, column);
  if (typeof value === "number") return NUMBERS[column]?.(value) ?? String(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return JSON.stringify(value);
}

function stringText(value: string, column: string): string {
  const label = CODES[column]?.[value];
  if (label) return label;
  if (CODED.has(column)) return labelFromKey(value);
  if (column === "setting_value" && TIMES.test(value))
    return value.replace(/\d\d:\d\d/g, (time) => CLOCK(`1970-01-01T${time}Z`, "UTC"));
  return INSTANT.test(value) ? formatTime(value) : value;
}
