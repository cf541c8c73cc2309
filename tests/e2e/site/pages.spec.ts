import type { Page } from "@playwright/test";
import { mergeContent } from "#app/content/index.ts";
import { sitePages } from "#tests/support/pages.ts";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import type { Site } from "#tests/support/site.ts";
import { answerForProvider } from "../contact/form.ts";
import { expect, PHONE, test } from "../fixture.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const DEVICES = [
  ["desktop", { width: 1440, height: 900 }],
  ["phone", PHONE],
] as const;

/** The part of a page that staff edit under this key. */
const section = (page: Page, key: string) => page.locator(`#${key}`);

/** A list's headings, in the order in which they are read. */
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

for (const [device, viewport] of DEVICES)
  test.describe(device, () => {
    test.use({ viewport });

    test("home: three features, the company, a voice with three figures and three more, a call", async ({
      page,
    }) => {
      const { hero, dispatch } = mergeContent("home");
      await page.goto("/");
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

    test("services: five in their rack, six steps on the belt, six days to the first parcel, two ways on", async ({
      page,
    }) => {
      await page.goto("/services");
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

    test("sourcing: reasons, six services, six steps, the fee, and how long it takes", async ({
      page,
    }) => {
      await page.goto("/sourcing");
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

    test("why us: six reasons and four figures", async ({ page }) => {
      await page.goto("/why-us");
      await expect(titles(page, "reasons")).toHaveCount(6);
      await expectFigures(page, "stats", [
        ["70,000+", "orders in 12 months"],
        ["24-48hr", "fulfillment"],
        ["99.8%", "accuracy"],
        ["$0", "hidden fees"],
      ]);
      // It waits for what the company pays.
      await expect(section(page, "guarantee")).toHaveCount(0);
      await expect(section(page, "cta").getByRole("link")).toHaveAttribute("href", "/contact");
    });

    test("pricing: what it costs, free storage, what is included, a call", async ({ page }) => {
      await page.goto("/pricing");
      await expect(page.locator("#benefits").getByRole("rowheader")).toHaveCount(10);
      const table = page.getByRole("table", { name: "Rates by service" });
      for (const rate of ["$2.00", "$1.00-$5.00", "$0.40-$1.00", "$20"])
        await expect(table.getByText(rate, { exact: true })).toBeVisible();
      await expect(page.getByText("Free storage after 100 orders per month")).toBeVisible();
      await expect(section(page, "benefits").getByRole("listitem")).toHaveCount(6);
      await expect(section(page, "cta").getByRole("link").first()).toHaveAttribute(
        "href",
        "tel:5035550142",
      );
    });
  });

/** Waits until the page that is served says so. */
const says = (page: Page, path: string, words: string) =>
  expect
    .poll(async () => (await page.request.get(path)).text(), { intervals: [50] })
    .toContain(words);

test("the voice on the home page: the first featured, else the first in order, else the texts", async ({
  page,
  site,
}) => {
  const { sql } = site;
  const voices = section(page, "testimonial").locator("figcaption > p:first-child");
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

test("a service is drawn by its icon's name; a name nobody knows is a package", async ({
  page,
  site,
}) => {
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

test("a quote of any length stays on one screen of a desktop", async ({ page, site }) => {
  await withTablesRestored(site.sql, ["testimonials"], async () => {
    for (const times of [2, 5, 16]) {
      const quote = `${"They packed it, they shipped it, they called. ".repeat(times)}End ${times}.`;
      await site.sql`update testimonials set quote = ${quote}`;
      await says(page, "/", `End ${times}.`);
      await page.goto("/");
      const box = await section(page, "testimonial").locator(".card").boundingBox();
      expect(box?.height, `${quote.length} characters`).toBeLessThanOrEqual(900);
    }
  });
});

test("a text runs the way of its own script, on a page that runs the other way", async ({
  page,
  site,
}) => {
  const question = "هل تشحنون إلى الخارج؟";
  await withTablesRestored(site.sql, ["faq_items"], async () => {
    await site.sql`update faq_items set question = ${question} where display_order = 0`;
    await says(page, "/faqs", question);
    await page.goto("/faqs");
    const [first, last] = await page.getByText(question, { exact: true }).evaluate((element) => {
      const text = element.firstChild as Text;
      return [0, text.length - 1].map((at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      });
    });
    expect(last, "the question mark ends the line, at the left").toBeLessThan(first as number);
  });
});

test("a page whose headline staff have blanked is headed by its name, and has a title", async ({
  page,
  site,
}) => {
  const { sql } = site;
  await answerForProvider(page);
  await withTablesRestored(sql, ["site_content", "site_settings"], async () => {
    // As in a database that is older than the rule that keeps them.
    await sql`alter table site_content drop constraint site_content_value_required`;
    await sql`alter table site_settings drop constraint site_settings_value_required`;
    await sql`update site_content set content_value = ' ' where section_name = 'hero'`;
    await writeSettings(sql, { site_title: "", company_name: "Acme Shipping" });
    await says(page, "/services", ">Services</h1>");
    for (const [path, name] of [
      ["/", "Acme Shipping"],
      ["/services", "Services"],
      ["/sourcing", "Sourcing"],
      ["/pricing", "Pricing"],
      ["/why-us", "Why Us"],
      ["/contact", "Contact"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expect(page).toHaveTitle(/Acme Shipping$/);
    }
    await writeSettings(sql, { company_name: " " });
    await says(page, "/", "<title>Home</title>");
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Home");
    await expect(page.getByRole("banner").getByRole("link").nth(1)).toHaveAccessibleName("Home");
  });
});

test("texts that staff have blanked leave no empty heading and no nameless button", async ({
  page,
  site,
}) => {
  const { sql } = site;
  await answerForProvider(page);
  await withTablesRestored(sql, ["site_content"], async () => {
    await sql`alter table site_content drop constraint if exists site_content_value_required`;
    await sql`update site_content set content_value = ''
      where content_type in ('text', 'textarea') and content_key !~ '_[0-9]+_'`;
    await says(page, "/services", ">Services</h1>");
    for (const { path } of sitePages) {
      await page.goto(path);
      await expect(page.locator("h1")).toHaveCount(1);
      await expect(page.locator(":is(h1, h2, h3):empty"), path).toHaveCount(0);
      // The calendar takes the place of a button that stood for it.
      await expect(async () => {
        for (const way of await page.locator("main .button:visible").all())
          await expect(way, path).toHaveAccessibleName(/\w/, { timeout: 500 });
      }).toPass({ timeout: 8_000 });
    }
    await expect(page.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  });
});

/** In the page: how the closing button and its focus ring stand out from what they lie on. */
const closingContrasts = () => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (color: string) => {
    if (!canvas) return 0;
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) =>
      byte <= 10 ? byte / 3294 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };
  const button = document.querySelector("#cta .button") as HTMLElement;
  const floor = getComputedStyle(document.querySelector("#cta") as Element).backgroundColor;
  button.focus({ focusVisible: true } as FocusOptions);
  const { color, outlineColor, outlineStyle } = getComputedStyle(button);
  const fill = getComputedStyle(button, "::before").backgroundColor;
  return {
    words: contrast(color, fill),
    button: contrast(fill, floor),
    ring: outlineStyle === "none" ? 0 : contrast(outlineColor, floor),
  };
};

for (const [primary, secondary] of [
  ["#1f6e4d", "#1f6e4d"],
  ["#ffe600", "#ffe600"],
  ["#ffffff", "#ffffff"],
  ["#000000", "#000000"],
  ["#ffe600", "#1a2b6d"],
] as const)
  test(`with ${primary} and ${secondary} the site can be read and used`, async ({
    page,
    site,
    expectAccessible,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await withTablesRestored(site.sql, ["site_settings"], async () => {
      await writeSettings(site.sql, {
        brand_color_primary: primary,
        brand_color_secondary: secondary,
      });
      await expect
        .poll(async () => (await page.request.get("/pricing")).text())
        .toContain(`--accent:${secondary}`);
      for (const path of ["/pricing", "/why-us"]) {
        await page.goto(path);
        await expectAccessible();
        const { words, button, ring } = await page.evaluate(closingContrasts);
        expect(words, "the words of the closing button").toBeGreaterThanOrEqual(4.5);
        expect(button, "the closing button").toBeGreaterThanOrEqual(1.8);
        expect(ring, "its focus ring").toBeGreaterThanOrEqual(3);
      }
    });
  });
