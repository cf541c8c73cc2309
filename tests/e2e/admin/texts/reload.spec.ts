import type { Page, Request } from "@playwright/test";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { open, saved, title } from "./content-steps.ts";

const restored = (page: Page) => page.getByText("Unsaved changes restored.");
const discard = (page: Page) => page.getByRole("button", { name: /^Discard the restored changes/ });

/** What a visit stores in the tab. */
const storedVisit = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem("admin-visit") ?? "");

const stored = async ({ sql }: Site) =>
  (
    await sql`select content_value from site_content
      where page_name = 'home' and section_name = 'hero' and content_key = 'title'`
  )[0]?.content_value;

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  // The browser asks before it leaves a page with unsaved text.
  page.on("dialog", (question) => void question.accept());
});

test("a reload keeps the text of a field until it is saved or discarded", async ({
  page,
  site,
  expectAccessible,
}) => {
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await open(page);
    const before = await title(page).inputValue();
    await title(page).fill("Half typed");
    await page.reload();
    await expect(title(page)).toHaveValue("Half typed");
    await expect(restored(page)).toHaveCount(1);
    expect(await stored(site)).toBe(before);
    await inspect(page, "restored-text", expectAccessible);
    await discard(page).click();
    await expect(title(page)).toHaveValue(before);
    await page.reload();
    await expect(title(page)).toHaveValue(before);
    await expect(restored(page)).toHaveCount(0);

    await title(page).fill("Typed whole");
    await page.reload();
    await expect(restored(page)).toBeVisible();
    await page.getByRole("button", { name: /^Save the restored changes/ }).click();
    await expect(saved(page)).toBeVisible();
    await expect(restored(page)).toHaveCount(0);
    expect(await stored(site)).toBe("Typed whole");
    expect(await storedVisit(page)).toContain('"drafts":{}');
  });
});

test("keeps a dialog's text through a reload, and stores it once", async ({
  page,
  site,
  expectAccessible,
}) => {
  await withTablesRestored(site.sql, ["faq_items"], async () => {
    const count = async () => (await site.sql`select count(*)::int as n from faq_items`)[0]?.n;
    const before = await count();
    await page.goto("/admin/faqs");
    await page.getByRole("button", { name: "Add FAQ" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Question").fill("Do you ship kayaks?");
    await page.reload();
    await expect(dialog.getByLabel("Question")).toHaveValue("Do you ship kayaks?");
    await inspect(page, "restored-dialog", expectAccessible);
    await dialog.getByLabel("Answer", { exact: true }).fill("In halves.");
    await page.reload();
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog).toBeHidden();
    expect(await count()).toBe(before + 1);

    await page.getByRole("button", { name: "Edit Do you ship kayaks?" }).click();
    await expect(restored(page)).toHaveCount(0);
    await dialog.getByLabel("Question").fill("Do you ship canoes?");
    await page.reload();
    await expect(dialog.getByLabel("Question")).toHaveValue("Do you ship canoes?");
    await discard(page).click();
    await expect(dialog.getByLabel("Question")).toHaveValue("Do you ship kayaks?");
    await expect(restored(page)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});

test("a sign-out leaves no text in the tab", async ({ page }) => {
  await open(page);
  await title(page).fill("Nobody else's business");
  await expect.poll(() => storedVisit(page)).toContain("Nobody else's business");
  // What the screen still asks when the session ends is dropped: the server would refuse it.
  const asked: Request[] = [];
  await page.route("**/rpc/say_present", (route) => void asked.push(route.request()));
  const pending = () => asked.filter((request) => request.failure() === null).length;
  await page.reload();
  await expect(restored(page)).toBeVisible();
  await expect.poll(pending).toBe(1);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect.poll(pending).toBe(0);
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  expect(await storedVisit(page)).not.toContain("Nobody else's business");
});
