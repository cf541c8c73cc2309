import { picture } from "#tests/support/samples/png.ts";

import { expect, test } from "../../fixture.ts";

import { choose, emptyLibrary, expectNothingHalf, openLibrary, said } from "./media-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await signIn();
  await emptyLibrary(site);
});

test("refuses a wrong type and a file above the limit before sending", async ({
  anotherBrowser,
  anotherSite,
  signIn,
}) => {
  const small = await anotherSite({ MEDIA_MAX_MB: "1" });
  const page = await (await anotherBrowser(small.url)).newPage();
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
  await expect(open.getByText(/^This file is [\d.]+ MB\. The limit is 1 MB\.$/)).toBeVisible();
  await expect(open.getByText(/This type of file can't be uploaded/)).toBeVisible();
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(said(page, "File uploaded successfully!")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("refuses a file whose content doesn't match its type", async ({
  page,
  site,
  expectConsole,
}) => {
  // Recording a trace makes the browser fetch what it couldn't show as a picture.
  expectConsole(/415|Connecting to 'blob:/);
  await openLibrary(page);
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const open = await choose(page, { name: "page.pdf", mimeType: "application/pdf", buffer: html });
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(open.getByText(/This type of file can't be uploaded/)).toBeVisible();
  await expectNothingHalf(site);
});

test("refuses a damaged image, or one too large to resize, before sending", async ({
  page,
  site,
  expectConsole,
}) => {
  // A truncated picture can't be shown, and recording a trace fetches what is shown.
  expectConsole(/Connecting to 'blob:/);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/storage/"))
      sent.push(request.url());
  });
  await openLibrary(page);
  const wide = await picture("wide.png");
  wide.buffer.writeUInt32BE(10_000, 16);
  wide.buffer.writeUInt32BE(6_001, 20);
  const torn = await picture("torn.png");
  const open = await choose(
    page,
    wide,
    { ...torn, buffer: torn.buffer.subarray(0, 60) },
    { name: "dock.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(2_000, "noise") },
  );
  await expect(open.getByText(/^This image is 10,000 × 6,001 pixels\. The limit is/)).toBeVisible();
  await expect(open.getByText(/^This image is damaged or incomplete/)).toBeVisible();
  await expect(open.getByText(/^This file is damaged or isn't really a JPEG\./)).toBeVisible();
  await expect(open.getByRole("button", { name: "Upload", exact: true })).toBeDisabled();
  expect(sent).toEqual([]);
  await expectNothingHalf(site);
});

test("a picture that the server refuses keeps its alt text and caption", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/422/);
  await openLibrary(page);
  // Simulates an older tab, which doesn't check a file before it is sent.
  await page.route("**/storage/v1/object/media/**", async (route) => {
    const body = route.request().postDataBuffer() ?? Buffer.alloc(0);
    body.writeUInt32BE(10_000, 16);
    body.writeUInt32BE(6_001, 20);
    await route.continue({ postData: body });
  });
  const open = await choose(page, await picture("wide.png"));
  await open.getByLabel("Alt text").fill("Our warehouse from above");
  await open.getByLabel("Caption").fill("Portland");
  await open.getByRole("button", { name: "Upload" }).click();
  await expect(said(page, "Upload failed")).toBeVisible();
  await expect(open.getByText(/^This image is 10,000 × 6,001 pixels/)).toBeVisible();
  await expect(open.getByLabel("Alt text")).toHaveValue("Our warehouse from above");
  await expect(open.getByLabel("Caption")).toHaveValue("Portland");
  expect(await site.sql`select 1 from storage.objects`).toHaveLength(0);
  await expectNothingHalf(site);
});
