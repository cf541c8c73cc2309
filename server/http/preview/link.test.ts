import { Hono } from "hono";
import { describe, expect, test, vi } from "vitest";
import type { ServerContext } from "#contract/render-context.ts";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { createLog } from "#server/runtime/log.ts";
import { createPreviewLink } from "./link.ts";

const OPEN = {
  state: "open",
  may_comment: false,
  name: 'A & "B"',
  until: "2026-11-29T16:00:00Z",
  rows: {},
  zone: "America/New_York",
};
const PATHS = ["/preview/:token", "/preview/:token/*"];
const HTML = [
  '<html><head><title>Site</title></head><body><a class="x" href="/">Home</a><a href="/pricing?a=1#b">Prices</a>',
  '<a href="/admin">In</a><a href="https://else.test/pricing">Out</a><a href="#top">Up</a>',
  '<form action="/contact" method="post"><button class="b" type="submit">Send</button></form>',
  '<p data-place="services/1.title">Words</p><script>1</script></body></html>',
].join("");

function link(respond: (asked: Request) => Response, work?: (context: ServerContext) => void) {
  const fetch = vi.fn(async (asked: Request) => respond(asked));
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
    .on("GET", PATHS, answer.get)
    .on("POST", PATHS, answer.post);
  const ask = (path: string, init?: RequestInit) => app.request(`http://site.test${path}`, init);
  return { ask, fetch, render };
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
  expect(html).toContain(
    '<form method="dialog"><button class="b" type="button" disabled="">Send</button></form>',
  );
  expect(html).toContain("<p>Words</p>");
  expect(html).not.toMatch(/<script|data-place|<details/);
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

test("says when to try again after too many requests", async () => {
  const limited = () => Response.json({}, { status: 429, headers: { "retry-after": "20" } });
  const answer = await link(limited).ask("/preview/t0");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "20"]);
  expect(await answer.text()).toBe("Too many requests. Please wait 20 seconds and try again.\n");
});

describe("comments", () => {
  /** A link that takes comments; `stored` responds when one is added. */
  const commented = (
    stored: () => Response = () => Response.json({ state: "open", added: true }),
    opened: object | null = { ...OPEN, may_comment: true },
  ) => link(({ url }) => (url.endsWith("/preview_comment_add") ? stored() : Response.json(opened)));
  const refusal =
    (status: number, message: string, headers = {}) =>
    () =>
      Response.json({ code: "22023", message }, { status, headers });
  const TYPED = { name: 'Mia "M" <b>', message: "\nWhy </textarea><script>alert(1)</script> $& ?" };
  const form = (fields: Record<string, string> = TYPED) => ({
    method: "POST",
    body: new URLSearchParams(fields),
  });

  test("offers a form only on links that take comments", async () => {
    const answer = await commented().ask("/preview/t0/pricing?orders=5&a=%22%3E");
    const html = await answer.text();
    expect(html).toContain(
      '<form method="post" action="/preview/t0/pricing?orders=5&amp;a=%22%3E">',
    );
    expect(html).toContain("<details><summary>Comment on this page</summary>");
    expect(html).toContain('<form method="dialog"><button class="b" type="button" disabled="">');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      // Otherwise browsers send "Origin: null", which is refused as another site's.
      "referrer-policy": "strict-origin",
      "content-security-policy": expect.stringMatching(/script-src 'none'.*form-action 'self'/),
    });
  });

  test("stores a comment as a visitor, and leads back to the page", async () => {
    const { ask, fetch, render } = commented();
    const answer = await ask("/preview/t0/pricing?orders=5&commented=x", form());
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/preview/t0/pricing?orders=5&commented",
    ]);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(fetch).toHaveBeenCalledTimes(1);
    const [asked] = fetch.mock.calls[0] ?? [];
    expect(asked?.headers.get("authorization")).toBe("Bearer k");
    expect(await asked?.json()).toEqual({ token: "t0", page: "/pricing", ...TYPED });
    const home = await ask("/preview/t0/", form());
    expect(home.headers.get("location")).toBe("/preview/t0?commented");

    const html = await (await ask("/preview/t0/pricing?commented=<b>Hello</b>&orders=5")).text();
    expect(html).toContain("<title>Comment sent: Site</title>");
    expect(html).toContain(">Comment sent. The team sees it with your name.</p>");
    expect(html).toContain("<details><summary>");
    expect(html).not.toContain("Hello");
    expect(render.mock.lastCall?.[0].url).toBe("http://site.test/pricing?orders=5&whole=");
  });

  test.each([
    [400, "Please enter a name of at most 80 characters."],
    [409, "This link has 100 comments. Ask the person who sent it for a new one."],
    [429, "Too many comments at once. Please wait a minute."],
  ])("keeps what was typed when the database refuses it with %i", async (status, sentence) => {
    const { ask } = commented(refusal(status, sentence, { "retry-after": "10" }));
    const answer = await ask("/preview/t0/pricing?commented", form());
    const html = await answer.text();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, "10"]);
    expect(html).toContain("<title>Comment not sent: Site</title>");
    expect(html).toContain(`role="alert" tabindex="-1" autofocus>Not sent: ${sentence}</p>`);
    expect(html).toContain('value="Mia &quot;M&quot; &lt;b&gt;"');
    expect(html).toContain(
      ">\n\nWhy &lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; ?</textarea>",
    );
    expect(html).toContain("<details open>");
    expect(html).not.toMatch(/<script|Comment sent/);
  });

  test("says nothing of a database's fault, and keeps what was typed", async () => {
    const broken = commented(refusal(500, "column x does not exist"));
    const answer = await broken.ask("/preview/t0", form());
    const html = await answer.text();
    expect(answer.status).toBe(503);
    expect(html).toContain("Not sent: Comments can't be stored right now.");
    expect(html).not.toContain("column x");
    const silent = commented(() => new Response("", { status: 502 }));
    expect((await silent.ask("/preview/t0", form())).status).toBe(503);

    const away = await link(() => new Response("", { status: 503 })).ask("/preview/t0", form());
    expect(away.status).toBe(503);
    const limited = () => new Response("", { status: 429, headers: { "retry-after": "20" } });
    const waits = await link(limited).ask("/preview/t0", form());
    expect([waits.status, waits.headers.get("retry-after")]).toEqual([429, "20"]);
    expect(await waits.text()).toContain("Why &lt;/textarea&gt;");
    expect(await away.text()).toMatch(/Your comment wasn't sent.*Why &lt;\/textarea&gt;/s);
    const unseen = link(
      ({ url }) =>
        url.endsWith("add") ? refusal(400, "No.")() : Response.json({ ...OPEN, may_comment: true }),
      (context) => context.degrade("no texts", new Error("ill")),
    );
    expect((await unseen.ask("/preview/t0", form())).status).toBe(503);
  });

  test.each([
    ["unknown", null, 404, "Preview not found"],
    ["expired", { state: "expired" }, 410, "This preview has ended"],
    ["revoked", { state: "revoked" }, 410, "This preview was closed"],
    ["of a closed set", { state: "closed" }, 410, "This preview is no longer available"],
  ])(
    "a link that is %s takes none, and the text can be copied",
    async (_, state, status, title) => {
      const { ask, render } = commented(() => Response.json(state), state);
      const answer = await ask("/preview/t0/pricing", form());
      const html = await answer.text();
      expect(answer.status).toBe(status);
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toContain("Why &lt;/textarea&gt;");
      expect(render).not.toHaveBeenCalled();
    },
  );

  test("a link without comments takes none", async () => {
    const { ask } = commented(() => Response.json({ state: "open", added: false }), OPEN);
    const answer = await ask("/preview/t0/pricing", form());
    expect(answer.status).toBe(403);
    expect(await answer.text()).toMatch(/<h1>Comments are off<.*Why &lt;\/textarea&gt;/s);
  });

  test("takes only a form, about a page of the site", async () => {
    const { ask, fetch } = commented();
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=a"]) {
      const headers = { "content-type": type };
      const answer = await ask("/preview/t0", {
        method: "POST",
        headers,
        body: "name=a&message=b",
      });
      expect([answer.status, await answer.text()]).toEqual([
        415,
        "Send the comment with the form in the preview.\n",
      ]);
    }
    for (const path of ["/admin", "/contact/..%2f", "//else.test"])
      expect((await ask(`/preview/t0${path}`, form())).status).toBe(404);
    expect(fetch).not.toHaveBeenCalled();
    await ask("/preview/t0", form({}));
    expect(await fetch.mock.lastCall?.[0].json()).toMatchObject({ name: "", message: "" });
    await ask("/preview/t0", form({ name: "a\0b", message: "c\0" }));
    expect(await fetch.mock.lastCall?.[0].json()).toMatchObject({ name: "ab", message: "c" });
  });
});
