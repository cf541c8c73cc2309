import { afterEach, expect, test, vi } from "vitest";
import { restBounds } from "./bounds.ts";
import { CONNECTIONS, createLimiters, LIMITERS } from "./concurrency-limiter.ts";
import { createLimits } from "./limits.ts";

afterEach(() => {
  vi.useRealTimers();
});

const asked = { method: "GET", path: "/services", asks: "browser", staff: false } as const;

test.each([
  [{}, { limiter: "reading", limit: "visit" }],
  [{ method: "HEAD" }, { limiter: "reading", limit: "visit" }],
  [{ method: "POST" }, { limiter: "reading", limit: "visit" }],
  [{ staff: true }, { limiter: "staff", limit: "work" }],
  [{ asks: "function", staff: true }, { limiter: "functions" }],
  [{ asks: "page" }, { limiter: "pages" }],
  [{ asks: "page", method: "HEAD" }, { limiter: "pages" }],
  [{ asks: "page", method: "POST", path: "/rpc/page_rows" }, { limiter: "pages" }],
  [
    { method: "POST", path: "/rpc/page_rows" },
    { limiter: "reading", limit: "visit" },
  ],
  [
    { asks: "page", method: "POST" },
    { limiter: "reading", limit: "visit" },
  ],
  [{ path: "/contact_submissions" }, { limiter: "reading", limit: "visit" }],
  [
    { method: "POST", path: "/rpc/preview_link_open" },
    { limiter: "previews", limit: "visit" },
  ],
  [
    { method: "POST", path: "/rpc/preview_comment_add" },
    { limiter: "writing", limit: "comment" },
  ],
  [
    { path: "/contact_submissions", method: "HEAD" },
    { limiter: "reading", limit: "visit" },
  ],
  [
    { path: "/contact_submissions", method: "POST" },
    { limiter: "writing", limit: "message" },
  ],
  [
    { path: "/rpc/booking_add", method: "POST" },
    { limiter: "writing", limit: "booking" },
  ],
  [
    { path: "/rpc/booking_add", method: "GET" },
    { limiter: "writing", limit: "booking" },
  ],
  [
    { path: "/contact_submissions", method: "POST", staff: true },
    { limiter: "staff", limit: "work" },
  ],
] as const)("%j has the bounds %j", (over, bounds) => {
  expect(restBounds({ ...asked, ...over })).toMatchObject(bounds);
});

test("takes an email that arrived from functions only", () => {
  const mail = { method: "POST", path: "/rpc/mail_arrived" };
  const { request } = LIMITERS.functions;
  expect(restBounds({ ...asked, ...mail, asks: "function" }).request).toBe(16 * request);
  expect(restBounds({ ...asked, ...mail }).request).toBe(LIMITERS.reading.request);
  expect(restBounds({ ...asked, ...mail, staff: true }).request).toBe(LIMITERS.staff.request);
});

test("gives each limiter its own share of connections", () => {
  for (const { width } of Object.values(LIMITERS)) expect(width).toBeLessThan(CONNECTIONS);
  expect(CONNECTIONS).toBe(15);
});

test("keeps a key's limiter while it is in use, and makes a new one later", async () => {
  // Not injected: Nothing waits in this limiter, so its deadline is never reached.
  const limiter = createLimiters({ width: 1, waiting: 0, maxWaitMs: 1_000 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = limiter("a")(() => promise);
  await expect(limiter("a")(async () => {})).rejects.toMatchObject({ status: 503 });
  expect(await limiter("b")(async () => "in")).toBe("in");
  resolve();
  await first;
  expect(await limiter("a")(async () => "in")).toBe("in");
});

test.each([
  ["message", 10, "You have sent several messages already. Please wait a minute and try again."],
  ["comment", 30, "Too many comments at once. Please wait 10 seconds and try again."],
  ["function", 60, "Too many requests. Please wait 5 seconds and try again."],
  ["visit", 600, "Too many requests. Please wait a second and try again."],
  ["file", 3_000, "Too many requests. Please wait a second and try again."],
  ["account", 600, "Too many requests. Please wait a second and try again."],
  ["work", 1_200, "Too many requests. Please wait a second and try again."],
] as const)("limits %s to %i per address, and says when to retry", (name, burst, sentence) => {
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
    status: 429,
    code: "over_request_rate_limit",
    message: sentence,
    headers: { "retry-after": expect.stringMatching(/^\d+$/) },
  });
  expect(limit(name, "8.8.8.8")).toBeUndefined();
  const unbounded = createLimits(false);
  for (let n = 0; n <= burst; n += 1) unbounded(name, "7.7.7.7");
});
