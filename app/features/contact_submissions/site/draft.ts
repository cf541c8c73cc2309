import type { ContactEntries } from "../entries.ts";
import { requestIdOf } from "../request-id.ts";
import type { ContactValues } from "../schema.ts";

const KEY = "contact-draft";
/** Ids that are remembered: nobody writes the same words more often in a day. */
const REMEMBERED = 20;

interface Draft {
  entries?: ContactEntries;
  /** epoch milliseconds when the page on which it was begun was opened */
  openedAt: number;
  /** the id under which these very words were sent, until they have arrived */
  sent?: { requestId: string; words: string };
  /** ids of what has arrived from this tab: the same words again are meant again */
  arrived?: string[];
}

/**
 * What a visitor has typed, kept for this tab until it is sent: a reload loses nothing. Storage may
 * be full or forbidden; the form works without it.
 * @param openedAt epoch milliseconds when this page was opened: not when its script ran, which on a
 *   slow phone is long after the first field was filled in
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

    /** Whole milliseconds since the page was opened, reloads of a begun draft included. */
    openFor: () => Math.max(0, Math.round(now() - draft.openedAt)),

    /**
     * The id to send these words under. A retry of the same words repeats it, so that they are
     * stored once, by whichever way they went before; other words get another, and so do the same
     * ones after they have arrived.
     * @param values the entries as they are stored
     * @param madeAt epoch milliseconds when the server made the form's page, which a post without script says
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

    /** The message has arrived. @param requestId the server's, when it was posted without script */
    clear(requestId = draft.sent?.requestId) {
      const arrived = new Set([...(draft.arrived ?? []), ...(requestId ? [requestId] : [])]);
      draft = { openedAt, arrived: [...arrived].slice(-REMEMBERED) };
      write({ arrived: draft.arrived });
    },
  };
}

/** The id of the last message that arrived from this tab; undefined when none has. */
export const lastArrived = (): string | undefined => read().arrived?.at(-1);

/** An estimate as `estimateMessage` writes it, when nobody has changed its ends. */
const ESTIMATE =
  /Please send me this estimate\.[\s\S]*?\nTogether: [^\n]*(\nNot included: [^\n]*)?/;

/** A draft with the estimate that its writer comes back with, in the place of an earlier one. */
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
    // Full or forbidden: the words are still in the form.
  }
}
