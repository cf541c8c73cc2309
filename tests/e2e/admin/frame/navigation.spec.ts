import { now } from "#tests/support/clock.ts";
import { expect, PHONE, settled, test } from "../../fixture.ts";
import { add } from "../inbox/submission-steps.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

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
  // The frame comes with the page; what hears keys comes with the figures.
  await expect(page.getByRole("link", { name: /^New submissions/ })).toBeVisible();
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(48);
  await expect(nav.getByRole("link", { name: "Media Library" })).toBeVisible();
  const cookie = (await context.cookies()).find(({ name }) => name === "sidebar_state");
  expect(cookie?.value).toBe("false");
  expect((cookie?.expires ?? 0) - now().getTime() / 1000).toBeCloseTo(7 * 86_400, -2);

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
