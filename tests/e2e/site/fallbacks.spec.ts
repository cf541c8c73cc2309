import { contentPages, sitePages } from "#tests/support/pages.ts";
import { expect, test } from "../fixture.ts";

const TABLES = [
  "site_content",
  "site_settings",
  "services",
  "pricing_items",
  "faq_items",
  "testimonials",
];

test("shows defaults without any table, and recovers", async ({ page, anotherSite }) => {
  // A separate site, so that its changed texts affect no other test.
  const site = await anotherSite();
  const { sql } = site;
  await sql`update site_content set content_value = 'Words from the database'
    where section_name = 'hero' and content_key = 'title'`;
  await sql`update services set title = 'A stored service' where title = 'Returns'`;
  const read = async (path: string) => {
    const answer = await page.request.get(site.url + path);
    expect(answer.status(), path).toBe(200);
    return answer.text();
  };
  const soon = { intervals: [100] };
  await expect.poll(() => read("/services"), soon).toContain("A stored service");

  for (const table of TABLES)
    await sql`alter table ${sql(table)} rename to ${sql(`gone_${table}`)}`;
  await sql`select pg_notify('content_changed', 'site_content')`;
  await expect.poll(() => read("/services"), soon).not.toContain("A stored service");
  for (const { path } of sitePages) {
    expect(await read(path), path).not.toContain("Words from the database");
    await page.goto(site.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toContainText("Evergreen Fulfillment");
  }
  await page.goto(`${site.url}/services`);
  await expect(page.getByRole("heading", { name: "Returns" })).toBeVisible();
  await page.goto(`${site.url}/pricing`);
  await expect(page.getByText("$20 per month, flat").first()).toBeVisible();
  expect(await read("/sitemap.xml")).toContain("/pricing</loc>");
  expect(await read("/manifest.webmanifest")).toContain("Evergreen");

  for (const table of TABLES)
    await sql`alter table ${sql(`gone_${table}`)} rename to ${sql(table)}`;
  await expect.poll(() => read("/services"), soon).toContain("A stored service");
  for (const { path } of contentPages.filter(({ page: name }) => name !== "faqs"))
    await expect.poll(() => read(path), soon).toContain("Words from the database");
});
