import { resources } from "#app/features/resources-on-disk.ts";
import { navigationOf } from "#app/routes/admin/navigation.ts";
import { violationsOf } from "../../axe.ts";
import { expect, PHONE, settled, test } from "../../fixture.ts";
import { add } from "../inbox/submission-steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Rule W-1, in this order; further lists stand among them by their own declaration. */
const LINKS = [
  "Dashboard",
  "Content Editor",
  "Services",
  "Media Library",
  "Pricing",
  "FAQs",
  "Testimonials",
  "Users",
  "Site Settings",
  "SEO Tools",
  "Contact Submissions",
  "History",
  "System",
];

test("the shell greets, links to every screen and to the site", async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto("/admin/dashboard");
  await expect(page.getByText("Content Management System")).toBeVisible();
  await expect(page.getByText("Welcome, Admin")).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Admin" });
  const labels = navigationOf(resources).map(({ label }) => label);
  expect(labels.filter((label) => LINKS.includes(label))).toEqual(LINKS);
  await expect(nav.getByRole("link")).toHaveText([...labels, /^View Live Site/]);
  await expect(nav.getByRole("link", { name: "Dashboard" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(nav.getByRole("link", { name: /View Live Site/ })).toHaveAttribute(
    "target",
    "_blank",
  );
  await expectAccessible();

  const profile = page.getByRole("main");
  await expect(profile.getByRole("heading", { name: "Admin Profile" })).toBeVisible();
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

test("everything on a screen lies in a landmark", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/admin/dashboard");
  expect(await violationsOf(page, { type: "rule", values: ["region"] })).toEqual([]);
});

test("the sidebar folds by button and shortcut, and stays so after a reload without a jump", async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await page.goto("/admin/dashboard");
  const nav = page.getByRole("navigation", { name: "Admin" });
  const width = async () => (await nav.boundingBox())?.width;
  await expect.poll(width).toBe(256);
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(48);
  await expect(nav.getByRole("link", { name: "Media Library" })).toBeVisible();
  const cookie = (await context.cookies()).find(({ name }) => name === "sidebar_state");
  expect(cookie?.value).toBe("false");
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeCloseTo(7 * 86_400, -2);

  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { sidebarWidths: seen });
    new MutationObserver(() => {
      const nav = document.querySelector("nav[aria-label=Admin]");
      if (nav) seen.push(nav.getBoundingClientRect().width);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect.poll(width).toBe(48);
  expect(new Set(await page.evaluate(() => Reflect.get(window, "sidebarWidths")))).toEqual(
    new Set([48]),
  );
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await expect.poll(width).toBe(256);
});

test("a link, a tab or a button pressed twice opens once: one Back undoes it", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/admin/dashboard");
  const link = (name: string) => page.getByRole("navigation").getByRole("link", { name });
  const heading = page.getByRole("heading", { level: 1 });
  // A screen's code comes with its first visit; only later ones are open before a second press.
  for (const name of ["SEO Tools", "Users", "SEO Tools"]) {
    await link(name).dblclick();
    await expect(link(name)).toHaveAttribute("aria-current", "page");
    await expect(heading).toBeVisible();
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await page.goForward();

  await page.getByRole("tab", { name: "Keywords" }).dblclick();
  await expect(page).toHaveURL(/tab=keywords/);
  await page.goBack();
  await expect(page).not.toHaveURL(/tab=/);

  const dialog = page.getByRole("dialog", { name: "Start SEO tasks" });
  const button = page.getByRole("button", { name: "Run Analysis" });
  await button.dblclick();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/seo$/);

  // As slow as a hand: the second press meets what the first has opened.
  await button.click();
  await expect(dialog).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.evaluate(settled);
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test("on a phone the sidebar is a drawer", async ({ page, signIn, expectAccessible }) => {
  await page.setViewportSize(PHONE);
  await signIn();
  await page.goto("/admin/dashboard");
  await page.getByRole("button", { name: /sidebar/ }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toBeVisible();
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(288);
  await expectAccessible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await page.getByRole("button", { name: /sidebar/ }).click();
  await drawer.getByRole("link", { name: "Content Editor" }).click();
  await expect(page.getByRole("heading", { name: "Content Editor" })).toBeVisible();
  await expect(drawer).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test("while nobody knows who is here the frame stands, without data, and nothing moves when they come", async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  // A web font that comes late moves words by itself.
  await page.route("**/*.woff2", (route) => route.fulfill({ status: 204 }));
  await page.addInitScript(() => {
    const moved: unknown[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(JSON.stringify(entry));
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const [path, heading, data] of [
    ["/admin/dashboard", "Dashboard", page.getByRole("link", { name: /^New submissions/ })],
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
    // Asked at once, and kept until the check has its answer.
    expect((await read).status()).toBeLessThan(300);
    await expect(page.getByText(/^Welcome/)).toHaveCount(0);
    await expect(data).toHaveCount(0);
    await expect(page.getByRole("main").locator("a, button, input")).toHaveCount(0);
    for (const name of ["Media Library", "View Live Site"])
      await expect(page.locator("nav[inert]").getByText(name, { exact: true })).toBeVisible();
    await expect(page.locator("header[inert]").getByText("Sign Out")).toBeVisible();
    if (heading === "Dashboard") await expectAccessible();
    answer();
    await expect(data).toBeVisible();
    await expect(page.locator("[inert]")).toHaveCount(0);
    await page.unroute("**/rpc/is_admin_user");
    expect(await page.evaluate(() => Reflect.get(window, "moved"))).toEqual([]);
  }
});

test("whoever has no session is sent to sign in before the app has come", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/admin/faqs?q=size");
  await expect(page).toHaveURL("/admin/login?to=%2Fadmin%2Ffaqs%3Fq%3Dsize");
});

test("the dashboard reads well, in light and dark", async ({ page, signIn, expectAccessible }) => {
  await signIn();
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("heading", { name: "Admin Profile" })).toBeVisible();
  await expectAccessible();
});

test("Ctrl+K finds texts, questions, messages and screens, and leads there", async ({
  page,
  site,
  signIn,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await site.sql`insert into faq_items (question, answer) values ('Do you ship candles to Málaga?', 'Yes.')`;
  const lead = await add(site, { name: "José Málaga" });
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await signIn();
  await page.goto("/admin/seo");
  await expect(page.locator("[inert]")).toHaveCount(0);
  expect(scripts.filter((url) => /find/.test(url))).toEqual([]);

  await page.keyboard.press("Control+k");
  const box = page.getByRole("combobox", { name: "Text, price, FAQ, file, message or screen" });
  await expect(box).toBeFocused();
  await page.route("**/rest/v1/rpc/admin_find", (route) => route.fulfill({ status: 500 }));
  await box.fill("malaga");
  await expect(page.getByText(/^Failed to search: /)).toBeVisible();
  await page.unroute("**/rest/v1/rpc/admin_find");
  await page.getByRole("button", { name: "Try again" }).click();
  const options = page.getByRole("option");
  const both = [/Do you ship candles to Málaga/, /José Málaga/];
  await expect(options).toHaveText(both);
  // What was found for the words before is not opened while these are on their way.
  await page.route("**/rest/v1/rpc/admin_find", () => {});
  await box.fill("malaga josé");
  await page.keyboard.press("Enter");
  await box.fill("malaga");
  await expect(page.getByText("2 found")).toBeVisible();
  await expect(options).toHaveText(both);
  await page.unroute("**/rest/v1/rpc/admin_find");
  await expectAccessible();
  await box.focus();
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/contact-manager?open=${lead}`);

  await page.getByRole("button", { name: "Find anything" }).click();
  await box.fill("home hero title");
  const title = options.filter({ hasText: "Home › Hero › Title" });
  await title.click();
  await expect(page).toHaveURL(/content\?tab=home/);
  await expect(page.locator('[name="hero.title"]')).toBeFocused();
  await page.keyboard.press("Control+k");
  await box.fill("media lib");
  await expect(options.first()).toHaveText(/Media Library/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/media");
  await site.sql`delete from contact_submissions`;
  await site.sql`delete from faq_items where question like 'Do you ship candles%'`;
});
