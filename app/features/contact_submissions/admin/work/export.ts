// Loaded on demand for an export, because it brings papaparse.
import { sourceName } from "#app/lib/attribution/names.ts";
import { type Touch, UTM } from "#app/lib/attribution/touch.ts";
import type { Lead, LeadChoices, LeadDetails } from "#app/lib/data/database.types.ts";
import { emailIsSaved } from "#app/lib/data/email-saved.ts";
import { monthText } from "#app/lib/domain/prices/words.ts";
import { csvFile, csvOf } from "#app/lib/text/csv.ts";
import { download } from "#app/ui/download.ts";
import { choices, exportDetails, type LeadQuery, listAll } from "../queries.ts";
import { mailState, OUTCOME_NAMES, STATUS_NAMES, spamName } from "../words.ts";
import { ownerName } from "./use-choices.ts";

/** A lead with the details that its own columns lack. */
export type ExportedLead = Lead & Omit<LeadDetails, "id"> & { owner: string; mail: string };

const minuteOf = (time: string) => new Date(time).toISOString().slice(0, 16).replace("T", " ");

const cellsOf = (row: ExportedLead) => ({
  "Received (UTC)": minuteOf(row.created_at),
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
  Owner: row.owner,
  "Follow-up": row.follow_up_on ?? "",
  "Replied at (UTC)": row.answered_at ? minuteOf(row.answered_at) : "",
  "Closed at (UTC)": row.closed_at ? minuteOf(row.closed_at) : "",
  Outcome: row.outcome ? OUTCOME_NAMES[row.outcome] : "",
  "Monthly value won (USD)": String(row.outcome_value ?? ""),
  "Lost because": row.outcome_reason ?? "",
  Spam: spamName(row) || "No",
  Notification: row.mail,
  Notes: row.notes,
  ID: row.id,
});

const UTM_NAMES = UTM.map((name) => [name, name.replace("_", " ").replace("utm", "UTM")] as const);

const cellsOfTouch = (which: string, touch: Touch = {}) => ({
  [`${which} landing page`]: touch.landing_page ?? "",
  [`${which} referrer`]: touch.referrer ?? "",
  ...Object.fromEntries(UTM_NAMES.map(([name, words]) => [`${which} ${words}`, touch[name] ?? ""])),
});

/** Rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export const toCsv = (rows: readonly ExportedLead[], header: boolean): string =>
  csvOf(rows.map(cellsOf), header);

/**
 * All leads that match the filters, on every page, as a CSV file in UTF-8 with a byte order mark.
 * @param onProgress called with the rows done and the total
 */
export async function exportCsv(
  query: LeadQuery,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<{ file: Blob; rows: number }> {
  const known = await whatIsKnown();
  const parts: string[] = [];
  let done = 0;
  let total = 0;
  for await (const page of listAll(query, signal)) {
    // Each page's total counts only the rows from there on.
    total = Math.max(total, done + page.rows.length, page.total);
    if (done > 0 && page.rows.length > 0) parts.push("\r\n");
    if (done === 0 || page.rows.length > 0)
      parts.push(
        toCsv(
          await withDetails(page.rows, known, signal, done === 0 ? total : undefined),
          done === 0,
        ),
      );
    done += page.rows.length;
    onProgress(done, total);
  }
  return { file: csvFile(parts), rows: done };
}

/** These rows as a CSV file, in the same format as exportCsv. */
export async function exportRows(rows: readonly Lead[], signal: AbortSignal) {
  const all = await withDetails(rows, await whatIsKnown(), signal, rows.length);
  return { file: csvFile([toCsv(all, true)]), rows: rows.length };
}

/** The owners' names, and whether emails are only saved: the same for all leads. */
const whatIsKnown = async () => ({ people: await choices(), isSaved: await emailIsSaved() });

async function withDetails(
  rows: readonly Lead[],
  { people, isSaved }: { people: LeadChoices; isSaved: boolean },
  signal: AbortSignal,
  beginsOf: number | undefined,
): Promise<ExportedLead[]> {
  const details = await exportDetails(
    rows.map(({ id }) => id),
    signal,
    beginsOf,
  );
  const byId = new Map(details.map((one) => [one.id, one]));
  return rows.map((row) => ({
    ...row,
    owner: row.owner_id ? ownerName(people, row.owner_id) : "",
    mail: mailState(row, isSaved),
    notes: byId.get(row.id)?.notes ?? "",
    answered_at: byId.get(row.id)?.answered_at ?? null,
  }));
}

/** Downloads the file, with today's date in its name. */
export const saveCsv = (file: Blob) =>
  download(file, `contact-submissions-${new Date().toISOString().slice(0, 10)}.csv`);
