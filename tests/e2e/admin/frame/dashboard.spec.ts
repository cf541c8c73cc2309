import { expect, PHONE, test } from "../../fixture.ts";

const SCREEN = "/admin/dashboard";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await site.sql`delete from media_library`;
  await site.sql`update pricing_items set is_active = true`;
  await site.sql`update faq_items set is_active = true`;
  await signIn();
});

test("a quiet morning says so", async ({ page, expectAccessible }) => {
  await page.goto(SCREEN);
  const morning = page.getByRole("region", { name: "This morning" });
  await expect(morning.getByRole("link", { name: /^New submissions/ })).toContainText("0");
  await expect(morning.getByText("Every submission has been taken up.")).toBeVisible();
  await expect(morning.getByText("None in the last 30 days.")).toBeVisible();
  await expect(morning.getByText("No submissions yet.")).toBeVisible();
  await expect(morning.getByText("No leads and no booked calls in the last 30 days.")).toHaveCount(
    2,
  );
  await expect(morning.getByText(/^Nothing does\./)).toBeVisible();
  await expectAccessible();
});

test("the figures lead to what they count", async ({ page, site, expectAccessible }) => {
  await site.sql`insert into contact_submissions
    (name, email, monthly_volume, platforms, created_at, is_spam, mail_status, mail_next_attempt_at)
    values
    ('Olga Old', 'olga@example.com', '0-50', '{Etsy}', now() - interval '9 days', false, 'sent', null),
    ('Nia New', 'nia@example.com', '0-50', '{Etsy,Shopify}', now(), false, 'failed', null),
    ('Sam Spam', 'sam@example.com', '0-50', '{Other}', now(), true, 'pending', null)`;
  await site.sql`update pricing_items set is_active = false`;
  await site.sql`update faq_items set is_active = false`;
  await site.sql`insert into media_library
    (filename, original_filename, file_path, file_size, mime_type)
    values ('1.png', 'dock.png', 'uploads/1.png', 3, 'image/png')`;
  await page.goto(SCREEN);
  const morning = page.getByRole("region", { name: "This morning" });
  await expect(morning.getByRole("link", { name: /^New submissions 2/ })).toBeVisible();
  await expect(morning.getByText("Etsy is named most, in 2 of 2 submissions.")).toBeVisible();
  // The same figures for those who don't see the charts.
  const days = morning.getByRole("table", { name: "Submissions per day" });
  await expect(days.getByRole("row")).toHaveCount(31);
  const platforms = morning.getByRole("table", { name: "By platform" });
  await expect(platforms.getByRole("row", { name: "Etsy 2" })).toBeAttached();
  await expectAccessible();

  await morning.getByRole("link", { name: /^Oldest unanswered 9 days ago/ }).click();
  await expect(page.getByRole("region", { name: "Olga Old", exact: true })).toBeVisible();
  await page.goto(SCREEN);
  for (const [link, arrived] of [
    [/^1 mail failed/, "Nia New"],
    [/^1 submission is likely spam/, "Sam Spam"],
  ] as const) {
    await morning.getByRole("link", { name: link }).click();
    await expect(page.getByText("1 found")).toBeVisible();
    await expect(page.getByRole("link", { name: arrived, exact: true })).toBeVisible();
    await page.goBack();
  }
  for (const [link, address] of [
    [/^No active prices/, "/admin/pricing"],
    [/^No active FAQs/, "/admin/faqs"],
    [/^1 image without alternative text/, "/admin/media?show=no-alt"],
  ] as const)
    await expect(morning.getByRole("link", { name: link })).toHaveAttribute("href", address);
});

test("figures that can't be loaded are told, and tried again", async ({ page, expectConsole }) => {
  expectConsole(/status of 500/);
  const CALL = "**/rest/v1/rpc/admin_dashboard";
  await page.route(CALL, (route) => route.fulfill({ status: 500, json: { message: "x" } }));
  await page.goto(SCREEN);
  await expect(page.getByText(/^Failed to load the figures/)).toBeVisible();
  // The rest of the dashboard is there all the same.
  await expect(page.getByRole("main").getByRole("link", { name: /^Edit Content/ })).toBeVisible();
  await page.unroute(CALL);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
});

test("on a phone nothing runs off the side", async ({ page, site, expectAccessible }) => {
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
