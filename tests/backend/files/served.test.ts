import sharp from "sharp";
import { expect, test } from "vitest";
import { admin, bucket, png, publicPath, t, upload, withSite } from "./storage-steps.ts";

withSite();

test("public files carry type, length, validators and no way to run anything", async () => {
  await upload("uploads/headers.png", png);
  const { headers, status } = await t.request(publicPath("uploads/headers.png"));
  expect(status).toBe(200);
  expect(headers.get("content-length")).toBe(String(png.length));
  expect(headers.get("accept-ranges")).toBe("bytes");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("sandbox");
  expect(headers.get("x-robots-tag")).toBeNull();
  expect(headers.get("cache-control")).toContain("max-age=3600");
  expect(headers.get("content-disposition")).toBeNull();

  const versioned = await t.request(`${publicPath("uploads/headers.png")}?v=2`);
  expect(versioned.headers.get("cache-control")).toContain("immutable");
  const again = await t.request(publicPath("uploads/headers.png"), {
    headers: { "if-none-match": headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
  const head = await t.request(publicPath("uploads/headers.png"), { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(png.length));
  expect(await head.text()).toBe("");
});

test("sends a range only of the version that the client started with (If-Range)", async () => {
  await upload("uploads/resumed.png", png);
  const path = publicPath("uploads/resumed.png");
  const { headers } = await t.request(path, { method: "HEAD" });
  const etag = headers.get("etag") ?? "";
  const modified = headers.get("last-modified") ?? "";
  for (const [condition, status] of [
    [etag, 206],
    [modified, 206],
    [`W/${etag}`, 200],
    ['"of an earlier file"', 200],
    ["Sat, 01 Jan 2000 00:00:00 GMT", 200],
  ] as const) {
    const answer = await t.request(path, {
      headers: { range: "bytes=1-3", "if-range": condition },
    });
    expect([condition, answer.status]).toEqual([condition, status]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.equals(status === 206 ? png.subarray(1, 4) : png), condition).toBe(true);
  }
});

test.each([
  ["bytes=0-99", 206, 0, 100],
  ["bytes=100-", 206, 100, undefined],
  ["bytes=-10", 206, -10, undefined],
  ["items=0-1", 200, 0, undefined],
  ["bytes=0-1,5-6", 200, 0, undefined],
])("the range %s answers %i", async (range, status, from, to) => {
  await upload(`uploads/range-${range.length}-${status}-${from}.png`, png);
  const path = publicPath(`uploads/range-${range.length}-${status}-${from}.png`);
  const response = await t.request(path, { headers: { range } });
  expect(response.status).toBe(status);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png.subarray(from, to));
});

test.each(["bytes=999999999-", "bytes=9-3", "bytes=a-b", "bytes=-0", "bytes=-"])(
  "the range %s is refused with 416 and the size",
  async (range) => {
    await bucket(admin).upload("uploads/bad-range.png", png);
    const response = await t.request(publicPath("uploads/bad-range.png"), { headers: { range } });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe(`bytes */${png.length}`);
  },
);

test.each([
  ["", "attachment"],
  ["offer.png", "attachment; filename=offer.png"],
  ['a"b.png', 'attachment; filename="a\\"b.png"'],
  [
    "Größe–1.png",
    "attachment; filename=\"Gr??e?1.png\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%E2%80%931.png",
  ],
])("saves a file requested as %j under that name", async (name, disposition) => {
  await bucket(admin).upload(`uploads/saved-${name.length}.png`, png);
  const query = new URLSearchParams({ download: name });
  const { headers } = await t.request(`${publicPath(`uploads/saved-${name.length}.png`)}?${query}`);
  expect(headers.get("content-disposition")).toBe(disposition);
});

test("an SVG is stored, and served so that it can't run", async () => {
  const svg =
    '<?xml version="1.0"?><!-- ours --><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
  await upload("uploads/mark.svg", Buffer.from(svg));
  const { headers } = await t.request(publicPath("uploads/mark.svg"));
  expect(headers.get("content-type")).toBe("image/svg+xml");
  expect(headers.get("content-disposition")).toBe("attachment");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("a picture is resized once and served in the format that the browser takes", async () => {
  await upload("uploads/photo.png", png);
  const path = "/storage/v1/render/image/public/media/uploads/photo.png?width=320";
  const avif = await t.request(path, { headers: { accept: "image/avif,image/webp,*/*" } });
  expect(avif.headers.get("content-type")).toBe("image/avif");
  expect(avif.headers.get("vary")).toBe("accept");
  const webp = await t.request(`${path}&format=webp`);
  expect((await sharp(await webp.arrayBuffer()).metadata()).width).toBe(320);
  expect((await t.request(path.replace("320", "321"))).status).toBe(400);
  expect((await t.request(path.replace("photo", "none"))).status).toBe(404);
});
