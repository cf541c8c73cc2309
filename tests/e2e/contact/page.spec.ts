import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import { expect, hydrated, test } from "./form.ts";
import { served, setText } from "./steps.ts";

test("every block of the page is there, with its fields' texts aligned", async ({ page, form }) => {
  await form.open();
  for (const title of [
    "Let's Map Your Fulfillment Plan",
    "Get Started Today",
    "Contact Information",
    "Business Hours",
    "Ready to Scale?",
    "Schedule Your Onboarding Call",
  ])
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  for (const words of [
    "8:00 AM - 6:00 PM PST",
    "9:00 AM - 2:00 PM PST",
    "Responses typically within 2-4 hours in business hours.",
  ])
    await expect(page.getByText(words)).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Schedule a Call" })).toHaveCount(2);
  await expect(main.getByRole("link", { name: "Get Pricing" })).toHaveCount(2);
  await expect(main.getByRole("link", { name: "(503) 555-0142" })).toHaveAttribute(
    "href",
    "tel:+15035550142",
  );

  /** Pixels from the box's left edge to its first dark pixel. */
  const begins = async (control: Locator) => {
    const { data, info } = await sharp(await control.screenshot())
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const dark = (x: number) =>
      Array.from({ length: info.height }, (_, y) => data[y * info.width + x] ?? 255).some(
        (grey) => grey < 128,
      );
    return Array.from({ length: info.width }, (_, x) => x).findIndex(dark);
  };
  // The same text in both, so that the first letter has the same side bearing.
  const name = page.getByLabel("Your name");
  const volume = page.getByLabel("Monthly order volume");
  await name.fill("51-100 orders/month");
  await volume.selectOption({ label: "51-100 orders/month" });
  await page.getByRole("heading", { level: 1 }).click();
  // Anti-aliasing may cost a pixel; a browser's native select is four off.
  expect(Math.abs((await begins(volume)) - (await begins(name)))).toBeLessThanOrEqual(1);
});

test("shows the longest volume whole", async ({ page, form }) => {
  await form.open();
  const volume = page.getByLabel("Monthly order volume");
  for (const width of [320, 375, 480, 560, 640, 768, 1024, 1110, 1120, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const spare = await volume.evaluate(async (select: HTMLSelectElement) => {
      await document.fonts.ready;
      const { font, paddingRight } = getComputedStyle(select);
      const canvas = document.createElement("canvas").getContext("2d");
      if (!canvas) throw new Error("No canvas");
      canvas.font = font;
      const widths = [...select.options].map(({ text }) => canvas.measureText(text).width);
      return select.clientWidth - Number.parseFloat(paddingRight) - Math.max(...widths);
    });
    expect(spare, `at ${width} px`).toBeGreaterThanOrEqual(0);
  }
});

test("an email address fits its line, or continues after the @", async ({ page, form }) => {
  await form.open();
  const address = page.getByRole("main").getByRole("link", { name: "hello@evergreen.example.com" });
  for (const [width, shown] of [
    [560, ["hello@evergreen.example.com"]],
    [640, ["hello@", "evergreen.example.com"]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await address.evaluate((link) => {
      const lines = new Map<number, string>();
      const range = document.createRange();
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (const [index, letter] of [...(node.nodeValue ?? "")].entries()) {
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { top } = range.getBoundingClientRect();
          lines.set(top, (lines.get(top) ?? "") + letter);
        }
      return [...lines.values()];
    });
    expect(lines, `at ${width} px`).toEqual(shown);
  }
});

test("says whether the office is open", async ({ page }) => {
  for (const [at, sign] of [
    ["2026-01-12T16:00:00Z", "Open now"],
    ["2026-01-12T15:59:00Z", "Closed now"],
    ["2026-07-13T15:00:00Z", "Open now"],
  ] as const) {
    await page.clock.setFixedTime(at);
    await page.goto("/contact");
    await expect(page.getByText(sign, { exact: true }), at).toBeVisible();
  }
});

test("claims nothing where staff have blanked all hours", async ({ page, site }) => {
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await site.sql`update site_content set content_value = ''
      where section_name = 'business_hours' and content_key like 'day%'`;
    const read = async () => (await page.request.get("/contact")).text();
    await expect.poll(read).not.toContain("Monday-Friday");
    // Neither the sign nor search engines learn a week.
    expect(/"week"|hoursAvailable/.exec(await read())).toBeNull();
  });
});

test("reports a failing backend only after sending", async ({
  page,
  form,
  anotherSite,
  expectConsole,
}) => {
  expectConsole(/status of (4|5)\d\d/);
  const site = await anotherSite();
  await site.sql`alter table site_content rename to site_content_gone`;
  await site.sql`alter table contact_submissions rename to contact_submissions_gone`;
  await site.sql`update site_settings set setting_value = setting_value`;
  await page.goto(`${site.url}/contact`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Let's Map Your Fulfillment Plan",
  );
  await hydrated(page);
  await form.fill();
  await form.send();
  await expect(form.result).toHaveText(/^Something went wrong: .+\. Please try again\.$/);
  await form.expectFilled();
});

test("staff rename a field, change its choices and demand an optional one", async ({
  page,
  form,
  site,
}) => {
  const [before] = await site.sql`
    select content_value from site_content where content_key = 'fields_config'`;
  const config = [
    { name: "business_name", label: "Your brand", required: true },
    { name: "platforms", choices: ["Flea market", "TikTok Shop"] },
  ];
  await setText(site, "contact_form", "fields_config", JSON.stringify(config));
  await served(page, "Flea market");
  await form.open();
  await form.send();
  await expect(page.getByText('Please fill in "Your brand"')).toBeVisible();
  await expect(page.getByLabel("Flea market")).toBeVisible();
  await setText(site, "contact_form", "fields_config", "{ broken");
  await served(page, "WooCommerce");
  await setText(site, "contact_form", "fields_config", before?.content_value);
});
