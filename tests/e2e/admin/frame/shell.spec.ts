import { violationsOf } from "../../axe.ts";
import { expect, test } from "../../fixture.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Rule W-1: the groups of the menu with their links, in order. */
const GROUPS = {
  Website: [
    "Content Editor",
    "Pricing",
    "Services",
    "FAQs",
    "Testimonials",
    "Team",
    "Announcements",
    "Media Library",
  ],
  Company: ["Site Settings", "Users", "History", "Audit log"],
  Advanced: ["SEO Tools", "Site health", "Webhooks", "System", "Redirects"],
};

test("the shell greets, links to every screen and to the site, all in landmarks", async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto("/admin/dashboard");
  await expect(page.getByText("Content Management System")).toBeVisible();
  await expect(page.getByText("Welcome, Admin")).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Admin" });
  const first = ["Make It Yours", "Dashboard", "Contact Submissions", "Insights"];
  const last = [/^View Live Site/, /^Your account/];
  const folded = [...first, ...GROUPS.Website, ...GROUPS.Company, ...last];
  await expect(nav.getByRole("link")).toHaveText(
    folded.map((label) => (typeof label === "string" ? new RegExp(`^${label}`) : label)),
  );
  await nav.getByRole("button", { name: "Advanced" }).click();
  for (const [name, labels] of Object.entries(GROUPS))
    await expect(nav.getByRole("list", { name }).getByRole("link")).toHaveText(labels);
  await expect(nav.getByText("admin@example.com")).toBeVisible();
  await expect(nav.getByRole("link", { name: "Dashboard" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(nav.getByRole("link", { name: /View Live Site/ })).toHaveAttribute(
    "target",
    "_blank",
  );
  const profile = page.getByRole("main");
  await expect(profile.getByRole("heading", { name: "Admin Profile" })).toBeVisible();
  await expectAccessible();
  expect(await violationsOf(page, { type: "rule", values: ["region"] })).toEqual([]);
  await expect(profile.getByText("admin@example.com", { exact: true })).toBeVisible();
  await expect(profile.getByText("Admin User")).toBeVisible();
  for (const [card, path] of [
    ["Edit Content", "/admin/content"],
    ["Manage Services", "/admin/services"],
    ["Manage FAQs", "/admin/faqs"],
    ["Site Settings", "/admin/settings"],
    ["SEO Tools", "/admin/seo"],
  ] as const)
    await expect(profile.getByRole("link", { name: card })).toHaveAttribute("href", path);
});

test("shows an empty frame while the person is unknown, without shifts", async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  // A web font that loads late shifts text on its own.
  await page.route("**/*.woff2", (route) => route.fulfill({ status: 204 }));
  await page.addInitScript(() => {
    // The answer is held for as long as the checks take.
    AbortSignal.timeout = () => new AbortController().signal;
    const moved: unknown[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(JSON.stringify(entry));
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const [path, heading, data] of [
    ["/admin/dashboard", "Dashboard", page.getByRole("link", { name: /^New leads/ })],
    ["/admin/services", "Services", page.getByRole("button", { name: "Edit Returns" })],
  ] as const) {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/rpc/is_admin_user", async (route) => {
      await held;
      await route.continue();
    });
    const read = page.waitForResponse(/rpc\/admin_dashboard|rest\/v1\/services/);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole("main").getByRole("status")).toHaveText("Loading…");
    // The request is sent at once, and its data is hidden until the check has answered.
    expect((await read).status()).toBeLessThan(300);
    await expect(page.getByText(/^Welcome/)).toHaveCount(0);
    await expect(data).toHaveCount(0);
    await expect(page.getByRole("main").locator("a, button, input")).toHaveCount(0);
    for (const name of ["Media Library", "View Live Site"])
      await expect(page.locator("nav[inert]").getByText(name, { exact: true })).toBeVisible();
    await expect(page.locator("nav[inert]").getByText("Sign Out")).toBeVisible();
    if (heading === "Dashboard") await expectAccessible();
    answer();
    await expect(data).toBeVisible();
    await expect(page.locator("[inert]")).toHaveCount(0);
    await page.unroute("**/rpc/is_admin_user");
    expect(await page.evaluate(() => Reflect.get(window, "moved"))).toEqual([]);
  }
});

test("redirects to sign-in before the app loads", async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/admin/faqs?q=size");
  await expect(page).toHaveURL("/admin/login?to=%2Fadmin%2Ffaqs%3Fq%3Dsize");
});
