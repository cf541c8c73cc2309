import { type TableFacts, tableNames, tables } from "#tests/tables/index.ts";
import { perPerson } from "./everyone.ts";

/** Tables that only database functions read or write. */
const closed = ["admins", "admin_invitations"] as const;
/**
 * Admins read these, and nobody writes them directly. Triggers write the history (history-kept.test.ts) and
 * lead events (leads.test.ts). Functions write bookings (bookings.test.ts), change sets (change-sets.test.ts)
 * and preview links (preview-links.test.ts). Nobody reads webhook secrets (webhook-addresses.test.ts). The
 * server records the results of backups.
 */
const read = [
  "history",
  "lead_events",
  "lead_erasures",
  "bookings",
  "change_sets",
  "change_set_items",
  "change_set_remains",
  "preview_links",
  "backup_runs",
  "backup_downloads",
  "mails",
  "webhooks",
  "webhook_deliveries",
] as const;
const nobodys: TableFacts["rights"] = {
  select: ["none", "none", "none"],
  insert: ["no", "no", "no"],
  update: ["no", "no", "no"],
  delete: ["no", "no", "no"],
};
/** What each role gets from each table (rule R-8). tests/tables lists it for tables that the API serves. */
export const rights = [
  ...tableNames.map((table) => ({ table, ...tables[table].rights })),
  ...closed.map((table) => ({ table, ...nobodys })),
  ...read.map((table) => ({
    table,
    ...nobodys,
    select: ["none", "none", "all"] as TableFacts["rights"]["select"],
  })),
  // A trigger fills it, and staff empty it (media-trash.test.ts).
  {
    table: "media_trash",
    ...nobodys,
    select: ["none", "none", "all"] as TableFacts["rights"]["select"],
    delete: ["no", "no", "yes"] as TableFacts["rights"]["delete"],
  } as const,
];
/** One case per table and role: which rows it reads. */
export const selects = rights.flatMap(({ table, select }) => perPerson({ table }, select));
/** One case per table, operation and role: whether it can write rows. */
export const writes = rights.flatMap((of) =>
  (["insert", "update", "delete"] as const).flatMap((operation) =>
    perPerson({ table: of.table, operation }, of[operation]),
  ),
);
