import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { diskSpaceOf } from "#server/backend/disk-space.ts";
import { openPool } from "#server/backend/postgres/pool.ts";
import { cleanStored } from "#server/backend/storage/clean-stored.ts";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { createLog } from "#server/runtime/log.ts";
import { openTestBackend } from "#tests/support/backend.ts";
import { PHOTO_FORMATS, photo, SECRET } from "#tests/support/samples/photos.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";
import { admin, bucket, png, publicPath, t, upload, withSite } from "./storage-steps.ts";

withSite();

const served = async (path: string) => {
  const answer = await t.request(publicPath(path));
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** Every file in the data folder: originals, resized copies, partial uploads. */
async function onDisk() {
  const entries = await readdir(t.env.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
}

test.each(PHOTO_FORMATS)("a %s is stored without where it was taken", async (format) => {
  const original = await photo(format);
  const path = `uploads/with-place.${format}`;
  // Another test stores files that are never cleaned.
  const uncleaned = async () => (await onDisk()).filter((one) => one.includes(SECRET));
  const before = await uncleaned();
  await upload(path, original);
  const raw = await bucket(admin).update(path, original, { contentType: `image/${format}` });
  expect(raw.error).toBeNull();
  const { answer, bytes } = await served(path);
  expect([answer.headers.get("content-type"), bytes.includes(SECRET)]).toEqual([
    `image/${format}`,
    false,
  ]);
  const [sent, preserved] = await Promise.all(
    [original, bytes].map((one) => sharp(one).metadata()),
  );
  expect([preserved?.orientation, preserved?.icc]).toEqual([sent?.orientation, sent?.icc]);
  const { data } = await bucket(admin).info(path);
  expect(data?.size).toBe(bytes.length);
  const more = (await uncleaned()).filter((one) => !before.some((other) => other.equals(one)));
  expect(more).toEqual([]);
});

/** A PNG that claims to be larger than it is. */
async function sized(width: number, height: number) {
  const large = Buffer.from(png);
  large.writeUInt32BE(width, 16);
  large.writeUInt32BE(height, 20);
  return large;
}

test.each([
  ["too many pixels", () => sized(10_000, 6_001), 422, "10,000 × 6,001 pixels. The limit is 60"],
  ["too high a picture", () => sized(2, 16_384), 422, "16,383 pixels in height"],
  ["a photo that was cut off", async () => (await photo("jpeg")).subarray(0, 900), 422, "damaged"],
  ["a kind that can't be cleaned", async () => PSD, 415, "Save it as JPEG, PNG or WebP."],
])("refuses %s with a message, and stores nothing", async (_what, make, status, words) => {
  const before = await onDisk();
  const { error } = await bucket(admin).upload("uploads/refused.png", await make());
  expect(error).toMatchObject({ status, message: expect.stringContaining(words) });
  expect(await onDisk()).toEqual(before);
  const [{ count } = {}] = await t.sql`
    select count(*)::int from storage.objects where name = 'uploads/refused.png'`;
  expect(count).toBe(0);
});

const PSD = Buffer.concat([Buffer.from("8BPS\0\x01"), Buffer.alloc(64)]);

/** A picture as stored before pictures were cleaned. */
async function storedEarlier(name: string, bytes: Buffer, type = "image/jpeg") {
  await bucket(admin).upload(`uploads/${name}`, png);
  const version = crypto.randomUUID();
  const store = diskStore(join(t.env.dataDir, "media"));
  await store.put(version, Readable.from([bytes]), type);
  const metadata = { size: bytes.length, mimetype: type, eTag: `"${version}"` };
  await t.sql`update storage.objects set version = ${version}, metadata = ${t.sql.json(metadata)}
    where name = ${`uploads/${name}`}`;
  await admin.from("media_library").insert({
    filename: name,
    original_filename: name,
    file_path: `uploads/${name}`,
    file_size: bytes.length,
    mime_type: type,
    alt_text: "A dock",
  });
  return version;
}

async function clean(
  { stop = new AbortController().signal, progress = (_line: string) => {} } = {},
  { env } = t,
) {
  const pool = openPool(env.databaseUrl ?? "", createLog("silent"), 2);
  const parts = {
    pool,
    cache: join(env.dataDir, "media-cache"),
    diskSpace: diskSpaceOf(env),
    stop,
  };
  return cleanStored({ ...parts, store: openFiles(env), progress }).finally(() => pool.end());
}

test("cleans stored images once, and names those that it can't", async () => {
  await storedEarlier("b-dock.jpg", await photo("jpeg"));
  await storedEarlier("c-torn.jpg", (await photo("jpeg")).subarray(0, 900));
  await storedEarlier("d-plain.png", png, "image/png");
  await storedEarlier("e-film.mp4", Buffer.from(SECRET), "video/mp4");
  const before = await t.request(publicPath("uploads/b-dock.jpg"));
  expect(Buffer.from(await before.arrayBuffer()).includes(SECRET)).toBe(true);

  expect(await clean()).toMatchObject({
    looked: 3,
    cleaned: 1,
    left: [{ name: "uploads/c-torn.jpg", why: expect.stringContaining("damaged") }],
  });
  const { answer, bytes } = await served("uploads/b-dock.jpg");
  expect(bytes.includes(SECRET)).toBe(false);
  expect(answer.headers.get("etag")).not.toBe(before.headers.get("etag"));
  expect(answer.headers.get("content-length")).toBe(String(bytes.length));
  const [row] = await t.sql`select file_size::int, alt_text from media_library
    where file_path = 'uploads/b-dock.jpg'`;
  expect(row).toEqual({ file_size: bytes.length, alt_text: "A dock" });
  expect((await served("uploads/e-film.mp4")).bytes.toString()).toBe(SECRET);

  // The second run only looks at what couldn't be cleaned.
  expect(await clean()).toMatchObject({ looked: 1, cleaned: 0, left: [{}] });
});

test("continues a stopped run", async () => {
  await storedEarlier("f-1.jpg", await photo("jpeg"));
  await storedEarlier("f-2.jpg", await photo("jpeg"));
  const stop = new AbortController();
  const once = (line: string) => line.includes("f-1.jpg") && stop.abort(new Error("Stopped."));
  await expect(clean({ stop: stop.signal, progress: once })).rejects.toThrow("Stopped.");
  expect((await served("uploads/f-1.jpg")).bytes.includes(SECRET)).toBe(false);
  expect((await served("uploads/f-2.jpg")).bytes.includes(SECRET)).toBe(true);
  expect(await clean()).toMatchObject({ cleaned: 1 });
  expect((await served("uploads/f-2.jpg")).bytes.includes(SECRET)).toBe(false);
});

test("keeps a file that is replaced during the run", async () => {
  await storedEarlier("g-1.jpg", await photo("jpeg"));
  const put = vi.fn();
  const pool = openPool(t.env.databaseUrl ?? "", createLog("silent"), 2);
  const store = diskStore(join(t.env.dataDir, "media"));
  await cleanStored({
    pool,
    cache: join(t.env.dataDir, "media-cache"),
    stop: new AbortController().signal,
    progress: () => {},
    diskSpace: diskSpaceOf(t.env),
    store: {
      ...store,
      async put(...given) {
        put();
        await bucket(admin).update("uploads/g-1.jpg", png);
        return store.put(...given);
      },
    },
  });
  await pool.end();
  expect(put).toHaveBeenCalledOnce();
  expect((await served("uploads/g-1.jpg")).bytes.equals(png)).toBe(true);
});

test("stores no location in S3, and cleans stored photos", async () => {
  const s3 = await fakeS3();
  const there = await openTestBackend(s3.settings);
  const original = await photo("jpeg");
  const { error } = await bucket(await there.admin()).upload("uploads/s3.jpg", original);
  expect(error).toBeNull();
  const bodies = () => [...s3.stored.values()].map(({ body }) => body.includes(SECRET));
  expect(bodies()).toEqual([false]);

  // As stored by an earlier version.
  for (const [key, { type }] of s3.stored) s3.stored.set(key, { body: original, type });
  await there.sql`update storage.objects set metadata = metadata - 'cleaned'`;
  expect(await clean({}, there)).toMatchObject({ looked: 1, cleaned: 1, left: [] });
  expect(bodies()).toContain(false);
  const served = await there.request(publicPath("uploads/s3.jpg"));
  expect(Buffer.from(await served.arrayBuffer()).includes(SECRET)).toBe(false);
  await there.close();
  s3.close();
});
