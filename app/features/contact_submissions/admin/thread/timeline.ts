import type { ReactNode } from "react";
import type { ContactSubmission, LeadEvent, ReplyMail } from "#app/lib/data/database.types.ts";
import type { Answer, Thread } from "./queries.ts";

/** A note, as its own feature shows it. */
export interface NoteEntry {
  id: string;
  at: string;
  show: ReactNode;
}

/** A reply, with who wrote it and whether it came back after it was sent. */
export interface ReplyEntry {
  kind: "reply";
  at: string;
  mail: ReplyMail;
  by: string | undefined;
  cameBack: boolean;
}

/** Events between two messages. */
export interface EventsEntry {
  kind: "events";
  at: string;
  events: LeadEvent[];
  /** how many of the first are folded */
  folded: number;
}

export type Entry =
  | { kind: "form"; at: string; created: LeadEvent | undefined }
  | { kind: "earlier"; at: string }
  | { kind: "note"; at: string; note: NoteEntry }
  | { kind: "answer"; at: string; mail: Answer }
  | ReplyEntry
  | EventsEntry;

type Row = Pick<ContactSubmission, "created_at" | "message">;

/** More events in a row than this are folded. */
const MAX_UNFOLDED = 3;

/** Same limit as in the database (inbound_lead). */
const MAX_MESSAGE_LENGTH = 5_000;

const timeOf = (at: string) => Date.parse(at);

/**
 * The conversation about a lead, oldest first. What an item shows itself, such as "Note added", is no event
 * as well.
 */
export function timelineOf(row: Row, thread: Thread, notes: readonly NoteEntry[]): Entry[] {
  const { events, replies, answers, since } = thread;
  const isFromEmail = answers.some((mail) => isOrigin(mail, row));
  const created = events.find(({ kind }) => kind === "created");
  const isShown = shownElsewhere(thread, notes, isFromEmail);
  const items: Entry[] = [
    ...answers.map((mail) => ({ kind: "answer" as const, at: mail.arrived_at, mail })),
    ...replies.map((mail) => replyEntry(mail, events)),
    ...notes.map((note) => ({ kind: "note" as const, at: note.at, note })),
    // At the same time, in the order in which they were written.
    ...events
      .filter((event) => !isShown(event))
      .toReversed()
      .map((event) => ({
        kind: "events" as const,
        at: event.happened_at,
        events: [event],
        folded: 0,
      })),
  ];
  const read = items
    .filter(({ at }) => since === null || timeOf(at) >= timeOf(since))
    .toSorted((a, b) => timeOf(a.at) - timeOf(b.at));
  const first: Entry[] = [];
  if (!isFromEmail) first.push({ kind: "form", at: row.created_at, created });
  if (since !== null) first.push({ kind: "earlier", at: since });
  return [...first, ...folded(together(read))];
}

/** The email that a lead was created from has the same text as its message. */
function isOrigin({ arrived_at, body_text }: Answer, row: Row): boolean {
  if (timeOf(arrived_at) > timeOf(row.created_at)) return false;
  const text = [...(body_text ?? "")].slice(0, MAX_MESSAGE_LENGTH).join("");
  return text.trim() === (row.message ?? "").trim();
}

/** Whether an event repeats what another item of the timeline says. */
function shownElsewhere(
  { replies, answers }: Thread,
  notes: readonly NoteEntry[],
  isFromEmail: boolean,
): (event: LeadEvent) => boolean {
  const ids = new Set([...replies, ...answers, ...notes].map(({ id }) => id));
  return ({ kind, details: { mail = "", note = "", to, done } }) => {
    if (kind === "created") return !isFromEmail;
    if (kind === "note") return done === "added" && ids.has(note);
    if (kind === "answer") return ids.has(mail);
    return kind === "mail" && ids.has(mail) && (to === "waiting" || to === "sent");
  };
}

function replyEntry(mail: ReplyMail, events: readonly LeadEvent[]): ReplyEntry {
  // Newest first
  const about = events.filter(({ kind, details }) => kind === "mail" && details.mail === mail.id);
  const written = about.find(({ details }) => details.to === "waiting");
  return {
    kind: "reply",
    at: mail.created_at,
    mail,
    by: written?.actor_name ?? undefined,
    cameBack: mail.state === "failed" && about[0]?.details.to === "bounced",
  };
}

/** Joins events without a message between them. */
function together(entries: readonly Entry[]): Entry[] {
  const joined: Entry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    if (entry.kind === "events" && last?.kind === "events") last.events.push(...entry.events);
    else joined.push(entry);
  }
  return joined;
}

/** Folds long rows of events. The newest of all stays visible: it is often what someone just did. */
function folded(entries: readonly Entry[]): Entry[] {
  return entries.map((entry, place) => {
    if (entry.kind !== "events" || entry.events.length <= MAX_UNFOLDED) return entry;
    const isLast = place === entries.length - 1;
    return { ...entry, folded: entry.events.length - (isLast ? 1 : 0) };
  });
}

/** The answer that a reply quotes: the newest that the lead wrote. */
export const quotedAnswer = ({ answers }: Pick<Thread, "answers">): Answer | undefined =>
  answers.find(
    ({ kind, is_from_team, body_text }) => kind === "reply" && !is_from_team && body_text?.trim(),
  );

/** Who wrote an answer; the lead's own name, if the email has none. */
export const writerOf = (
  { sender, sender_name }: Pick<Answer, "sender" | "sender_name">,
  row: Pick<ContactSubmission, "name" | "email">,
): string => sender_name ?? (isSameAddress(sender, row.email) ? row.name : sender);

export const isSameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
