import type { Browser, BrowserContext, Page } from "@playwright/test";

/**
 * A browser context that journeys reuse, so that scripts stay compiled: in a new context, compiling takes most
 * of a journey. Each journey has its own pages, with their session storage, emulated media, viewport and
 * routes; state of the context is cleared in between. The anchor is an empty page of the site. It keeps the
 * process alive (the browser runs one process for all pages of a context), and gives access to the site's
 * storage.
 */
interface SharedContext {
  /** the options of the context; a journey with other options needs another context */
  made: string;
  context: BrowserContext;
  anchor: Page;
  /** whether a journey has used the fake clock, which can't be uninstalled */
  fakesTime: boolean;
}

export class SharedBrowser {
  private readonly browser: Browser;
  private shared: SharedContext | undefined;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /**
   * @param baseURL of the site
   * @param options the journey's other options; a context with different ones is closed
   */
  async take(baseURL: string, options: object): Promise<BrowserContext> {
    const made = JSON.stringify([baseURL, options]);
    if (this.shared?.made !== made) {
      await this.close();
      // The runner applies the test's options by default.
      const context = await this.browser.newContext();
      // Every page gets its clock from the context, so this comes before the first page.
      context.clock = new Proxy(context.clock, {
        get: (clock, method) => {
          shared.fakesTime = true;
          return Reflect.get(clock, method).bind(clock);
        },
      });
      const anchor = await openAnchor(context, baseURL);
      const shared = { made, context, anchor, fakesTime: false };
      this.shared = shared;
      anchors.set(context, anchor);
      const setOffline = context.setOffline.bind(context);
      // Pages in one process get the online event together, before each has a network.
      context.setOffline = async (offline) => {
        await anchor.close();
        await setOffline(offline);
      };
    }
    return this.shared.context;
  }

  /** Removes everything that the journey left. */
  async clear(): Promise<void> {
    if (!this.shared) return;
    const { context, anchor, fakesTime } = this.shared;
    // A request that a screen makes now would fail as its page closes, and count against the next journey.
    const ended = { behavior: "ignoreErrors" } as const;
    await Promise.all(context.pages().map((page) => page.unrouteAll(ended)));
    if (fakesTime || anchor.isClosed()) {
      await this.close();
      return;
    }
    const others = context.pages().filter((page) => page !== anchor);
    await Promise.all(others.map((page) => page.close()));
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
    // The runner describes a failed journey by the context's first page.
    await this.shared?.anchor.close();
    await this.shared?.context.close();
    this.shared = undefined;
  }
}

const anchors = new WeakMap<BrowserContext, Page>();

/** The anchor page of a reused context; undefined for any other. */
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
