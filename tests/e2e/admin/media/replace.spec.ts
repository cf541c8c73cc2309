import sharp from "sharp";
import { type PickedFile, picture } from "#tests/support/samples/png.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { pressTwice } from "../steps.ts";
import {
  card,
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

test("edits alt text and caption, without overwriting someone else's change", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  await openLibrary(page);
  await upload(page, await picture("edit-me.png"));
  let open = await edit(page, "edit-me.png");
  await expect(open.getByLabel("Filename")).toHaveValue("edit-me.png");
  await expect(open.getByLabel("Filename")).toHaveAttribute("readonly");
  await inspect(page, "media-edit", expectAccessible);
  await open.getByLabel("Alt text").fill("Shelves");
  await open.getByRole("button", { name: "Save changes" }).click();
  await expect(said(page, "Media updated successfully!")).toBeVisible();
  await expect(card(page, "edit-me.png").getByText("Shelves")).toBeVisible();

  open = await edit(page, "edit-me.png");
  await site.sql`update media_library set alt_text = 'Racks'`;
  await open.getByLabel("Alt text").fill("High shelves");
  await open.getByRole("button", { name: "Save changes" }).click();
  const versions = dialog(page, "This was changed while you were editing");
  await expect(versions.getByText("Racks")).toBeVisible();
  await expectAccessible();
  await versions.getByRole("button", { name: "Save your version" }).click();
  await expect(card(page, "edit-me.png").getByText("High shelves")).toBeVisible();

  expectConsole(/ERR_FAILED|Failed to fetch/);
  await page.route("**/rest/v1/media_library*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  open = await edit(page, "edit-me.png");
  await open.getByLabel("Caption").fill("Aisle 4");
  await open.getByRole("button", { name: "Save changes" }).click();
  await expect(open.getByRole("alert").getByText(/^Update failed/)).toBeVisible();
  await expect(open.getByLabel("Caption")).toHaveValue("Aisle 4");
});

test("keeps URL and texts of a replaced file", async ({ page, site, expectAccessible }) => {
  await openLibrary(page);
  await upload(page, await picture("before.png", "#aa4444"));
  const [before] = await site.sql`update media_library set alt_text = 'Stays' returning *`;
  const address = `/storage/v1/object/public/media/${before?.file_path}`;
  await site.sql`update site_settings set setting_value = ${address} where setting_key = 'logo_url'`;
  await card(page, "before.png").hover();
  await card(page, "before.png").getByRole("button", { name: "Replace" }).click();
  const open = dialog(page, "Replace file");
  await expect(open.getByText("Used in one place, which will show the new file:")).toBeVisible();
  await expect(open.getByRole("listitem")).toHaveText("Site Settings › Logo URL");
  await expectAccessible();
  const pick = async (file: PickedFile) => {
    const chooser = page.waitForEvent("filechooser");
    await open.getByRole("button", { name: "Choose a new file" }).click();
    await (await chooser).setFiles(file);
  };
  await pick({ name: "rates.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await expect(open.getByText("The current file is an image, so choose an image.")).toBeVisible();
  const after = await picture("after.png", "#223344");
  await pick(after);
  // The new file next to the current one, before anything is sent.
  const preview = open.getByRole("figure", { name: "New" }).getByRole("img");
  await expect(preview).toHaveAccessibleName("New file preview");
  const color = (await sharp(await preview.screenshot()).stats()).dominant;
  expect(color.b).toBeGreaterThan(color.r);
  expect((await site.sql`select original_filename from media_library`)[0]?.original_filename).toBe(
    "before.png",
  );
  await open.getByRole("button", { name: "Replace" }).click();
  await expect(said(page, "Media updated successfully!")).toBeVisible();

  const [row] = await site.sql`select * from media_library`;
  expect(row).toMatchObject({
    id: before?.id,
    file_path: before?.file_path,
    original_filename: "after.png",
    file_size: String(after.buffer.length),
    alt_text: "Stays",
  });
  const stored = await page.request.get(`/storage/v1/object/public/media/${row?.file_path}`);
  expect((await stored.body()).equals(after.buffer)).toBe(true);
  const blueOverRed = async () => {
    const shown = await card(page, "after.png").locator("img").screenshot();
    const { dominant } = await sharp(shown).stats();
    return dominant.b - dominant.r;
  };
  // The library names the new file shortly before its picture has loaded.
  await expect.poll(blueOverRed).toBeGreaterThan(0);
});

test("keeps the old file when a replacement is canceled", async ({ page, context, site }) => {
  await openLibrary(page);
  const before = await picture("before.png", "#aa4444");
  await upload(page, before);
  await card(page, "before.png").hover();
  await card(page, "before.png").getByRole("button", { name: "Replace" }).click();
  const open = dialog(page, "Replace file");
  const chooser = page.waitForEvent("filechooser");
  await open.getByRole("button", { name: "Choose a new file" }).click();
  await (await chooser).setFiles(await picture("large.png", "#888888", 900_000));
  const network = await context.newCDPSession(page);
  // Half a minute: the upload must still be running when it is canceled. It stays slow, because Chromium
  // would send the rest of a canceled file at once.
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 30_000 };
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", slow);
  await pressTwice(open.getByRole("button", { name: "Replace" }));
  const bar = open.getByRole("progressbar");
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(3);
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Stop uploading?" });
  await question.getByRole("button", { name: "Keep uploading" }).click();
  await open.getByRole("button", { name: "Cancel" }).click();
  await expect(bar).toBeHidden();
  await open.getByRole("button", { name: "Cancel" }).click();
  await expect(open).toBeHidden();
  const [row] = await site.sql`select * from media_library`;
  expect(row?.original_filename).toBe("before.png");
  const stored = await page.request.get(`/storage/v1/object/public/media/${row?.file_path}`);
  expect((await stored.body()).equals(before.buffer)).toBe(true);
  await expectNothingHalf(site);
});
