import { tmpdir } from "node:os";
import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from "@playwright/test";
import { enterFolderOf } from "#tests/support/folder.ts";
import { people } from "#tests/support/people.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { COLORS, violationsOf, WCAG } from "./axe.ts";
import { makeLate } from "./late.ts";
import { hearSentences, noteSentences } from "./said.ts";
import { startSession } from "./session.ts";
import { anchorOf, SharedBrowser } from "./shared-browser.ts";

interface TestFixtures {
  /** Whether each journey starts in a new browser without a cache. */
  newBrowser: boolean;
  /** The built server on its own database. */
  site: Site;
  /** Starts another site with these settings, which stops once the test's pages are closed. */
  anotherSite(settings?: Record<string, string>): Promise<Site>;
  /** The patterns passed to `expectConsole`. */
  expectedErrors: RegExp[];
  /** Watches the test's own browser. */
  watched: undefined;
  /** Errors that this test causes on purpose; any other console or page error fails it. */
  expectConsole(pattern: RegExp): void;
  /** Records the messages that a browser's pages show, for facts-reporter.ts, and its console errors. */
  watch(context: BrowserContext): Promise<void>;
  /** Another person's browser, on the test's site or another; watched like the test's own. */
  anotherBrowser(baseURL?: string): Promise<BrowserContext>;
  /** Stores a session in a new browser, so that it opens the admin signed in. */
  signIn(who?: keyof typeof people, page?: Page, at?: Site): Promise<void>;
  /** Signs in on the screen, as a person does, and waits for the dashboard. */
  signInByScreen(who?: keyof typeof people): Promise<void>;
  /** Fails with a list of the page's current WCAG 2.2 AA violations; the admin in light and dark. */
  expectAccessible(page?: Page): Promise<void>;
}

interface WorkerFixtures {
  /** Puts temporary folders of a test file into one of its own, so that a leftover names the file. */
  enterFolder(file: string): void;
  /** The site of a spec file, which starts with the first test that needs it. */
  sites(file: string): Promise<Site>;
  /** One browser for all journeys that don't need a new one. */
  sharedBrowser: SharedBrowser;
}

export { expect, people };

/** Journeys in these folders share a browser. */
const SHARED = ["admin", "site"].map((folder) => `${import.meta.dirname}/${folder}/`);

/** The width at which the phone layout must work (rule V-2). */
export const PHONE = { width: 375, height: 812 };

/** The width of journeys that don't say another (playwright.config.ts). */
export const DESKTOP = { width: 1440, height: 900 };

/** @returns the URL of the database server that global-setup.ts started */
function clusterUrl(): string {
  const url = process.env.TEST_CLUSTER_URL;
  if (!url) throw new Error("TEST_CLUSTER_URL is not set: run through playwright test.");
  return url;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  enterFolder: [
    async ({}, use) => {
      const run = tmpdir();
      let entered = "";
      await use((file) => {
        if (file !== entered) enterFolderOf(file, run);
        entered = file;
      });
    },
    { scope: "worker" },
  ],

  sites: [
    async ({}, use) => {
      let file = "";
      let site: Site | undefined;
      await use(async (wanted) => {
        if (site && file === wanted) return site;
        await site?.stop();
        // At the same address, so that the shared browser's pages find the scripts compiled; at another if
        // its port was taken meanwhile.
        const PORT = site ? new URL(site.url).port : "0";
        site = await startSite(clusterUrl(), { PORT }).catch(() => startSite(clusterUrl()));
        file = wanted;
        return site;
      });
      await site?.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  sharedBrowser: [
    async ({ browser }, use) => {
      const shared = new SharedBrowser(browser);
      await use(shared);
      await shared.close();
    },
    { scope: "worker" },
  ],

  // A new browser is expensive. A visitor's own journeys test the cold start.
  newBrowser: async ({}, use, { file }) => use(!SHARED.some((folder) => file.startsWith(folder))),

  anotherSite: async ({ enterFolder }, use, { file }) => {
    enterFolder(file);
    const started: Site[] = [];
    await use(async (settings) => {
      const site = await startSite(clusterUrl(), settings);
      started.push(site);
      return site;
    });
    for (const site of started) await site.stop();
  },

  context: async (
    {
      // Only so that its sites outlive the pages: a page that asks a stopped server prints an error.
      anotherSite: _,
      browser,
      sharedBrowser,
      newBrowser,
      baseURL,
      javaScriptEnabled,
      hasTouch,
      viewport,
      contextOptions,
    },
    use,
    testInfo,
  ) => {
    if (newBrowser || !javaScriptEnabled || !baseURL) {
      // A new context gets the runner's options by default.
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    await use(await sharedBrowser.take(baseURL, { hasTouch, viewport, contextOptions }));
    // A failed journey may leave the context in any state, so don't reuse it.
    if (testInfo.status === testInfo.expectedStatus) await sharedBrowser.clear();
    else await sharedBrowser.close();
  },

  // A file's tests share a site; no file sees another's data, in whatever order they run.
  site: async ({ sites, enterFolder }, use, { titlePath, file }) => {
    enterFolder(file);
    await use(await sites(titlePath[0] ?? ""));
  },

  baseURL: async ({ site }, use) => use(site.url),

  expectedErrors: async ({}, use) => use([]),

  expectConsole: async ({ expectedErrors }, use) =>
    use((pattern) => void expectedErrors.push(pattern)),

  watch: async ({ expectedErrors }, use) => {
    const shown = new Set<string>();
    const unexpected: string[] = [];
    const note = (message: string) => {
      if (!expectedErrors.some((pattern) => pattern.test(message))) unexpected.push(message);
    };
    const onConsole = (message: ConsoleMessage) => {
      if (message.type() === "error") note(`${message.text()} ${message.location().url}`);
    };
    const onError = (error: WebError) => note(String(error.error()));
    const stopListening: (() => Promise<void>)[] = [];
    await use(async (context) => {
      context.on("console", onConsole).on("weberror", onError);
      const stops = [await hearSentences(context, shown), await makeLate(context)];
      // Other contexts are closed, and their listeners with them.
      if (!anchorOf(context)) return;
      stopListening.push(async () => {
        context.off("console", onConsole).off("weberror", onError);
        for (const stop of stops) await stop();
      });
    });
    for (const stop of stopListening) await stop();
    noteSentences(shown);
    expect(unexpected, "errors on the browser's console").toEqual([]);
  },

  watched: [
    async ({ context, watch }, use) => {
      await watch(context);
      await use(undefined);
    },
    { auto: true },
  ],

  anotherBrowser: async ({ browser, site, watch }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (baseURL = site.url) => {
      const context = await browser.newContext({ baseURL });
      opened.push(context);
      await watch(context);
      return context;
    });
    for (const context of opened) await context.close();
  },

  signIn: async ({ page, site }, use) => {
    await use(async (who = "admin", on = page, at = site) => startSession(on.context(), at, who));
  },

  signInByScreen: async ({ page }, use) => {
    await use(async (who = "admin") => {
      await page.goto("/admin/login");
      await page.getByLabel("Email").fill(people[who].email);
      await page.getByLabel("Password", { exact: true }).fill(people[who].password);
      await page.getByRole("button", { name: "Sign In" }).click();
      if (who === "admin") await expect(page).toHaveURL(/\/admin\/dashboard/);
    });
  },

  expectAccessible: async ({ page, contextOptions }, use) => {
    await use(async (on = page) => {
      // A target scrolled halfway under the header would count as too small.
      await on.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
      if (!on.url().includes("/admin")) {
        expect(await violationsOf(on, WCAG)).toEqual([]);
        return;
      }
      // The site has one theme; the admin follows the system, in colors only.
      for (const [colorScheme, rules] of [
        ["light", WCAG],
        ["dark", COLORS],
      ] as const) {
        await on.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await on.evaluate(settled);
        expect(await violationsOf(on, rules), colorScheme).toEqual([]);
      }
      await on.emulateMedia({
        colorScheme: null,
        reducedMotion: contextOptions.reducedMotion ?? null,
      });
    });
  },
});

/** In the page: resolves when no color transition and no enter or exit animation is running. */
export async function settled() {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
