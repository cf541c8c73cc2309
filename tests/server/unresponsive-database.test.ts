import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { visitorPaths } from "#tests/support/pages.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type StallingProxy, startStallingProxy } from "#tests/support/stand-ins/stalling-proxy.ts";

let site: Site;
let proxy: StallingProxy;
let key: string | undefined;
let posted: Promise<Response>;
beforeAll(async () => {
  site = await startSite(inject("clusterUrl"), { RATE_LIMITS: "off" }, async (direct) => {
    proxy = await startStallingProxy(direct);
    return proxy.url;
  });
  const login = await (await fetch(`${site.url}/admin/login`)).text();
  key = /sb_publishable_[\w-]+/.exec(login)?.[0];
  // The page is cached, so it shows the new text only after the server was notified of the change.
  await text("/pricing");
  await site.sql`update site_content set content_value = 'Words from the database'
    where section_name = 'hero' and content_key = 'title'`;
  await vi.waitFor(async () => expect(await text("/pricing")).toContain("Words from the database"));
  proxy.stall();
  // This request is slow, and the other tests needn't wait for it.
  posted = fetch(`${site.url}/contact`, {
    method: "POST",
    body: new URLSearchParams({
      name: "Rosa Quist",
      email: "rosa@example.com",
      monthly_volume: "100-500",
      platforms: "Shopify",
      message: "Do you take glass?",
    }),
  });
});
afterAll(async () => {
  await site.stop();
  await proxy.close();
});

const get = (path: string) => fetch(site.url + path, { redirect: "manual" });
const text = async (path: string) => (await get(path)).text();

// In order, because the last test stops the server.
describe("while the database is unresponsive", { shuffle: false }, () => {
  test("serves every page with the built-in texts", async () => {
    const paths = visitorPaths.filter((path) => path !== "/pricing");
    const answers = await Promise.all(
      paths.map(async (path) => {
        const answer = await get(path);
        return { path, status: answer.status, html: await answer.text() };
      }),
    );
    for (const { path, status, html } of answers) {
      expect([path, status]).toEqual([path, path === "/no-such-page" ? 404 : 200]);
      expect(html, path).toContain("Evergreen Fulfillment");
      expect(html, path).toMatch(/<\/html>$/);
      expect(html, path).not.toContain("Words from the database");
    }
    expect(await text("/sitemap.xml")).toContain("/pricing</loc>");
  });

  test("keeps serving the last complete page", async () => {
    expect(await text("/pricing")).toContain("Words from the database");
  });

  test("returns a posted form with its values and a message", async () => {
    const answer = await posted;
    const html = await answer.text();
    expect([answer.status, html.includes("Do you take glass?")]).toEqual([503, true]);
  });

  test("reports an unresponsive database on /readyz, and life on /healthz", async () => {
    const ready = await get("/readyz");
    expect([ready.status, (await ready.text()).split("\n", 2)]).toEqual([
      ...[503, ["not ready", "database: The database isn't responding."]],
    ]);
    expect((await get("/healthz")).status).toBe(200);
  });

  test("ends cleanly on SIGTERM", async () => {
    // An API request from the browser, which waits for the database.
    const waiting = fetch(`${site.url}/rest/v1/services`, { headers: { apikey: key ?? "" } }).then(
      ({ status }) => status,
      () => "closed",
    );
    await expect.poll(() => site.printed()).toContain("the database could not be checked");
    const code = await site.end();
    expect([code, await waiting]).toEqual([0, expect.anything()]);
  });
});
