import { photo, SECRET } from "#tests/support/samples/photos.ts";
import { picture } from "#tests/support/samples/png.ts";
import { expect, PHONE, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { shows } from "../../shows.ts";
import { asksBeforeUnload } from "../steps.ts";
import {
  card,
  choose,
  dialog,
  emptyLibrary,
  expectNothingHalf,
  openLibrary,
  said,
} from "./media-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await emptyLibrary(site);
});

test("an empty library invites to the first upload, and a described picture arrives", async ({
  page,
  context,
  site,
  expectAccessible,
}) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/admin/dashboard");
  await page.getByRole("navigation", { name: "Admin" }).getByText("Media Library").click();
  await expect(page.getByText("No media files found")).toBeVisible();
  await expect(page.getByText("Upload your first media file to get started.")).toBeVisible();
  await expectAccessible();

  const file = await picture("Dock at dawn.PNG");
  const open = await choose(page, file);
  await expect(open.getByText("up to 50 MB each")).toBeVisible();
  await open.getByLabel("Alt text").fill("dock-at-dawn.png");
  await expect(open.getByText("This looks like a file name.")).toBeVisible();
  await open.getByLabel("Alt text").fill("x".repeat(501));
  await expect(open.getByText("Please use at most 500 characters. This has 501.")).toBeVisible();
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(open.getByRole("alert")).toHaveText("Alt text can have at most 500 characters");
  await expect(open.getByLabel("Alt text")).toHaveValue("x".repeat(501));
  await open.getByLabel("Alt text").fill("  A truck at the dock door at dawn ");
  await open.getByLabel("Caption").fill("Portland, 6 AM");
  await inspect(page, "media-upload", expectAccessible);
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  await expect(open).toBeHidden();

  const [row] = await site.sql`select * from media_library`;
  expect(row).toMatchObject({
    original_filename: "Dock at dawn.PNG",
    file_size: String(file.buffer.length),
    mime_type: "image/png",
    alt_text: "A truck at the dock door at dawn",
    caption: "Portland, 6 AM",
  });
  expect(row?.filename).toMatch(/^\d+\.PNG$/);
  expect(row?.file_path).toBe(`uploads/${row?.filename}`);

  const uploaded = card(page, "Dock at dawn.PNG");
  await expect(uploaded.getByText("A truck at the dock door")).toBeVisible();
  await expect(uploaded.getByText(/^[\d.]+ (Bytes|KB)$/)).toBeVisible();
  const thumbnail = uploaded.locator("img");
  await expect(thumbnail).toHaveAttribute("src", /render\/image\/public\/media\/uploads/);
  await expect
    .poll(() => thumbnail.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);

  await uploaded.hover();
  await uploaded.getByRole("button", { name: "Copy URL" }).click();
  await shows(said(page, "URL copied to clipboard!"), "media.copied", async () => {
    const url = await page.evaluate(() => navigator.clipboard.readText());
    expect(url).toBe(`${site.url}/storage/v1/object/public/media/${row?.file_path}`);
    const bytes = await (await page.request.get(url)).body();
    expect(bytes.equals(file.buffer)).toBe(true);
  });
  await inspect(page, "media-library", expectAccessible);
});

test("uploads several dropped files, each with its texts", async ({ page, site }) => {
  await openLibrary(page);
  const files = [await picture("one.png", "#aa4444"), await picture("two.png", "#223344")];
  const data = await page.evaluateHandle(
    (dropped) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: "image/png" }));
      }
      return transfer;
    },
    files.map(({ name, buffer }) => ({ name, base64: buffer.toString("base64") })),
  );
  await page.dispatchEvent("main", "dragenter", { dataTransfer: data });
  await expect(page.getByText("Drop files to upload them")).toBeVisible();
  await page.dispatchEvent("main", "drop", { dataTransfer: data });

  const open = dialog(page);
  const rows = open.getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await rows.nth(0).getByLabel("Alt text").fill("The first");
  await rows.nth(1).getByLabel("Alt text").fill("The second");
  await open.getByRole("button", { name: "Upload 2 files" }).click();
  await expect(page.getByText("2 files", { exact: true })).toBeVisible();
  await expect(open).toBeHidden();
  expect(
    await site.sql`select original_filename, alt_text from media_library order by 1`,
  ).toMatchObject([
    { original_filename: "one.png", alt_text: "The first" },
    { original_filename: "two.png", alt_text: "The second" },
  ]);
});

test("shows a slow upload's progress, cancels and retries it", async ({
  page,
  context,
  site,
  expectAccessible,
}) => {
  await openLibrary(page);
  const open = await choose(page, await picture("large.png", "#888888", 900_000));
  const network = await context.newCDPSession(page);
  // Half a minute: the upload must still be running after the window is inspected.
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 30_000 };
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", slow);
  await open.getByRole("button", { name: "Upload" }).click();
  const bar = open.getByRole("progressbar");
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(3);

  await page.goBack();
  const question = page.getByRole("alertdialog", { name: "Stop uploading?" });
  await expect(question).toBeVisible();
  await expectAccessible();
  await question.getByRole("button", { name: "Keep uploading" }).click();
  await expect(bar).toBeVisible();
  expect(await asksBeforeUnload(page)).toBe(true);

  await open.getByRole("listitem").getByRole("button", { name: "Cancel" }).click();
  await expect(open.getByText("Canceled")).toBeVisible();
  // Chromium would send the rest of a canceled file at once, so the server must know first.
  const refused = /"method":"POST","path":"\/storage[^"]+","status":400/;
  await expect.poll(() => site.printed()).toMatch(refused);
  await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  await expect.poll(() => site.sql`select 1 from storage.objects`).toHaveLength(0);

  await open.getByRole("button", { name: "Try again" }).click();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  await expectNothingHalf(site);
  expect(await asksBeforeUnload(page)).toBe(false);
});

test("uploads each good file once despite odd names and double presses", async ({
  page,
  site,
  expectAccessible,
}) => {
  await openLibrary(page);
  const odd = ["😀 dock 🚚 ünï.png", `${"Unbreakable".repeat(22)}.png`];
  const open = await choose(
    page,
    { name: "empty.png", mimeType: "image/png", buffer: Buffer.alloc(0) },
    ...(await Promise.all(odd.map((name) => picture(name)))),
  );
  await expect(open.getByText("This file is empty.")).toBeVisible();
  await expectAccessible();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await open.getByRole("button", { name: "Upload 2 files" }).dblclick();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeHidden();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  const names = await site.sql`select original_filename as name from media_library order by 1`;
  expect(names.map(({ name }) => name).sort()).toEqual([...odd].sort());
  await page.setViewportSize(PHONE);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await expectNothingHalf(site);
});

test("removes a photo's location in the browser", async ({ page, site }) => {
  await openLibrary(page);
  let sent: Buffer = Buffer.alloc(0);
  await page.route("**/storage/v1/object/media/**", async (route) => {
    sent = route.request().postDataBuffer() ?? sent;
    await route.continue();
  });
  const original = await photo("jpeg", { width: 300, height: 200 });
  const open = await choose(page, { name: "a.jpg", mimeType: "image/jpeg", buffer: original });
  await expect(
    open.getByText(
      "Location and camera details are removed from photos. Other file types are stored",
    ),
  ).toBeVisible();
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  expect([original.includes(SECRET), sent.length > 0, sent.includes(SECRET)]).toEqual([
    ...[true, true, false],
  ]);
  const [row] = await site.sql`select file_size::int from media_library`;
  expect(row?.file_size).toBe(sent.length);
});

test("an image is decorative by choice, and then needs no alt text", async ({ page, site }) => {
  await page.goto("/admin/media");
  const panel = await choose(page, await picture("stripes.png"));
  await panel.getByRole("switch", { name: "Decorative" }).click();
  await expect(panel.getByLabel("Alt text")).toBeDisabled();
  await panel.getByRole("button", { name: "Upload" }).click();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  const uploaded = card(page, "stripes.png");
  await expect(uploaded.getByText("Decorative")).toBeVisible();
  const stored = () => site.sql`
    select alt_text, is_decorative from media_library where original_filename = 'stripes.png'`;
  expect(await stored()).toEqual([{ alt_text: null, is_decorative: true }]);
  await page.goto("/admin/media?show=no-alt&q=stripes");
  await expect(page.getByText("No files match")).toBeVisible();

  await page.goto("/admin/media?q=stripes");
  await uploaded.hover();
  await uploaded.getByRole("button", { name: "Edit" }).click();
  const edit = dialog(page, "Edit file");
  await expect(edit.getByLabel("Alt text")).toHaveCount(0);
  await edit.getByRole("switch", { name: "Decorative" }).click();
  await edit.getByLabel("Alt text").fill("Image of stripes");
  await expect(edit.getByText("Leave out words like “image of”")).toBeVisible();
  await edit.getByLabel("Alt text").fill("Hazard stripes at dock 4");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit).toBeHidden();
  expect(await stored()).toEqual([{ alt_text: "Hazard stripes at dock 4", is_decorative: false }]);
});
