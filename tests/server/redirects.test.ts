import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Site, startSite } from "#tests/support/site.ts";
import { type Supabase, startSupabase } from "#tests/support/stand-ins/supabase.ts";

let site: Site;
let supabase: Supabase;
/** The same site's web server with a hosted Supabase. */
let hosted: Site;

beforeAll(async () => {
  const clusterUrl = inject("clusterUrl");
  site = await startSite(clusterUrl);
  supabase = await startSupabase(site);
  const login = await (await fetch(`${site.url}/admin/login`)).text();
  hosted = await startSite(clusterUrl, {
    DATABASE_URL: "",
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "",
  });
  const rows = [
    ["/old", "/services"],
    ["/old/two", "/old"],
    ["/caf%C3%A9", "https://shop.example/a?b=1#top"],
    ["/part", "/services#prices"],
    ["/soon", "/old", false],
    ["/off", "/services", true, false],
  ];
  for (const [from_path, to_address, is_permanent = true, is_active = true] of rows)
    await site.sql`insert into redirects ${site.sql({ from_path, to_address, is_permanent, is_active } as never)}`;
});
afterAll(async () => {
  await hosted.stop();
  await supabase.close();
  await site.stop();
});

const ask = (path: string, init: RequestInit = {}, at = site) =>
  fetch(at.url + path, { redirect: "manual", ...init });

/** Status and address of the answer. */
async function leads(path: string, at = site) {
  const answer = await ask(path, {}, at);
  await answer.body?.cancel();
  return [answer.status, answer.headers.get("location")];
}

const HOUR = "public, max-age=3600";

test.each([
  ["/old", 301, "/services", HOUR],
  ["/OLD/", 301, "/services", HOUR],
  ["/old/two", 301, "/services", HOUR],
  ["/Caf%c3%89", 301, "https://shop.example/a?b=1#top", HOUR],
  // Temporary as soon as one of them is.
  ["/soon", 302, "/services", "no-store"],
])("%s is redirected once: %i to %s", async (path, status, location, cached) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await ask(path, { method });
    const { headers } = answer;
    expect([answer.status, headers.get("location"), headers.get("cache-control")]).toEqual([
      status,
      location,
      cached,
    ]);
    expect(await answer.text()).toBe("");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test.each([
  ["/old?utm_source=mail&a=%0D%0A", "/services?utm_source=mail&a=%0D%0A"],
  ["/part?utm_source=mail", "/services?utm_source=mail#prices"],
  ["/caf%C3%A9?utm_source=mail", "https://shop.example/a?b=1#top"],
])("%s carries its query over, unless the target has one", async (path, location) => {
  expect(await leads(path)).toEqual([301, location]);
});

test.each([
  ["/off", 404],
  ["/old/three", 404],
  ["/old%2Ftwo", 404],
  ["//old", 400],
  ["/old%0d%0aX:1", 400],
])("%s leads nowhere: %i", async (path, status) => {
  expect(await leads(path)).toEqual([status, null]);
});

test("only reading is redirected", async () => {
  const answer = await ask("/old", { method: "POST" });
  expect(answer.headers.get("location")).toBeNull();
});

test("a page wins over a redirect, and a change shows at once", async () => {
  await site.sql`alter table redirects disable trigger check_redirect`;
  await site.sql`insert into redirects (from_path, to_address) values ('/pricing', '/services')`;
  await site.sql`alter table redirects enable trigger check_redirect`;
  expect((await ask("/pricing")).status).toBe(200);
  await site.sql`update redirects set to_address = '/faqs' where from_path = '/old'`;
  await expect.poll(() => leads("/old")).toEqual([301, "/faqs"]);
  await site.sql`update redirects set to_address = '/services' where from_path = '/old'`;
  await expect.poll(() => leads("/old")).toEqual([301, "/services"]);
});

test("redirects work with a hosted Supabase, and a failing one answers as for any missing page", async () => {
  expect(await leads("/old/two?a=1", hosted)).toEqual([301, "/services?a=1"]);
  const alone = await startSite(inject("clusterUrl"), {
    DATABASE_URL: "",
    SUPABASE_URL: "http://127.0.0.1:9",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_none",
  });
  expect(await leads("/old", alone)).toEqual([404, null]);
  await alone.stop();
});

test("visits without a page are in the database after a shutdown, and redirects and bots are not", async () => {
  const own = await startSite(inject("clusterUrl"));
  const visit = (path: string, agent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0") =>
    fetch(own.url + path, {
      headers: { "user-agent": agent, referer: "https://shop.example/links?email=a@b.example" },
    });
  await own.sql`insert into redirects (from_path, to_address) values ('/old', '/services')`;
  await visit("/old");
  await visit("/Gone/?email=ana@example.com");
  await visit("/gone");
  await visit("/gone", "curl/8.0");
  await visit("/wp-login.php");
  await visit("/admin/nowhere");
  await own.end();
  expect(await own.sql`select path, visits::int, referrer from private.broken_addresses`).toEqual([
    { path: "/gone", visits: 2, referrer: "shop.example/links" },
  ]);
  await own.stop();
});
