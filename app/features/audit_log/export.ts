// Loaded on demand, because it brings papaparse.
import type { FormLabels } from "#app/admin-kit/resource/form-labels.ts";
import type { AuditEntry, AuditSelection } from "#app/lib/data/database.types.ts";
import { csvFile, csvOf } from "#app/lib/text/csv.ts";
import { exportAll } from "./queries.ts";
import { personName, sentence } from "./words.ts";

const cellsOf = (entry: Omit<AuditEntry, "id" | "actor_id">, labels: FormLabels) => ({
  "Time (UTC)": new Date(entry.at).toISOString().slice(0, 19).replace("T", " "),
  Who: personName(entry.actor),
  What: sentence(entry, labels),
  About: entry.about ?? "",
  Address: entry.address ?? "",
  Browser: entry.browser ?? "",
  Kind: entry.kind,
});

/** The selected entries as a CSV file; `more`: there are older ones that didn't fit. */
export async function exportCsv(what: AuditSelection, labels: FormLabels) {
  const { entries, more } = await exportAll(what);
  const file = csvFile([csvOf(entries.map((entry) => cellsOf(entry, labels)))]);
  return { file, entries: entries.length, more };
}
