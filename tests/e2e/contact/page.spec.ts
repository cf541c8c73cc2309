import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { expect, hydrated, PROVIDER, test } from "./form.ts";

const setText = (site: Site, section: string, key: string, value: string) => site.sql`
  update site_content set content_value = ${value}
  where page_name = 'contact' and section_name = ${section} and content_key = ${key}`;

/** Waits until a changed text is on the page that is served. */
const served = (page: Page, text: string) =>
  expect.poll(async () => (await page.request.get("/contact")).text()).toContain(text);

test("every block of the page is there", async ({ page, form }) => {
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
    "tel:5035550142",
  );
});

for (const [at, sign] of [
  ["2026-01-12T16:00:00Z", "Open now"],
  ["2026-01-12T15:59:00Z", "Closed now"],
  ["2026-07-13T15:00:00Z", "Open now"],
] as const)
  test(`the office at ${at}: ${sign}`, async ({ page }) => {
    await page.clock.setFixedTime(at);
    await page.goto("/contact");
    await expect(page.getByText(sign, { exact: true })).toBeVisible();
  });

test.describe("the calendar", () => {
  const frame = "iframe[title='Schedule Your Onboarding Call']";

  test("is loaded when it comes near, once, in its place and color", async ({ page, form }) => {
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().startsWith("https://calendly.com/")) asked++;
    });
    await page.setViewportSize({ width: 375, height: 667 });
    await form.open();
    expect(asked).toBe(0);
    const places = await page.locator(".calendar").boundingBox();
    await page.getByRole("main").getByRole("link", { name: "Schedule a Call" }).first().click();
    await expect(page.frameLocator(frame).getByText("Pick a time")).toBeVisible();
    await expect(page.locator(frame)).toBeVisible();
    const box = await page.locator(frame).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(320);
    expect(box?.height).toBe(600);
    const source = new URL((await page.locator(frame).getAttribute("src")) as string);
    expect(source.searchParams.get("primary_color")).toBe("1f6e4d");
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(page.locator("iframe")).toHaveCount(1);
    expect(asked).toBe(2);
    expect((await page.locator(".calendar").boundingBox())?.height).toBe(places?.height);
  });

  test("that cannot be reached leaves a plain link", async ({
    page,
    form,
    expectConsole,
    expectAccessible,
  }) => {
    expectConsole(/ERR_FAILED/);
    await form.open();
    await page.unroute(PROVIDER);
    await page.route(PROVIDER, (route) => route.abort());
    await page.locator("#schedule").scrollIntoViewIfNeeded();
    await expect(page.getByText("The calendar isn't loading here.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Open the Calendar" })).toHaveAttribute(
      "href",
      /^https:\/\/calendly\.com\//,
    );
    await expect(page.locator("iframe")).toBeHidden();
    expect((await page.locator(".calendar").boundingBox())?.height).toBeLessThan(300);
    await expectAccessible();
  });

  test("that never answers leaves the link after five seconds", async ({ page }) => {
    await page.clock.install();
    await page.unroute(PROVIDER);
    await page.route(PROVIDER, () => {});
    // Its patience runs by the time of this request.
    const asked = page.waitForRequest((request) => request.method() === "HEAD");
    await page.goto("/contact#schedule", { waitUntil: "commit" });
    await asked;
    await page.clock.runFor(5_000);
    await expect(page.getByText("The calendar isn't loading here.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Open the Calendar" })).toBeVisible();
  });

  test("is there once, however often one returns", async ({ page, form }) => {
    await form.open();
    for (let visit = 0; visit < 3; visit++) {
      await page.locator("#schedule").scrollIntoViewIfNeeded();
      await expect(page.frameLocator(frame).getByText("Pick a time")).toBeVisible();
      await expect(page.locator("iframe")).toHaveCount(1);
      await page.goto("/pricing");
      await page.goBack();
    }
    await expect(page.locator("iframe")).toHaveCount(1);
  });

  test("that staff have not set gives way to the phone", async ({ page, form, site }) => {
    const [before] = await site.sql`
      select content_value from site_content where content_key = 'calendly_url'`;
    await setText(site, "onboarding_call", "calendly_url", "");
    await served(page, "Tell us when it suits you");
    await form.open();
    await expect(
      page.locator(".calendar").getByRole("link", { name: "Call (503) 555-0142" }),
    ).toBeVisible();
    expect((await page.request.get("/contact")).headers()["content-security-policy"]).not.toContain(
      "calendly",
    );
    await setText(site, "onboarding_call", "calendly_url", before?.content_value);
    await served(page, "Open the Calendar");
  });

  test("with neither calendar nor phone there is mail, in no empty room", async ({
    page,
    site,
  }) => {
    const place = page.locator(".calendar");
    const goes = async (link: string, href: string) => {
      await served(page, link);
      await page.goto("/contact");
      await expect(place.getByRole("link", { name: link })).toHaveAttribute("href", href);
      expect((await place.boundingBox())?.height).toBeLessThan(300);
    };
    await withTablesRestored(site.sql, ["site_content", "site_settings"], async () => {
      await setText(site, "onboarding_call", "calendly_url", "");
      await writeSettings(site.sql, { contact_phone: "" });
      await goes("Email hello@evergreen.example.com", "mailto:hello@evergreen.example.com");
    });
    await served(page, "Open the Calendar");
  });

  test("its origin is allowed on this page alone", async ({ request }) => {
    const policy = async (path: string) =>
      (await request.get(path)).headers()["content-security-policy"];
    expect(await policy("/contact")).toContain("frame-src 'self' https://calendly.com");
    expect(await policy("/pricing")).not.toContain("calendly");
  });
});

test.describe("Schedule a Call in the header", () => {
  test("scrolls to the calendar on this page", async ({ page, form }) => {
    await form.open();
    await page.getByRole("banner").getByRole("link", { name: "Schedule a Call" }).click();
    await expect(page.locator("#schedule")).toBeInViewport();
    await expect(page).toHaveURL(/\/contact#schedule$/);
  });

  test("comes here from another page and scrolls", async ({ page }) => {
    await page.goto("/pricing");
    await page.getByRole("banner").getByRole("link", { name: "Schedule a Call" }).click();
    await expect(page.locator("#schedule")).toBeInViewport();
    await expect(page.locator(".calendar")).toHaveAttribute("data-state", "ready");
  });
});

test("with a backend that fails the page stands, and says so only to who sends", async ({
  page,
  form,
  expectConsole,
}) => {
  expectConsole(/status of (4|5)\d\d/);
  const site = await startSite(process.env.TEST_CLUSTER_URL as string);
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
  await form.expectKept();
  await site.stop();
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

test("the words of the select begin where those of the other fields do", async ({ page, form }) => {
  await form.open();
  /** Pixels from the box's left edge to its first ink. */
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
  // The same words in both, so that the first letter has the same room before its stem.
  const name = page.getByLabel("Your name");
  const volume = page.getByLabel("Monthly order volume");
  await name.fill("51-100 orders/month");
  await volume.selectOption({ label: "51-100 orders/month" });
  await page.getByRole("heading", { level: 1 }).click();
  // A pixel may go to the smoothing of letters; a browser's own select is four off.
  expect(Math.abs((await begins(volume)) - (await begins(name)))).toBeLessThanOrEqual(1);
});
