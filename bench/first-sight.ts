import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";

const ROUNDS = 7;
const PATH = "/admin/dashboard";

/** A line of 9 Mbit/s with 60 ms to the server and back. */
const LINE = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 };

interface Sight {
  /** ms from the press until it is painted */
  frame: number;
  heading: number;
  data: number;
  /** of layout, until the data is there */
  shift: number;
  scripts: number;
  /** compressed */
  bytes: number;
}

/** Runs in the page from its start: notes when what is looked for has been painted. */
function watch() {
  const seen: Record<string, number> = {};
  const isShown = (element: Element | null | undefined) =>
    element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ?? false;
  const looks: Record<string, () => boolean> = {
    frame: () => isShown(document.querySelector("nav a")) && isShown(document.querySelector("header button")),
    heading: () => document.querySelector("h1")?.textContent === "Dashboard",
    data: () => document.querySelector("main")?.innerText?.includes("New submissions") ?? false,
  };
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    for (const [name, isThere] of Object.entries(looks))
      // Painted with this frame: the next one begins afterwards.
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
      const [mark] = performance.getEntriesByName("first-screen");
      const until = mark?.startTime ?? Number.POSITIVE_INFINITY;
      const scripts = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
        ({ name, startTime }) => name.endsWith(".js") && startTime < until,
      );
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

/** The dashboard as an admin first sees it: with nothing in the browser's cache, and with all of it. */
export async function firstSights(
  browser: Browser,
  url: string,
  storageState: BrowserContextOptions["storageState"],
) {
  const sights: Record<string, Sight[]> = {};
  for (let round = 0; round < ROUNDS; round += 1)
    for (const line of ["local", "9 Mbit/s, 60 ms"]) {
      const context = await browser.newContext({
        storageState,
        viewport: { width: 1440, height: 900 },
      });
      await context.addInitScript(watch);
      for (const cache of ["cold", "warm"]) {
        const page = await openPage(context, line !== "local");
        const row = `${cache}, ${line}`;
        sights[row] = [...(sights[row] ?? []), await look(page, url)];
        // What is fetched behind the first screen is in the cache too, for the next look.
        await page.waitForTimeout(1_500);
        await page.close();
      }
      await context.close();
    }
  return sights;
}
