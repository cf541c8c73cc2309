import { sitePages } from "#tests/support/pages.ts";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { answerForProvider } from "../../contact/form.ts";
import { expect, test } from "../../fixture.ts";
import { says, section } from "./steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

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

test("a long button stays clear of the drawing next to it", async ({ page, site }) => {
  await withTablesRestored(site.sql, ["site_content"], async () => {
    const label =
      "Get your spring plan, with a very long label that no designer would ever approve";
    await site.sql`update site_content set content_value = ${label}
      where page_name = 'home' and section_name = 'hero' and content_key = 'primary_button'`;
    await says(page, "/", label);
    await page.goto("/");
    for (const width of [1024, 1100, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const button = await section(page, "hero").getByRole("link", { name: label }).boundingBox();
      // The truck reaches out of the drawing's box. The ground may lie behind the words.
      const lefts = await page
        .locator("#hero svg.art :not(.fill-paper-3)")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
      expect((button?.x ?? 0) + (button?.width ?? 0), `${width} px`).toBeLessThanOrEqual(
        Math.min(...lefts),
      );
    }
  });
});

test("keeps each text's direction on a page of the other direction", async ({ page, site }) => {
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

test("uses the page's name for a blank headline", async ({ page, site }) => {
  const { sql } = site;
  await answerForProvider(page);
  await withTablesRestored(sql, ["site_content", "site_settings"], async () => {
    // As in a database from before the constraints on these values.
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
    // Blank at first: these show their sections, whose labels are blank now.
    await sql`update site_content set content_value = 'Written'
      where content_key in ('carriers', 'customer_name', 'before_description')`;
    await says(page, "/services", ">Services</h1>");
    for (const { path } of sitePages) {
      await page.goto(path);
      await expect(page.locator("h1")).toHaveCount(1);
      await expect(page.locator(":is(h1, h2, h3):empty"), path).toHaveCount(0);
      // The calendar replaces its placeholder button.
      await expect(async () => {
        for (const way of await page.locator("main .button:visible").all()) {
          // Not injected: A removed button has no name; then the test checks the current buttons again.
          await expect(way, path).toHaveAccessibleName(/\w/, { timeout: 500 });
        }
      }).toPass();
    }
    await expect(page.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  });
});

/** In the page: the contrast of the close button and its focus ring with their background. */
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
  const { color, filter, outlineColor, outlineStyle } = getComputedStyle(button);
  const fill = getComputedStyle(button, "::before").backgroundColor;
  // A button too pale for its floor has a line around it.
  const edge = /rgba?\([^)]+\)/.exec(filter)?.[0] ?? fill;
  return {
    words: contrast(color, fill),
    button: Math.max(contrast(fill, floor), contrast(edge, floor)),
    ring: outlineStyle === "none" ? 0 : contrast(outlineColor, floor),
  };
};

test("keeps the site readable with any brand colors", async ({ page, site, expectAccessible }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await withTablesRestored(site.sql, ["site_settings"], async () => {
    for (const [primary, secondary] of [
      ["#1f6e4d", "#1f6e4d"],
      ["#ffe600", "#ffe600"],
      ["#ffffff", "#ffffff"],
      ["#000000", "#000000"],
      ["#ffe600", "#1a2b6d"],
    ] as const) {
      await writeSettings(site.sql, {
        brand_color_primary: primary,
        brand_color_secondary: secondary,
      });
      await says(page, "/pricing", `--accent:${secondary}`);
      for (const path of ["/pricing", "/why-us"])
        await test.step(`${path} with ${primary} and ${secondary}`, async () => {
          await page.goto(path);
          await expectAccessible();
          const { words, button, ring } = await page.evaluate(closingContrasts);
          expect(words, "the words of the closing button").toBeGreaterThanOrEqual(4.5);
          expect(button, "the closing button").toBeGreaterThanOrEqual(1.8);
          expect(ring, "its focus ring").toBeGreaterThanOrEqual(3);
        });
    }
  });
});
