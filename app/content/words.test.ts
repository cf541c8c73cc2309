import { describe, expect, test } from "vitest";
import { defaultFaqItems } from "./defaults/faq-items.ts";
import { defaultPricingItems, seedPricingItems } from "./defaults/pricing-items.ts";
import { defaultServices } from "./defaults/services.ts";
import { defaultTestimonials } from "./defaults/testimonials.ts";
import {
  catalogue,
  catalogueFields,
  defaultSettings,
  editorTabs,
  fixed,
  items,
  type MetaPage,
  mergeContent,
  mergeSettings,
  pageMeta,
  pageName,
  publicPages,
} from "./index.ts";

/** All strings in a value, at any depth. */
const strings = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : value !== null && typeof value === "object"
      ? Object.values(value).flatMap(strings)
      : [];

const words = [
  ...catalogueFields.map(({ field }) => field.value),
  ...strings([defaultServices, seedPricingItems, defaultFaqItems, defaultTestimonials]),
  ...strings([fixed, Object.values(defaultSettings).map((setting) => setting.setting_value)]),
];

test.each([
  ["home", "hero dispatch features about photo testimonial cta"],
  ["services", "hero services photo process onboarding shipping limits cta"],
  ["sourcing", "hero benefits services photo process pricing faqs cta"],
  ["why-us", "hero reasons stats guarantee terms comparison case_study trust photo people cta"],
  ["pricing", "hero benefits estimate invoice photo cta"],
  ["contact", "hero contact_form contact_info business_hours onboarding_call photo cta_section"],
] as const)("the editor shows %s with the sections of rule E-2", (page, sections) => {
  expect(Object.keys(catalogue[page]).join(" ")).toBe(sections);
});

test("has one tab per page", () => {
  expect(editorTabs.map((tab) => tab.page)).toEqual(Object.keys(catalogue));
});

test("each page has as many cards, steps and numbers as rules V-5 to V-9 count", () => {
  const home = mergeContent("home");
  const services = mergeContent("services");
  const sourcing = mergeContent("sourcing");
  const whyUs = mergeContent("why-us");
  expect(items(home.features, "card")).toHaveLength(3);
  expect(items(home.testimonial, "stat")).toHaveLength(3);
  expect(items(services.process, "step").map((step) => step.title)).toEqual(
    "Receive Store Sync Pick Pack Ship".split(" "),
  );
  expect(items(sourcing.services, "service")).toHaveLength(6);
  expect(items(sourcing.process, "step")).toHaveLength(6);
  expect(items(sourcing.pricing, "note")).toHaveLength(2);
  expect(items(sourcing.faqs, "faq")).toHaveLength(2);
  expect(items(whyUs.reasons, "reason")).toHaveLength(6);
  expect(items(whyUs.stats, "stat")).toHaveLength(4);
  expect(defaultServices.map((service) => service.title)).toEqual([
    "Pick & Pack",
    "Storage & Inventory",
    "Returns",
    "Kitting & Bundling",
    "Sourcing",
  ]);
});

describe("the facts of rule F-2", () => {
  const rates = defaultPricingItems.map((item) => `${item.rate} ${item.description}`).join("\n");
  test.each([
    "$2.00 per cubic foot per month",
    "Waived at 100+ orders per month",
    "$1.00-$5.00 per order",
    "$0.40-$1.00",
    "$20 per month",
    "Flat project fee per SKU",
  ])("the price list says %s", (fact) => expect(rates).toContain(fact));

  test.each([
    "within 24-48 hours",
    "2 business days",
    "TikTok Shop",
    "no order minimums",
    "about 1-2 weeks",
    "99.8%",
    "70,000+",
    "orders in 12 months",
    "waived at 100+ orders per month",
    "2-4 weeks",
    "4-6 weeks",
    "10-16+ weeks",
    "8:00 AM - 6:00 PM PST",
    "9:00 AM - 2:00 PM PST",
    "Let's Map Your Fulfillment Plan",
    "Get Started Today",
    "Ready to Scale?",
    "Schedule Your Onboarding Call",
    "Page Not Found",
  ])("the site says %s", (fact) => expect(words.join("\n")).toContain(fact));

  test("uses only numbers from the facts", () => {
    const known =
      /\$2\.00|\$1\.00-\$5\.00|\$0\.40-\$1\.00|\$20|\$0|100\+?|24-48 ?h(ou)?rs?|10-16\+|[24]-[46]|1-2|99\.8%|70,000\+|12 months|[869]:00 [AP]M|2:00 PM|11:59 PM|1[47]:00|20\d\d-\d\d-\d\d|2 business days|^12$|\(503\) 555-0142|1200 x 630|120-155|#[0-9A-F]{6}|404|3PL/g;
    const choices = /0-50|51-100|101-500|501-1000|1000\+/g;
    const rates = new RegExp(
      seedPricingItems.map(({ rate }) => rate.replace(/[$.]/g, "\\$&")).join("|"),
      "g",
    );
    const weights = /up to \d+ (oz|lb)/g;
    const help = /like 1\.5\b|16 ounces is one pound/g;
    const strange = words.filter((text) =>
      /\d/.test(
        [rates, weights, choices, help, known].reduce((left, of) => left.replace(of, ""), text),
      ),
    );
    expect(strange).toEqual([]);
  });
});

test("texts that need more than a line get a multi-line field", () => {
  const lines = catalogueFields.filter(({ field }) => field.type === "text");
  expect(lines.filter(({ content_key }) => content_key.includes("description"))).toEqual([]);
  expect(lines.filter(({ field }) => field.value.length > 80)).toEqual([]);
});

test("has no blank default without a hint, and no headline that is too long", () => {
  const blank = catalogueFields.filter(({ field }) => !field.value.trim());
  expect(blank.filter(({ field }) => !/^(Enter|Write) /.test(field.whenBlank ?? ""))).toEqual([]);
  expect(blank.length).toBeGreaterThan(5);
  const heroes = catalogueFields.filter(
    ({ section_name, content_key }) => section_name === "hero" && content_key === "title",
  );
  expect(heroes).toHaveLength(6);
  expect(heroes.filter(({ field }) => field.value.split(" ").length > 9)).toEqual([]);
});

test("uses no shouting, buzzwords or filler", () => {
  const jargon =
    /!|lorem|seamless|leverage|synerg|cutting-edge|world-class|best-in-class|game.chang|unlock|elevate|empower|solution|streamlin|hassle|effortless|one-stop|next level|—|[‘’“”]/i;
  expect(words.filter((text) => jargon.test(text.replace("Oops!", "")))).toEqual([]);
});

test.each<MetaPage>(["home", "services", "sourcing", "pricing", "why-us", "faqs", "contact"])(
  "%s has a title and description that search engines show whole",
  (page) => {
    const { title, description } = pageMeta(page, mergeSettings());
    expect(title.length).toBeGreaterThanOrEqual(50);
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeGreaterThanOrEqual(120);
    expect(description.length).toBeLessThanOrEqual(155);
  },
);

test("there are eight to ten questions, each asked once", () => {
  const questions = new Set(defaultFaqItems.map((item) => item.question));
  expect(questions.size).toBe(defaultFaqItems.length);
  expect(questions.size).toBeGreaterThanOrEqual(8);
  expect(questions.size).toBeLessThanOrEqual(10);
});

test.each(publicPages)("%s has a title and a name, whatever staff have blanked", (page) => {
  for (const [site_title, company_name] of [
    ["", ""],
    [" ", "  "],
    ["", "Acme"],
    ["Acme ships", ""],
  ] as const) {
    const settings = { ...mergeSettings(), site_title, company_name };
    expect(pageMeta(page, settings).title).toMatch(/^\w.*\w$/);
    expect(pageName(page, settings)).toMatch(/^\w.*\w$/);
  }
});
