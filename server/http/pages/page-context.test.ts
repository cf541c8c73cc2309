import { expect, test, vi } from "vitest";
import type { Backend } from "#server/backend/types.ts";
import { createLog } from "#server/runtime/log.ts";
import { createPageContext } from "./page-context.ts";

/** The context of a page's loaders, with this backend. */
function contextOf(over: Partial<Backend> = {}, reads = true) {
  const log = createLog("silent");
  const backend = {
    serverUrl: "http://backend.internal",
    browserUrl: "",
    publishableKey: "sb_publishable_test",
    fetch: vi.fn(async () => Response.json([{ rows: [{ title: "Returns" }], until: null }])),
    ...over,
  };
  const { context, state } = createPageContext(
    {
      backend: backend as unknown as Backend,
      siteUrl: "http://site.test",
      mediaMaxBytes: 7,
      logged: "cut",
      log,
    },
    { requestId: "r-1", clientAddress: "7.7.7.7", reads },
  );
  return { backend, context, state, log };
}

test("sends a loader's requests as the visitor, and as a page", async () => {
  const { backend, context } = contextOf();
  expect(await context.rows("services", ["title"])).toEqual([{ title: "Returns" }]);
  await context.supabase.from("services").select("title");
  await context.fetchBackend("/storage/v1/x", { method: "HEAD" });
  const calls = vi.mocked(backend.fetch).mock.calls as unknown as [Request, unknown][];
  expect(calls.map(([{ url, method }, info]) => [method, url, info])).toEqual([
    ["POST", "http://backend.internal/rest/v1/rpc/page_rows", expect.anything()],
    [
      "GET",
      "http://backend.internal/rest/v1/services?select=title",
      { clientAddress: "7.7.7.7", requestId: "r-1", asks: "page" },
    ],
    ["HEAD", "http://backend.internal/storage/v1/x", expect.anything()],
  ]);
  expect(context).toMatchObject({
    browserConfig: {
      supabaseUrl: "",
      publishableKey: "sb_publishable_test",
      mediaMaxBytes: 7,
      logged: "cut",
    },
    siteUrl: "http://site.test",
    requestId: "r-1",
    clientAddress: "7.7.7.7",
    nonce: expect.stringMatching(/^[\w+/]{22}==$/),
  });
  expect(contextOf().context.nonce).not.toBe(context.nonce);
});

test("batches loaders' reads, and caches the page as long as its rows", async () => {
  const [soon, later] = ["2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"];
  const fetch = vi.fn(async (_: Request) =>
    Response.json([
      { rows: [{ id: "a" }], until: later },
      { failed: "42501" },
      { rows: [], until: soon },
    ]),
  );
  const { context, state } = contextOf({ fetch });
  const texts = { page_name: "home" };
  const read = await Promise.allSettled([
    context.rows("services", ["id"]),
    context.rows("site_content", ["content_value"], texts),
    context.rows("announcements", ["id", "message"]),
  ]);
  expect(read.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(fetch).toHaveBeenCalledOnce();
  expect(await fetch.mock.calls[0]?.[0].json()).toEqual({
    asked: [
      { table: "services", columns: ["id"] },
      { table: "site_content", columns: ["content_value"], where: texts },
      { table: "announcements", columns: ["id", "message"] },
    ],
  });
  expect(state.until).toBe(Date.parse(soon));
});

test("reports missing rows, or rows that take over three seconds, as an error", async () => {
  const busy = async () => Response.json({ message: "busy" }, { status: 503 });
  const refused = contextOf({ fetch: busy }).context.rows("services", ["id"]);
  await expect(refused).rejects.toThrow(/503.*busy/);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) =>
    ms === 3_000 ? AbortSignal.abort("late") : new AbortController().signal,
  );
  const silent = contextOf({ fetch: () => new Promise(() => {}) }).context.rows("services", ["id"]);
  await expect(silent).rejects.toBe("late");
});

test("reports a failed read at once, without a retry", async () => {
  const fetch = vi.fn(async () => Response.json({ message: "busy" }, { status: 503 }));
  const { error } = await contextOf({ fetch }).context.supabase.from("services").select();
  expect(error?.message).toBe("busy");
  expect(fetch).toHaveBeenCalledOnce();
});

test("gives up on a silent backend, but not on a function that sends email", async () => {
  const given = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(given.signal);
  const { context } = contextOf({ fetch: () => new Promise(() => {}) });
  const asked = context.fetchBackend("/rest/v1/services").catch((cause: unknown) => cause);
  const own = new AbortController();
  const called = context
    .fetchBackend("/functions/v1/send-contact-email", { signal: own.signal })
    .catch((cause: unknown) => cause);
  expect(timeout.mock.calls).toEqual([[10_000]]);
  given.abort("late");
  expect(await asked).toBe("late");
  expect(await Promise.race([called, Promise.resolve("still open")])).toBe("still open");
  own.abort("gone");
  expect(await called).toBe("gone");
});

test("gives all reads of a page three seconds together, but each read of a form three", () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const page = contextOf().context;
  expect(page.deadline()).toBe(page.deadline());
  const form = contextOf({}, false).context;
  expect(form.deadline()).not.toBe(form.deadline());
  expect(timeout.mock.calls).toEqual([[3_000], [3_000], [3_000]]);
});

test("records what loaders report of the page", () => {
  const { context, state, log } = contextOf();
  expect(state).toEqual({
    degraded: false,
    until: Number.POSITIVE_INFINITY,
    renewAt: Number.POSITIVE_INFINITY,
    allowed: new Map(),
    outcome: {},
  });
  for (const time of [9, 3, 5]) context.until(new Date(time));
  for (const time of [8, 6, 7]) context.renewAt(new Date(time));
  context.report({ keep: true });
  context.report({ how: "failed" });
  context.allow("img-src", "https://a.test");
  context.allow("img-src", "https://b.test");
  const warned = vi.spyOn(log, "warn");
  const err = new Error("ill");
  context.degrade("the texts could not be read", err);
  expect(state).toEqual({
    degraded: true,
    until: 3,
    renewAt: 6,
    allowed: new Map([["img-src", new Set(["https://a.test", "https://b.test"])]]),
    outcome: { keep: true, how: "failed" },
  });
  expect(warned).toHaveBeenCalledWith({ requestId: "r-1", err }, "the texts could not be read");
  const informed = vi.spyOn(log, "info");
  context.log("info", { page: 1 }, "made");
  expect(informed).toHaveBeenCalledWith({ requestId: "r-1", page: 1 }, "made");
});

test("allows the browser to call an external backend, also by WebSocket", () => {
  const { state } = contextOf({ browserUrl: "https://x.supabase.co" });
  expect(state.allowed).toEqual(
    new Map([["connect-src", new Set(["https://x.supabase.co", "wss://x.supabase.co"])]]),
  );
});
