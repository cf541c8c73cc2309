import type { Written } from "./queries.ts";

const PREFIX = "reply-draft:";
/** Most drafts kept in this browser. Beyond that, those edited longest ago go. */
const MAX_DRAFTS = 50;

interface Draft extends Written {
  /** epoch milliseconds of the last change */
  at: number;
  /** the request id this exact text was sent under; whether it arrived is unknown */
  sent?: { request: string; words: string };
}

/** The fallback where storage is full or forbidden, until the next reload. */
const known = new Map<string, Draft>();

const keyOf = (lead: string) => PREFIX + lead;
export const wordsOf = ({ subject, message }: Written) => JSON.stringify([subject, message]);

/** The unsent draft for this lead, if any. */
export function readDraft(lead: string): Draft | undefined {
  return known.get(lead) ?? storedDraft(keyOf(lead));
}

function storedDraft(key: string): Draft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof stored?.message === "string" && typeof stored?.subject === "string"
      ? stored
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a draft in this browser. */
export function write(lead: string, draft: Draft) {
  known.set(lead, draft);
  try {
    localStorage.setItem(keyOf(lead), JSON.stringify(draft));
    forgetOldest();
  } catch {
    // Full or forbidden: the draft is still in memory.
  }
}

/** Saves the draft in this browser. */
export const keepDraft = (lead: string, { subject, message }: Written, now = Date.now()): void =>
  write(lead, { ...readDraft(lead), subject, message, at: now });

/** Deletes the draft once it is discarded, or its lead is erased. */
export function dropDraft(lead: string): void {
  known.delete(lead);
  try {
    localStorage.removeItem(keyOf(lead));
  } catch {
    // Forbidden: then nothing was stored there.
  }
}

/** Deletes the draft once this text is sent. Text that changed since is a new draft. */
export function dropSent(lead: string, written: Written): void {
  const draft = readDraft(lead);
  if (draft && wordsOf(draft) === wordsOf(written)) dropDraft(lead);
}

/** Puts text back into the draft, before anything typed since. */
export function giveBack(lead: string, { subject, message }: Written, now = Date.now()): void {
  const since = readDraft(lead)?.message.trim();
  dropDraft(lead);
  keepDraft(lead, { subject, message: since ? `${message}\n\n${since}` : message }, now);
}

function forgetOldest() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (keys.length <= MAX_DRAFTS) return;
  // One that can't be read counts as the oldest.
  const at = (key: string): number => storedDraft(key)?.at ?? 0;
  const [oldest] = keys.toSorted((a, b) => at(a) - at(b));
  if (oldest) localStorage.removeItem(oldest);
}
