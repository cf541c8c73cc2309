import type { Context } from "hono";
import { expect, test } from "vitest";
import type { Backend, RequestInfo } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { createMissed, pathToCount, referrerToKeep } from "#server/http/pages/missed.ts";
import { createLog } from "#server/runtime/log.ts";

test.each([
  ["/Old-Page/", "/old-page"],
  ["/blog/2024/05/12/caf%C3%A9", "/blog/2024/05/12/caf%C3%A9"],
  ["/blog/2024-05-12-news", "/blog/2024-05-12-news"],
])("counts %s as %s", (path, counted) => {
  expect(pathToCount(path)).toBe(counted);
});

test.each([
  ..."/wp-login.php /.env /.git/config /old/index.asp /a.aspx /wp-content/x /backup.zip /cgi-bin/x /x.php/y".split(
    " ",
  ),
  ..."/ana@example.com /u/ana%40example.com /call/503-555-0142-99 /order/123456789".split(" "),
  "/reset/0123456789abcdef",
  "/u/0b0e7d0e-5a8f-4d0e-9a55-0d1f0c0b0a09",
  "/t/Zm9vYmFyYmF6cXV4MTIzNDU2Nzg",
  "/a/../b",
  `/${"a".repeat(500)}`,
])("doesn't count %s", (path) => {
  expect(pathToCount(path)).toBeUndefined();
});

test.each([
  ["https://ana:secret@Shop.example/Blog/post?email=ana@example.com#top", "shop.example/Blog/post"],
  ["https://shop.example/u/ana@example.com", "shop.example"],
  ["https://site.test/preview/SeCrEt", "site.test"],
  [`https://shop.example/${"z".repeat(400)}`, `shop.example/${"z".repeat(287)}`],
  ["javascript:alert(1)", null],
  ["not an address", null],
  [undefined, null],
])("keeps of the referrer %s only %s", (referrer, kept) => {
  expect(referrerToKeep(referrer)).toBe(kept);
});

/** Counts visits against a backend that remembers what it gets. */
function counting(kind: Backend["kind"] = "database") {
  const calls: { url: string; sent: { counted: unknown[] }; info: RequestInfo }[] = [];
  const backend: Partial<Backend> = {
    kind,
    serverUrl: "http://backend.internal",
    publishableKey: "sb_publishable_test",
    async fetch(request, info) {
      calls.push({ url: request.url, sent: await request.json(), info });
      return new Response(null, { status: 204 });
    },
  };
  const missed = createMissed({ backend: backend as Backend, log: createLog("silent") });
  const visit = (path: string, address: string, headers: Record<string, string> = {}) => {
    const all: Record<string, string> = {
      "user-agent": "Mozilla/5.0 (X11) Firefox/140.0",
      ...headers,
    };
    missed.note({
      req: { path, header: (name: string) => all[name] },
      var: { clientAddress: address },
    } as Context<AppEnv>);
  };
  return { calls, visit, close: missed.close };
}

test("adds up visits, with the last known referrer, and writes them as a page would", async () => {
  const { calls, visit, close } = counting();
  visit("/old", "192.0.2.1", { referer: "https://shop.example/links" });
  visit("/Old/", "192.0.2.2");
  visit("/old", "192.0.2.3", { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" });
  visit("/old", "192.0.2.3", { "user-agent": "" });
  visit("/old", "192.0.2.4", { "sec-fetch-dest": "empty" });
  await close();
  await close();
  expect(calls).toMatchObject([
    {
      url: "http://backend.internal/rest/v1/rpc/broken_addresses_count",
      sent: { counted: [{ path: "/old", visits: 2, referrer: "shop.example/links" }] },
      info: { asks: "page", clientAddress: "127.0.0.1" },
    },
  ]);
  expect(JSON.stringify(calls)).not.toContain("192.0.2.");
});

test("one address counts 20 times, and no more than 100 paths wait", async () => {
  const { calls, visit, close } = counting();
  for (let n = 0; n < 200; n += 1) visit(`/from-one-${n}`, "198.51.100.7");
  for (let n = 0; n < 200; n += 1) visit(`/from-many-${n}`, `203.0.113.${n}`);
  visit("/from-one-0", "203.0.113.250");
  await close();
  const counted = calls.flatMap(({ sent }) => sent.counted) as { path: string; visits: number }[];
  expect(counted.filter(({ path }) => path.startsWith("/from-one"))).toHaveLength(20);
  expect(counted).toHaveLength(100);
  expect(counted[0]).toMatchObject({ path: "/from-one-0", visits: 2 });
});
