import type { DraftRow } from "#server/http/preview/drafts.ts";

/** What a page reads from one table, in the format of public.page_rows. */
export interface Part {
  table: string;
  columns: readonly string[];
  /** values that columns must equal */
  where?: Readonly<Record<string, string | undefined>>;
}

export interface PartAnswer {
  rows: readonly Readonly<DraftRow>[];
  /** ISO time at which the rows change without an edit */
  until: string | null;
}

/** Requests parts from the backend; the answers are in the same order. */
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

/** Batches parts that are requested at the same time into one request. */
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
      // All loaders of a page start before the next turn of the event loop.
      if (waiting.length === 0) setImmediate(askAll);
      waiting.push({ part, resolve, reject });
    });
}

/** Freezes the rows, because several pages share them. */
function frozen(answer: PartAnswer): PartAnswer {
  for (const row of answer.rows) Object.freeze(row);
  Object.freeze(answer.rows);
  return answer;
}

interface Known {
  answer: Promise<PartAnswer>;
  /** milliseconds since 1970; undefined until the backend responds */
  until?: number;
}

interface PageRowsOptions {
  /** whether content changes are currently being reported; if not, no answer is reused */
  keeps: () => boolean;
  /** milliseconds since 1970 */
  now?: () => number;
  /** code defines the parts, never a visitor, so there are only a few dozen */
  maxParts?: number;
}

/**
 * A cache of the rows that pages read. A pending read serves every page that wants the same rows, and an
 * answer is valid until the content changes. It is cleared together with the page cache.
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
    /** Returns a reader that uses `read` for parts that are not cached. */
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

    /** Content changed, or may have: later pages must not use past or pending reads. */
    clear: () => known.clear(),
  };
}

export type PageRows = ReturnType<typeof createPageRows>;
