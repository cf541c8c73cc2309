import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { ALL_THERE, FIRST_SCREEN } from "#app/ui/prefetch.ts";
import { adminBudget, firstSight } from "../budgets.ts";
import { report, reportTimes } from "./report.ts";

const ROUNDS = 7;
const PATH = "/admin/dashboard";
const LOCAL = "local";
const SLOW = "9 Mbit/s, 60 ms";

/** A 9 Mbit/s connection with a 60 ms round trip. */
const LINE = {
  offline: false,
  latency: 60,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 9e6 / 8,
};

interface Sight {
  /** ms from navigation until it is painted */
  frame: number;
  heading: number;
  data: number;
  /** layout shift until the data appear */
  shift: number;
  scripts: number;
  /** compressed */
  bytes: number;
}

/** Runs in the page from its start: records when each part is painted. @param mark see FIRST_SCREEN */
function watch(mark: string) {
  const seen: Record<string, number> = {};
  const isShown = (element: Element | null | undefined) =>
    element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ?? false;
  const looks: Record<string, () => boolean> = {
    frame: () =>
      isShown(document.querySelector("nav a")) && isShown(document.querySelector("header button")),
    heading: () => document.querySelector("h1")?.textContent === "Dashboard",
    data: () => document.querySelector("main")?.innerText?.includes("New leads") ?? false,
  };
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    // The next frame's callback runs after this frame is painted.
    for (const [name, isThere] of Object.entries(looks))
      if (!(name in seen) && isThere())
        requestAnimationFrame(() => {
          seen[name] ??= performance.now();
        });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(window, {
    sight: () => {
      if (!("data" in seen)) return undefined;
      const until = performance.getEntriesByName(mark)[0]?.startTime ?? Number.POSITIVE_INFINITY;
      const scripts = (
        performance.getEntriesByType("resource") as PerformanceResourceTiming[]
      ).filter(({ name, startTime }) => name.endsWith(".js") && startTime < until);
      const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
      return { ...seen, shift, scripts: scripts.length, bytes };
    },
  });
}

type Watched = Window & { sight: () => Sight | undefined };

async function look(page: Page, url: string): Promise<Sight> {
  await page.goto(url + PATH);
  const sight = await page.waitForFunction(() => (window as unknown as Watched).sight());
  return (await sight.jsonValue()) as Sight;
}

async function openPage(context: BrowserContext, isSlow: boolean) {
  const page = await context.newPage();
  if (!isSlow) return page;
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", LINE);
  return page;
}

/** Measures an admin's first view of the dashboard, with a cold and with a warm browser cache. */
export async function firstSights(
  browser: Browser,
  url: string,
  storageState: BrowserContextOptions["storageState"],
) {
  const sights: Record<string, Sight[]> = {};
  for (let round = 0; round < ROUNDS; round += 1)
    for (const line of [LOCAL, SLOW]) {
      const context = await browser.newContext({
        storageState,
        viewport: { width: 1440, height: 900 },
      });
      await context.addInitScript(watch, FIRST_SCREEN);
      for (const cache of ["cold", "warm"]) {
        const page = await openPage(context, line === SLOW);
        const row = `${cache}, ${line}`;
        sights[row] = [...(sights[row] ?? []), await look(page, url)];
        // Wait until code loaded after the first screen is cached too, for the next measurement.
        await page.waitForFunction(
          (mark) => performance.getEntriesByName(mark).length > 0,
          ALL_THERE,
        );
        await page.close();
      }
      await context.close();
    }
  return sights;
}

/** ms until screens that are opened first, on the slow line with a cold cache, have their content. */
export async function screensOpenedFirst(
  browser: Browser,
  url: string,
  storageState: BrowserContextOptions["storageState"],
) {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round += 1)
    for (const path of ["/admin/faqs", "/admin/contact-manager"]) {
      const context = await browser.newContext({ storageState });
      const page = await openPage(context, true);
      await page.goto(url + path);
      const mark = await page.waitForFunction(
        (name) => performance.getEntriesByName(name)[0]?.startTime,
        FIRST_SCREEN,
      );
      const row = `${path} opened first: cold, ${SLOW}`;
      times[row] = [...(times[row] ?? []), (await mark.jsonValue()) as number];
      await context.close();
    }
  return times;
}

const AT_MOST: Record<string, { frame: number; data?: number }> = {
  [`cold, ${LOCAL}`]: { frame: firstSight.cold, data: firstSight.data },
  [`warm, ${LOCAL}`]: { frame: firstSight.warm, data: firstSight.data },
  [`cold, ${SLOW}`]: { frame: firstSight.slowLine },
  [`warm, ${SLOW}`]: { frame: firstSight.slowLine },
};

/** Prints the medians and their maximums, and fails the process when one is exceeded. */
export function reportSights(sights: Awaited<ReturnType<typeof firstSights>>) {
  const rows: Record<string, number[]> = {};
  const most: Record<string, number | undefined> = {};
  for (const [row, seen] of Object.entries(sights))
    for (const part of ["frame", "heading", "data"] as const) {
      const { frame, data } = AT_MOST[row] ?? {};
      rows[`${part}: ${row}`] = seen.map((sight) => sight[part]);
      most[`${part}: ${row}`] = part === "data" ? data : frame;
    }
  reportTimes(rows, most);
  const all = Object.values(sights).flat();
  const worst = (of: (sight: Sight) => number) => Math.max(...all.map(of));
  report([
    {
      what: "script requests of the first screen",
      measured: worst(({ scripts }) => scripts),
      atMost: adminBudget.requests,
    },
    {
      what: "script of the first screen",
      measured: worst(({ bytes }) => bytes),
      unit: "bytes",
      atMost: adminBudget.firstScreen,
    },
    { what: "layout shift until the data is there", measured: worst(({ shift }) => shift) },
  ]);
}
