import type { Context } from "hono";
import { describe, expect, test } from "vitest";
import type { Backend, RequestInfo } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { createVisits } from "#server/http/visits/index.ts";
import { createLog } from "#server/runtime/log.ts";
import { readBeacon } from "./beacon.ts";

const attribution = {
  first: { landing_page: "/pricing", utm_source: "ads", utm_term: "boxes", extra: 1 },
  last: { referrer: "x".repeat(301) },
  more: { utm_source: "no" },
};
const view = (more: object = {}) => JSON.stringify({ event: "view", path: "/Pricing/", ...more });

describe("a report", () => {
  test("is read with only what the figures need", () => {
    expect(readBeacon(view({ attribution, vitals: { lcp: 1 } }))).toEqual({
      event: "view",
      path: "/pricing",
      attribution: { first: { landing_page: "/pricing", utm_source: "ads" }, last: {} },
      vitals: [],
    });
    const vitals = { lcp: 1_200.5, inp: -1, cls: "0.1", fid: 3 };
    expect(readBeacon(view({ event: "vitals", vitals }))?.vitals).toEqual([["lcp", 1_200.5]]);
  });

  test.each(["", "[]", "1", "null", "{}", view({ event: "bought" }), view({ path: "pricing" })])(
    "is refused when it is %s",
    (body) => expect(readBeacon(body)).toBeUndefined(),
  );
});

/** Counts reports against a backend that remembers what it gets. */
function counting(kind: Backend["kind"] = "database") {
  const calls: { url: string; sent: { seen: never[]; vitals: never[] }; info: RequestInfo }[] = [];
  let time = 0;
  const backend: Partial<Backend> = {
    kind,
    serverUrl: "http://backend.internal",
    publishableKey: "sb_publishable_test",
    async fetch(request, info) {
      calls.push({ url: request.url, sent: await request.json(), info });
      return new Response(null, { status: 204 });
    },
  };
  const visits = createVisits({
    backend: backend as Backend,
    log: createLog("silent"),
    loadRenderer: async () => ({ addresses: new Set(["/", "/pricing", "/admin/users"]) }),
    now: () => time,
  });
  const report = async (body: string, address: string, headers: Record<string, string> = {}) => {
    const all = { "user-agent": "Mozilla/5.0 (X11) Firefox/140.0", host: "dock.example" };
    const c = {
      req: { text: async () => body },
      env: { incoming: { headers: { ...all, ...headers } } },
      var: { clientAddress: address },
      set() {},
    };
    return (await visits.take(c as unknown as Context<AppEnv>)).status;
  };
  const wait = (ms: number) => {
    time += ms;
  };
  return { report, calls, wait, close: visits.close };
}

test("adds up by visitor, which is a hash, and writes at the end", async () => {
  const { report, calls, close } = counting();
  expect(await report(view({ attribution }), "203.0.113.9")).toBe(204);
  await report(view({ path: "/" }), "203.0.113.9");
  await report(view({ event: "sent" }), "203.0.113.9");
  await report(view({ event: "vitals", vitals: { cls: 0.1 } }), "203.0.113.9");
  await report(view({ event: "phone" }), "203.0.113.10", {
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Mobile/15E148",
  });
  await close();
  const [{ url, sent, info } = expect.fail()] = calls;
  expect(url).toBe("http://backend.internal/rest/v1/rpc/visits_record");
  expect(info).toMatchObject({ asks: "page", clientAddress: "127.0.0.1" });
  const visitor = expect.stringMatching(/^[\w-]{43}$/);
  expect(sent).toEqual({
    seen: [
      {
        visitor,
        device: "desktop",
        path: "/pricing",
        views: { "/pricing": 1, "/": 1 },
        attribution: { first: { landing_page: "/pricing", utm_source: "ads" }, last: {} },
        sent: true,
        phone: 0,
        email: 0,
      },
      {
        visitor,
        device: "phone",
        path: "/pricing",
        views: {},
        attribution: {},
        phone: 1,
        email: 0,
      },
    ],
    vitals: [{ metric: "cls", value: 0.1, samples: 1 }],
  });
});

test.each<[string, string, Record<string, string>]>([
  ["a bot", view(), { "user-agent": "Googlebot/2.1" }],
  ["a program without a name", view(), { "user-agent": "" }],
  ["Global Privacy Control", view(), { "sec-gpc": "1" }],
  ["Do Not Track", view(), { dnt: "1" }],
  ["an address without a page", view({ path: "/none" }), {}],
  ["the admin", view({ path: "/admin/users" }), {}],
])("doesn't count %s", async (_, body, headers) => {
  const { report, calls, close } = counting();
  expect(await report(body, "203.0.113.9", headers)).toBe(204);
  await close();
  expect(calls).toEqual([]);
});

test("an address can't invent a crowd, and a batch has a size", async () => {
  const stranger = counting();
  expect(await stranger.report("{", "203.0.113.9")).toBe(400);
  for (let n = 0; n < 300; n += 1)
    await stranger.report(view(), "203.0.113.9", {
      "user-agent": `Mozilla/5.0 (X11) Firefox/${n}`,
    });
  await stranger.close();
  const invented = stranger.calls.flatMap(({ sent }) => sent.seen);
  expect(invented.length).toBeGreaterThanOrEqual(120);
  expect(invented.length).toBeLessThan(200);
  const { report, calls, close } = counting();
  for (let n = 0; n < 1_001; n += 1) await report(view(), `198.51.${n >> 8}.${n & 255}`);
  await close();
  expect(calls.flatMap(({ sent }) => sent.seen)).toHaveLength(1_000);
  expect(Math.max(...calls.map(({ sent }) => sent.seen.length))).toBe(20);
  const hosted = counting("hosted");
  for (let n = 0; n < 50; n += 1) await hosted.report(view(), `198.51.100.${n}`);
  await hosted.close();
  expect(hosted.calls).toHaveLength(1);
});

test("without visits, it still ends the database's day once an hour", async () => {
  const { calls, wait, close } = counting();
  wait(3_600_000);
  await close();
  expect(calls.map(({ sent }) => sent)).toEqual([{ seen: [], vitals: [] }]);
});
