import type { Encoded } from "#server/http/encoded.ts";

/** Times in milliseconds; tests inject their own. */
export interface Clock {
  /** monotonic time */
  elapsed(): number;
  /** wall-clock time since 1970, for limits like "until 09:00" */
  date(): number;
}

const systemClock: Clock = { elapsed: () => performance.now(), date: () => Date.now() };

/** The result of a render, and how long it may be served. */
export interface Rendered {
  encoded: Encoded;
  /** milliseconds; Infinity until the content changes */
  keepMs: number;
  /** since 1970; after this, part of the page is no longer true, whatever `keepMs` says */
  until?: number;
  /** since 1970; after this, the page is rendered again, though a cache in front may still serve it */
  renewAt?: number;
  /** rendered without some of its data: an earlier complete page is better, unless content changed */
  degraded?: boolean;
}

interface Entry extends Rendered {
  until: number;
  staleAt: number;
  bytes: number;
  /** a counter that grows with each use; the lowest is evicted first */
  used: number;
}

interface PageCacheOptions {
  /** for a site with a dozen pages; the least recently used is evicted first */
  maxEntries?: number;
  /** of all encodings combined */
  maxBytes?: number;
  clock?: Clock;
  /** called with each cached page before it is first sent */
  onKeep?: (path: string, rendered: Rendered) => void;
}

/** How long an expired page may still be served while it is being refreshed. */
const STALE_MS = 60_000;

/**
 * Complete responses by path. One render serves all concurrent requests for it. A render that began
 * before a content change is sent but not cached.
 */
export function createPageCache(options: PageCacheOptions = {}) {
  const { maxEntries = 256, maxBytes = 32 * 1024 * 1024, clock = systemClock, onKeep } = options;
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<Encoded | undefined>>();
  let cachedBytes = 0;
  let generation = 0;
  // Stored in the entry: re-inserting it at the Map's end on each use would keep rebuilding the Map.
  let uses = 0;

  const isTrue = ({ until }: Entry) => until > clock.date();

  function remove(path: string) {
    cachedBytes -= entries.get(path)?.bytes ?? 0;
    entries.delete(path);
  }

  function keep(path: string, rendered: Rendered) {
    const bytes = sizeOf(rendered.encoded);
    remove(path);
    if (bytes > maxBytes) return;
    cachedBytes += bytes;
    entries.set(path, {
      ...rendered,
      bytes,
      until: Math.min(rendered.until ?? Infinity, rendered.renewAt ?? Infinity),
      staleAt: clock.elapsed() + rendered.keepMs,
      used: ++uses,
    });
    while (entries.size > maxEntries || cachedBytes > maxBytes) remove(leastUsed());
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

  /** Replaces a degraded page with the last complete one, if it is still true. */
  function whole(path: string, rendered: Rendered): Rendered {
    const earlier = entries.get(path);
    return rendered.degraded && earlier && !earlier.degraded && isTrue(earlier)
      ? { ...earlier, keepMs: rendered.keepMs }
      : rendered;
  }

  return {
    /** The cached response for this path, if it is still fresh. */
    fresh: (path: string) => notOlderThan(path, 0),

    /** The cached response for this path, fresh or stale, which may be served during a refresh. */
    freshOrStale: (path: string) => notOlderThan(path, STALE_MS),

    /** The pending render for this path, if any. It resolves to undefined if it can't be shared. */
    pending: (path: string) => pending.get(path),

    /** Starts a render that others may wait for, and caches the result. */
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

    /** Content changed: drops cached pages and pending renders. */
    clear() {
      generation++;
      entries.clear();
      pending.clear();
      cachedBytes = 0;
    },

    /** Content may have changed: re-renders each page on its next request. */
    expire() {
      const now = clock.elapsed();
      for (const entry of entries.values()) entry.staleAt = Math.min(entry.staleAt, now);
    },
  };
}

/** Includes an estimate for compressed variants, which are created on demand. */
const sizeOf = ({ variants, compress }: Encoded) =>
  variants.identity.body.length * (compress ? 1.5 : 1);
