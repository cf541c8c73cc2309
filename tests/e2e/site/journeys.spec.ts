import type { Page } from "@playwright/test";
import { fixed } from "#app/content/index.ts";
import { wallTime } from "#contract/time/company-zone.ts";
import { now } from "#tests/support/clock.ts";
import { sitePages, visitorPaths } from "#tests/support/pages.ts";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { PROVIDER } from "../contact/form.ts";
import { expect, PHONE, test } from "../fixture.ts";
import { menu, menuButton } from "./steps.ts";

test.use({ newBrowser: true, contextOptions: { reducedMotion: "no-preference" } });

/** Stubs the scheduling widget's provider. */
const answerCalendar = (page: Page) =>
  page.route(PROVIDER, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Calendar</title>" }),
  );

test("a visitor goes from the home page by services and prices to the form", async ({ page }) => {
  await answerCalendar(page);
  await page.goto("/");
  await page.getByRole("link", { name: "See What We Do" }).click();
  await expect(page).toHaveURL("/services");
  await expect(page.getByRole("heading", { name: "Pick & Pack" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "See Pricing" }).click();
  await expect(page).toHaveURL("/pricing");
  await expect(page.getByText("$2.00 per cubic foot per month").first()).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Schedule a Call" }).click();
  await expect(page).toHaveURL("/contact#schedule");
  await expect(
    page.getByRole("heading", { name: "Schedule Your Onboarding Call" }),
  ).toBeInViewport();
});

test("links every service to its price", async ({ page }) => {
  await page.goto("/services");
  const bays = page.locator("#services").getByRole("listitem");
  await expect(bays).toHaveCount(5);
  for (const bay of await bays.all())
    await expect(bay.getByRole("link", { name: "See the rate" })).toHaveAttribute(
      "href",
      "/pricing#rates",
    );
  await bays.first().getByRole("link", { name: "See the rate" }).click();
  await expect(page.getByRole("heading", { name: "Rates by service" })).toBeInViewport();
  await page.goBack();
  await expect(page.getByRole("link", { name: "How sourcing works" })).toHaveCount(1);
  await page.getByRole("link", { name: "How sourcing works" }).click();
  await expect(page).toHaveURL("/sourcing");
});

test("on a phone the company is one tap away on every page: its number, or else its calendar", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/404/);
  await answerCalendar(page);
  const head = page.getByRole("banner");
  const call = head.getByRole("link", { name: "Call (503) 555-0142" });
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of visitorPaths) {
    await page.goto(path);
    await expect(call).toHaveAttribute("href", "tel:+15035550142");
    await expect(call).toBeInViewport({ ratio: 1 });
    expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expect(menuButton(page)).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(call).toBeHidden();
  await withTablesRestored(site.sql, ["site_settings"], async () => {
    await writeSettings(site.sql, { contact_phone: "" });
    await page.setViewportSize(PHONE);
    await expect
      .poll(async () => (await page.request.get("/pricing")).text())
      .toContain('href="/contact#schedule"><span>Schedule</span>');
    await page.goto("/pricing");
    await head.getByRole("link", { name: "Schedule", exact: true }).click();
    await expect(page.locator("#schedule")).toBeInViewport();
  });
});

test("the navigation names each page and marks the one that is open", async ({ page }) => {
  for (const { to, label } of fixed.navigation) {
    await page.goto("/pricing");
    await menu(page).getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(to);
    await expect(menu(page).locator("[aria-current=page]")).toHaveText(label);
  }
});

test("the buttons lead where rules V-5 to V-11 say, the footer to the services and the company", async ({
  page,
}) => {
  await answerCalendar(page);
  const leads: Record<string, string[]> = {
    "/": ["/contact", "/pricing", "/services"],
    "/services": ["/contact", "/pricing"],
    "/sourcing": ["/contact"],
    "/pricing": ["tel:+15035550142", "/contact#schedule"],
    "/why-us": ["/contact"],
    "/faqs": ["/contact"],
    "/contact": ["#schedule", "/pricing"],
  };
  expect(Object.keys(leads)).toEqual(sitePages.map(({ path }) => path));
  for (const [path, targets] of Object.entries(leads)) {
    await page.goto(path);
    for (const target of targets)
      await expect(
        page.getByRole("main").locator(`a[href="${target}"]`).first(),
        `${path} → ${target}`,
      ).toBeVisible();
    const footer = page.getByRole("contentinfo");
    for (const [name, href] of [
      ["Fulfillment", "/services"],
      ["Storage", "/services"],
      ["Returns", "/services"],
      ["Integrations", "/services#integrations"],
      ["hello@evergreen.example.com", "mailto:hello@evergreen.example.com"],
      ["(503) 555-0142", "tel:+15035550142"],
      ["evergreen.example.com", "https://evergreen.example.com"],
    ] as const)
      await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
    await expect(footer).toContainText(`© ${wallTime(now()).slice(0, 4)} Evergreen Fulfillment`);
  }
});

test("shows a friendly page for an unknown address, with a way back", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  const warned = page.waitForEvent("console", (message) => message.type() === "warning");
  await page.goto("/pricing");
  await page.goto("/lost/parcel");
  expect((await warned).text()).toContain("/lost/parcel");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByText("404", { exact: true })).toBeVisible();
  await expect(
    page.getByText("Oops! The page you're looking for seems to have taken a different path."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL("/pricing");
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("the first tap on the menu works on a slow line before any script has arrived", async ({
    page,
  }) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await client.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
    await page.route("**/*.js", () => {});
    for (const { path } of sitePages) {
      await page.goto(path, { waitUntil: "commit" });
      await menuButton(page).tap();
      await expect(menu(page)).toBeVisible();
    }
    await menu(page).getByRole("link", { name: "Why Us" }).tap({ noWaitAfter: true });
    await page.waitForURL("/why-us", { waitUntil: "commit" });
  });

  test("choosing a link of the same page closes the menu", async ({ page }) => {
    await answerCalendar(page);
    await page.goto("/contact");
    await menuButton(page).tap();
    await menu(page).getByRole("link", { name: "Schedule a Call" }).tap();
    await expect(menu(page)).toBeHidden();
    await expect(page.locator("#schedule")).toBeInViewport();
  });
});

test("the page behind a link is fetched while the pointer rests on the link", async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  const ready = new Promise((resolve) =>
    devtools.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
      if (prefetchUrl.endsWith("/services") && status === "Ready") resolve(true);
    }),
  );
  await devtools.send("Preload.enable");
  await page.goto("/");
  const link = menu(page).getByRole("link", { name: "Services" });
  await link.hover();
  await ready;
  await link.click();
  await expect(page).toHaveURL("/services");
  const delivery = await page.evaluate(
    () => performance.getEntriesByType("navigation")[0]?.toJSON().deliveryType,
  );
  expect(delivery).toBe("navigational-prefetch");
});

test("on a phone whose browser has no popovers, no menu covers the page", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    // As such a browser reads the page.
    const body = (await response.text())
      .replaceAll(/ popover="[a-z]+"/g, "")
      .replace("@supports not selector(:popover-open)", "@supports (color:red)");
    await route.fulfill({ status: 200, headers, body });
  });
  await page.goto("/");
  await expect(menu(page)).toBeHidden();
  await expect(menuButton(page)).toBeHidden();
  await page.getByRole("main").getByRole("link", { name: "See Pricing" }).first().click();
  await expect(page).toHaveURL("/pricing");
});
