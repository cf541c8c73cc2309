import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Site, startSite } from "#tests/support/site.ts";
import { type Supabase, startSupabase } from "#tests/support/stand-ins/supabase.ts";

let site: Site;
/** A hosted Supabase project. */
let supabase: Supabase;
let web: Site;

beforeAll(async () => {
  const clusterUrl = inject("clusterUrl");
  site = await startSite(clusterUrl);
  supabase = await startSupabase(site);
  const login = await (await fetch(`${site.url}/admin/login`)).text();
  const publishableKey = /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "";
  web = await startSite(clusterUrl, {
    DATABASE_URL: "",
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
  });
});
afterAll(async () => {
  await web.stop();
  await supabase.close();
  await site.stop();
});

test("the web process is ready when the backend elsewhere answers", async () => {
  await expect.poll(async () => (await fetch(`${web.url}/readyz`)).status).toBe(200);
});

test("pages carry the content of the backend elsewhere, and follow it", async () => {
  const title = "Written in another place";
  await fetch(web.url);
  await site.sql`
    update site_content set content_value = ${title}
    where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
  await expect.poll(async () => (await fetch(web.url)).text()).toContain(title);
});

test("the browser is sent to the backend elsewhere, and is allowed to talk to it", async () => {
  const answer = await fetch(`${web.url}/admin/login`);
  expect(await answer.text()).toContain(`supabaseUrl&quot;:&quot;${supabase.url}`);
  expect(answer.headers.get("content-security-policy")).toMatch(
    new RegExp(`connect-src [^;]*${supabase.url}`),
  );
});

test("serves no backend in the web process", async () => {
  expect((await fetch(`${web.url}/rest/v1/services`)).status).toBe(404);
});

test("says where a project's function takes emails", async () => {
  const answer = await fetch(`${web.url}/inbound/mail`, { method: "POST", body: "" });
  const said = await answer.text();
  expect(answer.status).toBe(404);
  expect(said).toContain("Post emails to ");
  expect(said).toContain(`${supabase.url}/functions/v1/inbound-mail`);
  expect(said).toContain("mail.");
});

test("a page shows the defaults, with status 200, while the backend elsewhere is away", async () => {
  const clusterUrl = inject("clusterUrl");
  const alone = await startSite(clusterUrl, {
    DATABASE_URL: "",
    SUPABASE_URL: "http://127.0.0.1:9",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_none",
  });
  const answer = await fetch(`${alone.url}/pricing`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("Storage");
  expect((await fetch(`${alone.url}/readyz`)).status).toBe(503);
  await alone.end();
  expect(alone.printed()).toMatch(/"message":"fetch failed.*"the hosted backend can't be reached"/);
  await alone.stop();
});
