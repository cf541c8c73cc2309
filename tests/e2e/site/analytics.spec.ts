import type { Page } from "@playwright/test";
import type { Site } from "#tests/support/site.ts";
import { expect, test } from "../fixture.ts";

const GA = "G-TEST12345";
const GTM = "GTM-TEST123";
const PROVIDER = "https://www.googletagmanager.com/**";

async function set(site: Site, settings: Record<string, string>) {
  for (const [key, value] of Object.entries(settings))
    await site.sql`
      update site_settings set setting_value = ${value} where setting_key = ${key}`;
}
// consent.spec.ts has what visitors are asked first.
const off = { ga_enabled: "false", gtm_enabled: "false", consent_ask: "false" };
const ga = { ga_enabled: "true", ga_measurement_id: GA };
const gtm = { gtm_enabled: "true", gtm_container_id: GTM };

/** Opens a page once it has the settings; the provider's scripts are empty stubs. */
async function open(page: Page, said: string, path = "/pricing") {
  await page.route(PROVIDER, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await expect.poll(async () => (await page.request.get(path)).text()).toContain(said);
  await page.goto(path);
}
const scripts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>("script[src*=googletagmanager]")].map(
      ({ src }) => src,
    ),
  );
/** What the page sent to the provider, as `command first-argument` or the event's name. */
const said = (page: Page) =>
  page.evaluate(() =>
    (window.dataLayer ?? []).map((entry) => {
      const { event, ...command } = entry as Record<string, unknown>;
      return event ?? `${command[0]} ${command[0] === "js" ? "" : command[1]}`.trim();
    }),
  );

/** Brings the tab to the front, or hides it behind another. */
const look = (page: Page, at: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, !at);

test.beforeEach(({ site }) => set(site, off));

test("loads nothing while it is off", async ({ page, site, request }) => {
  await set(site, { ...off, ga_measurement_id: GA, gtm_container_id: GTM });
  await open(page, "{&quot;ga&quot;:&quot;&quot;,&quot;gtm&quot;:&quot;&quot;}");
  expect(await scripts(page)).toEqual([]);
  expect(await page.evaluate(() => window.dataLayer)).toBeUndefined();
  const policy = (await request.get("/pricing")).headers()["content-security-policy"];
  expect(policy).not.toContain("google");
});

test("both on: each script once, one page view a page", async ({ page, site }) => {
  await set(site, { ...ga, ...gtm });
  await open(page, GTM);
  expect(await scripts(page)).toEqual([
    `https://www.googletagmanager.com/gtag/js?id=${GA}`,
    `https://www.googletagmanager.com/gtm.js?id=${GTM}`,
  ]);
  expect(await said(page)).toEqual(["js", `config ${GA}`, "gtm.js"]);
  await page.goto("/faqs");
  expect(await said(page)).toEqual(["js", `config ${GA}`, "gtm.js"]);
});

test("switched off and on again within half a minute, with one page view", async ({
  page,
  site,
}) => {
  await page.clock.install();
  await set(site, ga);
  await open(page, GA);
  const disabled = () => page.evaluate((id) => window[`ga-disable-${id}`], GA);
  expect(await disabled()).toBe(false);
  await set(site, off);
  await page.clock.runFor(31_000);
  await expect.poll(() => scripts(page)).toEqual([]);
  expect(await disabled()).toBe(true);
  await set(site, { ...ga, ...gtm });
  await page.clock.runFor(31_000);
  await expect.poll(() => scripts(page)).toHaveLength(2);
  expect(await disabled()).toBe(false);
  expect(await said(page)).toEqual(["js", `config ${GA}`, "gtm.js"]);
});

test("a changed id replaces the script", async ({ page, site }) => {
  await page.clock.install();
  await set(site, ga);
  await open(page, GA);
  await set(site, { ga_measurement_id: "G-OTHER" });
  await page.clock.runFor(31_000);
  await expect
    .poll(() => scripts(page))
    .toEqual(["https://www.googletagmanager.com/gtag/js?id=G-OTHER"]);
});

test("an answer that arrives after the next one changes nothing", async ({ page, site }) => {
  await page.clock.install();
  await set(site, ga);
  await open(page, GA);
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("googletagmanager")) loaded.push(request.url());
  });
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const settings = /\/rest\/v1\/site_settings/;
  await page.route(
    settings,
    async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await held.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await page.clock.runFor(31_000);
  await asked.promise;
  await set(site, off);
  await page.clock.runFor(31_000);
  await expect.poll(() => scripts(page)).toEqual([]);
  const late = page.waitForResponse(settings);
  held.resolve();
  await (await late).finished();
  // What the page does with a later answer, it does after that one.
  await set(site, { ...gtm });
  await page.clock.runFor(31_000);
  await expect.poll(() => scripts(page)).toHaveLength(1);
  expect(loaded).toEqual([`https://www.googletagmanager.com/gtm.js?id=${GTM}`]);
});

test("loads from the next page on when switched on while a page is open", async ({
  page,
  site,
}) => {
  await page.clock.install();
  await set(site, off);
  await open(page, "{&quot;ga&quot;:&quot;&quot;");
  await set(site, ga);
  const asked = page.waitForResponse(/\/rest\/v1\/site_settings/);
  await page.clock.runFor(31_000);
  await asked;
  expect(await scripts(page)).toEqual([]);
  await open(page, GA, "/faqs");
  await expect.poll(() => scripts(page)).toHaveLength(1);
});

test("a hidden page makes no requests", async ({ page, site }) => {
  await page.clock.install();
  await set(site, off);
  await open(page, "{&quot;ga&quot;:&quot;&quot;");
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/site_settings")) asked++;
  });
  await look(page, false);
  await page.clock.runFor(120_000);
  expect(asked).toBe(0);
  const back = page.waitForRequest(/\/rest\/v1\/site_settings/);
  await look(page, true);
  await page.clock.runFor(1);
  await back;
});

test("checks for announcements at least every half minute", async ({ page, site }) => {
  await page.clock.install();
  await set(site, off);
  await open(page, "{&quot;ga&quot;:&quot;&quot;");
  const asked: number[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/site_settings")) asked.push(asked.length);
  });
  await look(page, false);
  await page.clock.runFor(50_000);
  await look(page, true);
  await page.clock.runFor(100);
  await expect.poll(() => asked).toHaveLength(1);
  await page.clock.runFor(30_100);
  await expect.poll(() => asked).toHaveLength(2);
});
