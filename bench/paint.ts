/**
 * What a phone's visitor waits for on a first visit, with the network and the processor slowed down
 * for real: first paint, largest paint, and the first interaction until its answer is painted: Send
 * with an empty form on /contact, the menu elsewhere. Medians, and /contact as a ratio of the home
 * page: the milliseconds are of the machine it runs on.
 *
 * Needs a build (npm run build) and a Chromium. Run: npm run bench:paint [-- --runs=5]
 */
import { rm } from "node:fs/promises";
import { type Browser, chromium, devices, type Page } from "playwright";
import { HYDRATED } from "#app/lib/page/hydrated.ts";
import { chromiumPath } from "../scripts/chromium.mjs";
import { benchFolder, endAll, startOurs } from "../scripts/tools/server.ts";
import { paint as budget } from "./budgets.ts";
import { median } from "./tools/median.ts";
import { report } from "./tools/report.ts";

/** A slow 4G line, as Lighthouse's phone has it, and a processor a quarter as fast. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const RUNS = Number(/--runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 7);

/** The first thing that is done on a page, and what shows that it was done. */
const FIRST: Record<string, { press: string; shows: string }> = {
  "/": { press: "Menu", shows: "#site-menu:popover-open" },
  "/pricing": { press: "Menu", shows: "#site-menu:popover-open" },
  "/contact": { press: "Send Message", shows: "#contact_form [aria-invalid]" },
};

/** What the types of the platform do not know yet. */
type Interaction = PerformanceEventTiming & { interactionId: number };

interface Seen {
  lcp: number;
  /** of each interaction by its id, the longest event until the next paint, ms */
  interactions: Record<string, number>;
  hydrated: boolean;
}

/** Runs in the page before anything of its own does. */
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
    // The calendar's provider is no part of the site.
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
    // Quicker than what the browser reports at all counts as the least it reports.
    return { first, lcp, answer: Math.max(16, ...Object.values(interactions)) };
  } finally {
    await context.close();
  }
}

type Painted = Awaited<ReturnType<typeof visit>>;

const folder = await benchFolder("paint");
const { child, url } = await startOurs(folder, "data");
const browser = await chromium.launch({ executablePath: chromiumPath() });
try {
  const times = new Map(Object.keys(FIRST).map((path) => [path, [] as Painted[]]));
  for (const path of times.keys()) await visit(browser, url, path);
  // In turns, so that other work on the machine meets all of them alike.
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
} finally {
  await browser.close();
  await endAll([child]);
  await rm(folder, { recursive: true, force: true });
}
