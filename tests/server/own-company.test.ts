import { afterAll, beforeAll, expect, test } from "vitest";
import { demoNamedIn } from "#app/features/onboarding/rule/demo-company.ts";
import { ASKED, type PublicRows } from "#app/features/onboarding/rule/public-rows.ts";
import { progressOf } from "#app/features/onboarding/rule/steps.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { visitorPaths } from "#tests/support/pages.ts";
import { loadRenderer, renderPage } from "#tests/support/samples/render-page.ts";
import { writeSettings } from "#tests/support/samples/site-rows.ts";

const NAME = "Northlight Logistics";
const LOGO = "https://cdn.test/northlight.svg";
/** The demo company's fir tree, in the logo and in the sign on the warehouse. */
const FIR = ["M13 15.5 20 9l7 6.5", "M14 22 34 4l20 18"];

/** The plain carton shown for a company without a logo. */
const CARTON = "m20 8.5 11 6v11l-11 6-11-6v-11z";

let site: TestBackend;
let renderer: Renderer;

beforeAll(async () => {
  site = await openTestBackend();
  renderer = await loadRenderer();
  await makeItOurs();
});
afterAll(() => site.close());

async function makeItOurs() {
  const { sql } = site;
  await sql`update site_content set content_value = 'We wrote 1 of our own'
    where content_type not in ('json', 'url')`;
  await sql`update site_content set content_value = 'https://calendly.com/northlight/call'
    where content_key = 'calendly_url'`;
  await sql`delete from testimonials`;
  await sql`delete from pricing_items`;
  await sql`delete from services`;
  await sql`delete from faq_items`;
  await sql`insert into testimonials (quote, author_name) values ('Nothing broke.', 'Ida Berg')`;
  await sql`insert into pricing_items (service_name, rate, low, high, charged_per)
    values ('Packing', '$9.00 per order', 9, 9, 'order')`;
  await sql`insert into services (title, description) values ('Glass', 'Packed twice.')`;
  await sql`insert into faq_items (question, answer) values ('Glass?', 'Gladly.')`;
  await writeSettings(sql, {
    company_name: NAME,
    site_title: `${NAME} | Candles and glass`,
    site_description: "We ship what breaks.",
    site_keywords: "fragile",
    contact_email: "hi@northlight.test",
    contact_phone: "(206) 444-9090",
    website_url: "https://northlight.test",
    dispatch_cutoff: "11:00",
    dispatch_pickup: "15:30",
    free_storage_orders: "250",
    logo_url: LOGO,
    brand_color_primary: "#B3261E",
    address_street: "1 Pier",
    address_city: "Tacoma",
    privacy_text: "# What we keep\n\nYour message.",
  });
}

/** Renders a page as the server does. */
const make = async (path: string) => (await renderPage(site, renderer, path)).toString();

test("makes every public step done, as the screen counts them", async () => {
  const rows = Object.fromEntries(
    await Promise.all(
      ASKED.map(async ({ table, columns, ...part }) => {
        const found = await site.sql`select ${site.sql([...columns])} from ${site.sql(table)}
          where ${"active" in part ? site.sql`is_active` : true}`;
        return [table, found.map((row) => ({ ...row }))];
      }),
    ),
  ) as PublicRows;
  const { left, isOwn } = progressOf(rows, { said: [], admins: 2 });
  expect(left).toEqual([]);
  expect(isOwn).toBe(true);
});

test.each([...visitorPaths, "/privacy", "/manifest.webmanifest"])(
  "%s shows nothing of the demo company after the last step",
  async (path) => {
    const html = await make(path);
    expect(html).toContain(NAME);
    // A stylesheet contains the default color for settings without one.
    const shown = html.replace(/<style[\s\S]*?<\/style>/g, "");
    expect(demoNamedIn(NAME)(shown)).toBe(false);
    expect(shown).not.toMatch(/evergreen/i);
    expect(shown).not.toMatch(/1f6e4d/i);
    for (const part of FIR) expect(shown).not.toContain(part);
    if (path.includes(".")) return;
    expect(shown).toContain(LOGO);
    expect(shown).toContain('href="/privacy"');
  },
);

test.each(visitorPaths)("%s shows a plain carton to a company without a logo", async (path) => {
  await writeSettings(site.sql, { logo_url: "" });
  try {
    const html = await make(path);
    expect(html).not.toContain(LOGO);
    expect(html).toContain(CARTON);
    for (const part of FIR) expect(html).not.toContain(part);
  } finally {
    await writeSettings(site.sql, { logo_url: LOGO });
  }
});

test("keeps the admin's own colors, with a red brand too", async () => {
  const html = await make("/admin/login");
  expect(html).toContain('<html lang="en-US">');
  expect(html).not.toContain("--brand");
  expect(await make("/")).toContain("--brand:#B3261E");
});
