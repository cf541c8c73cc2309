import { picture } from "#tests/support/samples/png.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { giveRightsBack, takeRightsAway } from "../steps.ts";
import {
  card,
  choose,
  dialog,
  edit,
  emptyLibrary,
  expectNothingHalf,
  openLibrary,
  said,
  upload,
} from "./media-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await emptyLibrary(site);
});

test("changes nothing for a former admin, and says so", async ({ page, site, expectConsole }) => {
  expectConsole(/403/);
  await openLibrary(page);
  await upload(page, await picture("mine.png"));
  const open = await choose(page, await picture("more.png"));
  await takeRightsAway(site, page);
  try {
    await open.getByRole("button", { name: "Upload" }).click();
    await expect(said(page, "Upload failed")).toBeVisible();
    await page.getByRole("button", { name: "Remove more.png" }).click();
    await open.getByRole("button", { name: "Cancel" }).click();
    await edit(page, "mine.png");
    await dialog(page, "Edit file").getByLabel("Alt text").fill("Not any more");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(
      dialog(page, "Edit file").getByText("Update failed: You no longer have access"),
    ).toBeVisible();
    expect(await site.sql`select alt_text from media_library`).toEqual([{ alt_text: null }]);
    await expectNothingHalf(site);
  } finally {
    await giveRightsBack(site);
  }
});

test("opens a replacement link on any page, or says that the file is deleted", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/404/);
  await site.sql`
    insert into media_library (filename, original_filename, file_path, file_size, mime_type, created_at)
    select n || '.pdf', 'rate-card-' || n || '.pdf', 'uploads/' || n || '.pdf', 1, 'application/pdf',
      now() - n * interval '1 minute' from generate_series(1, 30) n`;
  const [last] = await site.sql`select id from media_library where filename = '30.pdf'`;
  await page.goto(`/admin/media?replace=${last?.id}`);
  await expect(dialog(page, "Replace file").getByText("rate-card-30.pdf")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/admin\/media$/);
  await page.goto("/admin/media?replace=00000000-0000-4000-8000-000000000000");
  await expect(said(page, "It no longer exists")).toBeVisible();
  await expect(page).not.toHaveURL(/replace/);
});

test("names a file's uses before deleting, with Undo", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  await openLibrary(page);
  await upload(page, await picture("logo.png"));
  const [row] = await site.sql`select * from media_library`;
  const address = `/storage/v1/object/public/media/${row?.file_path}`;
  await site.sql`update site_settings set setting_value = ${address} where setting_key = 'logo_url'`;
  const ask = async () => {
    await card(page, "logo.png").hover();
    await card(page, "logo.png").getByRole("button", { name: "Delete" }).click();
    return page.getByRole("alertdialog", { name: "Delete file?" });
  };
  let question = await ask();
  await expect(question.getByText("Site Settings › Logo URL")).toBeVisible();
  await inspect(page, "media-delete", expectAccessible);
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(card(page, "logo.png").getByRole("button", { name: "Delete" })).toBeFocused();
  question = await ask();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();

  expectConsole(/ERR_FAILED|Failed to fetch/);
  await page.route("**/rest/v1/media_library*", (route) =>
    route.request().method() === "DELETE" ? route.abort() : route.continue(),
  );
  question = await ask();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(said(page, "Delete failed")).toBeVisible();
  await expect(card(page, "logo.png")).toBeVisible();
  await page.unroute("**/rest/v1/media_library*");

  question = await ask();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(said(page, "File deleted successfully!")).toBeVisible();
  await expect(page.getByText("No media files found")).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(200);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(said(page, "Deleted item restored")).toBeVisible();
  await expect(card(page, "logo.png")).toBeVisible();
  expect(await site.sql`select id from media_library`).toEqual([{ id: row?.id }]);
  await expectNothingHalf(site);
});

test("restores a file from the trash, or deletes it permanently", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|Failed to fetch|404/);
  await openLibrary(page);
  await upload(page, await picture("logo.png"));
  await upload(page, await picture("old.png"));
  await site.sql`delete from media_library`;
  await site.sql`update media_trash set purge_at = now() - interval '1 second'
    where original_filename = 'old.png'`;
  await page.reload();
  await expect(page.getByText("No media files found")).toBeVisible();
  await page.getByRole("combobox", { name: /Show/ }).selectOption("Trash");
  await expect(page).toHaveURL(/show=trash/);
  await expect(card(page, "logo.png").getByText(/^Deletes permanently on /)).toBeVisible();
  // Its 30 days are over: it is removed as soon as someone looks.
  await expect(card(page, "old.png")).toHaveCount(0);
  await inspect(page, "media-trash", expectAccessible);
  const press = async (name: string) => {
    await card(page, "logo.png").hover();
    await card(page, "logo.png").getByRole("button", { name }).click();
  };

  await page.route("**/rest/v1/media_library*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await press("Restore");
  await expect(said(page, "Failed to restore the deleted item")).toBeVisible();
  await page.unroute("**/rest/v1/media_library*");
  await press("Restore");
  await expect(said(page, "Deleted item restored")).toBeVisible();
  await expect(page.getByText("Trash is empty")).toBeVisible();
  expect(await site.sql`select original_filename as name from media_library`).toEqual([
    { name: "logo.png" },
  ]);

  await site.sql`delete from media_library`;
  await page.reload();
  await press("Delete permanently");
  const question = page.getByRole("alertdialog", { name: "Delete permanently?" });
  await expect(question.getByText("Not used on the website.")).toBeVisible();
  await page.route("**/storage/v1/object/media", (route) => route.abort());
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(said(page, "Delete failed")).toBeVisible();
  await page.unroute("**/storage/v1/object/media");
  // The file is deleted but its row isn't: it is still listed, and a second delete finishes.
  await page.route("**/rest/v1/media_trash*", (route) =>
    route.request().method() === "DELETE" ? route.abort() : route.continue(),
  );
  const refused = page.waitForEvent(
    "requestfailed",
    (request) => request.method() === "DELETE" && request.url().includes("/rest/v1/media_trash"),
  );
  await press("Delete permanently");
  await question.getByRole("button", { name: "Delete" }).click();
  await refused;
  expect(await site.sql`select 1 from storage.objects`).toHaveLength(0);
  await expect(card(page, "logo.png")).toBeVisible();
  await page.unroute("**/rest/v1/media_trash*");
  // A row whose file is gone can't be restored.
  await press("Restore");
  await expect(said(page, "The file itself was deleted. Upload it again")).toBeVisible();
  await press("Delete permanently");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(said(page, "File permanently deleted")).toBeVisible();
  await expect(page.getByText("Trash is empty")).toBeVisible();
  await expectNothingHalf(site);
});

test("everything can be reached on a phone and by keyboard", async ({ page, expectAccessible }) => {
  await openLibrary(page);
  await upload(page, await picture("a-picture-with-quite-a-long-name-from-a-camera-0001.png"));
  const only = card(page, "a-picture");
  await expect(only).toBeVisible();
  await page.getByRole("combobox", { name: /Show/ }).focus();
  for (const box of [
    page.getByRole("checkbox", { name: "Select all on this page" }),
    only.getByRole("checkbox", { name: /^Select a-picture-with/ }),
  ]) {
    await page.keyboard.press("Tab");
    await expect(box).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(only.getByRole("button", { name: "Copy URL" })).toBeFocused();
  await expect(only.getByRole("button", { name: "Delete" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog(page, "Edit file")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(only.getByRole("button", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Choose a new file" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(only.getByRole("button", { name: "Replace" })).toBeFocused();
  const opener = page.getByRole("main").getByRole("button", { name: "Upload" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Choose files" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();

  await page.setViewportSize(PHONE);
  await expect(only.getByRole("button", { name: "Replace" })).toHaveCSS("opacity", "1");
  // A toast doesn't cover the sheet's buttons.
  await only.getByRole("button", { name: "Copy URL" }).click();
  await expect(
    page.getByRole("region", { name: "Notifications" }).getByRole("group"),
  ).not.toHaveCount(0);
  await only.getByRole("button", { name: "Edit" }).click();
  await dialog(page, "Edit file")
    .getByRole("button", { name: "Save changes" })
    .click({ trial: true });
  await page.keyboard.press("Escape");
  await expect(dialog(page, "Edit file")).toBeHidden();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBe(PHONE.width);
  await expectAccessible();
});
