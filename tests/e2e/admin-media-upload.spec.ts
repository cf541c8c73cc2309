import type { Page } from "@playwright/test";
import { picture } from "#tests/support/png.ts";
import { sampleFiles } from "#tests/support/sample-files.ts";
import { startSite } from "#tests/support/site.ts";
import { endSession, signInAgain } from "./admin-steps.ts";
import { expect, PHONE, test } from "./fixture.ts";
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
import { inspect } from "./pictures.ts";
import { shows } from "./shows.ts";

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

test("several files are dropped anywhere on the page, each with its own texts", async ({
  page,
  site,
}) => {
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

test("a slow upload shows how far it is, can be cancelled and tried again; leaving asks first", async ({
  page,
  context,
  site,
  expectAccessible,
}) => {
  await openLibrary(page);
  const open = await choose(page, await picture("large.png", "#888888", 900_000));
  const network = await context.newCDPSession(page);
  // Half a minute: it must still be on its way when the window has been looked at.
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
  await expect(open.getByText("Cancelled")).toBeVisible();
  await network.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  await expect.poll(() => site.sql`select 1 from storage.objects`).toHaveLength(0);

  await open.getByRole("button", { name: "Retry" }).click();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  await expectNothingHalf(site);
  expect(await asksBeforeUnload(page)).toBe(false);
});

/** Whether closing the page now would make the browser ask. */
const asksBeforeUnload = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));

test("an upload that fails keeps the file and its texts, and works once the network is back", async ({
  page,
  context,
  site,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await openLibrary(page);
  const open = await choose(page, await picture("offline.png"));
  await open.getByLabel("Alt text").fill("Typed before the network went");
  await context.setOffline(true);
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(said(page, "Upload failed")).toBeVisible();
  await expect(open.getByText("You're offline, please check your connection")).toBeVisible();
  await expect(open.getByLabel("Alt text")).toHaveValue("Typed before the network went");

  await context.setOffline(false);
  await open.getByRole("button", { name: "Retry" }).click();
  await expect(open).toBeHidden();
  const [row] = await site.sql`select alt_text from media_library`;
  expect(row?.alt_text).toBe("Typed before the network went");
  await expectNothingHalf(site);
});

test("a session that ends before an upload is renewed in place, and the file goes on", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 40[01]/);
  await openLibrary(page);
  const open = await choose(page, await picture("late.png"));
  await open.getByLabel("Alt text").fill("Typed before the session ended");
  await endSession(page, site);
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(dialog(page, "Your session has ended")).toBeVisible();
  await expectAccessible();
  await signInAgain(page);
  await open.getByRole("button", { name: "Retry" }).click();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  const [row] = await site.sql`select alt_text from media_library`;
  expect(row?.alt_text).toBe("Typed before the session ended");
  await expectNothingHalf(site);
});

test("odd names, an empty file and a double press: each good file arrives once", async ({
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

test("a file whose row is refused is taken away again", async ({ page, site, expectConsole }) => {
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
  await open.getByRole("button", { name: "Retry" }).click();
  await expect(open).toBeHidden();
  await expectNothingHalf(site);
});

test("of several files those that failed come first, and the way out says that it is done", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
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
  await open.getByRole("button", { name: "Upload 3 files" }).click();
  await expect(open.getByText("1 of 3 files did not arrive.")).toBeVisible();
  const files = open.getByRole("list", { name: "Chosen files" }).getByRole("listitem");
  await expect(files).toHaveCount(3);
  expect(
    await files.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
  ).toEqual(["third.png", "first.png", "second.png"]);
  await expectAccessible();
  await expect(open.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await open.getByRole("button", { name: "Done" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave the rest?" });
  await question.getByRole("button", { name: "Leave them" }).click();
  await expect(open).toBeHidden();
  await expect(card(page, "first.png")).toBeVisible();
  expect(await site.sql`select 1 from media_library`).toHaveLength(2);
  await expectNothingHalf(site);
});

test("a type that names its codec is listed without it", async ({ page, site }) => {
  await openLibrary(page);
  // As Supabase's storage answers, which keeps what a browser declares.
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

test("what an earlier visit left half is cleared when the library is opened", async ({
  page,
  site,
}) => {
  await openLibrary(page);
  await upload(page, await picture("kept.png"), await picture("left.png"));
  const [kept, left] =
    await site.sql`select file_path from media_library order by original_filename`;
  await site.sql`delete from media_library where file_path = ${left?.file_path}`;
  await page.evaluate(
    (paths) =>
      localStorage.setItem(
        "media-leftovers",
        JSON.stringify(Object.fromEntries(paths.map((p) => [p, 0]))),
      ),
    [kept?.file_path, left?.file_path],
  );
  await page.reload();
  await expect
    .poll(() => site.sql`select name from storage.objects`)
    .toEqual([{ name: kept?.file_path }]);
  await expectNothingHalf(site);
});

test("a wrong kind and a file above the limit are refused before they are sent", async ({
  anotherBrowser,
  signIn,
}) => {
  const small = await startSite(process.env.TEST_CLUSTER_URL ?? "", { MEDIA_MAX_MB: "1" });
  const page = await (await anotherBrowser(small.url)).newPage();
  try {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/storage/"))
        sent.push(request.url());
    });
    await signIn("admin", page, small);
    await openLibrary(page);
    const open = await choose(
      page,
      await picture("fine.png"),
      await picture("large.png", "#888888", 2_000_000),
      { name: "setup.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") },
    );
    await expect(open.getByText("up to 1 MB each")).toBeVisible();
    await expect(open.getByText(/^This file has [\d.]+ MB\. The most .* is 1 MB\.$/)).toBeVisible();
    await expect(open.getByText(/This kind of file can't be uploaded/)).toBeVisible();
    await open.getByRole("button", { name: "Upload" }).click();
    await expect(said(page, "File uploaded successfully!")).toBeVisible();
    expect(sent).toHaveLength(1);
  } finally {
    await page.close();
    await small.stop();
  }
});

test("a file that lies about its kind is refused by the server, in words", async ({
  page,
  site,
  expectConsole,
}) => {
  // Recording a trace makes the browser fetch what it could not show as a picture.
  expectConsole(/415|Connecting to 'blob:/);
  await openLibrary(page);
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const open = await choose(page, { name: "page.png", mimeType: "image/png", buffer: html });
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(open.getByText(/This kind of file can't be uploaded/)).toBeVisible();
  await expectNothingHalf(site);
});
