import { createHash } from "node:crypto";
import type { Context } from "hono";
import { expect, test, vi } from "vitest";
import type { RenderOutcome, ServerContext } from "#contract/render-context.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { createRender } from "#server/http/pages/render-once.ts";
import { HTML, keep, parts } from "./render-steps.ts";

interface Said {
  body?: string;
  status?: number;
  headers?: Record<string, string>;
  outcome?: Partial<RenderOutcome>;
  work?: (context: ServerContext) => void;
}

/** The outcome for a page whose renderer responds like this. */
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
    timeoutMs: timeout.mock.calls[0]?.[0],
    headers: own
      ? own.headers
      : new Headers(
          flat.flatMap((name, i) => (i % 2 ? [] : [[name, flat[i + 1] ?? ""] as [string, string]])),
        ),
    text: own ? await own.text() : rendered?.encoded.variants.identity.body.toString(),
  };
}

test("keeps non-ASCII text, and hashes its scripts as browsers do", async () => {
  const script = "say('„größer – 倉庫”')";
  const { text, headers } = await made({
    body: `<script nonce="NONCE">${script}</script><p>größer – 倉庫</p>`,
    outcome: keep,
  });
  expect(text).toBe(`<script>${script}</script><p>größer – 倉庫</p>`);
  const hash = createHash("sha256").update(script).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
});

test("finishes a page rendered as bytes like any other", async () => {
  const { text, headers } = await made({
    body: "",
    outcome: { ...keep, html: Buffer.from("<p>größer</p>") },
  });
  expect(text).toBe("<p>größer</p>");
  expect(headers.get("content-security-policy")).toContain("script-src 'self'");
});

test("caches a public page with hashes instead of a nonce", async () => {
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
])("sends a page %s uncached, with its request id", async (_, said, shared) => {
  const { own, headers, text } = await made(said, { shared });
  expect([own?.status, text]).toEqual([said.status ?? 200, "<p>page</p>"]);
  expect(headers.get("x-request-id")).toBe("r-1");
  expect(headers.get("content-length")).toBe("11");
  expect(headers.get("content-security-policy")).toContain("default-src 'self'");
  const cacheControl = shared ? "no-store" : "public, max-age=0, must-revalidate";
  expect(headers.get("cache-control")).toBe(cacheControl);
});

test("respects a response's own cache header", async () => {
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
])("sends %s unchanged to this reader", async (_, said) => {
  const { own, headers } = await made(said);
  expect(own?.status).toBe(said.status ?? 200);
  for (const [name, value] of Object.entries(said.headers ?? {}))
    expect(headers.get(name)).toBe(value);
  expect(headers.has("content-length")).toBe(false);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("sends a streamed page with its nonce", async () => {
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

test("caches an incomplete page for two seconds", async () => {
  const brief = { keepMs: 2_000, degraded: true };
  expect((await made({ outcome: { ...keep, how: "failed" } })).rendered).toMatchObject(brief);
  const work = (context: ServerContext) => context.degrade("ill", new Error("ill"));
  expect((await made({ outcome: keep, work })).rendered).toMatchObject(brief);
});

test("gives a read less time than a form", async () => {
  expect((await made({})).timeoutMs).toBe(111);
  vi.restoreAllMocks();
  expect((await made({}, { method: "POST" })).timeoutMs).toBe(222);
});
