import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context } from "hono";
import { expect, test, vi } from "vitest";
import type { AppEnv } from "#server/http/app-env.ts";
import { createPages } from "#server/http/pages/index.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { type backend, HTML, keep, log, parts, stops } from "./render-steps.ts";

/** Pages whose cache is read without Hono. */
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

test("serves only cached pages without the framework", async () => {
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

test("serves an expired page while it is renewed", async () => {
  const { answer, time, render } = await openPages({
    kind: "hosted",
    receivesChanges: () => false,
  });
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
      "a page was not refreshed",
    ),
  );
  expect(await answer("/")).toBe("page 1");
  await vi.waitFor(async () => expect(await answer("/")).toBe("page 2"));
  time.elapsed += 63_000;
  expect(await answer("/"), "what is long past does not go out").toBe("page 3");
});

test("stops listening when closed", async () => {
  const { pages } = await openPages();
  expect([stops.change.mock.calls, stops.loseChanges.mock.calls]).toEqual([[], []]);
  await pages.close();
  expect(stops.change).toHaveBeenCalledOnce();
  expect(stops.loseChanges).toHaveBeenCalledOnce();
});
