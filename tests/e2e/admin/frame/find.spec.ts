import type { Page } from "@playwright/test";
import { expect, settled, test } from "../../fixture.ts";
import { add, link, SCREEN, statusOf } from "../inbox/submission-steps.ts";

const boxOf = (page: Page) =>
  page.getByRole("combobox", { name: "Search text, leads, files and actions" });

test.beforeEach(({ signIn }) => signIn());

test("Ctrl+K finds texts, questions, messages and screens, and opens them", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await site.sql`insert into faq_items (question, answer) values ('Do you ship candles to Málaga?', 'Yes.')`;
  const lead = await add(site, { name: "José Málaga" });
  await page.goto("/admin/seo");
  await expect(page.locator("[inert]")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  const box = boxOf(page);
  await expect(box).toBeFocused();
  await page.route("**/rest/v1/rpc/admin_find", (route) => route.fulfill({ status: 500 }));
  await box.fill("malaga");
  await expect(page.getByText(/^Failed to search: /)).toBeVisible();
  await page.unroute("**/rest/v1/rpc/admin_find");
  await page.getByRole("button", { name: "Try again" }).click();
  const options = page.getByRole("option");
  const both = [/Do you ship candles to Málaga/, /José Málaga/];
  await expect(options).toHaveText(both);
  // Enter doesn't open results of the previous search while this one loads.
  await page.route("**/rest/v1/rpc/admin_find", () => {});
  await box.fill("malaga josé");
  await page.keyboard.press("Enter");
  await box.fill("malaga");
  await expect(page.getByText("2 results")).toBeVisible();
  await expect(options).toHaveText(both);
  await page.unroute("**/rest/v1/rpc/admin_find");
  await expectAccessible();
  await box.focus();
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/contact-manager?open=${lead}`);

  await page.getByRole("button", { name: "Search the admin" }).click();
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

test("keeps what is typed right after Ctrl+K for the palette", async ({ page, site }) => {
  const id = await add(site);
  const selected = page.getByRole("region", { name: "Selected leads" });
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(/\/find-[^/]*\.js/, async (route) => {
    await delivered;
    await route.continue();
  });
  await page.goto(SCREEN);
  await link(page, "Ana Ruiz").focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("x4 boxess");
  await page.keyboard.press("Backspace");
  await expect(page.getByText("Opening…")).toBeVisible();
  await expect(selected).toBeHidden();
  deliver();
  await expect(boxOf(page)).toBeFocused();
  await expect(boxOf(page)).toHaveValue("x4 boxes");
  await page.keyboard.type("!");
  await expect(boxOf(page)).toHaveValue("x4 boxes!");
  expect(await statusOf(site, id)).toBe("new");

  // Once it is closed, keys belong to the inbox again.
  await page.keyboard.press("Escape");
  await expect(boxOf(page)).toBeHidden();
  await expect(link(page, "Ana Ruiz")).toBeFocused();
  await page.keyboard.press("x");
  await expect(selected).toBeVisible();
  await site.sql`delete from contact_submissions`;
});

test("closes a loading palette with Escape or a press elsewhere", async ({ page, site }) => {
  await add(site);
  await page.route(/\/find-[^/]*\.js/, () => {});
  await page.goto(SCREEN);
  const opening = page.getByText("Opening…");
  const selected = page.getByRole("region", { name: "Selected leads" });
  for (const giveUp of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("heading", { level: 1 }).click(),
  ]) {
    await link(page, "Ana Ruiz").focus();
    await page.keyboard.press("Control+k");
    await expect(opening).toBeVisible();
    await giveUp();
    await expect(opening).toBeHidden();
    await link(page, "Ana Ruiz").focus();
    await page.keyboard.press("x");
    await expect(selected).toBeVisible();
    await page.keyboard.press("x");
    await expect(selected).toBeHidden();
  }
  await site.sql`delete from contact_submissions`;
});

test("finds actions and synonyms, keeps its place and selects the query", async ({
  page,
  site,
}) => {
  await site.sql`update site_settings set setting_value = 'false' where setting_key = 'ga_enabled'`;
  await page.goto("/admin/seo");
  await expect(page.locator("[inert]")).toHaveCount(0);
  const box = boxOf(page);
  const options = page.getByRole("option");
  const open = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused();
    await page.keyboard.type(words);
  };

  await open("leads");
  await expect(options.first()).toHaveText(/Contact Submissions/);
  await page.evaluate(settled);
  const before = await box.boundingBox();
  await box.fill("xyzzy");
  await expect(page.getByText("0 results")).toBeVisible();
  expect(await box.boundingBox()).toEqual(before);
  await box.fill("dark");
  await expect(options.first()).toHaveText(/follows your device's setting/);
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();

  // The last search is selected, so typing replaces it.
  await open("new faq");
  await expect(box).toHaveValue("new faq");
  await expect(options.first()).toHaveText(/Add FAQ/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New FAQ" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await open("invite");
  await expect(options.first()).toHaveText(/Invite a colleague/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Invite/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await open("password");
  await expect(options.first()).toHaveText(/Change your password/);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Current password")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // A setting has the name from its form, and its value the words of its switch.
  await open("ga_enabled");
  await expect(options).toHaveText([/^Setting\s*Google Analytics\s*Disabled$/]);
  await box.fill("sign out");
  await options.filter({ hasText: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
});
