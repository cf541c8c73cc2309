import { expect, test } from "vitest";
import { defaultFaqItems } from "#app/content/defaults/faq-items.ts";
import { seedPricingItems } from "#app/content/defaults/pricing-items.ts";
import { defaultServices } from "#app/content/defaults/services.ts";
import { defaultTestimonials } from "#app/content/defaults/testimonials.ts";
import { catalogueFields, defaultSettings } from "#app/content/index.ts";
import type { Onboarding } from "#app/lib/data/database.types.ts";
import type { PublicRows } from "./public-rows.ts";
import { publicTexts } from "./public-texts.ts";
import { keepingAll, progressOf, type StepId } from "./steps.ts";

const NOTHING: Onboarding = { said: [], admins: 1 };
const said = (...places: string[]): Onboarding => ({
  admins: 1,
  said: places.map((place) => ({ place, by: "Dana", at: "2026-01-01T00:00:00Z" })),
});
const rowsOf = (items: readonly object[]) =>
  items.map((item, at) => ({ id: `id-${at}`, ...item })) as never;

/** A fresh site's content. */
const seeded = (): PublicRows => ({
  site_settings: rowsOf(
    Object.entries(defaultSettings).map(([setting_key, one]) => ({ setting_key, ...one })),
  ),
  site_content: rowsOf(
    catalogueFields.map(({ field, ...at }) => ({ ...at, content_value: field.value })),
  ),
  services: rowsOf(defaultServices),
  pricing_items: rowsOf(seedPricingItems),
  faq_items: rowsOf(defaultFaqItems),
  testimonials: rowsOf(defaultTestimonials),
  team_members: [],
  announcements: [],
});
const OWN_SETTINGS: Record<string, string> = {
  site_title: "Northlight Logistics | Candles and glass",
  site_description: "We ship what breaks.",
  site_keywords: "fragile, candles",
  company_name: "Northlight Logistics",
  contact_email: "hi@northlight.test",
  contact_phone: "(206) 444-9090",
  website_url: "https://northlight.test",
  dispatch_cutoff: "11:00",
  dispatch_pickup: "15:30",
  free_storage_orders: "250",
  logo_url: "/storage/logo.png",
  brand_color_primary: "#123456",
};

/** The same site with every text rewritten. */
function own(): PublicRows {
  const rows = seeded();
  return {
    ...rows,
    site_settings: rows.site_settings.map((row) => ({
      ...row,
      setting_value: OWN_SETTINGS[row.setting_key] ?? row.setting_value,
    })),
    site_content: rows.site_content.map((row) => ({
      ...row,
      content_value: "We wrote 1 of our own",
    })),
    services: rowsOf([{ title: "Storage", description: "Cool and dry." }]),
    pricing_items: rowsOf([{ service_name: "Storage", rate: "$9 a shelf", description: "" }]),
    faq_items: rowsOf([{ question: "Glass?", answer: "Gladly." }]),
    testimonials: [],
  };
}
const setting = (rows: PublicRows, key: string, setting_value: string): PublicRows => ({
  ...rows,
  site_settings: rows.site_settings.map((row) =>
    row.setting_key === key ? { ...row, setting_value } : row,
  ),
});
const text = (rows: PublicRows, path: string, content_value: string): PublicRows => ({
  ...rows,
  site_content: rows.site_content.map((row) =>
    `${row.page_name}.${row.section_name}.${row.content_key}` === path
      ? { ...row, content_value }
      : row,
  ),
});
const leftOf = (rows: PublicRows, hour = NOTHING) =>
  progressOf(rows, hour).left.map(({ place, demo }) => `${demo} ${place}`);
const step = (rows: PublicRows, id: StepId, hour = NOTHING) =>
  progressOf(rows, hour).steps.find((one) => one.id === id);

test("counts every text of a fresh site as demo content, with no step done", () => {
  const { left, total, steps, isOwn } = progressOf(seeded(), NOTHING);
  expect(total).toBeGreaterThan(150);
  expect(left).toHaveLength(total);
  expect(steps.filter(({ done }) => done)).toEqual([]);
  expect(isOwn).toBe(false);
});

test("counts the defaults of a site without rows as demo content", () => {
  const empty = Object.fromEntries(Object.keys(seeded()).map((table) => [table, []]));
  const { left, total, isOwn } = progressOf(empty as never, NOTHING);
  expect(left).toHaveLength(total);
  expect(left.map(({ place }) => place)).toEqual(
    expect.arrayContaining([
      "site_content/home.testimonial.quote",
      "site_settings/company_name",
      "pricing_items/default-0",
      "faq_items/default-0",
      "services/default-0",
    ]),
  );
  expect(isOwn).toBe(false);
});

test("counts steps as done from the data alone", () => {
  const { left, isOwn, steps } = progressOf(own(), NOTHING);
  expect(left).toEqual([]);
  expect(isOwn).toBe(true);
  expect(steps.filter(({ done }) => !done).map(({ id }) => id)).toEqual([
    "address",
    "mail",
    "password",
    "colleague",
  ]);
});

test.each([
  ["home.hero.subtitle", "At Evergreen we now ship in a day.", "named"],
  ["home.hero.subtitle", "Write to HELLO@evergreen.example.com for more.", "named"],
  ["home.cta.button", "Call Evergreen", "named"],
  ["contact.hero.subtitle", "Call 503.555.0142, or come by today.", "named"],
  ["why-us.trust.description", "Maren Okafor of Halfmoon Nail Studio trusts us.", "named"],
  ["home.hero.title", "  Built for the morning\n after you go viral. ", "same"],
])("%s as %j is demo content: %s", (path, words, demo) => {
  expect(leftOf(text(own(), path, words))).toEqual([`${demo} site_content/${path}`]);
});

test.each([
  ["home.hero.subtitle", "Evergreens and shrubs, shipped alive by us."],
  ["home.cta.button", "Talk to Us"],
  ["home.cta.description", ""],
  ["services.process.step_1_title", "Receive"],
])("%s as %j is not demo content", (path, words) => {
  expect(leftOf(text(own(), path, words))).toEqual([]);
});

test("counts unchanged prices and fictional people as demo content", () => {
  const rows: PublicRows = {
    ...own(),
    pricing_items: rowsOf([
      { service_name: "Storage", rate: "$2.00 per cubic foot per month", description: "Ours." },
      { service_name: "Storage", rate: "$2.10 per cubic foot per month", description: "" },
    ]),
    testimonials: rowsOf([
      { quote: "Quick and kind.", author_name: "Priya Castellanos", author_company: "" },
    ]),
  };
  expect(leftOf(rows)).toEqual(["same pricing_items/id-0", "named testimonials/id-0"]);
});

test("counts the home page's quote only without a testimonial", () => {
  const places = (rows: PublicRows) => publicTexts(rows).map(({ place }) => place);
  expect(places(seeded())).not.toContain("site_content/home.testimonial.quote");
  expect(places({ ...seeded(), testimonials: [] })).toContain(
    "site_content/home.testimonial.quote",
  );
});

test("counts the calendar as demo content by its address, and as done without one", () => {
  const path = "contact.onboarding_call.calendly_url";
  const demo = "https://calendly.com/evergreen-fulfillment-example/another-call";
  expect(step(text(own(), path, demo), "calendar")?.done).toBe(false);
  expect(step(text(own(), path, ""), "calendar")?.done).toBe(true);
  expect(step(text(own(), path, "https://calendly.com/north/call"), "calendar")?.done).toBe(true);
});

test("finds logo, color and address in the settings, or kept by a person", () => {
  expect(step(own(), "logo")?.done).toBe(true);
  expect(step(setting(own(), "logo_url", ""), "logo")?.done).toBe(false);
  expect(step(setting(own(), "logo_url", ""), "logo", said("logo"))?.done).toBe(true);
  expect(step(setting(own(), "brand_color_primary", "#1f6e4d"), "color")?.done).toBe(false);
  const street = setting(own(), "address_street", "1 Pier");
  expect(step(street, "address")?.done).toBe(false);
  expect(step(setting(street, "address_city", "Tacoma"), "address")?.done).toBe(true);
  expect(step(own(), "colleague", { ...NOTHING, admins: 2 })?.done).toBe(true);
});

test("keeps seed texts of a part, except those that name the demo company", () => {
  const rows = seeded();
  const home = (hour: Onboarding) =>
    progressOf(rows, hour).left.filter(({ part }) => part === "words/home");
  expect(home(NOTHING).length).toBeGreaterThan(10);
  expect(home(said("words/home")).map(({ place }) => place)).toEqual([
    "site_content/home.hero.subtitle",
    "site_content/home.about.description",
  ]);
  expect(home(said("words/home", "site_content/home.hero.subtitle"))).toHaveLength(1);
  expect(step(rows, "prices", said("prices"))?.done).toBe(true);
  expect(step(rows, "prices", said("prices"))?.said).toHaveLength(1);
});

test("keeps everything left with one action, except what a person must have seen", () => {
  const before = progressOf(seeded(), NOTHING);
  expect(before.kept).toEqual([]);
  const { places, stays } = keepingAll(before);
  const after = progressOf(seeded(), said(...places));
  expect(after.left).toEqual([]);
  expect(after.kept).toEqual(before.left);
  expect(after.isOwn).toBe(true);
  expect(stays).toEqual(["mail", "password"]);
  expect(after.steps.filter(({ done }) => !done).map(({ id }) => id)).toEqual(stays);
  expect(keepingAll(after)).toEqual({ places: [], stays });
  for (const place of places) expect(place).toMatch(/^[a-z0-9_/.-]{1,200}$/);
});

test("checks a thousand rows quickly", () => {
  const many = rowsOf(
    Array.from({ length: 1000 }, (_, at) => ({ question: `Is it ${at}?`, answer: "Yes, it is." })),
  );
  expect(progressOf({ ...own(), faq_items: many }, NOTHING).left).toEqual([]);
});
