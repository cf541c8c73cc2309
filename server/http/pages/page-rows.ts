import type { DraftRow } from "#server/http/preview/drafts.ts";

/** What a page asks of one table, as public.page_rows takes it. */
export interface Part {
  table: string;
  columns: readonly string[];
  /** what columns must equal */
  where?: Readonly<Record<string, string | undefined>>;
}

export interface PartAnswer {
  rows: readonly Readonly<DraftRow>[];
  /** ISO time from which on they are others, by the clock alone */
  until: string | null;
}

/** Asks the backend for parts; the answers stand in the same order. */
export type AskParts = (parts: readonly Part[]) => Promise<(PartAnswer | PartFailed)[]>;

export interface PartFailed {
  /** SQLSTATE */
  failed: string;
}

export type ReadPart = (part: Part) => Promise<PartAnswer>;

interface Waiting {
  part: Part;
  resolve: (answer: PartAnswer) => void;
  reject: (cause: unknown) => void;
}

/** Makes one question of the parts that are asked for at the same time. */
export function batched(ask: AskParts): ReadPart {
  let waiting: Waiting[] = [];

  async function askAll() {
    const asked = waiting;
    waiting = [];
    try {
      const answers = await ask(asked.map(({ part }) => part));
      for (const [place, { part, resolve, reject }] of asked.entries()) {
        const answer = answers[place];
        if (answer && "rows" in answer) resolve(frozen(answer));
        else reject(new Error(`${part.table} can't be read: ${answer?.failed ?? "no answer"}`));
      }
    } catch (cause) {
      for (const { reject } of asked) reject(cause);
    }
  }

  return (part) =>
    new Promise((resolve, reject) => {
      // The loaders of a page all begin before the next turn of the event loop.
      if (waiting.length === 0) setImmediate(askAll);
      waiting.push({ part, resolve, reject });
    });
}

/** Several pages are made of the same rows. */
function frozen(answer: PartAnswer): PartAnswer {
  for (const row of answer.rows) Object.freeze(row);
  Object.freeze(answer.rows);
  return answer;
}

interface Known {
  answer: Promise<PartAnswer>;
  /** milliseconds since 1970; undefined while the backend has not answered */
  until?: number;
}

interface PageRowsOptions {
  /** whether a change made now would be heard: else nothing that was answered counts for the next page */
  keeps: () => boolean;
  /** milliseconds since 1970 */
  now?: () => number;
  /** parts are named by the code, never by a visitor, and are a few dozen */
  maxParts?: number;
}

/**
 * What pages have read: a read under way serves every page that wants the same, and an answer serves
 * until the content changes. It forgets with the kept pages, by the same signal.
 */
export function createPageRows({ keeps, now = Date.now, maxParts = 128 }: PageRowsOptions) {
  const known = new Map<string, Known>();

  const holds = ({ until }: Known) => until === undefined || (until > now() && keeps());

  function remember(key: string, answer: Promise<PartAnswer>) {
    const entry: Known = { answer };
    known.delete(key);
    known.set(key, entry);
    if (known.size > maxParts) known.delete(known.keys().next().value as string);
    const forget = () => {
      if (known.get(key) === entry) known.delete(key);
    };
    answer.then(({ until }) => {
      entry.until = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
      if (!holds(entry)) forget();
    }, forget);
  }

  return {
    /** Reads by `read` what is not known yet. */
    through:
      (read: ReadPart): ReadPart =>
      (part) => {
        const key = JSON.stringify(part);
        const entry = known.get(key);
        if (entry && holds(entry)) return entry.answer;
        const answer = read(part);
        remember(key, answer);
        return answer;
      },

    /** Content changed, or may have: nothing that was read or is being read counts for who asks next. */
    clear: () => known.clear(),
  };
}

export type PageRows = ReturnType<typeof createPageRows>;
