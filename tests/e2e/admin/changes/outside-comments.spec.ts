import type { Page } from "@playwright/test";
import { expect, PHONE, test } from "../../fixture.ts";
import { inspect, keepPage } from "../../pictures.ts";
import { begin, onItsOwn, press, write } from "./set-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from change_sets`;
  await site.sql`delete from preview_links`;
  await signIn();
});

const ribbonOf = (page: Page) => page.getByRole("complementary", { name: "Preview" });

test("someone without an account or JavaScript comments on a page", async ({
  page,
  site,
  browser,
  watch,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/400|410/);
  const stored = () => site.sql`
    select outside_name, page, message from private.set_comments order by created_at`;
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    await write(page, "Half the price, all of Friday", "1 change");
    await press(page, "Share…");
    const dialog = page.getByRole("dialog", { name: "Share a preview of Black Friday" });
    const links = dialog.getByRole("list", { name: "Active links" }).getByRole("listitem");
    const make = dialog.getByRole("button", { name: "Create link" });
    const url = dialog.getByLabel("New link");
    const allow = dialog.getByRole("switch", { name: "Let people with the link comment" });
    await expect(allow).not.toBeChecked();
    await make.click();
    await expect(links).toHaveCount(1);
    await expect(links).toContainText("Comments off");
    const without = await url.inputValue();
    await allow.click();
    await make.click();
    await expect(links).toHaveCount(2);
    await expect(links.first()).toContainText("Comments on");
    await expect(url).not.toHaveValue(without);
    const link = await url.inputValue();

    const context = await browser.newContext({
      baseURL: site.url,
      javaScriptEnabled: false,
      viewport: PHONE,
    });
    await watch(context);
    const mia = await context.newPage();
    await mia.goto(`${without}/pricing`);
    const ribbon = ribbonOf(mia);
    const open = ribbon.getByText("Comment on this page");
    await expect(ribbon).toContainText("Preview of Black Friday");
    await expect(open).toHaveCount(0);

    await mia.goto(`${link}/pricing`);
    await expect(ribbon.getByLabel("Comment", { exact: true })).toBeHidden();
    await keepPage(mia, "preview-comments");
    await open.focus();
    await mia.keyboard.press("Enter");
    const name = ribbon.getByRole("textbox", { name: "Your name" });
    const comment = ribbon.getByRole("textbox", { name: "Comment" });
    const send = ribbon.getByRole("button", { name: "Send comment" });
    await expect(comment).toBeVisible();
    const height = async () => ((await ribbon.boundingBox())?.height ?? 812) / PHONE.height;
    expect(await height(), "share of a phone's screen").toBeLessThanOrEqual(0.6);
    expect(
      await mia.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await expect(ribbon.getByRole("button")).toHaveCount(1);
    // The page's own forms don't send.
    await mia.goto(`${link}/contact`);
    const methods = (forms: HTMLFormElement[]) => forms.map(({ method }) => method);
    expect(await mia.locator("main form").evaluateAll(methods)).toEqual(["dialog"]);
    await mia.goto(`${link}/pricing`);
    await open.click();

    await name.fill("   ");
    const words = 'Is "$3 each" <b>right</b>?\nIt was $2.';
    await comment.fill(words);
    await send.click();
    const said = ribbon.getByRole("alert");
    await expect(said).toHaveText("Not sent: Please enter a name of at most 80 characters.");
    await expect(said).toBeFocused();
    await expect(mia).toHaveTitle(/^Comment not sent: /);
    await expect(comment).toHaveValue(words);
    expect(await stored()).toEqual([]);

    await name.fill("Mia Chen");
    await send.dblclick();
    await expect(ribbon.getByRole("status")).toHaveText(
      "Comment sent. The team sees it with your name.",
    );
    await expect(mia).toHaveURL(`${link}/pricing?commented`);
    await mia.reload();
    await expect(ribbon.getByRole("status")).toBeVisible();
    await expect(comment).toBeHidden();
    const once = [{ outside_name: "Mia Chen", page: "/pricing", message: words }];
    expect(await stored()).toEqual(once);

    await open.click();
    await name.fill("Mia Chen");
    await comment.fill("One more thing");
    await site.sql`update preview_links set revoked_at = now()`;
    await send.click();
    await expect(mia.getByRole("heading", { name: "This preview was closed" })).toBeVisible();
    await expect(mia.getByLabel(/^Your comment wasn't sent/)).toHaveValue("One more thing");
    expect(await stored()).toEqual(once);
    await page.reload();
    await press(page, "Review");
    await expect(page.getByRole("list", { name: "Comments", exact: true })).toContainText(
      "on Pricing",
    );
    await context.close();
  });
});

test("the form is accessible, and leaves the page in view at every width", async ({
  page,
  site,
  anotherBrowser,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/400/);
  await onItsOwn(site, async () => {
    await page.goto("/admin/content?tab=home");
    await begin(page);
    await press(page, "Share…");
    const dialog = page.getByRole("dialog", { name: "Share a preview of Black Friday" });
    await dialog.getByRole("switch", { name: "Let people with the link comment" }).click();
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByLabel("New link").inputValue();
    const mia = await (await anotherBrowser()).newPage();
    await mia.goto(`${link}/pricing?commented`);
    await ribbonOf(mia).getByText("Comment on this page").click();
    await ribbonOf(mia).getByLabel("Your name").fill("  ");
    await ribbonOf(mia).getByLabel("Comment", { exact: true }).fill("Is $3 right?");
    await ribbonOf(mia).getByRole("button", { name: "Send comment" }).click();
    await expect(ribbonOf(mia).getByRole("alert")).toBeVisible();
    await inspect(mia, "preview-comments-open", () => expectAccessible(mia));
    await mia.setViewportSize({ width: 375, height: 400 });
    const box = await ribbonOf(mia).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(0.6 * 400 + 1);
  });
});
