import { fromNow, MINUTE } from "#tests/support/clock.ts";
import { withTablesRestored, writeSettings } from "#tests/support/samples/site-rows.ts";
import { expect, PROVIDER, stopTimeouts, test } from "./form.ts";
import { served, setText } from "./steps.ts";

test.describe("the calendar", () => {
  const frame = "iframe[title='Schedule Your Onboarding Call']";

  test("loads once, when scrolled near, in its place and color", async ({ page, form }) => {
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().startsWith("https://calendly.com/")) asked++;
    });
    await page.setViewportSize({ width: 375, height: 667 });
    await form.open();
    // With the page's timers and frames stopped, the calendar can be neither late nor early.
    await page.clock.pauseAt(fromNow(MINUTE));
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

  test("loads when a busy page learns at once that it was far and is near", async ({
    page,
    form,
  }) => {
    // A browser reports several changes together, the oldest first.
    await page.addInitScript(() => {
      window.IntersectionObserver = class extends IntersectionObserver {
        constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          const far = { isIntersecting: false } as IntersectionObserverEntry;
          super((entries, self) => callback([far, ...entries], self), options);
        }
      };
    });
    await form.open();
    await page.getByRole("main").getByRole("link", { name: "Schedule a Call" }).first().click();
    await expect(page.frameLocator(frame).getByText("Pick a time")).toBeVisible();
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
    await expect(page.getByText("The calendar didn't load.")).toBeVisible();
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
    // Its timeout starts with this request.
    const asked = page.waitForRequest((request) => request.method() === "HEAD");
    await page.goto("/contact#schedule", { waitUntil: "commit" });
    await asked;
    await page.clock.runFor(5_000);
    await expect(page.getByText("The calendar didn't load.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Open the Calendar" })).toBeVisible();
  });

  test("loads once, even after returning several times", async ({ page, form }) => {
    await stopTimeouts(page);
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

  test("waits for a click where the setting says so", async ({ page, form, site }) => {
    await withTablesRestored(site.sql, ["site_settings"], async () => {
      await writeSettings(site.sql, { calendar_on_click: "true" });
      await served(page, "Show the Calendar");
      const asked: string[] = [];
      page.on("request", (request) => {
        if (request.url().startsWith("https://calendly.com/")) asked.push(request.url());
      });
      await stopTimeouts(page);
      await form.open();
      await page.locator("#schedule").scrollIntoViewIfNeeded();
      await expect(page.getByText("The calendar comes from calendly.com")).toBeVisible();
      await expect(page.getByRole("link", { name: "Open the Calendar" })).toBeVisible();
      expect(asked).toEqual([]);
      await page.getByRole("button", { name: "Show the Calendar" }).press("Enter");
      await expect(page.frameLocator(frame).getByText("Pick a time")).toBeVisible();
      await expect(page.getByRole("button", { name: "Show the Calendar" })).toHaveCount(0);
      expect(asked.length).toBeGreaterThan(0);
    });
  });

  test("is replaced by the phone when not set, or by email; its origin is allowed on this page alone", async ({
    page,
    form,
    site,
  }) => {
    const place = page.locator(".calendar");
    const policy = async (path: string) =>
      (await page.request.get(path)).headers()["content-security-policy"];
    expect(await policy("/contact")).toContain("frame-src 'self' https://calendly.com");
    expect(await policy("/pricing")).not.toContain("calendly");
    await withTablesRestored(site.sql, ["site_content", "site_settings"], async () => {
      await setText(site, "onboarding_call", "calendly_url", "");
      await served(page, "Tell us what times work for you");
      await form.open();
      await expect(place.getByRole("link", { name: "Call (503) 555-0142" })).toBeVisible();
      expect(await policy("/contact")).not.toContain("calendly");

      await writeSettings(site.sql, { contact_phone: "" });
      const link = "Email hello@evergreen.example.com";
      await served(page, link);
      await page.goto("/contact");
      await expect(place.getByRole("link", { name: link })).toHaveAttribute(
        "href",
        "mailto:hello@evergreen.example.com",
      );
      expect((await place.boundingBox())?.height).toBeLessThan(300);
    });
    await served(page, "Open the Calendar");
  });
});

test("Schedule a Call in the header scrolls to the calendar, also from another page", async ({
  page,
  form,
}) => {
  await stopTimeouts(page);
  await form.open();
  for (const path of ["/contact", "/pricing"]) {
    if (path !== "/contact") await page.goto(path);
    await page.getByRole("banner").getByRole("link", { name: "Schedule a Call" }).click();
    await expect(page.locator("#schedule")).toBeInViewport();
    await expect(page).toHaveURL(/\/contact#schedule$/);
  }
  await expect(page.locator(".calendar")).toHaveAttribute("data-state", "ready");
});
