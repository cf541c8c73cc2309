import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { onTestFinished, vi } from "vitest";
import type { RenderOutcome, ServerContext } from "#contract/render-context.ts";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { requestInfo } from "#server/http/middleware/request-info.ts";
import { createPages } from "#server/http/pages/index.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { createLog } from "#server/runtime/log.ts";

export const NINE = Date.parse("2026-11-21T09:00:00Z");

export function page(
  context: ServerContext,
  text: string,
  outcome: Partial<RenderOutcome> = { how: "complete", keep: true },
) {
  context.report(outcome);
  return new Response(`<!DOCTYPE html><p>${text}</p>`, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}

/** Pages over HTTP, with a backend controlled by the test; "/" and "/a" are addresses. */
export async function openPages(
  render: Renderer["render"],
  { renderMs = 30_000, purge }: { renderMs?: number; purge?: { url: string } } = {},
) {
  const time = { elapsed: 0, date: NINE - 60_000 };
  const mocks = {
    receivesChanges: true,
    change: () => {},
    loseChanges: () => {},
    fetch: () => new Promise<Response>(() => {}),
  };
  const backend: Partial<Backend> = {
    kind: "database",
    serverUrl: "http://backend.internal",
    browserUrl: "",
    publishableKey: "sb_publishable_test",
    fetch: () => mocks.fetch(),
    receivesChanges: () => mocks.receivesChanges,
    onContentChange(listener) {
      mocks.change = () => listener("services");
      return () => {};
    },
    onChangesLost(listener) {
      mocks.loseChanges = listener;
      return () => {};
    },
  };
  const pages = createPages({
    backend: backend as Backend,
    siteUrl: "http://site.test",
    mediaMaxBytes: 1,
    logged: "cut",
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
  // Not a hook of this module: files share it, and only the first would get the hook.
  onTestFinished(() => {
    server.close();
    return pages.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { time, mocks, get: (path: string, init?: RequestInit) => fetch(site + path, init) };
}

/** A renderer that numbers its pages and records its calls. */
export function counting(
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
export const text = async (answer: Promise<Response>) =>
  /page \d+/.exec(await (await answer).text())?.[0];
