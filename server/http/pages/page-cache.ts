import type { Encoded } from "#server/http/encoded.ts";

/** Times in milliseconds; tests pass their own. */
export interface Clock {
  /** from a clock that only goes forward */
  elapsed(): number;
  /** of the day, since 1970: what "until 09:00" is meant by */
  date(): number;
}

const systemClock: Clock = { elapsed: () => performance.now(), date: () => Date.now() };

/** What one render gave, and for how long it may be given again. */
export interface Rendered {
  encoded: Encoded;
  /** milliseconds; Infinity: until the content changes */
  keepMs: number;
  /** since 1970: then something on the page is true no longer, whatever `keepMs` says */
  until?: number;
  /** made without some of its data: an earlier whole one is better, unless the content has changed */
  degraded?: boolean;
}

interface Entry extends Rendered {
  until: number;
  staleAt: number;
  bytes: number;
  /** a count that grows with each answer: the least goes first */
  used: number;
}

interface PageCacheOptions {
  /** of a site of a dozen pages; what was asked for least recently goes first */
  maxEntries?: number;
  /** in all encodings together */
  maxBytes?: number;
  clock?: Clock;
  /** called with each page that is cached, before it goes out for the first time */
  onKeep?: (path: string, rendered: Rendered) => void;
}

/** How much older than its time a page may be when it goes out while a new one is made. */
const STALE_MS = 60_000;

/**
 * Whole answers by path. One render serves everyone who asks meanwhile; a render that began before
 * the content changed is answered but not kept.
 */
export function createPageCache(options: PageCacheOptions = {}) {
  const { maxEntries = 256, maxBytes = 32 * 1024 * 1024, clock = systemClock, onKeep } = options;
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<Encoded | undefined>>();
  let bytesKept = 0;
  let generation = 0;
  // Counted in the entry: to put it at the Map's end each time would rebuild the Map again and again.
  let uses = 0;

  const isTrue = ({ until }: Entry) => until > clock.date();

  function remove(path: string) {
    bytesKept -= entries.get(path)?.bytes ?? 0;
    entries.delete(path);
  }

  function keep(path: string, rendered: Rendered) {
    const bytes = sizeOf(rendered.encoded);
    remove(path);
    if (bytes > maxBytes) return;
    bytesKept += bytes;
    entries.set(path, {
      ...rendered,
      bytes,
      until: rendered.until ?? Number.POSITIVE_INFINITY,
      staleAt: clock.elapsed() + rendered.keepMs,
      used: ++uses,
    });
    while (entries.size > maxEntries || bytesKept > maxBytes) remove(leastUsed());
  }

  function leastUsed(): string {
    let [least, uses] = ["", Number.POSITIVE_INFINITY];
    for (const [path, { used }] of entries) if (used < uses) [least, uses] = [path, used];
    return least;
  }

  function notOlderThan(path: string, graceMs: number): Encoded | undefined {
    const entry = entries.get(path);
    if (!entry || entry.staleAt + graceMs <= clock.elapsed() || !isTrue(entry)) return undefined;
    entry.used = ++uses;
    return entry.encoded;
  }

  /** What takes the place of a page made without its data: the last one that had it all. */
  function whole(path: string, rendered: Rendered): Rendered {
    const earlier = entries.get(path);
    return rendered.degraded && earlier && !earlier.degraded && isTrue(earlier)
      ? { ...earlier, keepMs: rendered.keepMs }
      : rendered;
  }

  return {
    /** The answer kept under this path, if it is still fresh. */
    fresh: (path: string) => notOlderThan(path, 0),

    /** The answer kept under this path, fresh or not long past: it may go out while a new one is made. */
    kept: (path: string) => notOlderThan(path, STALE_MS),

    /** The render under way for this path, if there is one; undefined from it: not to be shared. */
    pending: (path: string) => pending.get(path),

    /** Starts a render that others may wait for, and keeps what it gives. */
    make(path: string, render: () => Promise<Rendered | undefined>): Promise<Encoded | undefined> {
      const began = generation;
      const promise = render()
        .then((made) => {
          if (!made) return undefined;
          const rendered = whole(path, made);
          if (began === generation && rendered.keepMs > 0) {
            if (rendered === made) onKeep?.(path, rendered);
            keep(path, rendered);
          }
          return rendered.encoded;
        })
        .finally(() => {
          if (pending.get(path) === promise) pending.delete(path);
        });
      pending.set(path, promise);
      return promise;
    },

    /** Content changed: nothing kept or under way counts any more. */
    clear() {
      generation++;
      entries.clear();
      pending.clear();
      bytesKept = 0;
    },

    /** Content may have changed: each page is made again when it is asked for next. */
    expire() {
      const now = clock.elapsed();
      for (const entry of entries.values()) entry.staleAt = Math.min(entry.staleAt, now);
    },
  };
}

/** With its compressed forms, which come once they are asked for. */
const sizeOf = ({ variants, compress }: Encoded) =>
  variants.identity.body.length * (compress ? 1.5 : 1);
