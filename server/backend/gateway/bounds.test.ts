import { afterEach, expect, test, vi } from "vitest";
import { restBounds } from "./bounds.ts";
import { CONNECTIONS, createLanes, LANES } from "./lanes.ts";
import { createLimits } from "./limits.ts";

afterEach(() => {
  vi.useRealTimers();
});

const asked = { method: "GET", path: "/services", asks: "browser", staff: false } as const;

test.each([
  [{}, { lane: "reading", limit: "visit" }],
  [{ method: "HEAD" }, { lane: "reading", limit: "visit" }],
  [{ method: "POST" }, { lane: "reading", limit: "visit" }],
  [{ staff: true }, { lane: "staff", limit: "work" }],
  [{ asks: "function", staff: true }, { lane: "functions" }],
  [{ asks: "page" }, { lane: "pages" }],
  [{ asks: "page", method: "HEAD" }, { lane: "pages" }],
  [{ asks: "page", method: "POST", path: "/rpc/page_rows" }, { lane: "pages" }],
  [
    { method: "POST", path: "/rpc/page_rows" },
    { lane: "reading", limit: "visit" },
  ],
  [
    { asks: "page", method: "POST" },
    { lane: "reading", limit: "visit" },
  ],
  [{ path: "/contact_submissions" }, { lane: "reading", limit: "visit" }],
  [
    { path: "/contact_submissions", method: "HEAD" },
    { lane: "reading", limit: "visit" },
  ],
  [
    { path: "/contact_submissions", method: "POST" },
    { lane: "writing", limit: "message" },
  ],
  [
    { path: "/rpc/booking_add", method: "POST" },
    { lane: "writing", limit: "booking" },
  ],
  [
    { path: "/rpc/booking_add", method: "GET" },
    { lane: "writing", limit: "booking" },
  ],
  [
    { path: "/contact_submissions", method: "POST", staff: true },
    { lane: "staff", limit: "work" },
  ],
] as const)("%j has the bounds %j", (over, bounds) => {
  expect(restBounds({ ...asked, ...over })).toMatchObject(bounds);
});

test("no lane has all connections, and each has its own", () => {
  for (const { width } of Object.values(LANES)) expect(width).toBeLessThan(CONNECTIONS);
  expect(CONNECTIONS).toBe(13);
});

test("a key's lane is there while somebody is in it, and made again after", async () => {
  const lane = createLanes({ width: 1, waiting: 0, patienceMs: 1_000 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = lane("a")(() => promise);
  await expect(lane("a")(async () => {})).rejects.toMatchObject({ status: 503 });
  expect(await lane("b")(async () => "in")).toBe("in");
  resolve();
  await first;
  expect(await lane("a")(async () => "in")).toBe("in");
});

test.each([
  ["message", 10, "You have sent several messages already. Please wait a minute and try again."],
  ["function", 60, "Too many requests. Please wait 5 seconds and try again."],
  ["visit", 600, "Too many requests. Please wait a second and try again."],
  ["file", 3_000, "Too many requests. Please wait a second and try again."],
  ["account", 600, "Too many requests. Please wait a second and try again."],
  ["work", 1_200, "Too many requests. Please wait a second and try again."],
] as const)("of %s one address has %i, and is told when to come back", (name, burst, sentence) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const limit = createLimits(true);
  for (let n = 0; n < burst; n += 1) limit(name, "7.7.7.7");
  let refusal: unknown;
  try {
    limit(name, "7.7.7.7");
  } catch (cause) {
    refusal = cause;
  }
  expect(refusal).toMatchObject({
    ...{ status: 429, code: "over_request_rate_limit", message: sentence },
    headers: { "retry-after": expect.stringMatching(/^\d+$/) },
  });
  expect(limit(name, "8.8.8.8")).toBeUndefined();
  const unbounded = createLimits(false);
  for (let n = 0; n <= burst; n += 1) unbounded(name, "7.7.7.7");
});
