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
import { anchorOf, KeptBrowser } from "./kept-browser.ts";
import { hearSentences, noteSentences } from "./said.ts";
import { startSession } from "./session.ts";

interface TestFixtures {
  /** Whether each journey starts with a browser that has loaded nothing yet. */
  newBrowser: boolean;
  /** The built server on its own database. */
  site: Site;
  /** What `expectConsole` was told. */
  expectedErrors: RegExp[];
  /** The test's own browser is watched. */
  watched: undefined;
  /** Messages that this test provokes on purpose; any other console or page error fails it. */
  expectConsole(pattern: RegExp): void;
  /** Notes the sentences that a browser's pages show, for facts-reporter.ts, and its console's errors. */
  watch(context: BrowserContext): Promise<void>;
  /** A browser of someone else's, on the test's site or another; watched as the test's own is. */
  anotherBrowser(baseURL?: string): Promise<BrowserContext>;
  /** Who opens the admin from now on, in a browser that has opened nothing yet, is signed in. */
  signIn(who?: keyof typeof people, page?: Page, at?: Site): Promise<void>;
  /** Signs in through the screen, as a person does, and waits for the dashboard. */
  signInByScreen(who?: keyof typeof people): Promise<void>;
  /** Fails with the list of WCAG 2.2 AA violations on the page as it stands; the admin in light and dark. */
  expectAccessible(page?: Page): Promise<void>;
}

interface WorkerFixtures {
  /** Has the test's file make its temporary folders in one of its own, so that a leftover names it. */
  enterFolder(file: string): void;
  /** The site of a spec file, started when its first test asks. */
  sites(file: string): Promise<Site>;
  /** One browser for all journeys that want no new one. */
  keptBrowser: KeptBrowser;
}

export { expect, people };

/** The files of the admin's journeys start so. */
const ADMIN = `${import.meta.dirname}/admin/`;

/** PHONE is the width at which the phone layout holds (rule V-2). */
export const PHONE = { width: 375, height: 812 };

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
      const clusterUrl = process.env.TEST_CLUSTER_URL;
      if (!clusterUrl) throw new Error("TEST_CLUSTER_URL is not set: run through playwright test.");
      let file = "";
      let site: Site | undefined;
      const stopping: (Promise<void> | undefined)[] = [];
      await use(async (wanted) => {
        if (site && file === wanted) return site;
        // The next one starts meanwhile.
        stopping.push(site?.stop());
        file = wanted;
        site = await startSite(clusterUrl);
        return site;
      });
      await Promise.all([...stopping, site?.stop()]);
    },
    { scope: "worker", timeout: 60_000 },
  ],

  keptBrowser: [
    async ({ browser }, use) => {
      const kept = new KeptBrowser(browser);
      await use(kept);
      await kept.close();
    },
    { scope: "worker" },
  ],

  // The admin's scripts are what costs; how the public pages start is what their journeys look at.
  newBrowser: async ({}, use, { file }) => use(!file.startsWith(ADMIN)),

  context: async (
    {
      browser,
      keptBrowser,
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
      // The runner's own options are any new one's.
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    await use(await keptBrowser.take(baseURL, { hasTouch, viewport, contextOptions }));
    // What a failed journey left is nobody's to use.
    if (testInfo.status === testInfo.expectedStatus) await keptBrowser.clear();
    else await keptBrowser.close();
  },

  // A file's tests share a site; no file finds what another left behind, in whatever order they run.
  site: async ({ sites, enterFolder }, use, { titlePath, file }) => {
    enterFolder(file);
    await use(await sites(titlePath[0] ?? ""));
  },

  baseURL: async ({ site }, use) => use(site.url),

  expectedErrors: async ({}, use) => use([]),

  expectConsole: async ({ expectedErrors }, use) =>
    use((pattern) => void expectedErrors.push(pattern)),

  watch: async ({ expectedErrors }, use) => {
    const heard = new Set<string>();
    const unexpected: string[] = [];
    const note = (message: string) => {
      if (!expectedErrors.some((pattern) => pattern.test(message))) unexpected.push(message);
    };
    const onConsole = (message: ConsoleMessage) => {
      if (message.type() === "error") note(`${message.text()} ${message.location().url}`);
    };
    const onError = (error: WebError) => note(String(error.error()));
    const hearing: (() => Promise<void>)[] = [];
    await use(async (context) => {
      context.on("console", onConsole).on("weberror", onError);
      const stop = await hearSentences(context, heard);
      // Others are closed, and all this with them.
      if (!anchorOf(context)) return;
      hearing.push(async () => {
        context.off("console", onConsole).off("weberror", onError);
        await stop();
      });
    });
    for (const stop of hearing) await stop();
    noteSentences(heard);
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
      if (!on.url().includes("/admin")) {
        expect(await violationsOf(on, WCAG)).toEqual([]);
        return;
      }
      // What has been scrolled half under the header is no small target.
      await on.evaluate(() => window.scrollTo(0, 0));
      // The site has one look; the admin follows the system, by its colors alone.
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

/** In the page: no color is on its way from one scheme to the other, nothing on its way in or out. */
export async function settled() {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
