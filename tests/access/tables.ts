import { type TableFacts, tableNames, tables } from "#tests/tables/index.ts";
import { perPerson } from "./everyone.ts";

/** What nobody reads or writes but functions of the database. */
const closed = ["admins", "admin_invitations"] as const;
/**
 * What admins read and nobody writes: the history keeps itself (history-kept.test.ts), as do the stories of
 * leads (leads.test.ts); bookings come by a function (bookings.test.ts); sets of prepared changes
 * are written by functions that check what goes in (change-sets.test.ts), links to previews too
 * (preview-links.test.ts), webhooks have secrets that nobody reads (webhook-addresses.test.ts), and the server
 * writes down what became of backups.
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
/** What a visitor, a signed-in stranger and an admin get of each table (rule R-8). Of those that the API
 * serves, tests/tables says it. */
export const rights = [
  ...tableNames.map((table) => ({ table, ...tables[table].rights })),
  ...closed.map((table) => ({ table, ...nobodys })),
  ...read.map((table) => ({
    table,
    ...nobodys,
    select: ["none", "none", "all"] as TableFacts["rights"]["select"],
  })),
  // A trigger fills it; staff empty it (media-trash.test.ts).
  {
    table: "media_trash",
    ...nobodys,
    select: ["none", "none", "all"] as TableFacts["rights"]["select"],
    delete: ["no", "no", "yes"] as TableFacts["rights"]["delete"],
  } as const,
];
/** One case a table and person: which rows are read. */
export const selects = rights.flatMap(({ table, select }) => perPerson({ table }, select));
/** One case a table, operation and person: whether rows are written. */
export const writes = rights.flatMap((of) =>
  (["insert", "update", "delete"] as const).flatMap((operation) =>
    perPerson({ table: of.table, operation }, of[operation]),
  ),
);
