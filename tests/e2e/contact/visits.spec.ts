import type { Page } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { moveToNoon } from "#tests/support/clock.ts";
import { expect, people } from "../fixture.ts";
import { readPublishableKey } from "../session.ts";
import { answerForProvider, test as base, hydrated } from "./form.ts";

// Playwright's own name says that it is a bot.
const test = base.extend({
  userAgent: "Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36",
});

let admin: SupabaseClient | undefined;
test.beforeEach(async ({ page, site }) => {
  await page.route(/^(tel|mailto):/, (route) => route.abort());
  if (admin) return;
  const auth = { autoRefreshToken: false, persistSession: false };
  admin = createClient(site.url, await readPublishableKey(site), { auth });
  await admin.auth.signInWithPassword(people.admin);
});
const insights = async () => (await admin?.rpc("visit_insights").throwOnError())?.data;

/** What this page sends about the visit. */
function reports(page: Page) {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/visits")
      sent.push(JSON.parse(request.postData() ?? "{}").event);
  });
  return sent;
}

test("a visit is followed to the sent form, without a cookie", async ({
  page,
  context,
  form,
  site,
}) => {
  // After the company's midnight the same visitor is another visit.
  await moveToNoon(site.sql);
  await site.sql`truncate private.visits, private.visit_keys, private.visit_days, private.visit_vitals`;
  await page.addInitScript(() => {
    // Not injected: puts every page into the sample of the vitals.
    Math.random = () => 0;
  });
  const sent = reports(page);
  await page.goto("/pricing?utm_source=Spring+News&utm_campaign=spring");
  await expect.poll(() => sent).toEqual(["view"]);
  // Loaded and idle, the page may not have been painted yet.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const painted = new PerformanceObserver(() => resolve());
        painted.observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.goto("/contact");
  await hydrated(page);
  await expect.poll(() => sent).toEqual(["view", "vitals", "view"]);
  await form.fill();
  await form.send();
  await expect(form.result).toBeVisible();
  await page.evaluate(() => {
    for (const href of ["tel:+15035550142", "mailto:a@example.com"]) {
      const link = document.createElement("a");
      link.href = href;
      link.addEventListener("click", (event) => event.preventDefault());
      document.body.append(link);
      link.click();
      link.remove();
    }
  });
  await expect.poll(() => sent.slice(3)).toEqual(["started", "sent", "phone", "email"]);

  const steps = { visits: 1, contact: 1, started: 1, sent: 1, booked: 0 };
  // The server writes every five seconds.
  await expect
    .poll(async () => (await insights()).now)
    .toEqual({ views: 2, ...steps, phone: 1, email: 1 });
  const { sources, campaigns, landing_pages, pages, devices, vitals } = await insights();
  expect(sources).toEqual([{ name: "spring news", ...steps, visits_before: 0 }]);
  expect(campaigns).toMatchObject([{ name: "spring", visits: 1 }]);
  expect(landing_pages).toMatchObject([{ name: "/pricing", visits: 1 }]);
  expect(pages.map(({ name }: { name: string }) => name)).toEqual(["/contact", "/pricing"]);
  expect(devices).toEqual([{ name: "phone", visits: 1 }]);
  const measured = vitals.map(({ name }: { name: string }) => name);
  expect(measured).toEqual(expect.arrayContaining(["lcp", "cls"]));
  expect(await context.cookies()).toEqual([]);
});

test("nothing is sent about staff, and about visitors who don't want to be tracked", async ({
  page,
  signIn,
}) => {
  const sent = reports(page);
  // A browser that is busy elsewhere may not call back for minutes.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: queueMicrotask }));
  /** Loaded pages have sent their view; requests are known before a later answer of the page. */
  const state = () => page.evaluate(() => document.readyState);
  await signIn();
  await answerForProvider(page);
  await page.goto("/pricing");
  expect(await state()).toBe("complete");
  await page.evaluate(() => localStorage.clear());
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { value: true }),
  );
  await page.goto("/faqs");
  expect(await state()).toBe("complete");
  expect(sent).toEqual([]);
});
