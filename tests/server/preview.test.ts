import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sitePages } from "#tests/support/pages.ts";
import { people } from "#tests/support/people.ts";
import { writeSettings } from "#tests/support/samples/site-rows.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type Supabase, startSupabase } from "#tests/support/stand-ins/supabase.ts";

let site: Site;
let key: string;
/** A second web process, which uses the first as its hosted Supabase. */
let hosted: Site;
let supabase: Supabase;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  const clusterUrl = inject("clusterUrl");
  site = await startSite(clusterUrl);
  // Hides the dispatch clock, whose words change with the hour.
  await writeSettings(site.sql, { dispatch_days: "" });
  key = /sb_publishable_[\w-]+/.exec(await textOf(`${site.url}/admin/login`))?.[0] ?? "";
  supabase = await startSupabase(site);
  hosted = await startSite(clusterUrl, {
    DATABASE_URL: "",
    SUPABASE_URL: supabase.url,
    SUPABASE_PUBLISHABLE_KEY: key,
  });
  for (const [name, person] of Object.entries(people)) {
    const { data } = await client().auth.signInWithPassword(person);
    tokens[name] = data.session?.access_token ?? "";
  }
});
afterAll(async () => {
  await hosted.stop();
  await supabase.close();
  await site.stop();
});

const client = () => createClient(site.url, key, { auth: { persistSession: false } });

const textOf = async (url: string) => (await fetch(url)).text();

/** A page without values that differ on purpose in each response, and whole: a list read late comes in parts. */
const pageOf = async ({ url }: Site, path: string) =>
  (await textOf(`${url}${path}?whole`))
    .replaceAll(/ nonce="[^"]*"/g, "")
    .replaceAll(/name="opened_at" value="\d+"/g, "");

interface Asked {
  path: string;
  drafts?: object;
  who?: string;
  at?: Site;
  headers?: Record<string, string>;
}

function preview({ path, drafts = {}, who = "admin", at = site, headers = {} }: Asked) {
  return fetch(`${at.url}/admin/preview`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens[who]}`, ...headers },
    body: JSON.stringify({ path, drafts }),
  });
}

const textOfPreview = async (drafts: object) => (await preview({ path: "/", drafts })).text();

const TITLE = "Seen before it is live";
const drafts = {
  site_content: [
    {
      page_name: "home",
      section_name: "hero",
      content_key: "title",
      content_value: TITLE,
    },
  ],
};

test("a price that a text refers to is read as it is drafted, in descriptions too", async () => {
  const price = {
    id: crypto.randomUUID(),
    reference: "gold",
    service_name: "Gold",
    rate: "$9.99 an ounce",
    description: null,
    low: null,
    high: null,
    charged_per: null,
    display_order: 0,
    is_active: true,
  };
  const value = "Gold at {price: gold}, {amount: storage} of shelf, {more}";
  const html = await textOfPreview({
    pricing_items: [price],
    site_content: [{ ...drafts.site_content[0], content_value: value }],
    site_settings: [{ setting_key: "site_description", setting_value: value }],
  });
  const words = "Gold at $9.99 an ounce, $2.00 of shelf, {more}";
  expect(html).toMatch(/<h1[^>]+data-place="site_content\/home\.hero\.title"/);
  expect(html.replaceAll(/<[^>]+>/g, "")).toContain(words);
  expect(html).toContain(`<meta name="description" content="${words}"`);
  const inactive = await textOfPreview({
    pricing_items: [{ ...price, is_active: false }],
    site_content: [{ ...drafts.site_content[0], content_value: "Gold at {price: gold}" }],
  });
  expect(inactive).toContain("Gold at our listed price");
});

test("a preview leaves the pages for visitors unchanged", async () => {
  for (const { path } of sitePages) {
    const before = await pageOf(site, path);
    expect(before, path).not.toContain("data-place");
    const seen = await (await preview({ path, drafts })).text();
    expect(seen, path).toContain('data-place="site_');
    expect(seen, path).not.toMatch(
      /<script(?! type="application\/ld\+json")|<noscript|http-equiv|name="analytics"|action=/,
    );
    expect(await pageOf(site, path), path).toBe(before);
    // Rendered again because of another query string, it isn't a preview either.
    const rendered = await textOf(`${site.url + path}?orders=1&whole`);
    expect(rendered, path).not.toContain("data-place");
  }
});

/** Properties that every JavaScript object inherits. */
const INHERITED = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueFor"];

test.each(INHERITED)("a table that is called %s is refused in words", async (name) => {
  for (const drafted of [`{"${name}": []}`, `{"${name}": [{"id": "a"}]}`]) {
    const answer = await fetch(`${site.url}/admin/preview`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.admin}` },
      body: `{"path": "/", "drafts": ${drafted}}`,
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      "Send the path of a public page and its drafts by table, as JSON.\n",
    ]);
  }
});

test.each(INHERITED)("rows that say %s wherever a text stands break no page", async (name) => {
  const columns = await site.sql`
    select table_name as table, column_name as column, data_type as type
    from information_schema.columns
    where table_schema = 'public' and table_name in (
      'announcements', 'faq_items', 'pricing_items', 'services', 'site_content', 'site_settings',
      'team_members', 'testimonials'
    )`;
  const valueFor = (type: string) => {
    if (type === "text") return name;
    if (type === "boolean") return true;
    if (type === "uuid") return crypto.randomUUID();
    return /^(numeric|integer)$/.test(type) ? 1 : null;
  };
  const rows: Record<string, Record<string, unknown>> = {};
  for (const { table, column, type } of columns)
    rows[table] = { ...rows[table], [column]: valueFor(type) };
  expect(Object.keys(rows)).toHaveLength(8);
  const drafted = Object.fromEntries(Object.entries(rows).map(([table, row]) => [table, [row]]));
  for (const { path } of sitePages) {
    const answer = await preview({ path, drafts: drafted });
    expect([path, answer.status]).toEqual([path, 200]);
  }
});

test.each([
  ["its own database", () => site],
  ["a Supabase elsewhere", () => hosted],
])("shows drafts to an admin with %s, and stores none", async (_, at) => {
  const answer = await preview({ path: "/", drafts, at: at() });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await answer.text()).toMatch(
    new RegExp(`<h1[^>]*data-place="site_content/home.hero.title"[^>]*>${TITLE}</h1>`),
  );
  expect(await textOf(at().url)).not.toContain(TITLE);
  const [stored] = await site.sql`select count(*)::int from site_content
    where content_value = ${TITLE}`;
  expect(stored).toEqual({ count: 0 });
});

test.each([
  ["its own database", () => site],
  ["a Supabase elsewhere", () => hosted],
])("shows every page with its set by link, with %s", async (_, at) => {
  const dana = client();
  await dana.auth.signInWithPassword(people.admin);
  const of_set = (await dana.rpc("set_create", { name: `Set at ${at().url}` }).throwOnError()).data
    .id;
  const [text] = await site.sql`select id, updated_at::text as seen from site_content
    where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
  const patch = { content_value: TITLE };
  const call = { of_set, list: "site_content", operation: "UPDATE", patch, ...text };
  await dana.rpc("set_save", call).throwOnError();
  const { data } = await dana.rpc("preview_link_create", { of_set }).throwOnError();
  for (const { path } of sitePages) {
    const before = await pageOf(at(), path);
    const answer = await fetch(`${at().url}/preview/${data.token}${path}`);
    const html = await answer.text();
    expect(answer.status, path).toBe(200);
    expect(html, path).toContain(`Preview of Set at ${at().url}.`);
    expect(html.includes(TITLE), path).toBe(path === "/");
    expect(html, path).toContain(`href="/preview/${data.token}/contact"`);
    expect(html, path).not.toMatch(
      /<script(?! type="application\/ld\+json")|data-place|name="analytics"|action=|type="submit"/,
    );
    expect(await pageOf(at(), path), path).toBe(before);
  }
  await dana.rpc("preview_link_revoke", { link: data.id }).throwOnError();
  const over = await fetch(`${at().url}/preview/${data.token}`);
  expect([over.status, over.headers.get("cache-control")]).toEqual([410, "private, no-store"]);
  expect(await over.text()).not.toContain(TITLE);
});

test("applies drafts to hidden services, the estimate and the hours", async () => {
  const [service] = await site.sql`select * from services order by display_order limit 1`;
  const hidden = await preview({
    path: "/services",
    drafts: { services: [{ ...service, created_at: null, updated_at: null, is_active: false }] },
  });
  expect(await hidden.text()).not.toContain(`services/${service?.id}.title`);
  const added = await preview({
    path: "/services",
    drafts: { services: [{ id: "new", title: "Gift wrap", description: "", display_order: 0 }] },
  });
  expect(await added.text()).toMatch(/A-01.*Gift wrap.*A-02/s);
  const always = { page_name: "contact", section_name: "business_hours" };
  const hours = await preview({
    path: "/contact",
    drafts: {
      site_content: [
        { ...always, content_key: "day_1_label", content_value: "Monday - Sunday" },
        { ...always, content_key: "day_1_hours", content_value: "12:00 AM - 11:59 PM" },
        { ...always, content_key: "open_label", content_value: "Come in" },
        { ...always, content_key: "closed_label", content_value: "Come in" },
      ],
    },
  });
  expect(await hours.text()).toContain("Come in");
});

test("refuses others, and requests from other sites", async () => {
  expect((await preview({ path: "/", who: "stranger" })).status).toBe(403);
  expect((await preview({ path: "/", who: "nobody" })).status).toBe(401);
  const elsewhere = { origin: "https://elsewhere.example" };
  expect((await preview({ path: "/", headers: elsewhere })).status).toBe(403);
  const sibling = { "sec-fetch-site": "same-site" };
  expect((await preview({ path: "/", headers: sibling })).status).toBe(403);
});

test("a body of more than half a megabyte is refused, one just below is a preview", async () => {
  const of = (length: number) => ({
    site_content: [{ ...drafts.site_content[0], content_value: "x".repeat(length) }],
  });
  expect((await preview({ path: "/", drafts: of(500 * 1024) })).status).toBe(200);
  expect((await preview({ path: "/", drafts: of(512 * 1024) })).status).toBe(413);
});

test("serves an empty frame document for this site alone", async () => {
  const answer = await fetch(`${site.url}/admin/preview`);
  expect(await answer.text()).toMatch(/<body><\/body>/);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "x-frame-options": "SAMEORIGIN",
    "x-robots-tag": "noindex",
    "content-security-policy": expect.stringMatching(
      /script-src 'none'.*form-action 'none'.*frame-ancestors 'self'/,
    ),
  });
  expect((await fetch(`${site.url}/admin/preview`, { method: "PUT" })).status).toBe(405);
});
