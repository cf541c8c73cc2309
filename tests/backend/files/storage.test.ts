import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

const MB = 1024 * 1024;
let t: TestBackend;
let admin: SupabaseClient;
let png: Buffer;

beforeAll(async () => {
  t = await openTestBackend({ MEDIA_MAX_MB: "2" });
  admin = await t.admin();
  png = await picture("png");
});
afterAll(() => t.close());

const picture = (format: "png" | "jpeg", width = 1200) =>
  sharp({ create: { width, height: 600, channels: 3, background: "#1f6e4d" } })
    .toFormat(format)
    .toBuffer();

const bucket = (client: SupabaseClient) => client.storage.from("media");
const publicPath = (path: string) => `/storage/v1/object/public/media/${path}`;

async function upload(path: string, bytes: Uint8Array<ArrayBuffer> | Buffer, name = path) {
  const { error } = await bucket(admin).upload(path, new File([new Uint8Array(bytes)], name));
  if (error) throw error;
}

/** Every file under DATA_DIR/media, whatever its folder. */
async function filesOnDisk() {
  const entries = await readdir(join(t.env.dataDir, "media"), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test("a browser's File arrives byte for byte, typed by its content and not by its name", async () => {
  await upload("uploads/logo.exe", png, "logo.exe");
  const response = await t.request(publicPath("uploads/logo.exe"));
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
});

test("a raw body arrives byte for byte", async () => {
  const { data, error } = await bucket(admin).upload("uploads/raw.png", png, {
    contentType: "text/html",
  });
  expect(error).toBeNull();
  expect(data?.fullPath).toBe("media/uploads/raw.png");
  const response = await t.request(publicPath("uploads/raw.png"));
  expect(response.headers.get("content-type")).toBe("image/png");
  expect((await response.arrayBuffer()).byteLength).toBe(png.length);
});

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

test("a part is sent only of the file that the asker began with (If-Range)", async () => {
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
])("a file that is asked for as %j is saved under that name", async (name, disposition) => {
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

test.each([
  ["a web page", "<!doctype html><svg></svg><script>alert(1)</script>"],
  ["a script", "alert(1)"],
  ["nothing", ""],
])("%s named .png is refused, and nothing is left of it", async (_what, text) => {
  const before = await filesOnDisk();
  const { error } = await bucket(admin).upload("uploads/evil.png", new Blob([text]));
  expect(error).toMatchObject({ status: 415 });
  expect(await filesOnDisk()).toEqual(before);
  const row = await t.sql`select 1 from storage.objects where name = 'uploads/evil.png'`;
  expect(row).toHaveLength(0);
});

test("a file above the limit is refused in words, told or not how large it is", async () => {
  const tooLarge = Buffer.concat([png, Buffer.alloc(2 * MB)]);
  const { error } = await bucket(admin).upload("uploads/big.png", tooLarge);
  expect(error).toMatchObject({ status: 413, message: expect.stringContaining("2 MB") });
  const form = await bucket(admin).upload("uploads/big.png", new Blob([tooLarge]));
  expect(form.error).toMatchObject({ status: 413 });
  expect(await filesOnDisk()).not.toContainEqual(expect.stringContaining(".part"));
});

test("nothing is overwritten by accident, and a replacement keeps the address", async () => {
  await upload("uploads/same.png", png);
  const second = await bucket(admin).upload("uploads/same.png", png);
  expect(second.error).toMatchObject({ status: 409 });

  const jpeg = await picture("jpeg");
  const before = (await filesOnDisk()).length;
  const { error } = await bucket(admin).update(
    "uploads/same.png",
    new File([new Uint8Array(jpeg)], "n"),
  );
  expect(error).toBeNull();
  const response = await t.request(publicPath("uploads/same.png"));
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  expect(await filesOnDisk()).toHaveLength(before);
});

test("removing takes the row, the file and its resized copies", async () => {
  await upload("uploads/gone.png", png);
  await t.request("/storage/v1/render/image/public/media/uploads/gone.png?width=320&format=webp");
  const before = (await filesOnDisk()).length;
  const { data } = await bucket(admin).remove(["uploads/gone.png"]);
  expect(data).toMatchObject([{ name: "uploads/gone.png" }]);
  expect(await filesOnDisk()).toHaveLength(before - 1);
  expect((await t.request(publicPath("uploads/gone.png"))).status).toBe(404);
  expect(await t.sql`select 1 from loading_dock.files_to_remove`).toHaveLength(0);
});

test("visitors and strangers can read by address and do nothing else", async () => {
  await upload("uploads/kept.png", png);
  for (const client of [t.visitor(), await t.stranger()]) {
    const { error } = await bucket(client).upload("uploads/mine.png", png);
    expect(error?.message).toMatch(/Sign in first|Only an admin/);
    expect((await bucket(client).update("uploads/kept.png", png)).error).not.toBeNull();
    expect((await bucket(client).remove(["uploads/kept.png"])).data ?? []).toEqual([]);
    expect((await bucket(client).list("uploads")).data ?? []).toEqual([]);
  }
  expect((await t.request(publicPath("uploads/kept.png"))).status).toBe(200);
});

test("an admin lists what is in the folder", async () => {
  await upload("uploads/listed.png", png);
  const { data } = await bucket(admin).list("uploads", { search: "listed" });
  expect(data).toMatchObject([{ name: "listed.png", metadata: { mimetype: "image/png" } }]);
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

test("a 200 MB video streams through with flat memory", async () => {
  const big = await openTestBackend({ MEDIA_MAX_MB: "250" });
  const {
    data: { session },
  } = await (await big.admin()).auth.getSession();
  const head = Buffer.from(
    "000000206674797069736f6d0000020069736f6d69736f32617663316d703431",
    "hex",
  );
  const chunk = new Uint8Array(MB);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(sent === 0 ? new Uint8Array(head) : chunk);
      sent += 1;
      if (sent > 200) controller.close();
    },
  });
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const response = await big.request("/storage/v1/object/media/uploads/film.mp4", {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${session?.access_token}` },
    duplex: "half",
  } as RequestInit);
  clearInterval(watch);
  expect(await response.json()).toMatchObject({ Key: "media/uploads/film.mp4" });
  expect(peak - before).toBeLessThan(80 * MB);
  const range = await big.request(publicPath("uploads/film.mp4"), {
    headers: { range: `bytes=${150 * MB}-${150 * MB + 9}` },
  });
  expect((await range.arrayBuffer()).byteLength).toBe(10);
  await big.close();
});
