/**
 * What a visitor on a phone waits for on a first visit, with network and CPU actually throttled:
 * first paint, largest paint, and the time from the first interaction until its result is painted
 * (submitting an empty form on /contact, opening the menu elsewhere). Medians, and /contact as a
 * ratio of the home page, because milliseconds depend on the machine.
 *
 * Needs a build (npm run build) and Chromium. Run: npm run bench:paint [-- --runs=5]
 */
import { type Browser, chromium, devices, type Page } from "playwright";
import { HYDRATED } from "#app/lib/page/hydrated.ts";
import { chromiumPath } from "../scripts/chromium.mjs";
import { openOurs } from "../scripts/tools/server.ts";
import { paint as budget } from "./budgets.ts";
import { report } from "./tools/report.ts";
import { median } from "./tools/timing.ts";

/** Slow 4G, the same as Lighthouse's mobile profile, and a CPU at a quarter of its speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const RUNS = Number(/--runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 7);

/** The first interaction on each page, and the selector that shows its result. */
const FIRST: Record<string, { press: string; shows: string }> = {
  "/": { press: "Menu", shows: "#site-menu:popover-open" },
  "/pricing": { press: "Menu", shows: "#site-menu:popover-open" },
  "/contact": { press: "Send Message", shows: "#contact_form [aria-invalid]" },
};

/** TypeScript's DOM types lack `interactionId`. */
type Interaction = PerformanceEventTiming & { interactionId: number };

interface Seen {
  lcp: number;
  /** by interaction id: the longest event duration until the next paint, ms */
  interactions: Record<string, number>;
  hydrated: boolean;
}

/** Runs in the page before any of its scripts. */
function watch(hydrated: string) {
  const seen: Seen = { lcp: 0, interactions: {}, hydrated: false };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as Interaction[])
      if (interactionId)
        seen.interactions[interactionId] = Math.max(
          seen.interactions[interactionId] ?? 0,
          duration,
        );
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  document.addEventListener(hydrated, () => (seen.hydrated = true), true);
}

const read = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

async function visit(browser: Browser, url: string, path: string) {
  const { press, shows } = FIRST[path] as (typeof FIRST)[string];
  const context = await browser.newContext({ ...devices["Pixel 5"], baseURL: url });
  try {
    const page = await context.newPage();
    // Block the calendar's provider: it is not part of the site.
    await page.route(/calendly/, (route) => route.fulfill({ body: "" }));
    await page.addInitScript(watch, HYDRATED);
    const cdp = await context.newCDPSession(page);
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", NETWORK);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.goto(path, { waitUntil: "load" });
    if (path === "/contact")
      await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.hydrated);
    await page.waitForTimeout(1_000);
    const first = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    const { lcp } = await read(page);
    await page.getByRole("button", { name: press }).first().tap();
    await page.locator(shows).first().waitFor();
    await page.waitForTimeout(500);
    const { interactions } = await read(page);
    // Browsers report no events shorter than 16 ms, so a faster interaction counts as 16.
    return { first, lcp, answer: Math.max(16, ...Object.values(interactions)) };
  } finally {
    await context.close();
  }
}

type Painted = Awaited<ReturnType<typeof visit>>;

await using site = await openOurs("paint");
const { url } = site;
await using browser = await chromium.launch({ executablePath: chromiumPath() });
const times = new Map(Object.keys(FIRST).map((path) => [path, [] as Painted[]]));
for (const path of times.keys()) await visit(browser, url, path);
// Alternate the pages, so that other work on the machine affects all of them equally.
for (let run = 0; run < RUNS; run++)
  for (const [path, runs] of times) runs.push(await visit(browser, url, path));

const middle = (path: string, part: keyof Painted) =>
  median((times.get(path) ?? []).map((painted) => painted[part]));
report([
  ...[...times.keys()].flatMap((path) => [
    { what: `${path}: first paint`, measured: middle(path, "first"), unit: "ms" },
    { what: `${path}: largest paint`, measured: middle(path, "lcp"), unit: "ms" },
  ]),
  {
    what: "/contact's largest paint, of the home page's",
    measured: middle("/contact", "lcp") / middle("/", "lcp"),
    atMost: budget.largestToHome,
  },
  {
    what: `Send shows its errors, the processor ${CPU_SLOWDOWN} times slower`,
    measured: middle("/contact", "answer"),
    unit: "ms",
    atMost: budget.interaction,
  },
  { what: "the menu opens", measured: middle("/", "answer"), unit: "ms" },
]);
