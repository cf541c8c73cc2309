import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { defaultFaqItems } from "#app/content/defaults/faq-items.ts";
import { seedPricingItems } from "#app/content/defaults/pricing-items.ts";
import { defaultServices } from "#app/content/defaults/services.ts";
import { defaultTestimonials } from "#app/content/defaults/testimonials.ts";
import { catalogueFields, defaultSettings, mergeContent } from "#app/content/index.ts";
import { openTestBackend } from "#tests/support/backend.ts";
import { site, withSite } from "./steps.ts";

withSite();

/** Only staff may read what visitors get by email, and how long messages and log entries are stored. */
const FOR_STAFF = [
  ...["confirmation_enabled", "confirmation_subject", "confirmation_text"],
  ...["delete_spam", "delete_closed_months", "audit_log_months"],
];

test.each([
  ["site_content", catalogueFields.length],
  ["services", defaultServices.length],
  ["pricing_items", seedPricingItems.length],
  ["faq_items", defaultFaqItems.length],
  ["testimonials", defaultTestimonials.length],
])("a visitor reads every seeded row of %s", async (table, count) => {
  const { data, error } = await site.visitor().from(table).select();
  expect(error).toBeNull();
  expect(data).toHaveLength(count);
});

test("a visitor reads every seeded setting that isn't for staff", async () => {
  const { data } = await site.visitor().from("site_settings").select("setting_key").throwOnError();
  const forVisitors = Object.keys(defaultSettings).filter((key) => !FOR_STAFF.includes(key));
  expect(data.map(({ setting_key }) => setting_key).sort()).toEqual(forVisitors.sort());
});

test("seeds what the pages fall back on", async () => {
  const { data } = await site.visitor().from("site_content").select().eq("page_name", "home");
  expect(mergeContent("home", data ?? [])).toEqual(mergeContent("home"));
});

test("keeps staff's changes and deletions when seeded again", async () => {
  const changed = await openTestBackend();
  const admin = await changed.admin();
  const title = { page_name: "home", section_name: "hero", content_key: "title" };
  await admin.from("site_content").update({ content_value: "Our own words" }).match(title);
  await admin.from("faq_items").delete().eq("display_order", 0);

  await changed.sql.unsafe(await readFile("supabase/seed.sql", "utf8")).simple();

  const content = await admin.from("site_content").select("content_value").match(title).single();
  expect(content.data?.content_value).toBe("Our own words");
  const faqs = await admin.from("faq_items").select();
  expect(faqs.data).toHaveLength(defaultFaqItems.length - 1);
  await changed.close();
});
