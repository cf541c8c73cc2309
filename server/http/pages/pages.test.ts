import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import type { RenderOutcome, ServerContext } from "#contract/render-context.ts";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { requestInfo } from "#server/http/middleware/request-info.ts";
import { createLog } from "#server/runtime/log.ts";
import { createPages } from "./index.ts";
import type { Renderer } from "./render-once.ts";

const NINE = Date.parse("2026-11-21T09:00:00Z");

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

function page(
  context: ServerContext,
  text: string,
  outcome: Partial<RenderOutcome> = { how: "complete", keep: true },
) {
  context.report(outcome);
  return new Response(`<!DOCTYPE html><p>${text}</p>`, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

/** Pages over HTTP, with a backend that does as it is told; "/" and "/a" are addresses. */
async function openPages(
  render: Renderer["render"],
  { renderMs = 30_000, purge }: { renderMs?: number; purge?: { url: string } } = {},
) {
  const time = { elapsed: 0, date: NINE - 60_000 };
  const told = {
    ...{ hears: true, change: () => {}, silence: () => {} },
    fetch: () => new Promise<Response>(() => {}),
  };
  const backend: Partial<Backend> = {
    kind: "database",
    serverUrl: "http://backend.internal",
    browserUrl: "",
    publishableKey: "sb_publishable_test",
    fetch: () => told.fetch(),
    hearsChanges: () => told.hears,
    onContentChange(listener) {
      told.change = () => listener("services");
      return () => {};
    },
    onSilence(listener) {
      told.silence = listener;
      return () => {};
    },
  };
  const pages = createPages({
    backend: backend as Backend,
    siteUrl: "http://site.test",
    mediaMaxBytes: 1,
    log: createLog("silent"),
    loadRenderer: async () => ({
      render,
      addresses: new Set(["/", "/a", "/admin/login"]),
      sitePages: new Set(["/", "/a"]),
      queries: new Map([["/a", ["n"]]]),
    }),
    keepPages: true,
    purge,
    renderMs: { read: renderMs, post: renderMs },
    clock: { elapsed: () => time.elapsed, date: () => time.date },
  });
  const app = new Hono<AppEnv>().use(requestInfo(0)).all("*", (c) => pages.answer(c));
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((req, res) => {
    if (!pages.sendCached(req, res)) void listener(req, res);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { time, told, get: (path: string, init?: RequestInit) => fetch(site + path, init) };
}

/** A renderer that counts its pages and notes what it was asked for. */
function counting(
  work: (context: ServerContext) => void = () => {},
  outcome?: Partial<RenderOutcome>,
) {
  let count = 0;
  return vi.fn<Renderer["render"]>(async (_request, context) => {
    work(context);
    count += 1;
    return page(context, `page ${count}`, outcome);
  });
}
const text = async (answer: Promise<Response>) => /page \d+/.exec(await (await answer).text())?.[0];

test("a page that says until when it holds is made anew then, and not before", async () => {
  const { time, get } = await openPages(
    counting((context) => {
      context.until(new Date(NINE + 3_600_000));
      context.until(new Date(NINE));
    }),
  );
  expect(await text(get("/"))).toBe("page 1");
  time.date = NINE - 1;
  time.elapsed += 59_999;
  expect(await text(get("/"))).toBe("page 1");
  time.date = NINE;
  expect(await text(get("/"))).toBe("page 2");
});

test("a query is no page of its own, and no page sees it", async () => {
  const render = counting();
  const { get } = await openPages(render);
  expect(await text(get("/a?utm_source=first&x=1"))).toBe("page 1");
  for (const query of ["?b=2", "?whole", ""]) expect(await text(get(`/a${query}`))).toBe("page 1");
  expect(render.mock.calls.map(([request]) => new URL(request.url).search)).toEqual([""]);
});

test("what a page answers in its query is made each time, and leaves the kept page as it is", async () => {
  const render = counting();
  const { get } = await openPages(render);
  expect(await text(get("/a"))).toBe("page 1");
  const asked = await get("/a?n=1");
  expect(await asked.text()).toContain("page 2");
  expect(asked.headers.get("cache-control")).toBe((await get("/a")).headers.get("cache-control"));
  expect(await text(get("/a?x=0&n=1"))).toBe("page 3");
  for (const query of ["", "?x=1", "?nn=1"]) expect(await text(get(`/a${query}`))).toBe("page 1");
  expect(await text(get("/?n=1")), "another page does not").toBe("page 4");
  expect(await text(get("/?n=2"))).toBe("page 4");
  const searches = render.mock.calls.map(([request]) => new URL(request.url).search);
  expect(searches).toEqual(["", "?n=1", "?x=0&n=1", ""]);
});

test("what has no address is made each time, and keeps its query", async () => {
  const render = counting();
  const { get } = await openPages(render);
  expect([await text(get("/none?x=1")), await text(get("/none?x=1"))]).toEqual([
    "page 1",
    "page 2",
  ]);
  expect(await text(get("/A")), "nor has another spelling a place").toBe("page 3");
  expect(new URL(render.mock.calls[0]?.[0].url ?? "").search).toBe("?x=1");
});

test("a change while a page is made keeps that page from being kept", async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  let count = 0;
  const { told, get } = await openPages(async (_request, context) => {
    count += 1;
    const number = count;
    if (number === 1) {
      told.change();
      await mayEnd;
    }
    return page(context, `page ${number}`);
  });
  const first = text(get("/"));
  await vi.waitFor(() => expect(count).toBe(1));
  expect(await text(get("/")), "who asks after the change waits for no old page").toBe("page 2");
  end();
  expect(await first).toBe("page 1");
  expect(await text(get("/"))).toBe("page 2");
});

test("while changes are not heard, pages live for seconds", async () => {
  const { time, told, get } = await openPages(counting());
  expect(await text(get("/"))).toBe("page 1");
  told.hears = false;
  told.silence();
  expect(await text(get("/"))).toBe("page 2");
  time.elapsed += 2_999;
  expect(await text(get("/"))).toBe("page 2");
  time.elapsed += 1;
  expect(await text(get("/"))).toBe("page 3");
  told.hears = true;
  told.change();
  expect(await text(get("/"))).toBe("page 4");
  time.elapsed += 86_400_000;
  expect(await text(get("/"))).toBe("page 4");
});

test("a page without its data is kept for seconds, and gives way to the last whole one", async () => {
  let ill = true;
  const { time, told, get } = await openPages(
    counting((context) => ill && context.degrade("the texts could not be read", new Error("ill"))),
  );
  expect(await text(get("/"))).toBe("page 1");
  time.elapsed += 1_999;
  expect(await text(get("/"))).toBe("page 1");
  time.elapsed += 1;
  ill = false;
  expect(await text(get("/"))).toBe("page 2");
  ill = true;
  told.silence();
  expect(await text(get("/"))).toBe("page 2");
});

test("a render that does not end is given up, with a sentence and 503", async () => {
  const { get } = await openPages(() => new Promise(() => {}), { renderMs: 100 });
  for (const answer of [await get("/"), await get("/", { method: "POST", body: "a=1" })]) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await answer.text()).toBe(
      "This page takes too long just now. Please try again in a moment.\n",
    );
  }
});

test("what a page asks of a backend that says nothing is given up, and so is the client's own patience", async () => {
  const asked: (string | undefined)[] = [];
  const { get } = await openPages(async (_request, context) => {
    const { error } = await context.supabase
      .from("services")
      .select()
      .abortSignal(AbortSignal.timeout(50));
    asked.push(error?.message);
    return page(context, "page 1");
  });
  expect(await text(get("/"))).toBe("page 1");
  expect(asked).toEqual([expect.stringContaining("TimeoutError")]);
});

test("a hundred who ask at once after a change wait for one render, and so in each encoding", async () => {
  const render = counting();
  const { get, told } = await openPages(render);
  await text(get("/"));
  told.change();
  const encodings = ["br", "gzip", "identity"];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      text(get("/", { headers: { "accept-encoding": encodings[n % 3] ?? "" } })),
    ),
  );
  expect(new Set(answers)).toEqual(new Set(["page 2"]));
  expect(render).toHaveBeenCalledTimes(2);
});

test("a cache in front may hold what is kept here, and nothing else", async () => {
  const { get, told } = await openPages(counting());
  const inFront = async (path: string, init?: RequestInit) =>
    (await get(path, init)).headers.get("cdn-cache-control");
  expect([await inFront("/"), await inFront("/")]).toEqual(["max-age=1", "max-age=1"]);
  for (const encoding of ["br", "gzip"])
    expect(await inFront("/", { headers: { "accept-encoding": encoding } })).toBe("max-age=1");
  const etag = (await get("/")).headers.get("etag") ?? "";
  expect(await inFront("/", { headers: { "if-none-match": etag } })).toBe("max-age=1");
  for (const path of ["/a?n=1", "/none", "/admin/login"]) expect(await inFront(path)).toBeNull();
  expect(await inFront("/a", { method: "POST", body: "x" })).toBeNull();
  told.hears = false;
  told.change();
  expect(await inFront("/")).toBe("max-age=1");
});

test("for long only where it is told of changes, and only what nothing else ends", async () => {
  const purge = { url: "http://127.0.0.1:9/purge" };
  let until: Date | undefined;
  const render = counting((context) => until && context.until(until));
  const { get, told } = await openPages(render, { purge });
  const inFront = async () => (await get("/")).headers.get("cdn-cache-control");
  expect(await inFront()).toMatch(/^max-age=600, stale-while-revalidate=60/);
  until = new Date(NINE);
  told.change();
  expect(await inFront()).toBe("max-age=1");
  until = undefined;
  told.hears = false;
  told.change();
  expect(await inFront()).toBe("max-age=1");
});

test("a page that was made of what has changed is not for a cache in front", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const render = vi.fn<Renderer["render"]>(async (_request, context) => {
    await promise;
    return page(context, "page 1");
  });
  const { get, told } = await openPages(render);
  const answer = get("/");
  await vi.waitFor(() => expect(render).toHaveBeenCalled());
  told.change();
  resolve();
  expect((await answer).headers.get("cdn-cache-control")).toBeNull();
});

test("pages share the rows they read until a change, or silence, makes them read anew", async () => {
  const render = vi.fn<Renderer["render"]>(async (_request, context) => {
    const [row] = await context.rows("services", ["title"]);
    return page(context, `page ${row?.title}`);
  });
  const { get, told } = await openPages(render);
  let reads = 0;
  told.fetch = async () => Response.json([{ rows: [{ title: `${++reads}` }], until: null }]);
  expect([await text(get("/")), await text(get("/a?n=1"))]).toEqual(["page 1", "page 1"]);
  told.change();
  expect([await text(get("/")), await text(get("/a?n=1"))]).toEqual(["page 2", "page 2"]);
  told.silence();
  expect(await text(get("/a?n=1"))).toBe("page 3");
  told.hears = false;
  expect(await text(get("/a?n=1")), "nothing is kept unheard").toBe("page 4");
});
