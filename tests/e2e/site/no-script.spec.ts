import type { Page } from "@playwright/test";
import { fixed } from "#app/content/index.ts";
import { contentPages, missingPath, visitorPaths } from "#tests/support/pages.ts";
import { expect, PHONE, test } from "../fixture.ts";

test.use({ javaScriptEnabled: false });

test("every page but the form's shows without script what it shows with it", async ({
  page,
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: true });
  const withScript = await context.newPage();
  for (const { path } of contentPages) {
    // Both get the same page: the dispatch clock's words change with the hour.
    const response = await page.request.get(path);
    const textIn = async (tab: Page) => {
      await tab.route(site.url + path, (route) => route.fulfill({ response }));
      await tab.goto(path);
      return tab.locator("body").innerText();
    };
    expect(await textIn(page), path).toBe(await textIn(withScript));
  }
  await context.close();
});

test("every page leads to every other, and the one that was not found leads home", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  for (const path of visitorPaths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const menu = page.getByRole("navigation", { name: "Main" });
    for (const { to, label } of fixed.navigation)
      await expect(menu.getByRole("link", { name: label, exact: true })).toHaveAttribute(
        "href",
        to,
      );
  }
  await page.goto(missingPath);
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");
});

test("opens an answer by its question and by its address, and shows a slow list in full", async ({
  page,
}) => {
  await page.goto("/faqs");
  const second = page.locator("details").nth(1);
  const answer = second.locator("p");
  await expect(answer).toBeHidden();
  await second.locator("summary").click();
  await expect(answer).toBeVisible();

  const anchor = await page.locator("details").nth(2).locator("[id]").getAttribute("id");
  await page.goto("about:blank");
  await page.goto(`/faqs#${anchor}`);
  await expect(page.locator("details").nth(2).locator("p")).toBeVisible();

  await page.goto("/faqs?whole");
  await expect(page.locator("details")).not.toHaveCount(0);
  await expect(page.getByRole("status")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("the menu opens, leads on and closes", async ({ page }) => {
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Main" });
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).tap();
    await expect(menu).toBeVisible();
    await page.getByRole("button", { name: "Menu" }).tap();
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).tap();
    await menu.getByRole("link", { name: "Pricing" }).tap();
    await expect(page).toHaveURL("/pricing");
    await expect(menu).toBeHidden();
  });
});

test("the admin says that it needs a script", async ({ page }) => {
  await page.goto("/admin/settings");
  await expect(
    page.getByText("The admin needs JavaScript. Please turn it on.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Site Settings" })).toBeVisible();
});
