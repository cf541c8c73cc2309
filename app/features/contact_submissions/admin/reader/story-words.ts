import type { LeadEvent } from "#app/lib/data/database.types.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { STATUS_NAMES } from "../words.ts";

const statusName = (status: unknown) =>
  STATUS_NAMES[status as keyof typeof STATUS_NAMES] ?? String(status);

/** A day without a time, as it is: not shifted by the reader's time zone. One far off stays as it is written. */
const dayName = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? formatDate(`${day}T00:00`) : day);

const NOTICES: Record<string, string> = {
  sent: "Notice to the team sent",
  pending: "Notice to the team asked for again",
};

const MAILS: Record<string, string> = {
  reply: "Reply",
  confirmation: "Confirmation to the visitor",
  reminder: "Reminder",
};

/** What became of a mail of the queue (tell_of_mail). */
function mailTitle({ what, to, error }: LeadEvent["details"]): string {
  const name = MAILS[String(what)] ?? "Mail";
  const why = error ? `: ${error}` : "";
  const titles: Record<string, string> = {
    waiting: `${name} written`,
    taken_back: `${name} taken back`,
    again: `${name} asked for again`,
    sent: `${name} sent`,
    failed: `${name} not sent yet${why}`,
  };
  return titles[String(to)] ?? `${name} could not be sent${why}`;
}

/** What happened, in one line: "Status: New → Contacted". */
export function eventTitle({ kind, details }: LeadEvent): string {
  const { from, to, error, done } = details;
  switch (kind) {
    case "created":
      return "Message received";
    case "status":
      return `Status: ${statusName(from)} → ${statusName(to)}`;
    case "owner":
      return to ? `Owner: ${to}` : `No owner any more${from ? `, before: ${from}` : ""}`;
    case "follow_up":
      return to ? `Follow-up: ${dayName(String(to))}` : "Follow-up taken away";
    case "spam":
      return to ? "Marked: likely spam" : "Marked: not spam";
    case "note":
      return `Note ${done}`;
    case "notice":
      return NOTICES[String(to)] ?? `Notice to the team failed${error ? `: ${error}` : ""}`;
    case "mail":
      return mailTitle(details);
    case "deleted":
      return "Moved to the trash";
    case "restored":
      return "Restored from the trash";
    case "booking":
      return "Call booked in the calendar";
    case "joined":
      return "Joined with another message of this person";
    case "parted":
      return "Taken apart from the other messages";
  }
}

const NOBODY: Record<Exclude<LeadEvent["actor"], "person">, string> = {
  visitor: "By the contact form",
  server: "The server",
  "command line": "The command line",
  database: "Someone at the database",
};

/** Who it was, by name as it was then. */
export function eventActor({ kind, actor, actor_name }: LeadEvent): string {
  if (actor === "person") return actor_name ?? "A deleted account";
  return kind === "booking" ? "As the visitor's browser told" : NOBODY[actor];
}
