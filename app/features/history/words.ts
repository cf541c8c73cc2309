import type { FormLabels } from "#app/admin-kit/resource/form-labels.ts";
import type { NameOf } from "#app/admin-kit/resource/use-staff-name.ts";
import type { HistoryChange, HistoryEntry } from "#app/lib/data/database.types.ts";
import { formatCount, labelFromKey } from "#app/lib/text/formats.ts";

/** What changed, by table; lists use their menu names. */
const KINDS: Record<string, string> = {
  site_content: "Texts",
  site_settings: "Settings",
  media_library: "Files",
  admins: "Admin rights",
  staff: "Roles",
  contact_submissions: "Leads",
};

export const kindName = (table: string, lists: ReadonlyMap<string, string>): string =>
  KINDS[table] ?? lists.get(table) ?? labelFromKey(table);

const NOBODY: Record<string, string> = {
  server: "The server",
  "command line": "The command line",
  database: "Someone with database access",
};

/** Who made a change: a person's name, or their email at the time; or the program. */
export const actorName = (actor: string, email: string | null, nameOf: NameOf): string =>
  NOBODY[actor] ?? (email === null ? "A deleted account" : nameOf(email));

/** The same for a value of the person filter. */
export const personName = (person: string, nameOf: NameOf): string =>
  NOBODY[person] ?? nameOf(person);

/** Tables whose rows are named by keys, as in "hero / primary_button_text". */
const KEYED = new Set(["site_content", "site_settings"]);

/** Where the database cuts labels. */
const MAX_LABEL_LENGTH = 200;

/** A row's display name: "Home › Hero › Primary button text", "Pick & Pack". */
export function rowName(
  { table_name, label, page }: Pick<HistoryEntry, "table_name" | "label" | "page">,
  labels: FormLabels = {},
): string {
  if (label === null) return "Untitled";
  if ([...label].length === MAX_LABEL_LENGTH) return `${label}…`;
  if (table_name === "site_settings" && labels[label]) return labels[label];
  if (!KEYED.has(table_name)) return label;
  const keys = label.split(" / ");
  return (page ? [page, ...keys] : keys).map(labelFromKey).join(" › ");
}

const isAboutRights = (table: string) => table === "admins" || table === "staff";
const GIVEN = { INSERT: "given to", UPDATE: "changed for", DELETE: "removed from" };
const DONE = { INSERT: "added", UPDATE: "changed", DELETE: "deleted" };

/** A one-line summary of a change: "Services: Pick & Pack changed". */
export function changeTitle(
  change: HistoryChange,
  lists: ReadonlyMap<string, string>,
  nameOf: NameOf,
): string {
  const kind = kindName(change.table_name, lists);
  if (change.table_name === "contact_submissions") return `${kind}: status changed`;
  if (isAboutRights(change.table_name)) {
    const who = change.label === null ? "a deleted account" : nameOf(change.label);
    if (change.promoted) return `${kindName("admins", lists)}: ${GIVEN.INSERT} ${who}`;
    return `${kind}: ${GIVEN[change.operation]} ${who}`;
  }
  // Only the first start fills lists: an upgrade adds texts and settings.
  const isSeed = change.actor === "server" && change.operation === "INSERT";
  if (isSeed && change.entries > 1 && !KEYED.has(change.table_name)) return "Initial content added";
  const done = Object.entries(DONE).flatMap(([operation, verb]) => {
    const count = change.operations[operation];
    return count ? `${formatCount(count)} ${verb}` : [];
  });
  const what = change.tables > 1 ? `${formatCount(change.entries)} items` : kind;
  if (done.length > 1) return `${what}: ${done.join(", ")}`;
  if (change.tables > 1) return `${what} ${DONE[change.operation]}`;
  if (change.entries > 1)
    return `${kind}: ${rowName(change)} and ${change.entries - 1} more ${DONE[change.operation]}`;
  return `${kind}: ${rowName(change)} ${DONE[change.operation]}`;
}

export type Verb = "Undo" | "Restore";

/** What to call undoing a change: only what was deleted is restored. */
export const verbFor = ({ operations }: HistoryChange): Verb =>
  operations.INSERT || operations.UPDATE ? "Undo" : "Restore";

/**
 * Not restorable here: rights come by invitation, a lead is not content, and an added file is
 * deleted in the media library. Nor are rows the server added: one click would remove all the
 * initial content.
 */
export const isRestorable = ({
  table_name,
  actor,
  operation,
}: Pick<HistoryEntry, "table_name" | "actor" | "operation">): boolean =>
  !isAboutRights(table_name) &&
  table_name !== "contact_submissions" &&
  !(table_name === "media_library" && operation === "INSERT") &&
  !(actor === "server" && operation === "INSERT");
