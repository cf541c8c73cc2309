import type { HistoryChange, HistoryEntry } from "#app/lib/data/database.types.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";

/** What changed, by its table; lists are called as in the menu. */
const KINDS: Record<string, string> = {
  site_content: "Texts",
  site_settings: "Settings",
  media_library: "Files",
  admins: "Admin rights",
  contact_submissions: "Submissions",
};

export const kindName = (table: string, lists: ReadonlyMap<string, string>): string =>
  KINDS[table] ?? lists.get(table) ?? labelFromKey(table);

const NOBODY: Record<string, string> = {
  server: "The server",
  "command line": "The command line",
  database: "Someone at the database",
};

/** Who it was: the address as it was then, or what did it by itself. */
export const actorName = (actor: string, email: string | null): string =>
  NOBODY[actor] ?? email ?? "A deleted account";

/** The same, of a value that the list is filtered by. */
export const personName = (person: string): string => NOBODY[person] ?? person;

/** Tables whose rows have keys for names, as in "hero / primary_button_text". */
const KEYED = new Set(["site_content", "site_settings"]);

/** What a row is called: "Home › Hero › Primary button text", "Pick & Pack". */
export function rowName({
  table_name,
  label,
  page,
}: Pick<HistoryEntry, "table_name" | "label" | "page">): string {
  if (label === null) return "without a name";
  if (!KEYED.has(table_name)) return label;
  const keys = label.split(" / ");
  return (page ? [page, ...keys] : keys).map(labelFromKey).join(" › ");
}

const DONE = { INSERT: "added", UPDATE: "changed", DELETE: "deleted" };

/** One line about a change: "Services: Pick & Pack changed". */
export function changeTitle(change: HistoryChange, lists: ReadonlyMap<string, string>): string {
  const kind = kindName(change.table_name, lists);
  if (change.table_name === "contact_submissions") return `${kind}: status changed`;
  if (change.table_name === "admins") {
    const given = change.operation === "INSERT" ? "given to" : "taken from";
    return `${kind} ${given} ${change.label ?? "a deleted account"}`;
  }
  if (change.entries > 1)
    return `${kind}: ${rowName(change)} and ${change.entries - 1} more ${DONE[change.operation]}`;
  return `${kind}: ${rowName(change)} ${DONE[change.operation]}`;
}

/**
 * Rights come by invitation, and a submission is no content: neither is put back from here. Nor is
 * undone what the server itself added: one press would take all that the site began with.
 */
export const isRestorable = ({
  table_name,
  actor,
  operation,
}: Pick<HistoryEntry, "table_name" | "actor" | "operation">): boolean =>
  table_name !== "admins" &&
  table_name !== "contact_submissions" &&
  !(actor === "server" && operation === "INSERT");

/** Columns whose names say how they are stored, not what they hold. */
const COLUMNS: Record<string, string> = { content_value: "Text", setting_value: "Value" };

export const columnName = (column: string): string => COLUMNS[column] ?? labelFromKey(column);

/** What a column held, as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
