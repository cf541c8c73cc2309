import type { Page } from "@playwright/test";
import { mergeContent } from "#app/content/index.ts";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import type { Site } from "#tests/support/site.ts";
import { DESKTOP, expect, PHONE, test } from "../../fixture.ts";
import { says, section } from "./steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Checks the open page on a desktop and on a phone. */
async function onEachDevice(page: Page, check: () => Promise<void>) {
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await check();
  }
}

/** The headings of a list, in reading order. */
const titles = (page: Page, key: string) =>
  section(page, key).getByRole("listitem").getByRole("heading");

async function expectFigures(page: Page, key: string, figures: readonly (readonly string[])[]) {
  for (const [value, label] of figures) {
    const figure = section(page, key)
      .locator("dl > div")
      .filter({ hasText: String(label) });
    await expect(figure.getByText(String(value), { exact: true })).toBeVisible();
  }
}

test("home: three features, the company, a testimonial with three figures and three more, a call", async ({
  page,
}) => {
  const { hero, dispatch } = mergeContent("home");
  await page.goto("/");
  await onEachDevice(page, async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(hero.title);
    await expect(section(page, "hero").getByText(hero.subtitle)).toBeVisible();
    await expect(section(page, "hero").getByText(hero.platforms)).toBeVisible();
    const ways = section(page, "hero").getByRole("link");
    await expect(ways.first()).toHaveAttribute("href", "/contact");
    await expect(ways.last()).toHaveAttribute("href", "/pricing");
    await expect(titles(page, "features")).toHaveCount(3);
    await expect(section(page, "about").getByRole("link")).toHaveAttribute("href", "/services");
    await expect(section(page, "dispatch").getByText(dispatch.promise_value)).toBeVisible();
    await expect(section(page, "dispatch").getByText(dispatch.rule_value)).toBeVisible();
    await expect(section(page, "testimonial").locator("blockquote")).toHaveCount(4);
    await expectFigures(page, "testimonial", [
      ["70,000+", "orders in 12 months"],
      ["24-48hr", "fulfillment"],
      ["$0", "order minimums"],
    ]);
    await expect(section(page, "cta").getByRole("link")).toHaveAttribute("href", "/contact");
  });
});

test("services: five services, six steps, six days to the first package, two links", async ({
  page,
}) => {
  await page.goto("/services");
  await onEachDevice(page, async () => {
    await expect(titles(page, "services")).toHaveText([
      "Pick & Pack",
      "Storage & Inventory",
      "Returns",
      "Kitting & Bundling",
      "Sourcing",
    ]);
    await expect(titles(page, "process")).toHaveText([
      "Receive",
      "Store",
      "Sync",
      "Pick",
      "Pack",
      "Ship",
    ]);
    const { onboarding } = mergeContent("services");
    await expect(titles(page, "onboarding")).toHaveCount(6);
    await expect(section(page, "onboarding").getByText(onboarding.day_4_when)).toBeVisible();
    const ways = section(page, "cta").getByRole("link");
    await expect(ways.first()).toHaveAttribute("href", "/contact");
    await expect(ways.last()).toHaveAttribute("href", "/pricing");
  });
});

test("sourcing: reasons, six services, six steps, the fee, and how long it takes", async ({
  page,
}) => {
  await page.goto("/sourcing");
  await onEachDevice(page, async () => {
    await expect(section(page, "hero").getByRole("link")).toHaveAttribute("href", "/contact");
    await expect(titles(page, "benefits")).toHaveCount(4);
    await expect(titles(page, "services")).toHaveCount(6);
    await expect(titles(page, "process")).toHaveCount(6);
    await expect(titles(page, "pricing")).toHaveText(["Flat project fee", "Bundle pricing"]);
    await expect(section(page, "pricing").getByText(/flat project fee per SKU/)).toBeVisible();
    const answers = section(page, "faqs");
    await expect(titles(page, "faqs")).toHaveCount(2);
    await expect(answers.getByText(/Local suppliers take 2-4 weeks/)).toBeVisible();
    await expect(answers.getByText(/already in stock take 4-6 weeks/)).toBeVisible();
    await expect(answers.getByText(/Plan for 10-16\+ weeks/)).toBeVisible();
    await expect(section(page, "cta").getByRole("link")).toHaveAttribute("href", "/contact");
  });
});

test("why us: six reasons and four figures", async ({ page }) => {
  await page.goto("/why-us");
  await onEachDevice(page, async () => {
    await expect(titles(page, "reasons")).toHaveCount(6);
    await expectFigures(page, "stats", [
      ["70,000+", "orders in 12 months"],
      ["24-48hr", "fulfillment"],
      ["99.8%", "accuracy"],
      ["$0", "hidden fees"],
    ]);
    // Hidden until the company enters what it pays.
    await expect(section(page, "guarantee")).toHaveCount(0);
    await expect(section(page, "cta").getByRole("link")).toHaveAttribute("href", "/contact");
  });
});

test("the home page's testimonial: the first featured, else the first in order, else the texts", async ({
  page,
  site,
}) => {
  const { sql } = site;
  const voices = section(page, "testimonial").locator("figcaption p:first-child");
  const shows = async (author: string, ...further: string[]) => {
    await expect
      .poll(async () => {
        await page.goto("/");
        return voices.allTextContents();
      })
      .toEqual([author, ...further]);
  };
  await withTablesRestored(sql, ["testimonials", "site_content"], async () => {
    await sql`update testimonials set featured = author_name in ('Dex Holloway', 'Priya Castellanos')`;
    await shows("Priya Castellanos", "Maren Okafor", "Tobias Renner", "Dex Holloway");
    await sql`update testimonials set is_active = false where author_name = 'Priya Castellanos'`;
    await shows("Dex Holloway", "Maren Okafor", "Tobias Renner");
    await sql`update testimonials set featured = false`;
    await shows("Maren Okafor", "Tobias Renner", "Dex Holloway");
    await sql`update testimonials set display_order = 9 where author_name = 'Maren Okafor'`;
    await shows("Tobias Renner", "Dex Holloway", "Maren Okafor");
    await sql`
      update site_content set content_value = 'Nobody Yet'
      where page_name = 'home' and content_key = 'author_name'`;
    await sql`update testimonials set is_active = false`;
    await shows("Nobody Yet");
  });
});

test("draws a service's icon, or a package", async ({ page, site }) => {
  const drawing = async (site: Site, name: string) => {
    await site.sql`update services set icon_name = ${name}, title = ${`Drawn as ${name}`}
      where display_order = 1`;
    await says(page, "/services", `Drawn as ${name}`);
    await page.goto("/services");
    return section(page, "services").getByRole("listitem").first().locator("svg").innerHTML();
  };
  await withTablesRestored(site.sql, ["services"], async () => {
    const known: string[] = [];
    for (const name of ["Package", "Boxes", "Settings", "Truck", "RotateCcw", "BarChart3"])
      known.push(await drawing(site, name));
    expect(new Set(known).size).toBe(6);
    expect(await drawing(site, "Rocket")).toBe(known[0]);
    expect(await drawing(site, "constructor")).toBe(known[0]);
  });
});
