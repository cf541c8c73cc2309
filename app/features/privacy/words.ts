import type { LeadErasure, RowCounts } from "#app/lib/data/database.types.ts";
import { countOf } from "#app/lib/text/formats.ts";

/** What a table's row is called, singular and plural. */
const ROWS: Record<string, readonly [one: string, several: string]> = {
  contact_submissions: ["message", "messages"],
  submission_notes: ["note", "notes"],
  lead_events: ["activity entry", "activity entries"],
  mails: ["email", "emails"],
  inbound_mails: ["email received", "emails received"],
  "private.inbound_files": ["attachment", "attachments"],
  bookings: ["booking", "bookings"],
  webhook_deliveries: ["webhook event", "webhook events"],
  "private.lead_reminders": ["reminder", "reminders"],
  "private.mail_leads": ["mention in a team email", "mentions in team emails"],
  "private.lead_keys": [
    "address or phone number used to recognize them",
    "addresses and phone numbers used to recognize them",
  ],
  "private.lead_conversations": ["joined message", "joined messages"],
};

/** "2 messages"; a table without a name here uses its own. */
function rowsOf(table: string, rows: number): string {
  const plain = table.replace(/^private\./, "").replaceAll("_", " ");
  const [one, several] = ROWS[table] ?? [plain, plain];
  return countOf(rows, one, several);
}

const order = Object.keys(ROWS);
const place = (table: string) => (order.includes(table) ? order.indexOf(table) : order.length);

/** ["2 messages", "1 note"]: row counts by table, messages first. */
export const countsOf = (rows: RowCounts): string[] =>
  Object.entries(rows)
    .toSorted(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
    .map(([table, many]) => rowsOf(table, many));

export const REASONS: Record<LeadErasure["reason"], string> = {
  person: "Data erased on request",
  trash: "In the trash for 30 days",
  spam: "Spam past its time limit",
  closed: "Closed messages past their time limit",
};

const NOBODY: Record<Exclude<LeadErasure["actor"], "person">, string> = {
  server: "The server",
  "command line": "The command line",
  database: "Someone with database access",
};

/** Who did it, by their name at the time. */
export const actorOf = ({ actor, actor_name }: LeadErasure): string =>
  actor === "person" ? (actor_name ?? "A deleted account") : NOBODY[actor];

/** What erasing can't reach, and for how long. */
export const BACKUPS =
  "Earlier backups still hold this data. They expire within about a year. You still need to delete their emails in your mailboxes, copies elsewhere, drafts in other browsers, and anything exported or sent to other systems. If you restore a backup, erase the person again.";
