import type { Encoded } from "./encoded.ts";

interface Entry {
  encoded: Encoded;
  /** epoch milliseconds; Infinity: until the content changes */
  staleAt: number;
}

/** What one render gave, and for how many milliseconds it may be given again. */
export interface Rendered {
  encoded: Encoded;
  keepMs: number;
}

/**
 * Whole answers by path. One render serves everyone who asks meanwhile; a render that began before
 * the content changed is answered but not kept.
 */
export function createPageCache(maxEntries = 256) {
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<Encoded | undefined>>();
  let generation = 0;

  return {
    /** The answer kept under this path, if it is still fresh. */
    fresh(path: string): Encoded | undefined {
      const entry = entries.get(path);
      return entry && entry.staleAt > Date.now() ? entry.encoded : undefined;
    },

    /** The answer kept under this path, however old: it may go out while a new one is made. */
    kept: (path: string): Encoded | undefined => entries.get(path)?.encoded,

    /** The render under way for this path, if there is one; undefined from it: not to be shared. */
    pending: (path: string) => pending.get(path),

    /** Starts a render that others may wait for, and keeps what it gives. */
    make(path: string, render: () => Promise<Rendered | undefined>): Promise<Encoded | undefined> {
      const began = generation;
      const promise = render()
        .then((rendered) => {
          if (!rendered) return undefined;
          if (began === generation && rendered.keepMs > 0) {
            if (entries.size >= maxEntries) entries.delete(entries.keys().next().value as string);
            entries.set(path, { ...rendered, staleAt: Date.now() + rendered.keepMs });
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
    },
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
