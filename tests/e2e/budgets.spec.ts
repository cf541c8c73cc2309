import type { Page } from "@playwright/test";
import { resources } from "#app/features/resources-on-disk.ts";
import { navigationOf } from "#app/routes/admin/navigation.ts";
import { ALL_THERE, FIRST_SCREEN } from "#app/ui/prefetch.ts";
import { sitePages, visitorPaths } from "#tests/support/pages.ts";
import { total, weigh } from "#tests/support/weight.ts";
import { adminBudget, budgets } from "../../bench/budgets.ts";
import { answerForProvider, hydrated } from "./contact/form.ts";
import { expect, people, test } from "./fixture.ts";

for (const { page: name, path } of sitePages)
  test(`${path} weighs no more than its budget`, async ({ page }) => {
    await answerForProvider(page);
    // Cached from here on: a list that a busy machine reads late arrives in parts, which weigh more.
    await page.request.get(`${path}?whole`);
    const { document, stylesheet, script } = await weigh(page, async () => {
      await page.goto(path);
      if (name === "contact") await hydrated(page);
    });
    expect(document.size, "documents fetched").toBe(1);
    expect(total(document, stylesheet), "page and stylesheets").toBeLessThanOrEqual(
      budgets[name].page,
    );
    expect(total(script), "script").toBeLessThanOrEqual(budgets[name].script);
  });

test("loads no framework, and no script before the text", async ({ page }) => {
  await answerForProvider(page);
  // The home page loads the dispatch clock, the pricing page a calculator, and the contact page the islands for its form.
  const scripts: Record<string, number> = { "/": 2, "/pricing": 2, "/contact": 2 };
  for (const { path } of sitePages) {
    await page.goto(path);
    await expect(page.locator("script[src]")).toHaveCount(scripts[path] ?? 1);
    await expect(page.locator('link[rel="modulepreload"]')).toHaveCount(0);
    expect(await page.evaluate(() => "__reactRouterContext" in window), path).toBe(false);
  }
});

test("runs no inline script and no evaluated string", async ({ request }) => {
  for (const path of [...visitorPaths, "/admin/login", "/admin"]) {
    const csp = (await request.get(path)).headers()["content-security-policy"] ?? "";
    const directives = new Map(
      csp.split("; ").map((line) => [line.split(" ", 1)[0], line.split(" ").slice(1)]),
    );
    expect(directives.get("default-src"), path).toEqual(["'self'"]);
    const scripts = directives.get("script-src") ?? [];
    expect(scripts, path).toContain("'self'");
    for (const source of scripts) expect(source, path).toMatch(/^'(self|sha256-[\w+/=]+)'$/);
    expect(directives.get("object-src"), path).toEqual(["'none'"]);
  }
});

/** What opens a screen's dialog, which counts toward the screen. */
const OPENS: Record<string, string> = {
  "/admin/media": "Upload",
  "/admin/users": `Reset Password for ${people.admin.email}`,
  "/admin/seo": "Run Analysis",
  ...Object.fromEntries(resources.map(({ path, words }) => [path, words.add])),
};

/** In the page: scripts requested before the first screen had its content, and unused head-start requests. */
async function firstOnes(tab: Page) {
  await tab.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, FIRST_SCREEN);
  return tab.evaluate((mark) => {
    const until = performance.getEntriesByName(mark)[0]?.startTime ?? 0;
    const early = performance.getEntriesByType("resource").filter((one) => one.startTime < until);
    return {
      urls: early.map(({ name }) => name),
      untaken: [...(window.headStart?.keys() ?? ["none"])],
    };
  }, FIRST_SCREEN);
}

test("the admin's first screen and each further one keep to their budgets", async ({
  browser,
  page,
  signIn,
  site,
}, testInfo) => {
  // Opens a dozen screens, each in a browser with an empty cache.
  test.slow();
  await signIn();
  const storageState = await page.context().storageState();
  /** Opens a page signed in, with an empty browser cache. */
  const open = async (path: string) => {
    const context = await browser.newContext({ baseURL: site.url, storageState });
    const tab = await context.newPage();
    let early = new Set<string>();
    const { script } = await weigh(tab, async () => {
      await tab.goto(path);
      await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
      // Code that loads on demand is complete once nothing is loading.
      // A button that can wait has a hidden spinner.
      const loading = tab.locator("main").locator(".skeleton, .spinner");
      await expect(loading.filter({ visible: true })).toHaveCount(0);
      const { urls, untaken } = await firstOnes(tab);
      early = new Set(urls);
      expect(untaken, `asked before ${path}, and not by it`).toEqual([]);
      await tab.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, ALL_THERE);
      const button = OPENS[path];
      if (!button) return;
      await tab.getByRole("button", { name: button, exact: true }).first().click();
      await expect(tab.getByRole("dialog")).toBeVisible();
    });
    await context.close();
    return { all: script, first: new Map([...script].filter(([url]) => early.has(url))) };
  };
  const dashboard = await open("/admin/dashboard");
  const added: Record<string, number> = {};
  const alone: Record<string, number> = {};
  const requests: Record<string, number> = {};
  for (const { to } of navigationOf(resources)) {
    const { all, first } = await open(to);
    added[to] = total(new Map([...all].filter(([url]) => !dashboard.all.has(url))));
    alone[to] = total(first);
    requests[to] = first.size;
  }
  const behind = total(dashboard.all) - total(dashboard.first);
  await testInfo.attach("bytes of script", {
    body: JSON.stringify(
      { first: total(dashboard.first), behind, added, alone, requests },
      undefined,
      2,
    ),
    contentType: "application/json",
  });
  const above = (measured: Record<string, number>, most: number) =>
    Object.entries(measured).filter(([, value]) => value > most);
  expect(total(dashboard.first), "first screen").toBeLessThanOrEqual(adminBudget.firstScreen);
  expect(dashboard.first.size, "its scripts").toBeLessThanOrEqual(adminBudget.requests);
  expect(above(added, adminBudget.eachOther), "each further one").toEqual([]);
  expect(above(alone, adminBudget.anyScreen), "opened first").toEqual([]);
  expect(above(requests, adminBudget.anyRequests), "scripts of a screen opened first").toEqual([]);
});
