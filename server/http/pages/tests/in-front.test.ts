import { expect, test, vi } from "vitest";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { counting, NINE, openPages, page } from "./pages-steps.ts";

test("lets a cache in front hold only what is cached here", async () => {
  const { get, mocks } = await openPages(counting());
  const inFront = async (path: string, init?: RequestInit) =>
    (await get(path, init)).headers.get("cdn-cache-control");
  expect([await inFront("/"), await inFront("/")]).toEqual(["max-age=1", "max-age=1"]);
  for (const encoding of ["br", "gzip"])
    expect(await inFront("/", { headers: { "accept-encoding": encoding } })).toBe("max-age=1");
  const etag = (await get("/")).headers.get("etag") ?? "";
  expect(await inFront("/", { headers: { "if-none-match": etag } })).toBe("max-age=1");
  for (const path of ["/a?n=1", "/none", "/admin/login"]) expect(await inFront(path)).toBeNull();
  expect(await inFront("/a", { method: "POST", body: "x" })).toBeNull();
  mocks.receivesChanges = false;
  mocks.change();
  expect(await inFront("/")).toBe("max-age=1");
});

test("caches two variants of a page, and lets no cache in front hold that of consent", async () => {
  const render = vi.fn<Renderer["render"]>(async (_request, context) =>
    page(context, `page ${context.allowsAnalytics ? 2 : 1}`),
  );
  const { get } = await openPages(render);
  const asked = async (headers: Record<string, string>) => {
    const answer = await get("/", { headers });
    return [
      /page \d/.exec(await answer.text())?.[0],
      answer.headers.get("cache-control"),
      answer.headers.get("cdn-cache-control"),
    ];
  };
  const everybodys = ["page 1", "public, max-age=0, must-revalidate", "max-age=1"];
  const allowed = ["page 2", "private, max-age=0, must-revalidate", null];
  for (const _again of [1, 2]) {
    expect(await asked({})).toEqual(everybodys);
    expect(await asked({ cookie: "analytics_choice=allow" })).toEqual(allowed);
    for (const value of ["decline", "allow2", "x"])
      expect(await asked({ cookie: `analytics_choice=${value}` })).toEqual(everybodys);
    expect(await asked({ cookie: "analytics_choice=allow", "sec-gpc": "1" })).toEqual(everybodys);
    expect(await asked({ cookie: "other=1; analytics_choice=allow" })).toEqual(allowed);
  }
  expect(render).toHaveBeenCalledTimes(2);
});

test("allows long caching only with purging", async () => {
  const purge = { url: "http://127.0.0.1:9/purge" };
  let until: Date | undefined;
  const render = counting((context) => {
    context.renewAt(new Date(NINE));
    if (until) context.until(until);
  });
  const { get, mocks } = await openPages(render, { purge });
  const inFront = async () => (await get("/")).headers.get("cdn-cache-control");
  expect(await inFront()).toMatch(/^max-age=600, stale-while-revalidate=60/);
  until = new Date(NINE);
  mocks.change();
  expect(await inFront()).toBe("max-age=1");
  until = undefined;
  mocks.receivesChanges = false;
  mocks.change();
  expect(await inFront()).toBe("max-age=1");
});

test("keeps a page made from changed content out of a cache in front", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const render = vi.fn<Renderer["render"]>(async (_request, context) => {
    await promise;
    return page(context, "page 1");
  });
  const { get, mocks } = await openPages(render);
  const answer = get("/");
  await vi.waitFor(() => expect(render).toHaveBeenCalled());
  mocks.change();
  resolve();
  expect((await answer).headers.get("cdn-cache-control")).toBeNull();
});
