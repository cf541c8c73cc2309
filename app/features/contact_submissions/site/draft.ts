import type { ContactEntries } from "../entries.ts";
import { requestIdOf } from "../request-id.ts";
import type { ContactValues } from "../schema.ts";

const KEY = "contact-draft";
/** How many ids to remember: nobody sends the same text more often in a day. */
const REMEMBERED = 20;

interface Draft {
  entries?: ContactEntries;
  /** epoch milliseconds when the page on which the draft began was opened */
  openedAt: number;
  /** the id under which this exact text was sent, until it has arrived */
  sent?: { requestId: string; words: string };
  /** ids of messages that arrived from this tab: the same text again is a new message */
  arrived?: string[];
}

/**
 * A visitor's draft, stored for this tab until it is sent, so a reload loses nothing. Storage may
 * be full or forbidden; the form works without it.
 * @param openedAt epoch milliseconds when this page was opened. Its script may run much later: on a
 *   slow phone, long after the first field was filled in
 */
export function openDraft(now = Date.now, openedAt = performance.timeOrigin) {
  let draft: Draft = { openedAt, ...read() };

  const keep = (changed: Partial<Draft>) => {
    draft = { ...draft, ...changed };
    write(draft);
  };

  return {
    entries: () => draft.entries,

    save: (entries: ContactEntries) => keep({ entries }),

    /** Whole milliseconds since the draft's page was first opened, reloads included. */
    openFor: () => Math.max(0, Math.round(now() - draft.openedAt)),

    /**
     * The idempotency key for this text. A retry of the same text reuses it, however it was sent
     * before. Changed text gets a new one, and so does the same text after it has arrived.
     * @param values the entries as stored
     * @param madeAt epoch milliseconds when the server rendered the form's page, as a post without
     *   JavaScript sends it
     */
    async requestId(
      entries: ContactEntries,
      values: ContactValues,
      madeAt = draft.openedAt,
    ): Promise<string> {
      const words = JSON.stringify(entries);
      if (draft.sent?.words === words) return draft.sent.requestId;
      const at = new Date(madeAt);
      let requestId = await requestIdOf(values, at);
      for (let nth = 1; draft.arrived?.includes(requestId); nth++)
        requestId = await requestIdOf(values, at, nth);
      keep({ entries, sent: { requestId, words } });
      return requestId;
    },

    /** The message has arrived. @param requestId the server's, after a post without JavaScript */
    clear(requestId = draft.sent?.requestId) {
      const arrived = new Set([...(draft.arrived ?? []), ...(requestId ? [requestId] : [])]);
      draft = { openedAt, arrived: [...arrived].slice(-REMEMBERED) };
      write({ arrived: draft.arrived });
    },
  };
}

/** The id of the last message that arrived from this tab, if any. */
export const lastArrived = (): string | undefined => read().arrived?.at(-1);

/**
 * What to save while the form's script, which restores the draft, hasn't loaded: a field that the visitor hasn't
 * changed keeps the draft's value.
 * @param atFirst the form's values when its page opened
 */
export function withTyped(
  draft: ContactEntries | undefined,
  atFirst: ContactEntries,
  now: ContactEntries,
): ContactEntries {
  const isUntouched = (name: string) =>
    String(now[name as keyof ContactEntries]) === String(atFirst[name as keyof ContactEntries]);
  const untouched = Object.entries(draft ?? {}).filter(([name]) => isUntouched(name));
  return { ...now, ...Object.fromEntries(untouched) };
}

/** An estimate as `estimateMessage` writes it, or wrote it ("Together"), with its first and last lines unchanged. */
const ESTIMATE =
  /Please send me this estimate\.[\s\S]*?\n(?:Total|Together): [^\n]*(\nNot included: [^\n]*)?/;

/** The draft with a new estimate, which replaces an earlier one. */
export function withSuggestion(
  draft: ContactEntries,
  suggested: ContactEntries | null,
): ContactEntries {
  if (!suggested || draft.estimate === suggested.estimate) return draft;
  const message = ESTIMATE.test(draft.message)
    ? draft.message.replace(ESTIMATE, () => suggested.message)
    : [draft.message, suggested.message].filter(Boolean).join("\n\n");
  return {
    ...draft,
    monthly_volume: suggested.monthly_volume || draft.monthly_volume,
    estimate: suggested.estimate,
    message,
  };
}

function read(): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function write(draft: Partial<Draft>) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Full or forbidden: the text is still in the form.
  }
}
