/**
 * How long the admin keeps a person waiting: until its frame and the dashboard's data appear, with and
 * without the browser cache and on a slow connection (bench/tools/first-sight.ts); from a click in the
 * sidebar to a screen with its content; and to the first rows of 10,000 leads and 2,000 files. Medians, with
 * browser, server and database on one machine, compared with the budget (bench/budgets.ts).
 *
 * Needs a build (npm run build) and Chromium. Run: npm run bench:admin
 */
import { chromium, type Page } from "playwright";
import { manyFiles, manySubmissions } from "#tests/support/samples/many-rows.ts";
import { chromiumPath } from "../../scripts/chromium.mjs";
import { adminTimes, firstSight } from "../budgets.ts";
import { firstSights, reportSights, screensOpenedFirst } from "../tools/first-sight.ts";
import { reportTimes } from "../tools/report.ts";
import { openTestSite, signIn } from "../tools/test-site.ts";

const ROUNDS = 7;
const SCREEN = "/admin/contact-manager";
const LISTS = {
  submissions: [SCREEN, "10,000 total"],
  "submissions, one status": [`${SCREEN}?status=responded`, "2,500 found"],
  "submissions, search": [`${SCREEN}?q=shop+4321`, "1 found"],
  "submissions, search that matches all": [`${SCREEN}?q=example.com`, "10,000 found"],
  "submissions, search that matches none": [`${SCREEN}?q=nobody`, "0 found"],
  "submissions, last page": [`${SCREEN}?page=400`, "10,000 total"],
  files: ["/admin/media", "rate-card-1.pdf"],
} as const;

/** Milliseconds from a click on the sidebar link until the screen no longer shows "Loading". */
const toScreen = (page: Page, path: string) =>
  page.evaluate(async (to) => {
    const link = [...document.querySelectorAll<HTMLAnchorElement>("nav a")].find(
      ({ pathname }) => pathname === to,
    );
    if (!link) throw new Error(`no way to ${to}`);
    const before = document.querySelector("h1")?.textContent;
    const isThere = () =>
      document.querySelector("h1")?.textContent !== before &&
      ![...document.querySelectorAll("main [role=status]")].some(({ textContent }) =>
        textContent?.startsWith("Loading"),
      );
    const started = performance.now();
    link.click();
    while (!isThere()) await new Promise(requestAnimationFrame);
    return performance.now() - started;
  }, path);

/** Milliseconds from navigating to another admin address until `words` appear on the screen. */
const toWords = (page: Page, address: string, words: string) =>
  page.evaluate(
    async ([to, wanted]) => {
      const started = performance.now();
      window.history.pushState({}, "", to);
      window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
      while (!document.body.innerText.includes(wanted)) await new Promise(requestAnimationFrame);
      return performance.now() - started;
    },
    [address, words] as const,
  );

await using site = await openTestSite();
await using browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-gpu"],
});
await manySubmissions(site.sql);
await manyFiles(site.sql);
await site.sql`analyze`;
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await signIn(page, site.url);
const storageState = await page.context().storageState();
reportSights(await firstSights(browser, site.url, storageState));
reportTimes(await screensOpenedFirst(browser, site.url, storageState), firstSight.screen);

await page.getByRole("button", { name: "Advanced" }).click();
const paths = await page
  .locator("nav a[href^='/admin']")
  .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
// Starts from the dashboard, and returns to it at the end of each round.
const way = [...paths.filter((path) => path !== "/admin/dashboard"), "/admin/dashboard"];
const screens: Record<string, number[]> = {};
for (let round = 0; round < ROUNDS; round += 1)
  for (const path of way) {
    const took = await toScreen(page, path);
    // The first round fetches each screen's code and rows.
    const row = round === 0 ? "the first time, any" : path;
    screens[row] = [...(screens[row] ?? []), took];
  }
reportTimes(screens, adminTimes.screen);

const lists: Record<string, number[]> = {};
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [row, [address, words]] of Object.entries(LISTS)) {
    // A new document, so that no list is left over from the round before.
    await page.goto(`${site.url}/admin/seo`);
    await page.getByRole("heading", { level: 1, name: "SEO" }).waitFor();
    const took = await toWords(page, address, words);
    lists[row] = [...(lists[row] ?? []), took];
  }
}
reportTimes(lists, adminTimes.firstRows);
