import type { BrowserContext, Page } from "@playwright/test";
import { writeSettings } from "#tests/support/samples/site-rows.ts";
import { expect, PHONE, test } from "../fixture.ts";

const GA = "G-TEST12345";
const QUESTION = /^We'd like to use Google's tools/;
const ON = { ga_enabled: "true", ga_measurement_id: GA, consent_ask: "true" };
const OFF = { ...ON, ga_enabled: "false", privacy_text: "" };

const bar = (page: Page) => page.getByRole("complementary", { name: "Cookies" });
const button = (page: Page, name: string) => bar(page).getByRole("button", { name });
const choices = (page: Page) => page.getByRole("button", { name: "Cookie choices" });
const policy = async (page: Page, path = "/pricing") =>
  (await page.request.get(path)).headers()["content-security-policy"];
const cookies = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
/** The hosts that the page asked, other than the site's. */
function othersAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== "127.0.0.1" && hostname !== "localhost") asked.push(hostname);
  });
  return asked;
}

test.beforeEach(async ({ page, context, site }) => {
  await context.route("https://www.googletagmanager.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await writeSettings(site.sql, ON);
  await expect
    .poll(async () => (await page.request.get("/pricing")).text())
    .toMatch(/popover="manual"/);
});
test.afterEach(({ site }) => writeSettings(site.sql, OFF));

test("nothing leaves before Allow; Decline later removes it, cookies included", async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/violates the following Content Security Policy/);
  const asked = othersAsked(page);
  await page.goto("/pricing");
  await expect(bar(page).getByText(QUESTION)).toBeVisible();
  expect(await policy(page)).not.toContain("google");
  await page.goto("/faqs");
  await expect(bar(page)).toBeVisible();
  expect(await cookies(context)).toEqual([]);
  expect(asked).toEqual([]);

  await button(page, "Allow").dblclick();
  await expect(page.locator("script[src*=googletagmanager]")).toHaveCount(1);
  await expect(bar(page)).toBeHidden();
  expect(await policy(page, "/faqs")).toContain("https://www.googletagmanager.com");
  expect(asked).toContain("www.googletagmanager.com");
  expect(await cookies(context)).toEqual(["analytics_choice=allow"]);
  await page.goto("/services");
  await expect(page.locator("script[src*=googletagmanager]")).toHaveCount(1);
  await expect(bar(page)).toBeHidden();

  await context.addCookies(
    ["_ga", "_ga_TEST12345", "_gid", "cart"].map((name) => ({ name, value: "1", url: site.url })),
  );
  await choices(page).click();
  await expect(button(page, "Allow")).toHaveAttribute("aria-pressed", "true");
  await button(page, "Decline").click();
  await expect(page.locator("script[src*=googletagmanager]")).toHaveCount(0);
  expect((await cookies(context)).sort()).toEqual(["analytics_choice=decline", "cart=1"]);
  expect(await policy(page, "/services")).not.toContain("google");
  // The page's own policy refuses the provider, whatever runs in the page.
  const refused = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI));
        const script = document.createElement("script");
        script.src = "https://www.googletagmanager.com/gtag/js?id=G-TEST12345";
        document.head.append(script);
      }),
  );
  expect(await refused).toContain("https://www.googletagmanager.com/");
  await page.reload();
  await expect(choices(page)).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test("Decline asks no more, and returns focus to where the question was opened", async ({
  page,
}) => {
  await page.goto("/pricing");
  await page.getByRole("link", { name: "Skip to content" }).press("Tab");
  await button(page, "Decline").press("Enter");
  await expect(bar(page)).toBeHidden();
  await expect(page.locator("#content")).toBeFocused();
  await page.goto("/faqs");
  await expect(choices(page)).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await choices(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(button(page, "Decline")).toBeFocused();
  await expect(button(page, "Decline")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  await expect(choices(page)).toBeFocused();
});

test("Global Privacy Control declines without asking, even after an earlier Allow", async ({
  page,
  context,
  site,
}) => {
  await page.setExtraHTTPHeaders({ "sec-gpc": "1" });
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { value: true }),
  );
  await context.addCookies([{ name: "analytics_choice", value: "allow", url: site.url }]);
  const asked = othersAsked(page);
  const answer = await page.goto("/pricing");
  expect(answer?.headers()["content-security-policy"]).not.toContain("google");
  await expect(choices(page)).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await choices(page).click();
  await expect(bar(page).getByText("Your browser asks sites not to track you")).toBeVisible();
  await expect(button(page, "Allow")).toBeHidden();
  await button(page, "Decline").click();
  await expect(bar(page)).toBeHidden();
  // Where staff ask nobody, the page itself still respects the browser.
  await writeSettings(site.sql, { consent_ask: "false" });
  await expect.poll(() => policy(page)).toContain("google");
  await page.goto("/pricing");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(choices(page)).toHaveCount(0);
  expect(asked).toEqual([]);
});

test("an answer in another tab ends analytics here, too", async ({ page, context, site }) => {
  await context.addCookies([{ name: "analytics_choice", value: "allow", url: site.url }]);
  await page.goto("/pricing");
  await expect(page.locator("script[src*=googletagmanager]")).toHaveCount(1);
  const other = await context.newPage();
  await other.goto("/faqs");
  await choices(other).click();
  await button(other, "Decline").click();
  await expect(bar(other)).toBeHidden();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.locator("script[src*=googletagmanager]")).toHaveCount(0);
});

test("a page from the browser's cache loads nothing after Decline on another one", async ({
  page,
  context,
  site,
}) => {
  await context.addCookies([{ name: "analytics_choice", value: "allow", url: site.url }]);
  const stored = await page.request.get("/pricing");
  await page.goto("/pricing");
  await expect(page.locator("script[src*=googletagmanager]")).toHaveCount(1);
  await page.goto("/faqs");
  await choices(page).click();
  await button(page, "Decline").click();
  await expect(page.locator("script[src*=googletagmanager]")).toHaveCount(0);
  await page.route("**/pricing", (route) => route.fulfill({ response: stored }));
  const asked = othersAsked(page);
  await page.goBack();
  await expect(bar(page)).toHaveCount(0);
  expect(await page.locator("#consent[data-allowed]").count()).toBe(1);
  expect(await page.locator("script[src*=googletagmanager]").count()).toBe(0);
  expect(asked).toEqual([]);
});

test("an answer elsewhere closes the question here, which may then be opened again", async ({
  page,
  context,
}) => {
  // Back from the answered page shows this one as it was left.
  const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.goto("/pricing");
  await expect(bar(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/faqs");
  await button(other, "Decline").click();
  await expect(bar(other)).toBeHidden();
  await look();
  await expect(bar(page)).toBeHidden();
  await choices(page).click();
  await expect(button(page, "Decline")).toHaveAttribute("aria-pressed", "true");
  await look();
  await expect(bar(page)).toBeVisible();
});

test("the question is small and accessible, and /privacy lists what is stored", async ({
  page,
  site,
  expectAccessible,
}) => {
  await writeSettings(site.sql, {
    privacy_text:
      "# What we collect\nYour message.\n\n#1 rule: it stays here.\n# For how long\n\nA year.",
  });
  await page.setViewportSize(PHONE);
  await expect.poll(async () => (await page.request.get("/pricing")).text()).toMatch(/\/privacy/);
  await page.goto("/pricing");
  await expect(bar(page)).toBeVisible();
  await expectAccessible();
  const below = await page
    .getByRole("contentinfo")
    .evaluate(({ offsetTop, offsetHeight }: HTMLElement) => {
      return document.documentElement.scrollHeight - offsetTop - offsetHeight;
    });
  // The two are rounded.
  expect(below, "pixels below the footer").toBeLessThanOrEqual(1);
  const box = await bar(page).boundingBox();
  expect(box?.height).toBeLessThan(PHONE.height / 3);
  await choices(page).focus();
  const under = await choices(page).boundingBox();
  expect((under?.y ?? 0) + (under?.height ?? 0)).toBeLessThan(box?.y ?? 0);
  const [decline, allow] = [
    await button(page, "Decline").boundingBox(),
    await button(page, "Allow").boundingBox(),
  ];
  expect([allow?.width, allow?.height]).toEqual([decline?.width, decline?.height]);
  await bar(page).getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("main").getByRole("heading")).toHaveText([
    "Privacy",
    "What we collect",
    "For how long",
    "What is stored in your browser",
  ]);
  const stored = page.getByRole("list").filter({ hasText: "This site" });
  await expect(stored).toContainText("A cookie with your cookie choice, for 180 days.");
  await expect(stored).toContainText("Google Analytics: If you allow it, cookies that count");
  await expect(stored).toContainText("calendly.com: Its calendar is on our contact page");
  await expect(stored).not.toContainText("Tag Manager");
  await expectAccessible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("nothing is tracked, so nobody is offered a choice", async ({ page }) => {
    await page.goto("/pricing");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(choices(page)).toBeHidden();
    await expect(bar(page)).toBeHidden();
  });
});
