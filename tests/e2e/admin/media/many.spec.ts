import type { Page } from "@playwright/test";
import { picture } from "#tests/support/samples/png.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { pressTwice } from "../steps.ts";
import { card, emptyLibrary, expectNothingHalf, openLibrary, said, upload } from "./media-steps.ts";

const FILES = ["dock.png", "logo.png", "team.png"];

const all = (page: Page) => page.getByRole("checkbox", { name: "Select all on this page" });
const bar = (page: Page) => page.getByRole("region", { name: "Selected files" });
const press = (page: Page, name: string) =>
  bar(page).getByRole("button", { name, exact: true }).click();
const asked = (page: Page, name: string) => page.getByRole("alertdialog", { name });

test.beforeEach(async ({ page, site, signIn }) => {
  await signIn();
  await emptyLibrary(site);
  await openLibrary(page);
  await upload(page, ...(await Promise.all(FILES.map((name) => picture(name)))));
});

test("moves several files to the trash, names their uses, and undoes", async ({
  page,
  site,
  expectAccessible,
}) => {
  const [logo] = await site.sql`select * from media_library where original_filename = 'logo.png'`;
  const address = `/storage/v1/object/public/media/${logo?.file_path}`;
  await site.sql`update site_settings set setting_value = ${address} where setting_key = 'logo_url'`;
  const boxes = page.getByRole("checkbox", { name: /^Select .+\.png$/ });
  await expect(boxes).toHaveCount(3);
  const top = async () => (await boxes.first().boundingBox())?.y;
  const placed = await top();
  await boxes.first().check();
  await boxes.last().click({ modifiers: ["Shift"] });
  await expect(bar(page).getByText("3 files selected")).toBeVisible();
  expect(await top(), "the cards stay in their places").toBe(placed);
  await expect(all(page)).toBeChecked();
  await inspect(page, "media-selected", expectAccessible);

  await press(page, "Delete");
  const question = asked(page, "Delete 3 files?");
  await expect(question.getByText("Site Settings › Logo URL")).toBeVisible();
  for (const name of FILES) await expect(question.getByText(name)).toBeVisible();
  await inspect(page, "media-delete-many", expectAccessible);
  await pressTwice(question.getByRole("button", { name: "Delete" }));
  await expect(said(page, "3 files deleted")).toBeVisible();
  await expect(page.getByText("No media files found")).toBeVisible();
  // The focused item is gone, so the focus moves to the screen's first control.
  await expect(page.getByRole("button", { name: "Upload" }).first()).toBeFocused();
  expect(await site.sql`select 1 from media_trash`).toHaveLength(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(said(page, "3 files restored")).toBeVisible();
  for (const name of FILES) await expect(card(page, name)).toBeVisible();
  expect(await site.sql`select 1 from media_trash`).toHaveLength(0);
  await expectNothingHalf(site);
});

test("restores or deletes several files in the trash", async ({ page, site, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to fetch|404/);
  await site.sql`delete from media_library`;
  await page.goto("/admin/media?show=trash");
  await all(page).check();
  await press(page, "Restore");
  await expect(said(page, "3 files restored")).toBeVisible();
  await expect(page.getByText("Trash is empty")).toBeVisible();
  expect(await site.sql`select 1 from media_library`).toHaveLength(3);

  await site.sql`delete from media_library`;
  await page.reload();
  await all(page).check();
  await page.route("**/storage/v1/object/media", (route) => route.abort());
  await press(page, "Delete permanently");
  const question = asked(page, "Delete 3 files permanently?");
  await expect(question.getByText("This action cannot be undone.")).toBeVisible();
  await expect(question.getByText("Not used on the website.")).toBeVisible();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(said(page, "Failed to delete 3 files")).toBeVisible();
  await page.unroute("**/storage/v1/object/media");
  await press(page, "Delete permanently");
  await expect(question).toBeVisible();
  // Meanwhile another tab deletes one of them for good.
  await site.sql`delete from media_trash where original_filename = 'dock.png'`;
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(said(page, "2 of 3 files permanently deleted")).toBeVisible();
  await expect(said(page, "Someone else already restored or deleted it")).toBeVisible();
  await expect(page.getByText("Trash is empty")).toBeVisible();
  expect(await site.sql`select 1 from media_trash`).toHaveLength(0);
});
