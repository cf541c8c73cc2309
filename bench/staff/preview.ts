/**
 * How soon the preview shows edits: from a keystroke in the content editor to the page next to it, for text
 * that is applied at once and for values that the server derives from it (here a price that the text refers
 * to), including the debounce delay. Medians, with browser, server and database on one machine, compared with
 * the budgets (bench/budgets.ts).
 *
 * Needs a build (npm run build) and Chromium. Run: npm run bench:preview
 */
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "playwright";
import { chromiumPath } from "../../scripts/chromium.mjs";
import { previewTimes } from "../budgets.ts";
import { reportTimes } from "../tools/report.ts";
import { openTestSite, signIn } from "../tools/test-site.ts";

const ROUNDS = 15;
/** ms after which nothing from the previous round is still in flight */
const CALM = 1_500;

async function open(page: Page, url: string) {
  await page.addInitScript(() => localStorage.setItem("admin-preview", "open"));
  await signIn(page, url);
  await page.goto(`${url}/admin/content?tab=home`);
  await page.frameLocator('iframe[title="Page preview"]').locator("h1").waitFor();
}

/** Milliseconds from typing `text` as the home page's headline until the preview frame shows `wanted`. */
const typed = (page: Page, text: string, wanted: string) =>
  page.getByLabel("Hero: Title", { exact: true }).evaluate(
    async (input: HTMLInputElement, [value, words]) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Page preview"]');
      input.focus();
      const started = performance.now();
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      set?.call(input, value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      do await new Promise(requestAnimationFrame);
      while (frame?.contentDocument?.querySelector("h1")?.textContent !== words);
      return performance.now() - started;
    },
    [text, wanted] as const,
  );

await using site = await openTestSite();
await using browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-gpu"],
});
const [price] = await site.sql`select reference, rate from pricing_items
  where rate ~ '^[$][0-9]' and is_active order by display_order limit 1`;
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await open(page, site.url);
const times: Record<"typed" | "derived", number[]> = { typed: [], derived: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  await pause(CALM);
  const words = `Headline number ${round}`;
  times.typed.push(await typed(page, words, words));
}
for (let round = 0; round < ROUNDS; round += 1) {
  await pause(CALM);
  const words = `Round ${round}: {price: ${price?.reference}}`;
  times.derived.push(await typed(page, words, `Round ${round}: ${price?.rate}`));
}
reportTimes({ "what is typed": times.typed }, previewTimes.typed);
reportTimes({ "what derives from it": times.derived }, previewTimes.derived);
