// Loaded on demand for an export, because it brings papaparse.
import papaparse from "papaparse";
import { visibleText } from "./visible-text.ts";

/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Text a spreadsheet would run as a formula, also after white space or in the full-width forms that
 * some accept (OWASP, "CSV Injection"). Papaparse's own pattern misses multi-line text.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Cells by their column's name. */
export type CsvRow = Readonly<Record<string, string>>;

/** A row without invisible or text-reversing characters. */
const visible = (row: CsvRow) =>
  Object.fromEntries(Object.entries(row).map(([name, text]) => [name, visibleText(text, "\n")]));

/** Rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export const csvOf = (rows: readonly CsvRow[], header = true): string =>
  papaparse.unparse(rows.map(visible), { header, escapeFormulae: FORMULA });

/** The parts as one file, in UTF-8 with a byte order mark. */
export const csvFile = (parts: readonly string[]): Blob =>
  new Blob([BYTE_ORDER_MARK, ...parts], { type: "text/csv;charset=utf-8" });
