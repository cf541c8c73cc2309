import type { LeadErasure, RowCounts } from "#app/lib/data/database.types.ts";
import { formatCount } from "#app/lib/text/formats.ts";

/** What a row of a table is, one and several. */
const ROWS: Record<string, readonly [one: string, several: string]> = {
  contact_submissions: ["message", "messages"],
  submission_notes: ["note", "notes"],
  lead_events: ["entry in the story", "entries in the story"],
  mails: ["mail", "mails"],
  bookings: ["booking", "bookings"],
  webhook_deliveries: ["call of a webhook", "calls of webhooks"],
  "private.lead_reminders": ["reminder", "reminders"],
  "private.mail_leads": ["mention in a mail to staff", "mentions in mails to staff"],
  "private.lead_keys": [
    "address or number to recognize them by",
    "addresses and numbers to recognize them by",
  ],
  "private.lead_conversations": ["joined message", "joined messages"],
};

/** "2 messages"; a table that has no name here goes by its own. */
function rowsOf(table: string, rows: number): string {
  const plain = table.replace(/^private\./, "").replaceAll("_", " ");
  const [one, several] = ROWS[table] ?? [plain, plain];
  return `${formatCount(rows)} ${rows === 1 ? one : several}`;
}

const order = Object.keys(ROWS);
const place = (table: string) => (order.includes(table) ? order.indexOf(table) : order.length);

/** ["2 messages", "1 note"]: what is counted by table, the messages first. */
export const countsOf = (rows: RowCounts): string[] =>
  Object.entries(rows)
    .toSorted(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
    .map(([table, many]) => rowsOf(table, many));

const REASONS: Record<LeadErasure["reason"], string> = {
  person: "A person was erased",
  trash: "30 days in the trash were over",
  spam: "Spam was deleted after its time",
  closed: "Closed messages were deleted after their time",
};

const NOBODY: Record<Exclude<LeadErasure["actor"], "person">, string> = {
  server: "The server",
  "command line": "The command line",
  database: "Someone at the database",
};

export const reasonOf = ({ reason }: LeadErasure) => REASONS[reason];

/** Who it was, by name as it was then. */
export const actorOf = ({ actor, actor_name }: LeadErasure): string =>
  actor === "person" ? (actor_name ?? "A deleted account") : NOBODY[actor];

/** What erasing does not reach, and how long that lasts. */
export const BACKUPS =
  "Backups made before still hold it. Those of this server go within about a year; copies that you keep elsewhere, and what was mailed, exported or sent to other systems, you delete yourself. A backup that is restored brings it back: erase it again then.";
