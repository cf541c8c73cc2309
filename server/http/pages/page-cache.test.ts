import { expect, test } from "vitest";
import type { Encoded } from "#server/http/encoded.ts";
import { createPageCache, type Rendered } from "./page-cache.ts";

const NINE = Date.parse("2026-11-21T09:00:00Z");

/** A page whose only encoding has this text. */
const page = (text: string): Encoded => ({
  say: () => {},
  status: 200,
  etag: text,
  notModified: [],
  variants: { identity: { body: Buffer.from(text), headers: [] } },
});
const forever = (text: string): Rendered => ({
  encoded: page(text),
  keepMs: Number.POSITIVE_INFINITY,
});
const made = (rendered: Rendered) => async () => rendered;

/** A clock that moves only when set. */
function stoppedClock() {
  const time = { elapsed: 0, date: NINE - 60_000 };
  return { time, clock: { elapsed: () => time.elapsed, date: () => time.date } };
}

test("sends a render from before a change, but does not cache it", async () => {
  const cache = createPageCache();
  const { promise, resolve } = Promise.withResolvers<Rendered>();
  const answer = cache.make("/", () => promise);
  cache.clear();
  expect(cache.pending("/"), "nobody else waits for old words").toBeUndefined();
  resolve(forever("old words"));
  expect((await answer)?.etag).toBe("old words");
  expect(cache.fresh("/")).toBeUndefined();
});

test("keeps a newer render when an older one ends", async () => {
  const cache = createPageCache();
  const { promise, resolve } = Promise.withResolvers<Rendered>();
  const old = cache.make("/", () => promise);
  cache.clear();
  const renewed = cache.make("/", () => new Promise(() => {}));
  resolve(forever("old words"));
  await old;
  expect(cache.pending("/")).toBe(renewed);
});

test("drops the least recently used first", async () => {
  const cache = createPageCache({ maxEntries: 2 });
  await cache.make("/a", made(forever("a")));
  await cache.make("/b", made(forever("b")));
  cache.fresh("/a");
  await cache.make("/c", made(forever("c")));
  expect(["/a", "/b", "/c"].map((path) => cache.fresh(path)?.etag)).toEqual(["a", undefined, "c"]);
});

test("caches up to the limit, and never a page larger than it", async () => {
  const cache = createPageCache({ maxBytes: 10 });
  await cache.make("/a", made(forever("aaaa")));
  await cache.make("/a", made(forever("AAAA")));
  await cache.make("/b", made(forever("bbbb")));
  expect(cache.fresh("/a")?.etag, "renewing a page takes no further room").toBe("AAAA");
  await cache.make("/c", made(forever("cccc")));
  expect(["/a", "/b", "/c"].map((path) => cache.fresh(path) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  await cache.make("/d", made(forever("eleven bytes")));
  expect(cache.fresh("/d")).toBeUndefined();
  expect(cache.fresh("/c")?.etag).toBe("cccc");
});

test.each(["until", "renewAt"])("renders a page with %s at nine again at nine", async (limit) => {
  const { time, clock } = stoppedClock();
  const cache = createPageCache({ clock });
  await cache.make("/", made({ ...forever("closed today"), [limit]: NINE }));
  time.date = NINE - 1;
  expect(cache.fresh("/")?.etag).toBe("closed today");
  time.date = NINE;
  expect(cache.fresh("/")).toBeUndefined();
  expect(cache.freshOrStale("/"), "not even while a new one is made").toBeUndefined();
});

test("ages a cached page even when the clock is set back", async () => {
  const { time, clock } = stoppedClock();
  const cache = createPageCache({ clock });
  await cache.make("/", made({ encoded: page("a"), keepMs: 2_000 }));
  time.date -= 3 * 3_600_000;
  time.elapsed = 1_999;
  expect(cache.fresh("/")?.etag).toBe("a");
  time.elapsed = 2_000;
  expect(cache.fresh("/")).toBeUndefined();
  expect(cache.freshOrStale("/")?.etag).toBe("a");
  time.elapsed = 62_000;
  expect(cache.freshOrStale("/"), "an hour later nobody gets it first").toBeUndefined();
});

test("serves the last complete page while reads fail", async () => {
  const { time, clock } = stoppedClock();
  const cache = createPageCache({ clock });
  const fallback = made({ encoded: page("built in"), keepMs: 2_000, degraded: true });
  await cache.make("/", made({ ...forever("whole"), until: NINE }));
  cache.expire();
  expect(cache.fresh("/")).toBeUndefined();
  expect((await cache.make("/", fallback))?.etag).toBe("whole");
  expect(cache.fresh("/")?.etag).toBe("whole");
  time.elapsed += 2_000;
  expect(cache.fresh("/"), "for seconds only").toBeUndefined();
  time.date = NINE;
  expect((await cache.make("/", fallback))?.etag, "but not past its time").toBe("built in");
});

test("does not serve an outdated page because a read fails", async () => {
  const cache = createPageCache();
  await cache.make("/", made(forever("whole")));
  cache.clear();
  const fallback = made({ encoded: page("built in"), keepMs: 2_000, degraded: true });
  expect((await cache.make("/", fallback))?.etag).toBe("built in");
});
