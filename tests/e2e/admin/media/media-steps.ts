import type { Locator, Page } from "@playwright/test";
import type { PickedFile } from "#tests/support/samples/png.ts";
import type { Site } from "#tests/support/site.ts";
import { expect } from "../../fixture.ts";
import { toasts } from "../steps.ts";

/** Removes every file, and every setting that names one. */
export async function emptyLibrary(site: Site) {
  await site.sql`delete from media_library`;
  await site.sql`delete from media_trash`;
  await site.sql`delete from storage.objects`;
  await site.sql`update site_settings set setting_value = '' where setting_key = 'logo_url'`;
}

export const dialog = (page: Page, name: string | RegExp = "Upload files") =>
  page.getByRole("dialog", { name });
export const said = (page: Page, words: string) => toasts(page).getByText(words);
export const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ hasText: name });

/** The heading arrives with the page, the search with the handlers for drops and keys. */
export async function openLibrary(page: Page) {
  await page.goto("/admin/media");
  await expect(page.getByRole("searchbox", { name: "Search files" })).toBeVisible();
}

/** Opens the dialog and chooses files in the browser's file picker. */
export async function choose(page: Page, ...files: PickedFile[]): Promise<Locator> {
  await page.getByRole("main").getByRole("button", { name: "Upload" }).first().click();
  const chooser = page.waitForEvent("filechooser");
  await dialog(page).getByRole("button", { name: "Choose files" }).click();
  await (await chooser).setFiles(files);
  return dialog(page);
}

export async function upload(page: Page, ...files: PickedFile[]) {
  const open = await choose(page, ...files);
  await open.getByRole("button", { name: /^Upload/ }).click();
  await expect(open).toBeHidden();
}

export async function edit(page: Page, name: string): Promise<Locator> {
  await card(page, name).hover();
  await card(page, name).getByRole("button", { name: "Edit", exact: true }).click();
  return dialog(page, "Edit file");
}

/** Every stored file has a row in the library or the trash, and every row a file. */
export async function expectNothingHalf(site: Site) {
  const left = await site.sql`
    select coalesce(o.name, m.file_path) as path from storage.objects o
    full join (select id, file_path from media_library union all select id, file_path from media_trash) m
      on m.file_path = o.name where o.name is null or m.id is null`;
  expect(left).toEqual([]);
}
