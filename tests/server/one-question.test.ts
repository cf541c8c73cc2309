import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Backend } from "#server/backend/types.ts";
import { createPageContext } from "#server/http/pages/page-context.ts";
import { createPageRows } from "#server/http/pages/page-rows.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { createLog } from "#server/runtime/log.ts";
import { allowSlowStatements, openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { visitorPaths } from "#tests/support/pages.ts";

const FILES = ["/sitemap.xml", "/manifest.webmanifest", "/.well-known/security.txt"];
const ASKED = ["/pricing?orders=300&items=2", "/contact?orders=300&items=2"];

// A slow read would give a page built-in texts.
allowSlowStatements();

let site: TestBackend;
let renderer: Renderer;
beforeAll(async () => {
  site = await openTestBackend();
  renderer = await import(new URL("../../build/server/index.js", import.meta.url).href);
  // A text on each page refers to a price, so that each page needs the prices too.
  await site.sql`update site_content set content_value = 'It is {price: storage}.'
    where content_key = 'title' and section_name = 'hero'`;
  await site.sql`insert into announcements (message) values ('From {amount: storage}.')`;
});
afterAll(() => site.close());
afterEach(() => vi.restoreAllMocks());

/** Renders a page as the server does. @returns the page and its backend requests */
async function make(path: string, rows = createPageRows({ keeps: () => false })) {
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(new AbortController().signal);
  const fetch = vi.fn(site.backend.fetch);
  const backend: Backend = { ...site.backend, fetch };
  const { context, state } = createPageContext(
    {
      backend,
      siteUrl: "http://site.test",
      mediaMaxBytes: 1,
      logged: "cut",
      log: createLog("silent"),
      rows,
    },
    { requestId: "r-1", clientAddress: "7.7.7.7", reads: true },
  );
  const response = await renderer.render(new Request(`http://site.test${path}`), context);
  const html = state.outcome.html?.toString() ?? (await response.text());
  const asked = fetch.mock.calls.map(([request]) => new URL(request.url).pathname);
  return { asked, html, degraded: state.degraded };
}

const whole = visitorPaths.filter((path) => path !== "/faqs");

test.each([...whole, ...ASKED, ...FILES])("%s sends the backend one query", async (path) => {
  const { asked, degraded } = await make(path);
  expect([asked, degraded]).toEqual([["/rest/v1/rpc/page_rows"], false]);
});

test("loads a streamed list in its own request", async () => {
  const { asked, degraded } = await make("/faqs");
  expect([asked.length, degraded]).toEqual([2, false]);
});

test("contains its data, with prices in texts", async () => {
  const { html } = await make("/services");
  expect(html).toMatch(/<h1[^>]*>[\s\S]*?It is \$/);
  expect(html).toContain("From $");
});

test("caches reads until they change", async () => {
  const rows = createPageRows({ keeps: () => true });
  const first = await make("/faqs", rows);
  const again = await make("/faqs", rows);
  expect([first.asked.length, again.asked, again.html === first.html]).toEqual([2, [], false]);
  await make("/pricing", rows);
  expect((await make("/contact?orders=300&items=2", rows)).asked).toHaveLength(1);
  rows.clear();
  expect((await make("/faqs", rows)).asked).toHaveLength(2);
});

test("pages rendered at once send one query", async () => {
  const rows = createPageRows({ keeps: () => false });
  const made = await Promise.all(Array.from({ length: 20 }, () => make("/", rows)));
  expect(made.flatMap(({ asked }) => asked)).toEqual(["/rest/v1/rpc/page_rows"]);
});

test("a list that can't be read is shown by its built-in rows, and the rest of the page as it is", async () => {
  await site.sql`revoke select on services from anon`;
  const { html, degraded } = await make("/services");
  await site.sql`grant select on services to anon`;
  expect(degraded).toBe(true);
  expect(html).toMatch(/<h1[^>]*>[\s\S]*?It is \$/);
  expect(html).toContain("Pick");
});

test("omits only the rows of a locked table", async () => {
  const release = await hold();
  const { html, degraded } = await make("/services");
  await release();
  expect(degraded).toBe(true);
  expect(html).toMatch(/<h1[^>]*>[\s\S]*?It is \$/);
});

/** Locks the services. @returns a function that releases the lock */
async function hold(): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = site.sql.begin(async (sql) => {
    await sql`lock table services in access exclusive mode`;
    held.resolve();
    await released;
  });
  await held.promise;
  return async () => {
    resolve();
    await holding;
  };
}
