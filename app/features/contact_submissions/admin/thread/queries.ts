import { answered } from "#app/lib/data/answers.ts";
import type {
  InboundAttachment,
  InboundMail,
  LeadEvent,
  ReplyMail,
} from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** Emails per part, so that the longest fit into a response (8 MB). */
const MAILS = 15;
const EVENTS = 200;

/** An email that arrived, without its HTML. */
export type Answer = Pick<
  InboundMail,
  | ("id" | "kind" | "sender" | "sender_name" | "is_from_team" | "subject" | "body_text")
  | ("is_cut" | "attachments" | "arrived_at")
> & {
  /** it has HTML, which originalOf returns */
  has_original: boolean;
};

export interface Thread {
  /** newest first, as the others */
  events: LeadEvent[];
  replies: ReplyMail[];
  answers: Answer[];
  /** what is older was not read; null: nothing is */
  since: string | null;
}

/**
 * The end of a lead's conversation, and what happened to it.
 * @param parts how much to read: so many times 15 answers, 15 replies and 200 events
 */
export async function readThread(lead: string, parts: number): Promise<Thread> {
  const [events, replies, answers] = await Promise.all([
    inParts(parts, EVENTS, (first, last) => eventsOf(lead, first, last)),
    inParts(parts, MAILS, (first, last) => repliesTo(lead, first, last)),
    inParts(parts, MAILS, (first, last) => answersOf(lead, first, last)),
  ]);
  const unread = [
    events.hasMore && events.rows.at(-1)?.happened_at,
    replies.hasMore && replies.rows.at(-1)?.created_at,
    answers.hasMore && answers.rows.at(-1)?.arrived_at,
  ].filter((at) => typeof at === "string");
  return {
    events: events.rows,
    replies: replies.rows,
    answers: answers.rows,
    since: unread.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null,
  };
}

/** Reads rows in parts of `size`; one row more says whether there are others. */
async function inParts<Row>(
  parts: number,
  size: number,
  read: (first: number, last: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const readPart = (part: number) =>
    read(part * size, (part + 1) * size - (part === parts - 1 ? 0 : 1));
  const rows = (
    await Promise.all(Array.from({ length: parts }, (_, part) => readPart(part)))
  ).flat();
  return { rows: rows.slice(0, parts * size), hasMore: rows.length > parts * size };
}

const eventsOf = async (lead: string, first: number, last: number) =>
  (await answered(
    supabase()
      .from("lead_events")
      .select()
      .eq("submission_id", lead)
      .order("happened_at", { ascending: false })
      .order("id")
      .range(first, last),
  )) as LeadEvent[];

const repliesTo = (lead: string, first: number, last: number): Promise<ReplyMail[]> =>
  answered(
    supabase()
      .from("mails")
      .select("id, recipient, subject, body, created_at, state, send_after, sent_at, last_error")
      .eq("submission_id", lead)
      .eq("kind", "reply")
      .order("created_at", { ascending: false })
      .order("id")
      .range(first, last),
  );

/** Without reports of mail servers, which are events. */
async function answersOf(lead: string, first: number, last: number): Promise<Answer[]> {
  const mails = await answered(
    supabase()
      .from("inbound_mails")
      .select(
        "id, kind, sender, sender_name, is_from_team, subject, body_text, is_cut, attachments, arrived_at",
      )
      .eq("submission_id", lead)
      .in("kind", ["reply", "auto_reply"])
      .order("arrived_at", { ascending: false })
      .order("id")
      .range(first, last),
  );
  const html = await withHtml(mails);
  return mails.map(({ attachments, ...mail }) => ({
    ...mail,
    attachments: attachments as unknown as InboundAttachment[],
    has_original: html.has(mail.id),
  }));
}

async function withHtml(mails: readonly { id: string }[]): Promise<Set<string>> {
  if (mails.length === 0) return new Set();
  const ids = mails.map(({ id }) => id);
  const found = await answered(
    supabase().from("inbound_mails").select("id").in("id", ids).not("body_html", "is", null),
  );
  return new Set(found.map(({ id }) => id));
}

/** An email's HTML as it arrived: not safe to show. */
export async function originalOf(mail: string): Promise<string> {
  const [row] = await answered(supabase().from("inbound_mails").select("body_html").eq("id", mail));
  return row?.body_html ?? "";
}

/** The content of an attachment, which arrives in pieces. @throws when it was deleted */
export async function attachmentOf(attachment: string): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let start = 0;
  let size = 0;
  do {
    const piece = await answered(supabase().rpc("inbound_attachment", { attachment, start }));
    const bytes = Uint8Array.from(atob(piece.content), (letter) => letter.charCodeAt(0));
    pieces.push(bytes);
    start += bytes.length;
    size = bytes.length > 0 ? piece.size : start;
  } while (start < size);
  // Whatever it claims to be, the browser saves it and opens nothing.
  return new Blob(pieces, { type: "application/octet-stream" });
}

/** Moves an email out of its lead, to those that belong to none. */
export const detach = (mail: string) => answered(supabase().rpc("inbound_detach", { mail }));
