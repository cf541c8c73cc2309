import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import type { ServerContext } from "#contract/render-context.ts";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createPreviewLink } from "./link.ts";

const OPEN = {
  state: "open",
  name: 'A & "B"',
  until: "2026-11-29T16:00:00Z",
  rows: {},
  zone: "America/New_York",
};
const HTML = [
  '<html><head></head><body><a class="x" href="/">Home</a><a href="/pricing?a=1#b">Prices</a>',
  '<a href="/admin">In</a><a href="https://else.test/pricing">Out</a><a href="#top">Up</a>',
  '<form action="/contact" method="post"><button class="b" type="submit">Send</button></form>',
  '<p data-place="services/1.title">Words</p><script>1</script></body></html>',
].join("");

function link(respond: () => Response, work?: (context: ServerContext) => void) {
  const fetch = vi.fn(async (_: Request) => respond());
  const render = vi.fn(async (_: Request, context: ServerContext) => {
    work?.(context);
    return new Response(HTML);
  });
  const answer = createPreviewLink({
    backend: {
      serverUrl: "http://db",
      browserUrl: "",
      publishableKey: "k",
      fetch,
    } as unknown as Backend,
    siteUrl: "http://site.test",
    mediaMaxBytes: 1,
    logged: "cut",
    log: createLog("silent"),
    loadRenderer: async () => ({ render, sitePages: new Set(["/", "/pricing"]) }),
  });
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("requestId", "r-1");
      c.set("clientAddress", "7.7.7.7");
      await next();
    })
    .get("/preview/:token", answer)
    .get("/preview/:token/*", answer);
  return { ask: (path: string) => app.request(`http://site.test${path}`), fetch, render };
}
const open = () => Response.json(OPEN);

test("keeps links in a preview, without actions or storage addresses", async () => {
  const { ask, fetch, render } = link(open);
  const answer = await ask("/preview/t0/pricing?orders=5");
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain('<a class="x" href="/preview/t0">Home</a>');
  expect(html).toContain('<a href="/preview/t0/pricing?a=1#b">Prices</a>');
  expect(html).toContain('<a href="/admin">In</a><a href="https://else.test/pricing">Out</a>');
  expect(html).toContain('<form><button class="b" type="button" disabled="">Send</button></form>');
  expect(html).toContain("<p>Words</p>");
  expect(html).not.toMatch(/<script|data-place/);
  expect(html).toContain("Preview of A &amp; &quot;B&quot;.");
  expect(html).toMatch(/until Nov 29, 2026, 11:00\sAM EST/);
  expect(html).toContain('<a href="/pricing">Leave preview</a>');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringMatching(/script-src 'none'.*form-action 'none'/),
  });
  const [asked] = fetch.mock.calls[0] ?? [];
  expect(asked?.url).toBe("http://db/rest/v1/rpc/preview_link_open");
  expect(asked?.headers.get("authorization")).toBe("Bearer k");
  expect(await asked?.json()).toEqual({ token: "t0" });
  expect(new URL(render.mock.calls[0]?.[0].url ?? "").searchParams.get("orders")).toBe("5");
});

test.each([
  ["unknown", null, 404, "Preview not found"],
  ["expired", { state: "expired" }, 410, "This preview has ended"],
  ["revoked", { state: "revoked" }, 410, "This preview was closed"],
  [
    "of a set that is no longer open",
    { state: "closed" },
    410,
    "This preview is no longer available",
  ],
])("explains why a link that is %s shows no page", async (_, respond, status, title) => {
  const { ask, render } = link(() => Response.json(respond));
  const answer = await ask("/preview/t0/pricing");
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(`<h1>${title}</h1>`);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  expect(render).not.toHaveBeenCalled();
});

test("leads an unknown address back to the preview", async () => {
  const answer = await link(open).ask("/preview/t0/admin");
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('<a href="/preview/t0">');
  expect((await link(open).ask("/preview/t0/")).status).toBe(200);
});

test("shows no incomplete preview", async () => {
  const busy = () => Response.json({}, { status: 503 });
  const ill = (context: ServerContext) => context.degrade("no texts", new Error("ill"));
  const late = () => {
    throw new DOMException("late", "TimeoutError");
  };
  for (const parts of [link(busy), link(open, ill), link(open, late)])
    expect((await parts.ask("/preview/t0")).status).toBe(503);
});
