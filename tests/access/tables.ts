import {
  ADMINS,
  allFor,
  EDITORS,
  NOBODY,
  nobodyWrites,
  type Of,
  type Reads,
  SALES,
  type Says,
} from "#tests/tables/facts.ts";
import { tableNames, tables } from "#tests/tables/index.ts";
import { perPerson, type Who } from "./everyone.ts";

/** Tables that only database functions read or write. */
const closed = ["admins", "admin_invitations", "staff"] as const;
/**
 * People with these roles read them, and nobody writes them directly. Triggers write the history
 * (history/kept.test.ts) and lead events (leads.test.ts). Functions write bookings (bookings.test.ts), change sets
 * (change-sets.test.ts) and preview links (preview-links.test.ts). Nobody reads webhook secrets
 * (webhooks/addresses.test.ts). The server records the results of backups.
 */
const read = {
  lead_events: SALES,
  lead_erasures: SALES,
  bookings: SALES,
  mails: SALES,
  inbound_mails: SALES,
  change_sets: EDITORS,
  change_set_items: EDITORS,
  change_set_remains: EDITORS,
  preview_links: EDITORS,
  backup_runs: ADMINS,
  backup_downloads: ADMINS,
  webhooks: ADMINS,
  webhook_deliveries: ADMINS,
} as const satisfies Record<string, Of<Says>>;

/** What each role gets from each table (rule R-8). tests/tables lists it for tables that the API serves. */
export const rights = [
  ...tableNames.map((table) => ({ table, ...tables[table].rights })),
  ...closed.map((table) => ({ table, select: allFor(NOBODY), ...nobodyWrites })),
  ...(Object.keys(read) as (keyof typeof read)[]).map((table) => ({
    table,
    select: allFor(read[table]),
    ...nobodyWrites,
  })),
  // Entries belong to those who may see what they are about.
  {
    table: "history",
    select: ["none", "none", "own", "own", "all"] as Of<Reads>,
    ...nobodyWrites,
  } as const,
  // A trigger fills it, and editors empty it (media-trash.test.ts).
  { table: "media_trash", ...nobodyWrites, select: allFor(EDITORS), delete: EDITORS } as const,
];
/** Whether an editor or a sales person reads history entries about this table. */
export const isOwnHistory = (who: Who, table: string) =>
  table === "saved_replies" ||
  (who === "sales"
    ? table === "contact_submissions"
    : !["admins", "staff", "lead_recipients", "contact_submissions"].includes(table));

/** The column that names a row. */
export const keyOf = (table: string) =>
  ({ admins: "user_id", staff: "user_id", admin_invitations: "email" })[table] ?? "id";

/** One case per table and role: which rows it reads. */
export const selects = rights.flatMap(({ table, select }) => perPerson({ table }, select));
/** One case per table, operation and role: whether it can write rows. */
export const writes = rights.flatMap((of) =>
  (["insert", "update", "delete"] as const).flatMap((operation) =>
    perPerson({ table: of.table, operation }, of[operation]),
  ),
);
