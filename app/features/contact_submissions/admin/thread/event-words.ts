import type { LeadEvent } from "#app/lib/data/database.types.ts";
import { formatDay } from "#app/lib/text/formats.ts";
import { outcomeText, STATUS_NAMES } from "../words.ts";

const statusName = (status: unknown) =>
  STATUS_NAMES[status as keyof typeof STATUS_NAMES] ?? String(status);

/** Dates outside four-digit years stay as written. */
const dayName = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? formatDay(day) : day);

/** State of the team's email; an earlier one was still being sent when staff asked again. */
function noticeTitle({ to, earlier }: LeadEvent["details"], sent: string): string {
  const name = earlier ? "Earlier team notification" : "Team notification";
  const titles: Record<string, string> = {
    pending: `${name} resend requested`,
    sent: `${name} ${sent}`,
    bounced: `${name} bounced`,
  };
  return titles[String(to)] ?? `${name} failed`;
}

const MAILS: Record<string, string> = {
  reply: "Reply",
  confirmation: "Confirmation to the visitor",
  reminder: "Reminder",
};

/** State of a queued email (tell_of_mail). */
function mailTitle({ what, to }: LeadEvent["details"], sent: string): string {
  const name = MAILS[String(what)] ?? "Email";
  const titles: Record<string, string> = {
    waiting: `${name} created`,
    taken_back: `${name} canceled`,
    again: `${name} resend requested`,
    sent: `${name} ${sent}`,
    failed: `${name} not sent yet`,
    bounced: `${name} bounced`,
    complained: `${name} was reported as spam`,
  };
  return titles[String(to)] ?? `${name} couldn't be sent`;
}

/** The mail server's error for a failed email. */
export const eventCause = ({ details: { error } }: LeadEvent): string | null =>
  typeof error === "string" ? error : null;

const ANSWERS: Record<string, string> = { auto_reply: "Automatic reply received" };

function spamTitle({ to, held }: LeadEvent["details"]): string {
  if (!to) return "Marked: not spam";
  // Older entries lack `held`: what staff mark as spam is held.
  return held === false ? "Marked: likely spam" : "Marked: held as spam";
}

/**
 * What happened, in one line: "Status: New → Contacted".
 * @param isSaved no mail server is set up, so that emails are only saved
 */
export function eventTitle({ kind, details }: LeadEvent, isSaved = false): string {
  const { from, to, done } = details;
  const sent = isSaved ? "saved on the server" : "sent";
  switch (kind) {
    case "created":
      // Any other lead shows its message instead.
      return "Lead created from this email";
    case "status":
      return `Status: ${statusName(from)} → ${statusName(to)}`;
    case "outcome":
      return to
        ? `Marked as ${outcomeText(String(to), details.value, details.reason)}`
        : "Outcome removed";
    case "owner":
      return to ? `Owner: ${to}` : `Owner removed${from ? `: ${from}` : ""}`;
    case "follow_up":
      return to ? `Follow-up: ${dayName(String(to))}` : "Follow-up removed";
    case "spam":
      return spamTitle(details);
    case "note":
      return `Note ${done}`;
    case "notice":
      return noticeTitle(details, sent);
    case "mail":
      return mailTitle(details, sent);
    case "deleted":
      return "Moved to the trash";
    case "restored":
      return "Restored from the trash";
    case "booking":
      return "Call booked in the calendar";
    case "joined":
      return "Joined with another message from this person";
    case "answer":
      return ANSWERS[String(details.what)] ?? "Reply received";
    case "parted":
      return "Separated from the other messages";
  }
}

const NOBODY: Record<Exclude<LeadEvent["actor"], "person">, string> = {
  visitor: "Contact form",
  server: "The server",
  "command line": "The command line",
  database: "Someone with database access",
};

/** How a visitor did it, if not with the contact form. */
const VISITORS: Partial<Record<LeadEvent["kind"], string>> = {
  booking: "Reported by the visitor's browser",
  answer: "By email",
};

/** Who did it, by their name at the time. */
export function eventActor({ kind, actor, actor_name }: LeadEvent): string {
  if (actor === "person") return actor_name ?? "A deleted account";
  if (actor === "command line" && kind === "created") return "Imported";
  return (actor === "visitor" && VISITORS[kind]) || NOBODY[actor];
}
