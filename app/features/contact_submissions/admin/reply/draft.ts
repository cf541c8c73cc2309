import type { Written } from "./queries.ts";

const PREFIX = "reply-draft:";
/** Drafts that are kept in this browser; of more, those that were not touched the longest go. */
const KEPT = 50;

interface Draft extends Written {
  /** epoch milliseconds of the last change */
  at: number;
  /** the id under which these very words were sent; whether they arrived is not known */
  sent?: { request: string; words: string };
}

/** Where storage is full or forbidden they are known until the next reload. */
const known = new Map<string, Draft>();

const keyOf = (lead: string) => PREFIX + lead;
const wordsOf = ({ subject, message }: Written) => JSON.stringify([subject, message]);

/** What was typed for this lead and not sent; nothing when there is nothing. */
export function readDraft(lead: string): Draft | undefined {
  const here = known.get(lead);
  if (here) return here;
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(lead)) ?? "null");
    return typeof kept?.message === "string" && typeof kept?.subject === "string"
      ? kept
      : undefined;
  } catch {
    return undefined;
  }
}

function write(lead: string, draft: Draft) {
  known.set(lead, draft);
  try {
    localStorage.setItem(keyOf(lead), JSON.stringify(draft));
    forgetOldest();
  } catch {
    // Full or forbidden: the words are still here.
  }
}

/** Keeps what is typed, in this browser. */
export const keepDraft = (lead: string, { subject, message }: Written, now = Date.now()): void =>
  write(lead, { ...readDraft(lead), subject, message, at: now });

/** The draft was sent or thrown away, or its lead was erased. */
export function dropDraft(lead: string): void {
  known.delete(lead);
  try {
    localStorage.removeItem(keyOf(lead));
  } catch {
    // Forbidden: then nothing was kept there.
  }
}

/** Gives words back to the draft, before whatever was typed since. */
export function giveBack(lead: string, { subject, message }: Written, now = Date.now()): void {
  const since = readDraft(lead)?.message.trim();
  dropDraft(lead);
  keepDraft(lead, { subject, message: since ? `${message}\n\n${since}` : message }, now);
}

/**
 * The id to send these words under: a retry of the same words repeats it, so that an answer that was lost
 * makes no second mail; other words get another.
 */
export function requestOf(lead: string, written: Written, now = Date.now()): string {
  const words = wordsOf(written);
  const sent = readDraft(lead)?.sent;
  if (sent?.words === words) return sent.request;
  const request = crypto.randomUUID();
  write(lead, { ...written, at: now, sent: { request, words } });
  return request;
}

function forgetOldest() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (keys.length <= KEPT) return;
  const at = (key: string): number => JSON.parse(localStorage.getItem(key) ?? "{}").at ?? 0;
  const [oldest] = keys.toSorted((a, b) => at(a) - at(b));
  if (oldest) localStorage.removeItem(oldest);
}
