import { newUuid } from "#app/lib/data/new-uuid.ts";
import { readDraft, wordsOf, write } from "./draft.ts";
import type { Written } from "./queries.ts";

/**
 * The idempotency key for sending this text. A retry of the same text reuses it, so a lost response
 * causes no second email. Changed text gets a new one.
 */
export function requestOf(lead: string, written: Written, now = Date.now()): string {
  const words = wordsOf(written);
  const sent = readDraft(lead)?.sent;
  if (sent?.words === words) return sent.request;
  const request = newUuid();
  write(lead, { ...written, at: now, sent: { request, words } });
  return request;
}
