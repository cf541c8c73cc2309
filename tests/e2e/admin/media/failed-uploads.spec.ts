import { picture } from "#tests/support/samples/png.ts";
import { sampleFiles } from "#tests/support/samples/sample-files.ts";

import { expect, test } from "../../fixture.ts";
import { actAfterSessionEnds, signInAgain } from "../steps.ts";
import {
  card,
  choose,
  dialog,
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

test("keeps a failed upload, and retries when the network is back", async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 507/);
  await openLibrary(page);
  const open = await choose(page, await picture("offline.png"));
  await open.getByLabel("Alt text").fill("Typed before the network went");
  const message = "The server's disk is nearly full, so uploads are refused.";
  await page.route(
    "**/storage/v1/object/media/**",
    (route) => route.fulfill({ status: 507, json: { statusCode: "507", message } }),
    { times: 1 },
  );
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(said(page, "Upload failed")).toBeVisible();
  await expect(open.getByText("The server's disk is nearly full")).toBeVisible();
  await context.setOffline(true);
  await open.getByRole("button", { name: "Try again" }).click();
  await expect(open.getByText("You're offline. Please check your connection")).toBeVisible();
  await expect(open.getByLabel("Alt text")).toHaveValue("Typed before the network went");

  await context.setOffline(false);
  await open.getByRole("button", { name: "Try again" }).click();
  await expect(open).toBeHidden();
  const [row] = await site.sql`select alt_text from media_library`;
  expect(row?.alt_text).toBe("Typed before the network went");
  await expectNothingHalf(site);
});

test("signs in again in place before an upload", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 40[01]/);
  await openLibrary(page);
  const open = await choose(page, await picture("late.png"));
  await open.getByLabel("Alt text").fill("Typed before the session ended");
  await actAfterSessionEnds(site, open.getByRole("button", { name: "Upload" }));
  await expect(dialog(page, "Your session has ended")).toBeVisible();
  await expectAccessible();
  await signInAgain(page);
  await open.getByRole("button", { name: "Try again" }).click();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  const [row] = await site.sql`select alt_text from media_library`;
  expect(row?.alt_text).toBe("Typed before the session ended");
  await expectNothingHalf(site);
});

test("removes a file whose row is refused", async ({ page, site, expectConsole }) => {
  expectConsole(/500/);
  await openLibrary(page);
  const open = await choose(page, await picture("half.png"));
  await page.route("**/rest/v1/media_library*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { message: "no", code: "XX000" } })
      : route.continue(),
  );
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(said(page, "Upload failed")).toBeVisible();
  expect(await site.sql`select 1 from storage.objects`).toHaveLength(0);
  await page.unroute("**/rest/v1/media_library*");
  await open.getByRole("button", { name: "Try again" }).click();
  await expect(open).toBeHidden();
  await expectNothingHalf(site);
});

test("lists failed files first", async ({ page, site, expectAccessible, expectConsole }) => {
  expectConsole(/status of 403/);
  await openLibrary(page);
  const open = await choose(
    page,
    await picture("first.png"),
    await picture("second.png"),
    await picture("third.png"),
  );
  await expect(open.getByRole("button", { name: "Cancel" })).toBeVisible();
  await page.route("**/rest/v1/media_library*", (route) =>
    route.request().postData()?.includes("third.png")
      ? route.fulfill({ status: 403, json: { code: "42501", message: "permission denied" } })
      : route.fallback(),
  );
  await open.getByRole("button", { name: "Upload 3 files" }).press("Enter");
  await expect(open.getByText("1 of 3 files failed to upload.")).toBeVisible();
  await expect(open.getByRole("button", { name: "Upload", exact: true })).toBeFocused();
  const files = open.getByRole("list", { name: "Chosen files" }).getByRole("listitem");
  await expect(files).toHaveCount(3);
  expect(
    await files.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
  ).toEqual(["third.png", "first.png", "second.png"]);
  await expectAccessible();
  await open.getByRole("button", { name: "Try again" }).press("Enter");
  await expect(open.getByText("1 of 3 files failed to upload.")).toBeVisible();
  await expect(open.getByRole("list", { name: "Chosen files" })).toBeFocused();
  await expect(open.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await open.getByRole("button", { name: "Done" }).click();
  const question = page.getByRole("alertdialog", { name: "Close without the failed files?" });
  await question.getByRole("button", { name: "Close", exact: true }).click();
  await expect(open).toBeHidden();
  await expect(card(page, "first.png")).toBeVisible();
  expect(await site.sql`select 1 from media_library`).toHaveLength(2);
  await expectNothingHalf(site);
});

test("a type that names its codec is listed without it", async ({ page, site }) => {
  await openLibrary(page);
  // Supabase's storage answers like this: it keeps the type that a browser declares.
  await page.route("**/storage/v1/object/info/**", async (route) => {
    const response = await route.fetch();
    const info = await response.json();
    await route.fulfill({ response, json: { ...info, content_type: "audio/ogg; codecs=opus" } });
  });
  const opus = (await sampleFiles()).find(({ name }) => name.endsWith(".opus"));
  if (!opus) throw new Error("no Opus sound among the sample files");
  await upload(page, { name: opus.name, mimeType: opus.type, buffer: opus.bytes });
  const [row] = await site.sql`select mime_type from media_library`;
  expect(row?.mime_type).toBe("audio/ogg");
});

test("clears unfinished uploads when the library opens", async ({ page, site }) => {
  await openLibrary(page);
  await upload(page, await picture("kept.png"), await picture("left.png"));
  const [remaining, left] =
    await site.sql`select file_path from media_library order by original_filename`;
  await site.sql`delete from media_library where file_path = ${left?.file_path}`;
  // Otherwise the trash would keep it.
  await site.sql`delete from media_trash where file_path = ${left?.file_path}`;
  await page.evaluate(
    (paths) =>
      localStorage.setItem(
        "media-leftovers",
        JSON.stringify(Object.fromEntries(paths.map((p) => [p, 0]))),
      ),
    [remaining?.file_path, left?.file_path],
  );
  await page.reload();
  await expect
    .poll(() => site.sql`select name from storage.objects`)
    .toEqual([{ name: remaining?.file_path }]);
  await expectNothingHalf(site);
});
