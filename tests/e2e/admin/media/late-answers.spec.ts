import type { Locator, Page, Request } from "@playwright/test";
import { type PickedFile, picture } from "#tests/support/samples/png.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, settled, test } from "../../fixture.ts";
import { chooseNewImage, hold, holdWrite } from "../steps.ts";
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

async function press(page: Page, file: string, name: string) {
  await card(page, file).hover();
  await card(page, file).getByRole("button", { name, exact: true }).click();
}

async function startReplacing(page: Page, file: string, next: PickedFile): Promise<Locator> {
  await press(page, file, "Replace");
  const open = dialog(page, "Replace file");
  const chooser = page.waitForEvent("filechooser");
  await open.getByRole("button", { name: "Choose a new file" }).click();
  await (await chooser).setFiles(next);
  await open.getByRole("button", { name: "Replace" }).click();
  return open;
}

async function stopUploading(page: Page) {
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Stop uploading?" });
  await question.getByRole("button", { name: "Stop uploading" }).click();
  await expect(dialog(page, "Replace file")).toBeHidden();
}

const sends = (method: string) => (request: Request) =>
  request.method() === method && request.url().includes("/storage/v1/object/media/uploads/");

test("stops a replacement when its dialog is left", async ({ page, expectConsole }) => {
  expectConsole(/ERR_ABORTED/);
  await openLibrary(page);
  await upload(page, await picture("before.png", "#aa4444"));
  await page.route("**/storage/v1/object/media/uploads/**", (route) =>
    sends("PUT")(route.request()) ? undefined : route.fallback(),
  );
  const sent = page.waitForRequest(sends("PUT"));
  await startReplacing(page, "before.png", await picture("after.png", "#223344"));
  const stopped = page.waitForEvent("requestfailed", sends("PUT"));
  await sent;
  await stopUploading(page);
  await stopped;
});

test("a replacement canceled after it was stored is shown, with its name and size", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_ABORTED/);
  await openLibrary(page);
  await upload(page, await picture("before.png", "#aa4444"));
  const stored = Promise.withResolvers<void>();
  await page.route("**/storage/v1/object/media/uploads/**", async (route) => {
    if (!sends("PUT")(route.request())) return route.fallback();
    await route.fetch();
    stored.resolve();
  });
  const open = await startReplacing(
    page,
    "before.png",
    await picture("after.png", "#223344", 9000),
  );
  await stored.promise;
  await open.getByRole("button", { name: "Cancel" }).click();
  await expect(said(page, "Media updated successfully!")).toBeVisible();
  await expect(open).toBeHidden();
  await expect(card(page, "after.png")).toBeVisible();
  const [row] = await site.sql`
    select m.file_size, (o.metadata ->> 'size')::bigint as stored from media_library m
    join storage.objects o on o.name = m.file_path`;
  expect(row?.file_size).toBe(row?.stored);
});

test("a replacement that was stopped too late closes no other file's dialog", async ({
  page,
  site,
}) => {
  await openLibrary(page);
  await upload(page, await picture("before.png", "#aa4444"), await picture("other.png"));
  const write = await holdWrite(page, "media_library");
  const open = await startReplacing(page, "before.png", await picture("after.png", "#223344"));
  await write.asked();
  await stopUploading(page);
  await press(page, "other.png", "Replace");
  await expect(open.getByText("other.png")).toBeVisible();
  write.goOn();
  await expect(said(page, "Media updated successfully!")).toBeVisible();
  await expect(page.getByText("after.png").first()).toBeAttached();
  await page.evaluate(settled);
  await open.getByRole("button", { name: "Cancel" }).click();
  await expect(open).toBeHidden();
  await expectNothingHalf(site);
});

test("doesn't use a picture whose upload was canceled", async ({ page }) => {
  await page.goto("/admin/team-members?edit=new");
  const form = page.getByRole("dialog", { name: "New team member" });
  await form.getByRole("button", { name: "Choose an image: Photo" }).click();
  const picker = page.getByRole("dialog", { name: "Choose an image: Photo" });
  await chooseNewImage(picker, await picture("late.png"));
  const inserted = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route("**/rest/v1/media_library*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const response = await route.fetch();
    inserted.resolve();
    await answer.promise;
    await route.fulfill({ response });
  });
  await picker.getByRole("button", { name: "Upload and use" }).click();
  await inserted.promise;
  await page.keyboard.press("Escape");
  await expect(picker).toBeHidden();
  answer.resolve();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  await expect(form.getByLabel("Photo", { exact: true })).toHaveValue("");
});

test("cancels a retry that began while the first attempt was cleaning up", async ({
  page,
  site,
}) => {
  await openLibrary(page);
  const open = await choose(page, await picture("twice.png"));
  const uploads = "**/storage/v1/object/media/uploads/**";
  await page.route(uploads, () => {});
  const cleanup = await hold(page, /media_library\?.*file_path=eq/);
  const cancel = open.getByRole("listitem").getByRole("button", { name: "Cancel" });
  const sent = page.waitForRequest(sends("POST"));
  await open.getByRole("button", { name: "Upload" }).click();
  await sent;
  await cancel.click();
  const retried = page.waitForRequest(sends("POST"));
  await open.getByRole("button", { name: "Try again" }).click();
  const retry = await retried;

  cleanup.release();
  const noted = () =>
    page.evaluate(
      () => Object.keys(JSON.parse(localStorage.getItem("media-leftovers") ?? "{}")).length,
    );
  await expect.poll(noted).toBe(1);
  await page.evaluate(settled);
  const stopped = page.waitForEvent("requestfailed", (request) => request === retry);
  await cancel.click();
  await stopped;
  await expect(open.getByText("Canceled")).toBeVisible();

  await page.unroute(uploads);
  await open.getByRole("button", { name: "Try again" }).click();
  await expect(open).toBeHidden();
  expect(await site.sql`select original_filename from media_library`).toHaveLength(1);
  await expectNothingHalf(site);
});

/** Presses "Delete" on slow.png. @returns a function that lets its uses arrive */
async function pressDelete(page: Page, { sql }: Site) {
  await openLibrary(page);
  await upload(page, await picture("slow.png"), await picture("fast.png"));
  const [slow] = await sql`
    select file_path from media_library where original_filename = 'slow.png'`;
  const isSlow = (request: Request) =>
    request.url().endsWith("/rpc/media_usage") &&
    request.postDataJSON().file_path === slow?.file_path;
  const usage = await hold(page, "**/rpc/media_usage", isSlow);
  const asked = page.waitForRequest(isSlow);
  await press(page, "slow.png", "Delete");
  const request = await asked;
  return async () => {
    usage.release();
    await (await request.response())?.finished();
    // What the page requests after it arrives after it, so the page has worked on it by then.
    await page.evaluate(async () => (await fetch("/robots.txt")).text());
    await page.evaluate(settled);
  };
}

test("doesn't ask about deleting a file over another dialog", async ({ page, site }) => {
  const arrive = await pressDelete(page, site);
  await press(page, "slow.png", "Replace");
  const replacing = dialog(page, "Replace file");
  await expect(replacing).toBeVisible();
  await arrive();
  await expect(replacing.getByText("Not used on the website.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(replacing).toBeHidden();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("asks only about the file whose Delete was pressed last", async ({ page, site }) => {
  const arrive = await pressDelete(page, site);
  await press(page, "fast.png", "Delete");
  const question = page.getByRole("alertdialog", { name: "Delete file?" });
  await expect(question.getByText("fast.png moves to the trash.")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await arrive();
  await expect(question).toHaveCount(0);
});

test("doesn't ask about deleting a file on another screen", async ({ page, site }) => {
  const arrive = await pressDelete(page, site);
  await page.getByRole("navigation", { name: "Admin" }).getByText("Dashboard").click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await arrive();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});
