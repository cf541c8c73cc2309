// Imported when somebody exports: it brings papaparse.
import papaparse from "papaparse";
import { sourceName } from "#app/lib/attribution/names.ts";
import { type Touch, UTM } from "#app/lib/attribution/touch.ts";
import type { Lead } from "#app/lib/data/database.types.ts";
import { monthText } from "#app/lib/domain/prices/estimate.ts";
import { visibleText } from "#app/lib/text/visible-text.ts";
import { listAll, type Wanted } from "../queries.ts";
import { MAIL_STATES, STATUS_NAMES } from "../words.ts";

/** Excel takes a file for UTF-8 by this. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * What a spreadsheet would run as a formula, behind white space too, and in the full-width forms that
 * some read alike (OWASP, "CSV Injection"). Papaparse's own pattern lets texts of several lines pass.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A row as its cells; nothing in them turns a spreadsheet's text about or hides in it. */
const toRecord = (row: Lead) =>
  Object.fromEntries(
    Object.entries(cellsOf(row)).map(([name, text]) => [name, visibleText(text, "\n")]),
  );

const cellsOf = (row: Lead) => ({
  "Received (UTC)": new Date(row.created_at).toISOString().slice(0, 16).replace("T", " "),
  Name: row.name,
  Email: row.email,
  Business: row.business_name ?? "",
  "Monthly volume": row.monthly_volume,
  Platforms: row.platforms.join(", "),
  Message: row.message ?? "",
  Estimate: row.estimate ? monthText(row.estimate) : "",
  "Estimate from (USD)": String(row.estimate?.low ?? ""),
  "Estimate to (USD)": String(row.estimate?.high ?? ""),
  Source: row.attribution ? sourceName(row.source) : "",
  ...cellsOfTouch("First", row.attribution?.first),
  ...cellsOfTouch("Last", row.attribution?.last),
  Status: STATUS_NAMES[row.status],
  "Likely spam": row.spam_reason ? "yes" : "no",
  Mail: MAIL_STATES[row.mail_status],
});

const UTM_NAMES = UTM.map((name) => [name, name.replace("_", " ").replace("utm", "UTM")] as const);

const cellsOfTouch = (which: string, touch: Touch = {}) => ({
  [`${which} landing page`]: touch.landing_page ?? "",
  [`${which} referrer`]: touch.referrer ?? "",
  ...Object.fromEntries(UTM_NAMES.map(([name, words]) => [`${which} ${words}`, touch[name] ?? ""])),
});

/** Rows as CSV by RFC 4180, safe to open in a spreadsheet. */
export const toCsv = (rows: readonly Lead[], header: boolean): string =>
  papaparse.unparse(rows.map(toRecord), { header, escapeFormulae: FORMULA });

/**
 * All submissions that the filter shows, on every page, as a CSV file in UTF-8 with a byte order mark.
 * @param onProgress told how many rows of how many are done
 */
export async function exportCsv(
  wanted: Wanted,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<{ file: Blob; rows: number }> {
  const parts = [BYTE_ORDER_MARK];
  let done = 0;
  let total = 0;
  for await (const page of listAll(wanted, signal)) {
    // Each step counts what is left of it.
    total = Math.max(total, done + page.rows.length, page.total);
    if (done > 0 && page.rows.length > 0) parts.push("\r\n");
    if (done === 0 || page.rows.length > 0) parts.push(toCsv(page.rows, done === 0));
    done += page.rows.length;
    onProgress(done, total);
  }
  return { file: asFile(parts), rows: done };
}

const asFile = (parts: string[]) => new Blob(parts, { type: "text/csv;charset=utf-8" });

/** These rows as a CSV file, as exportCsv makes one. */
export const fileOf = (rows: readonly Lead[]): Blob => asFile([BYTE_ORDER_MARK, toCsv(rows, true)]);

export const fileName = () => `contact-submissions-${new Date().toISOString().slice(0, 10)}.csv`;
