import { resources } from "#app/features/resources-on-disk.ts";
import { COLORS, violationsOf, WCAG } from "../../axe.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const SCREENS = [
  { path: "/admin/dashboard", heading: "Dashboard", name: "dashboard" },
  { path: "/admin/content", heading: "Content Editor", name: "content" },
  { path: "/admin/insights", heading: "Insights", name: "insights" },
  { path: "/admin/contact-manager", heading: "Contact Submissions", name: "submissions" },
  { path: "/admin/users", heading: "User Management", name: "users" },
];

/** Other specs check these. When pictures are on, this spec takes every screen in one run. */
const IN_OTHER_SPECS = [
  { path: "/admin/media", heading: "Media Library", name: "media" },
  { path: "/admin/settings", heading: "Site Settings", name: "settings" },
  { path: "/admin/history", heading: "History", name: "history" },
  { path: "/admin/seo", heading: "SEO and Marketing Tools", name: "seo" },
  { path: "/admin/site-health", heading: "Site health", name: "site-health" },
  { path: "/admin/webhooks", heading: "Webhooks", name: "webhooks" },
  { path: "/admin/account", heading: "Your account", name: "account" },
  { path: "/admin/audit-log", heading: "Audit log", name: "audit-log" },
  { path: "/admin/system", heading: "System", name: "system" },
  { path: "/admin/account", heading: "Your account", name: "account-off" },
  { path: "/admin/first-hour", heading: "Make It Yours", name: "onboarding" },
  ...resources.map(({ path, title, table }) => ({ path, heading: title, name: table })),
];
const LOOKED_AT =
  process.env.PICTURES === "1"
    ? [
        ...SCREENS,
        ...IN_OTHER_SPECS.filter(({ name }) => !SCREENS.some((one) => one.name === name)),
      ]
    : SCREENS;

test.describe("every screen, in light and dark, on a phone and wide", () => {
  // Pictures and two checks of every element are slow on a small machine.
  test.slow();

  test.beforeAll(async ({ site }) => {
    await site.sql`
      insert into contact_submissions (name, email, business_name, monthly_volume, platforms, message,
        status, created_at, mail_status, mail_next_attempt_at, is_spam, spam_reason)
      select (array['Wren Castellane', 'Theo Marsh', 'Ines Duarte', 'Kofi Addo'])[1 + n % 4],
        'seller' || n || '@shop.example',
        (array['Castellane Candles', null, 'Duarte Ceramics and Glazes', 'Addo'])[1 + n % 4],
        (array['101-500', '0-50', '1000+'])[1 + n % 3],
        (array['TikTok Shop', 'Etsy', 'Shopify', 'Amazon', 'Other'])[1 + n % 2 : 2 + n % 3],
        repeat('Our orders tripled after one clip. ', n),
        (array['new', 'contacted', 'responded', 'closed'])[case when n < 6 then 1 else 1 + n % 4 end],
        now() - n * n * interval '71 minutes', case when n = 3 then 'failed' else 'sent' end, null,
        n = 8, case when n = 8 then 'too fast' end
      from generate_series(1, 24) as n`;
  });
  test.afterAll(async ({ site }) => {
    await site.sql`delete from contact_submissions`;
  });

  test("sign in", async ({ page, expectAccessible }) => {
    await page.goto("/admin/login");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await inspect(page, "login", expectAccessible);
    await page.setViewportSize(PHONE);
    await expectAccessible();
  });

  for (const { path, heading, name } of LOOKED_AT) {
    test(heading, async ({ page, signIn, expectAccessible }) => {
      await signIn();
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await inspect(page, name, expectAccessible);
    });
  }
});

const WAYS = {
  "Content Editor": "Content Editor",
  "Media Library": "Media Library",
  Users: "User Management",
  "Site Settings": "Site Settings",
  "SEO Tools": "SEO and Marketing Tools",
  "Site health": "Site health",
  Webhooks: "Webhooks",
  "Contact Submissions": "Contact Submissions",
  History: "History",
  "Audit log": "Audit log",
  System: "System",
  ...Object.fromEntries(
    resources
      .filter(({ menu }) => !menu.parentScreen)
      .map(({ menu, title }) => [menu.label, title]),
  ),
  Dashboard: "Dashboard",
};

test("opens each screen with its content by one press", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Admin" });
  await nav.getByRole("button", { name: "Advanced" }).click();
  for (const [link, heading] of Object.entries(WAYS)) {
    await nav.getByRole("link", { name: link, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole("main").getByText(/^Loading/)).toHaveCount(0);
  }
});

test("detects a nameless button, and text hidden only in dark mode", async ({ page }) => {
  await page.goto("/admin/login");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.getByLabel("Email")).toBeVisible();
  await page.evaluate(() => {
    document.body.insertAdjacentHTML("beforeend", "<button></button><p class=faint>Words</p>");
    const dark = new CSSStyleSheet();
    dark.replaceSync("@media (prefers-color-scheme: dark) { .faint { color: #333 } }");
    document.adoptedStyleSheets.push(dark);
  });
  expect(await violationsOf(page, WCAG)).toEqual([expect.stringMatching(/^button-name/)]);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect
    .poll(() => violationsOf(page, COLORS))
    .toEqual([expect.stringMatching(/^color-contrast/)]);
});
