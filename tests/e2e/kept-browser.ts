import type { Browser, BrowserContext, Page } from "@playwright/test";

/**
 * A browser context that one journey after another uses, so that the admin's scripts, once compiled, stay
 * so: in a new one they cost most of a journey. Each journey has pages of its own, and with them session
 * storage, emulated media, viewport and routes; what belongs to the context is cleared between them.
 * The anchor, an empty page of the site, keeps the process alive (the browser is started with one for
 * all pages of a context) and reaches what the site stores.
 */
interface Kept {
  /** what the context was made for; another journey's options want another */
  made: string;
  context: BrowserContext;
  anchor: Page;
}

export class KeptBrowser {
  private readonly browser: Browser;
  private kept: Kept | undefined;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /**
   * @param baseURL of the site
   * @param options the journey's others; a browser made with other ones is closed
   */
  async take(baseURL: string, options: object): Promise<BrowserContext> {
    const made = JSON.stringify([baseURL, options]);
    if (this.kept?.made !== made) {
      await this.close();
      // The test's options are the runner's defaults.
      const context = await this.browser.newContext();
      const anchor = await openAnchor(context, baseURL);
      this.kept = { made, context, anchor };
      anchors.set(context, anchor);
      const setOffline = context.setOffline.bind(context);
      // Pages of one process hear together that there is a network, before each has one.
      context.setOffline = async (offline) => {
        await anchor.close();
        await setOffline(offline);
      };
    }
    return this.kept.context;
  }

  /** Leaves nothing of the journey behind. */
  async clear(): Promise<void> {
    if (!this.kept) return;
    const { context, anchor } = this.kept;
    const others = context.pages().filter((page) => page !== anchor);
    await Promise.all(others.map((page) => page.close()));
    // Anyone who took the clock into their hands took it for good.
    const used = async () =>
      anchor.isClosed() || anchor.evaluate(() => !String(Date).includes("[native code]"));
    if (await used()) {
      await this.close();
      return;
    }
    await context.unrouteAll();
    await context.clearPermissions();
    await context.clearCookies();
    await anchor.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
      for (const name of await caches.keys()) await caches.delete(name);
      for (const worker of await navigator.serviceWorker.getRegistrations())
        await worker.unregister();
    });
  }

  async close(): Promise<void> {
    await this.kept?.context.close();
    this.kept = undefined;
  }
}

const anchors = new WeakMap<BrowserContext, Page>();

/** The empty page of a kept browser; undefined of any other. */
export function anchorOf(context: BrowserContext): Page | undefined {
  const anchor = anchors.get(context);
  return anchor?.isClosed() ? undefined : anchor;
}

async function openAnchor(context: BrowserContext, baseURL: string): Promise<Page> {
  const anchor = await context.newPage();
  await anchor.route("**/*", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Anchor</title>" }),
  );
  await anchor.goto(`${baseURL}/anchor`);
  await anchor.unrouteAll();
  return anchor;
}
