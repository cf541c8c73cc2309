import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import type { ServerContext } from "#contract/render-context.ts";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { failed } from "#server/http/middleware/failed.ts";
import { createLog } from "#server/runtime/log.ts";
import { createPreview } from "./index.ts";

interface Parts {
  /** the database's answer to which roles the caller has */
  may?: () => Promise<Response>;
  work?: (context: ServerContext) => void;
  rateLimits?: boolean;
}

function preview({
  may = async () => Response.json(["editor"]),
  work,
  rateLimits = false,
}: Parts = {}) {
  const fetch = vi.fn((_: Request) => may());
  const render = vi.fn(async (request: Request, context: ServerContext) => {
    work?.(context);
    return new Response(`<p>${new URL(request.url).pathname}</p><script>1</script>`);
  });
  const { get, post } = createPreview({
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
    rateLimits,
    loadRenderer: async () => ({ render, sitePages: new Set(["/", "/pricing"]) }),
  });
  const app = new Hono<AppEnv>()
    .onError(failed(createLog("silent")))
    .use(async (c, next) => {
      c.set("requestId", "r-1");
      c.set("clientAddress", "7.7.7.7");
      await next();
    })
    .get("/admin/preview", get)
    .post("/admin/preview", post);
  const ask = (body: unknown, authorization = "Bearer token") =>
    app.request("http://site.test/admin/preview", {
      method: "POST",
      headers: { authorization },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { app, ask, fetch, render };
}

const HOME = { path: "/", drafts: {} };
const SET = "5f0c1f0e-8f0a-4c7e-9d0b-0c1d2e3f4a5b";

test.each([
  ["", "script-src 'none'"],
  ["?checks", "script-src 'self'"],
  ["?checks=1", "script-src 'none'"],
])("the frame at /admin/preview%s has %s, and only this site shows it", async (query, scripts) => {
  const answer = await preview().app.request(`http://site.test/admin/preview${query}`);
  const policy = answer.headers.get("content-security-policy")?.split("; ");
  expect(policy).toContain(scripts);
  expect(policy).toContain("frame-ancestors 'self'");
  expect(await answer.text()).not.toContain("<script");
});

test("lets the database check rights with the caller's token", async () => {
  const { ask, fetch, render } = preview();
  const answer = await ask({ path: "/pricing", drafts: { services: [{ id: "a", title: "A" }] } });
  expect([answer.status, await answer.text()]).toEqual([200, "<p>/pricing</p>"]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const [asked] = fetch.mock.calls[0] ?? [];
  expect(asked?.url).toBe("http://db/rest/v1/rpc/my_roles");
  expect(asked?.headers.get("authorization")).toBe("Bearer token");
  expect(render.mock.calls[0]?.[1].preview).toBe(true);
});

test("loads a change set with the caller's token", async () => {
  const answers = [
    async () => Response.json(["admin"]),
    async () => Response.json({ faq_items: [{ id: "a" }] }),
    async () => Response.json(["admin"]),
    async () => Response.json({ message: "busy" }, { status: 503 }),
  ];
  const { ask, fetch, render } = preview({
    may: () => answers.shift()?.() ?? Promise.reject(new Error("asked again")),
  });
  expect((await ask({ ...HOME, set: SET })).status).toBe(200);
  const [asked] = fetch.mock.calls[1] ?? [];
  expect(asked?.url).toBe("http://db/rest/v1/rpc/set_preview");
  expect(asked?.headers.get("authorization")).toBe("Bearer token");
  expect(await asked?.json()).toEqual({ of_set: SET });
  expect((await ask({ ...HOME, set: SET })).status).toBe(503);
  expect(render).toHaveBeenCalledTimes(1);
});

test.each([
  ["without a session", "", async () => Response.json(["owner"]), 401],
  ["with one that ended", "Bearer x", async () => new Response("", { status: 401 }), 401],
  ["by someone who edits no content", "Bearer x", async () => Response.json(["sales"]), 403],
])("refuses a preview requested %s before reading anything", async (_, token, may, status) => {
  const { ask, render } = preview({ may });
  expect((await ask(HOME, token)).status).toBe(status);
  expect(render).not.toHaveBeenCalled();
});

test("refuses an incomplete preview, and treats no answer as a refusal", async () => {
  const sentence = "The preview can't be shown right now. Please try again in a moment.";
  const busy = async () => Response.json({ message: "busy" }, { status: 503 });
  const broken = (context: ServerContext) => context.degrade("no texts", new Error("ill"));
  const failed = (context: ServerContext) => context.report({ how: "failed" });
  for (const parts of [{ may: busy }, { work: broken }, { work: failed }]) {
    const answer = await preview(parts).ask(HOME);
    expect([answer.status, await answer.text()]).toEqual([503, `${sentence}\n`]);
  }
});

test.each([
  ["", /as JSON/],
  ["null", /as JSON/],
  [{ path: "/" }, /as JSON/],
  [{ path: "/admin", drafts: {} }, /path of a public page/],
  [{ path: "/", drafts: {}, more: 1 }, /as JSON/],
  [{ path: "/", drafts: [] }, /as JSON/],
  [{ path: "/", drafts: {}, set: "Black Friday" }, /as JSON/],
  [{ path: "/", drafts: {}, set: 1 }, /as JSON/],
  [{ path: "/", drafts: { "services?x": [] } }, /as JSON/],
  [{ path: "/", drafts: { services: {} } }, /as JSON/],
  [{ path: "/", drafts: { constructor: [] } }, /as JSON/],
  [{ path: "/", drafts: { constructor: [{ id: "a" }] } }, /as JSON/],
  ['{"path": "/", "drafts": {"__proto__": [{"id": "a"}]}}', /as JSON/],
  [{ path: "/", drafts: { toString: [{ id: "a" }] } }, /as JSON/],
  [{ path: "/", drafts: { hasOwnProperty: [] } }, /as JSON/],
  [{ path: "/", drafts: { services: [{ constructor: "a" }] } }, /as JSON/],
  ['{"path": "/", "drafts": {"services": [{"__proto__": "a"}]}}', /as JSON/],
  [{ path: "constructor", drafts: {} }, /path of a public page/],
  ['{"path": "/", "drafts": {}, "__proto__": 1}', /as JSON/],
  [{ path: "/", drafts: { services: ["a"] } }, /as JSON/],
  [{ path: "/", drafts: { services: [{ Title: "a" }] } }, /as JSON/],
  [{ path: "/", drafts: { services: [{ title: { a: 1 } }] } }, /as JSON/],
  [{ path: "/", drafts: { services: Array(201).fill({ id: "a" }) } }, /at most 200 drafts/],
])("rejects the malformed request %j", async (body, sentence) => {
  const { ask, render } = preview();
  const answer = await ask(body);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(sentence)]);
  expect(render).not.toHaveBeenCalled();
});

test("limits how often a preview can be requested", async (test) => {
  // With the clock stopped, no used-up limit refills, however slow the machine.
  // Not injected: The time at which the rate limits' clock stops.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  test.onTestFinished(() => clock.mockRestore());
  const { ask } = preview({ rateLimits: true });
  const statuses = new Set<number>();
  for (let i = 0; i < 140; i++) statuses.add((await ask(HOME)).status);
  expect([...statuses]).toEqual([200, 429]);
  const { ask: free } = preview();
  for (let i = 0; i < 140; i++) expect((await free(HOME)).status).toBe(200);
});
