import { manyFiles } from "#tests/support/samples/many-rows.ts";
import { expect, test } from "../../fixture.ts";
import { card, emptyLibrary, openLibrary } from "./media-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await emptyLibrary(site);
});

test("searches and pages 2,000 files, with the state in the address", async ({ page, site }) => {
  await manyFiles(site.sql);
  await page.goto("/admin/media");
  await expect(page.getByText("rate-card-1.pdf")).toBeVisible();
  await expect(page.getByText("1–24 of 2,000")).toBeVisible();

  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("rate-card-25.pdf")).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(page.getByText("rate-card-25.pdf")).toBeVisible();

  const search = page.getByRole("searchbox", { name: "Search files" });
  for (const [words, found] of [
    ["50% off_SEASON", "rate-card-1234.pdf"],
    ["kitting", "rate-card-77.pdf"],
    ["RATE-CARD-1999", "rate-card-1999.pdf"],
  ] as const) {
    await search.fill(words);
    await expect(page.getByRole("main").getByRole("listitem")).toHaveText([new RegExp(found)]);
  }
  await expect(page).toHaveURL(/q=RATE-CARD-1999/);
  await search.fill("nothing like it");
  await expect(page.getByText("No media files found")).toBeVisible();
  await expect(page.getByText("No files match your search criteria.")).toBeVisible();
});

test("searches within the shown type, and falls back to the last page", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/404|416/);
  await site.sql`
    insert into media_library (filename, original_filename, file_path, file_size, mime_type, alt_text, caption)
    select name, name, 'uploads/' || name, 1, type, alt, caption from (values
      ('dock-bare.png', 'image/png', null, null), ('dock-blank.png', 'image/png', '', null),
      ('dock-described.png', 'image/png', 'A dock', null), ('truck-bare.png', 'image/png', null, null),
      ('truck-noted.png', 'image/png', null, 'At the dock'), ('dock.mp4', 'video/mp4', null, null),
      ('truck.mp3', 'audio/mpeg', null, null), ('dock.pdf', 'application/pdf', null, null)
    ) as files (name, type, alt, caption)`;
  const names = page.getByRole("main").getByRole("listitem").locator("p[title]");
  const shown = async () => (await names.allInnerTexts()).sort();
  for (const [address, found] of [
    ["show=no-alt", ["dock-bare.png", "dock-blank.png", "truck-bare.png", "truck-noted.png"]],
    ["q=dock&show=no-alt", ["dock-bare.png", "dock-blank.png", "truck-noted.png"]],
    ["show=film-sound", ["dock.mp4", "truck.mp3"]],
    ["q=DOCK&show=film-sound", ["dock.mp4"]],
    [
      "q=dock&show=image&page=99",
      ["dock-bare.png", "dock-blank.png", "dock-described.png", "truck-noted.png"],
    ],
    ["q=dock&show=document", ["dock.pdf"]],
  ] as const) {
    await page.goto(`/admin/media?${address}`);
    await expect.poll(shown, address).toEqual(found);
  }
});

test("shows eight placeholders, and retries a failed load", async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to fetch/);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/rest/v1/media_library*", async (route) => {
    await held;
    await route.abort();
  });
  await page.goto("/admin/media");
  const loading = page.getByRole("status").filter({ hasText: "Loading media files" });
  await expect(loading.locator(".skeleton")).toHaveCount(8);
  release();
  await expect(page.getByText(/^Failed to load media files: /)).toBeVisible();
  await page.unroute("**/rest/v1/media_library*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No media files found")).toBeVisible();
});

test("hides a broken preview", async ({ page, site, expectConsole }) => {
  expectConsole(/404/);
  await site.sql`
    insert into media_library (filename, original_filename, file_path, file_size, mime_type)
    values ('0.png', 'gone.png', 'uploads/0.png', 0, 'image/png')`;
  await openLibrary(page);
  await expect(card(page, "gone.png").getByText("0 Bytes")).toBeVisible();
  await expect(card(page, "gone.png").locator("img")).toHaveCount(0);
});
