import { writeSettings } from "#tests/support/samples/site-rows.ts";
import { DESKTOP, expect, PHONE, test } from "../../fixture.ts";
import { setUpEmail } from "../steps.ts";

const SCREEN = "/admin/dashboard";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await site.sql`delete from media_library`;
  await site.sql`update pricing_items set is_active = true`;
  await site.sql`update faq_items set is_active = true`;
  // The default dates pass one day, and the dashboard asks for new ones.
  await writeSettings(site.sql, { dispatch_holidays: "2090-12-25" });
  await setUpEmail(site);
  await signIn();
});

test("says when all is clear", async ({ page, expectAccessible }) => {
  await page.goto(SCREEN);
  const waiting = page.getByRole("region", { name: "Waiting for you" });
  await expect(waiting.getByRole("link", { name: /^New leads/ })).toContainText("0");
  await expect(waiting.getByText("No unanswered leads.")).toBeVisible();
  await expect(waiting.getByText(/^All clear\./)).toBeVisible();
  // An empty chart is one line.
  const figures = page.getByRole("region", { name: "Stats" });
  await expect(figures.getByText("No leads in the last 30 days.")).toBeVisible();
  await expect(figures.getByText("No leads yet.")).toBeVisible();
  await expect(figures.getByText("No leads or booked calls in the last 30 days.")).toHaveCount(2);
  await expect(figures.locator("table, svg")).toHaveCount(0);
  expect((await figures.boundingBox())?.height).toBeLessThan(160);
  const places = await Promise.all(
    [waiting, page.getByRole("main").getByRole("link", { name: /^Edit Content/ }), figures].map(
      async (part) => (await part.boundingBox())?.y,
    ),
  );
  expect(places).toEqual(places.toSorted((a = 0, b = 0) => a - b));
  await expectAccessible();
});

test("lists a missing mail server first", async ({ page, site }) => {
  await setUpEmail(site, { not: true });
  await site.sql`update pricing_items set is_active = false`;
  await page.goto(SCREEN);
  const first = page
    .getByRole("region", { name: "Waiting for you" })
    .getByRole("link", { name: /^(Email isn't|No active prices)/ })
    .first();
  await expect(first).toContainText("Email isn't set up");
  await expect(first).toHaveAttribute("href", "/admin/system");
  await expect(page.getByText("All clear")).toBeHidden();
});

test("links the figures to what they count", async ({ page, site, expectAccessible }) => {
  await site.sql`insert into contact_submissions
    (name, email, monthly_volume, platforms, created_at, is_spam, mail_status, mail_next_attempt_at)
    values
    ('Olga Old', 'olga@example.com', '0-50', '{Etsy}', now() - interval '9 days', false, 'sent', null),
    ('Nia New', 'nia@example.com', '0-50', '{Etsy,Shopify}', now(), false, 'failed', null),
    ('Sam Spam', 'sam@example.com', '0-50', '{Other}', now(), true, 'pending', null)`;
  await site.sql`insert into mails (kind, submission_id, recipient, subject, body, state, send_after)
    select 'reply', id, email, 'Re: Your message', '[{"text": "Hello"}]', 'failed', null
    from contact_submissions where name = 'Nia New'`;
  await site.sql`update pricing_items set is_active = false`;
  await site.sql`update faq_items set is_active = false`;
  await site.sql`insert into media_library
    (filename, original_filename, file_path, file_size, mime_type)
    values ('1.png', 'dock.png', 'uploads/1.png', 3, 'image/png')`;
  await page.goto(SCREEN);
  const waiting = page.getByRole("region", { name: "Waiting for you" });
  const figures = page.getByRole("region", { name: "Stats" });
  await expect(waiting.getByRole("link", { name: /^New leads 2/ })).toBeVisible();
  await expect(figures.getByText("Most common: Etsy, in 2 of 2 leads.")).toBeVisible();
  // The same figures for people who can't see the charts.
  const days = figures.getByRole("table", { name: "Leads per day" });
  await expect(days.getByRole("row")).toHaveCount(31);
  const platforms = figures.getByRole("table", { name: "By platform" });
  await expect(platforms.getByRole("row", { name: "Etsy 2" })).toBeAttached();
  await expectAccessible();

  await waiting.getByRole("link", { name: /^Oldest unanswered 9 days ago/ }).click();
  await expect(page.getByRole("region", { name: "Olga Old", exact: true })).toBeVisible();
  await page.goto(SCREEN);
  for (const [link, arrived] of [
    [/^1 team notification failed/, "Nia New"],
    [/^1 reply to a customer failed/, "Nia New"],
    [/^1 lead is held as spam/, "Sam Spam"],
  ] as const) {
    await waiting.getByRole("link", { name: link }).click();
    await expect(page.getByText("1 found")).toBeVisible();
    await expect(page.getByRole("link", { name: arrived, exact: true })).toBeVisible();
    await page.goBack();
  }
  await waiting.getByRole("button", { name: "Show 1 more" }).click();
  for (const [link, address] of [
    [/^No active prices/, "/admin/pricing"],
    [/^No active FAQs/, "/admin/faqs"],
    [/^1 image without alt text/, "/admin/media?show=no-alt"],
  ] as const)
    await expect(waiting.getByRole("link", { name: link })).toHaveAttribute("href", address);
});

test("the five cards and the profile are above the fold, on a fresh demo site and on a busy one", async ({
  page,
  site,
}) => {
  await page.setViewportSize(DESKTOP);
  for (const busy of [false, true]) {
    if (busy) {
      await site.sql`update pricing_items set is_active = false`;
      await site.sql`update faq_items set is_active = false`;
      await site.sql`insert into contact_submissions
        (name, email, monthly_volume, platforms, is_spam, mail_status, mail_next_attempt_at)
        values ('Nia New', 'nia@example.com', '0-50', '{Etsy}', false, 'failed', null),
          ('Sam Spam', 'sam@example.com', '0-50', '{Other}', true, 'pending', null)`;
    }
    await page.goto(SCREEN);
    await expect(page.getByRole("region", { name: "Make It Yours" })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: "Needs attention" })).toBeVisible();
    const parts = [
      ...["Edit Content", "Manage Services", "Manage FAQs", "Site Settings", "SEO Tools"].map(
        (name) => main.getByRole("link", { name: new RegExp(`^${name}`) }),
      ),
      main.getByRole("heading", { name: "Admin Profile" }).locator("xpath=ancestor::section[1]"),
    ];
    for (const part of parts) {
      const box = await part.boundingBox();
      expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
    }
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
});

test("reports figures that can't be loaded, and retries", async ({ page, expectConsole }) => {
  expectConsole(/status of 500/);
  const CALL = "**/rest/v1/rpc/admin_dashboard";
  await page.route(CALL, (route) => route.fulfill({ status: 500, json: { message: "x" } }));
  await page.goto(SCREEN);
  await expect(page.getByText(/^Failed to load the stats/)).toBeVisible();
  // The rest of the dashboard still works.
  await expect(page.getByRole("main").getByRole("link", { name: /^Edit Content/ })).toBeVisible();
  await page.unroute(CALL);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
});

test("on a phone nothing overflows", async ({ page, site, expectAccessible }) => {
  const attribution = {
    first: { landing_page: `/${"l".repeat(199)}`, utm_source: "s".repeat(100) },
  };
  await site.sql`insert into contact_submissions (name, email, monthly_volume, platforms, attribution)
    values (${"W".repeat(200)}, 'w@example.com', '0-50', array[${"P".repeat(100)}],
      ${site.sql.json(attribution)})`;
  await page.setViewportSize(PHONE);
  await page.goto(SCREEN);
  await expect(page.getByRole("heading", { name: "By platform" })).toBeVisible();
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(sideways).toBe(0);
  await expectAccessible();
});
