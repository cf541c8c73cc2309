import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "hono";
import { expect, test, vi } from "vitest";
import type { RenderOutcome, ServerContext } from "#contract/render-context.ts";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createPages } from "./index.ts";
import { createRender, type Renderer } from "./render-once.ts";

const HTML = { "content-type": "text/html; charset=utf-8" };
const stops = { change: vi.fn(), silence: vi.fn() };
const backend = {
  kind: "database" as Backend["kind"],
  serverUrl: "http://backend.internal",
  browserUrl: "",
  publishableKey: "sb_publishable_test",
  hearsChanges: () => true,
  onContentChange: () => stops.change,
  onSilence: () => stops.silence,
};
const log = createLog("silent");
const parts = (render: Renderer["render"], over: Partial<typeof backend> = {}) => ({
  backend: { ...backend, ...over } as unknown as Backend,
  ...{ siteUrl: "http://site.test", mediaMaxBytes: 1, log, keepPages: true },
  loadRenderer: async () => ({
    render,
    addresses: new Set(["/", "/a"]),
    sitePages: new Set(["/", "/a"]),
    queries: new Map([["/a", ["n"]]]),
  }),
});

interface Said {
  body?: string;
  status?: number;
  headers?: Record<string, string>;
  outcome?: Partial<RenderOutcome>;
  work?: (context: ServerContext) => void;
}

/** What becomes of a page that its renderer answers so. */
async function made(
  { body = "<p>page</p>", status = 200, headers = HTML, outcome = {}, work }: Said,
  { shared = true, method = "GET" } = {},
) {
  let nonce = "";
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const render = createRender(
    parts(async (_request, context) => {
      nonce = context.nonce;
      context.report(outcome);
      work?.(context);
      return new Response(body.replaceAll("NONCE", context.nonce), { status, headers });
    }),
    { keepMs: () => 60_000, renderMs: { read: 111, post: 222 } },
  );
  const c = {
    var: { requestId: "r-1", clientAddress: "7.7.7.7" },
    req: { header: () => undefined },
  } as unknown as Context<AppEnv>;
  const request = new Request("http://site.test/", { method });
  const result = await render(c, request, shared);
  const own = "own" in result ? result.own : undefined;
  const rendered = "shared" in result ? result.shared : undefined;
  const flat = rendered?.encoded.variants.identity.headers ?? [];
  return {
    own,
    rendered,
    nonce,
    patience: timeout.mock.calls[0]?.[0],
    headers: own
      ? own.headers
      : new Headers(
          flat.flatMap((name, i) => (i % 2 ? [] : [[name, flat[i + 1] ?? ""] as [string, string]])),
        ),
    text: own ? await own.text() : rendered?.encoded.variants.identity.body.toString(),
  };
}
const keep = { keep: true };

test("what is no ASCII comes through whole, and its scripts are allowed as the browser hashes them", async () => {
  const script = "say('„größer – 倉庫”')";
  const { text, headers } = await made({
    body: `<script nonce="NONCE">${script}</script><p>größer – 倉庫</p>`,
    outcome: keep,
  });
  expect(text).toBe(`<script>${script}</script><p>größer – 倉庫</p>`);
  const hash = createHash("sha256").update(script).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
});

test("a page that its renderer gives as bytes is finished as any other", async () => {
  const { text, headers } = await made({
    body: "",
    outcome: { ...keep, html: Buffer.from("<p>größer</p>") },
  });
  expect(text).toBe("<p>größer</p>");
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
});

test("a page for everybody is kept, without its nonce, and allowed by its hashes", async () => {
  const { rendered, text, headers } = await made({
    body: '<script nonce="NONCE">go()</script><link rel="modulepreload" href="/a.js">',
    outcome: keep,
  });
  expect(text).toBe('<script>go()</script><link rel="modulepreload" href="/a.js">');
  expect(rendered).toMatchObject({ keepMs: 60_000, degraded: false, until: Infinity });
  expect(headers.get("content-security-policy")).toContain("script-src 'self' 'sha256-");
  expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.has("x-request-id")).toBe(false);
});

test.each<[string, Said, boolean]>([
  ["that does not say it may be", {}, true],
  ["that is not found", { status: 404, outcome: keep }, true],
  ["for this reader alone", { outcome: keep }, false],
])("a page %s is kept by nobody, and has the number of its request", async (_, said, shared) => {
  const { own, headers, text } = await made(said, { shared });
  expect([own?.status, text]).toEqual([said.status ?? 200, "<p>page</p>"]);
  expect(headers.get("x-request-id")).toBe("r-1");
  expect(headers.get("content-length")).toBe("11");
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  const kept = shared ? "no-store" : "public, max-age=0, must-revalidate";
  expect(headers.get("cache-control")).toBe(kept);
});

test("what says itself how long it holds is believed; a file may be kept as well", async () => {
  const { rendered, headers, text } = await made({
    body: '<script nonce="NONCE">',
    headers: { "content-type": "text/plain", "cache-control": "public, max-age=9" },
    outcome: keep,
  });
  expect(rendered).toBeDefined();
  expect(text, "no page: nothing in it is touched").toContain("nonce=");
  expect(headers.get("cache-control")).toBe("public, max-age=9");
});

test.each<[string, Said]>([
  ["a redirect", { body: "", status: 302, headers: { location: "/a" } }],
  ["a file", { headers: { "content-type": "text/csv" } }],
  ["a text that is called like a page", { headers: { "content-type": "x-text/html" } }],
])("%s for this reader goes out as it is", async (_, said) => {
  const { own, headers } = await made(said);
  expect(own?.status).toBe(said.status ?? 200);
  for (const [name, value] of Object.entries(said.headers ?? {}))
    expect(headers.get(name)).toBe(value);
  expect(headers.has("content-length")).toBe(false);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("a page that streams goes out with its nonce", async () => {
  const { own, nonce, headers, text } = await made({
    body: '<script nonce="NONCE">',
    outcome: { ...keep, how: "streamed" },
  });
  expect(own).toBeDefined();
  expect(text).toBe(`<script nonce="${nonce}">`);
  const policy = headers.get("content-security-policy");
  for (const directive of ["script-src", "style-src"])
    expect(policy).toContain(`${directive} 'self' 'nonce-${nonce}'`);
  expect(headers.get("x-request-id")).toBe("r-1");
});

test("a page with a fault holds for two seconds", async () => {
  const brief = { keepMs: 2_000, degraded: true };
  expect((await made({ outcome: { ...keep, how: "failed" } })).rendered).toMatchObject(brief);
  const work = (context: ServerContext) => context.degrade("ill", new Error("ill"));
  expect((await made({ outcome: keep, work })).rendered).toMatchObject(brief);
});

test("a read has less time than a posted form, whose reads have times of their own", async () => {
  expect((await made({})).patience).toBe(111);
  vi.restoreAllMocks();
  expect((await made({}, { method: "POST" })).patience).toBe(222);
});

/** Pages whose cache is asked past the framework. */
async function openPages(over: Partial<typeof backend> = {}) {
  const time = { elapsed: 0 };
  let count = 0;
  const render = vi.fn<Renderer["render"]>(async (_request, context) => {
    count += 1;
    context.report(keep);
    return new Response(`page ${count}`, { headers: HTML });
  });
  const pages = createPages({
    ...parts((...asked) => render(...asked), over),
    clock: { elapsed: () => time.elapsed, date: () => 0 },
  });
  const out = () => ({ writeHead: vi.fn(), end: vi.fn() });
  const answer = async (path: string) => {
    const outgoing = out();
    const raw = new Request(`http://site.test${path}`);
    await pages.answer({
      var: { requestId: "r-1" },
      set: () => {},
      env: { incoming: { method: "GET", headers: {} }, outgoing },
      req: { method: "GET", path: new URL(raw.url).pathname, url: raw.url, raw, header: () => {} },
    } as unknown as Context<AppEnv>);
    return String(outgoing.end.mock.calls[0]?.[0]);
  };
  const cached = (url: string | undefined, method = "GET") => {
    const res = out();
    const sent = pages.sendCached(
      { method, url, headers: {} } as IncomingMessage,
      res as unknown as ServerResponse,
    );
    return sent ? String(res.end.mock.calls[0]?.[0]) : sent;
  };
  return { pages, time, render, answer, cached };
}

test("a page that is at hand goes out past the framework, and nothing else does", async () => {
  const { answer, cached } = await openPages();
  expect(cached("/")).toBe(false);
  expect([await answer("/"), await answer("/a")]).toEqual(["page 1", "page 2"]);
  expect([cached("/"), cached(undefined), cached("/?x=1"), cached("/a?x=1")]).toEqual([
    ...["page 1", "page 1", "page 1", "page 2"],
  ]);
  expect(cached("/", "HEAD"), "a HEAD has no body").toBe("undefined");
  for (const method of ["POST", "PUT"]) expect(cached("/", method)).toBe(false);
  expect([cached("/a?n=1"), cached("/none"), cached("?")]).toEqual([false, false, false]);
});

test("of a backend that tells nothing, a page that is past its time goes out while it is renewed", async () => {
  const { answer, time, render } = await openPages({ kind: "hosted", hearsChanges: () => false });
  expect(await answer("/")).toBe("page 1");
  time.elapsed = 3_000;
  const { promise, resolve } = Promise.withResolvers<Response>();
  render.mockReturnValueOnce(promise);
  expect([await answer("/"), await answer("/")]).toEqual(["page 1", "page 1"]);
  expect(render, "one renewal is enough").toHaveBeenCalledTimes(2);
  const failed = vi.spyOn(log, "error");
  resolve(Promise.reject(new Error("ill")) as never);
  await vi.waitFor(() =>
    expect(failed).toHaveBeenCalledWith(
      { requestId: "r-1", path: "/", err: new Error("ill") },
      "a page was not renewed",
    ),
  );
  expect(await answer("/")).toBe("page 1");
  await vi.waitFor(async () => expect(await answer("/")).toBe("page 2"));
  time.elapsed += 63_000;
  expect(await answer("/"), "what is long past does not go out").toBe("page 3");
});

test("closed, it listens no longer", async () => {
  const { pages } = await openPages();
  expect([stops.change.mock.calls, stops.silence.mock.calls]).toEqual([[], []]);
  pages.close();
  expect(stops.change).toHaveBeenCalledOnce();
  expect(stops.silence).toHaveBeenCalledOnce();
});
