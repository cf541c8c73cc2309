import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { PHOTO_FORMATS, photo, SECRET } from "#tests/support/samples/photos.ts";
import { contentOf } from "./content.ts";
import { cleanPicture, MAX_PIXELS, needsCleaning, whyTooLarge } from "./index.ts";
import { PictureError } from "./source.ts";

const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (from: number, length: number) => bytes.subarray(from, from + length),
});

async function cleaned(bytes: Buffer) {
  const source = sourceOf(bytes);
  const { pieces, width, height } = await cleanPicture(source);
  const chunks: Uint8Array[] = [];
  for await (const chunk of contentOf(pieces, source)) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  expect(content).toHaveLength(pieces.size);
  return { content, width, height };
}

const contains = (bytes: Buffer, text = SECRET) => bytes.includes(text);
const pixelsOf = (bytes: Buffer) => sharp(bytes, { pages: -1 }).raw().toBuffer();

describe.each(PHOTO_FORMATS)("%s", (format) => {
  test("removes place and camera, and keeps pixels, orientation and profile", async () => {
    const original = await photo(format);
    expect(contains(original)).toBe(true);
    const { content, width, height } = await cleaned(original);
    expect(contains(content)).toBe(false);
    const [before, after] = await Promise.all(
      [original, content].map((bytes) => sharp(bytes).metadata()),
    );
    expect(after?.xmp).toBeUndefined();
    expect([after?.orientation, after?.icc]).toEqual([before?.orientation, before?.icc]);
    // sharp reads no color profile from GIFs.
    if (format !== "gif") expect(before?.icc?.length).toBeGreaterThan(0);
    const { autoOrient } = before ?? {};
    expect({ width, height }).toEqual(autoOrient);
    expect((await pixelsOf(content)).equals(await pixelsOf(original))).toBe(true);
  });

  test("leaves a clean file unchanged", async () => {
    const { content } = await cleaned(await photo(format));
    expect((await cleaned(content)).content.equals(content)).toBe(true);
  });

  test("refuses or cleans a file truncated anywhere", async () => {
    const original = await photo(format);
    for (let length = 16; length < original.length; length++) {
      const cut = original.subarray(0, length);
      const content = await cleaned(cut).then(
        (done) => done.content,
        (error) => error,
      );
      if (Buffer.isBuffer(content)) expect(contains(content)).toBe(false);
      else expect(content).toBeInstanceOf(PictureError);
    }
  });

  test("refuses or cleans a file with any byte changed", async () => {
    const original = await photo(format);
    for (let at = 12; at < original.length; at++) {
      const bytes = Buffer.from(original);
      bytes[at] = [0, 1, 0x7f, 0x80, 0xff][at % 5] ?? 0;
      const problem = await cleaned(bytes).catch((error) => error);
      if (problem instanceof Error) expect(problem).toBeInstanceOf(PictureError);
    }
  });
});

test("writes no EXIF for an upright photo", async () => {
  for (const format of ["jpeg", "png", "webp"] as const) {
    const { content } = await cleaned(await photo(format, { orientation: 1 }));
    expect((await sharp(content).metadata()).exif).toBeUndefined();
  }
});

const segment = (marker: number, text: string | Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + text.length, 2);
  return Buffer.concat([head, Buffer.from(text)]);
};
/** A JPEG with extra data before its first segment and after its end. */
const jpegWith = async (before: Buffer, after = Buffer.alloc(0)) => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .jpeg({ progressive: true })
    .toBuffer();
  return Buffer.concat([jpeg.subarray(0, 2), before, jpeg.subarray(2), after]);
};

test.each([
  ["a comment", segment(0xfe, SECRET)],
  ["Photoshop's IPTC", segment(0xed, `Photoshop 3.0\0${SECRET}`)],
  ["XMP in two parts", segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${SECRET}`)],
  ["a list of further pictures", segment(0xe2, `MPF\0${SECRET}`)],
  ["its own thumbnail", segment(0xe0, `JFXX\0\x10${SECRET}`)],
  ["a thumbnail in JFIF", segment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x05${SECRET}`)],
])("removes %s from a JPEG", async (_what, part) => {
  const original = await jpegWith(part);
  const { content } = await cleaned(original);
  expect(contains(content)).toBe(false);
  expect((await pixelsOf(content)).equals(await pixelsOf(original))).toBe(true);
});

test("removes what follows the end of a JPEG or PNG", async () => {
  const jpeg = await jpegWith(Buffer.alloc(0), Buffer.from(`\xff\xd8${SECRET}`, "latin1"));
  expect(contains((await cleaned(jpeg)).content)).toBe(false);
  const png = Buffer.concat([await photo("png"), Buffer.from(SECRET)]);
  expect(contains((await cleaned(png)).content)).toBe(false);
});

const chunk = (name: string, text: string) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(text.length);
  head.write(name, 4);
  return Buffer.concat([head, Buffer.from(text), Buffer.alloc(4)]);
};

test.each(["tEXt", "iTXt", "zTXt", "tIME", "caBX", "prVW"])(
  "removes %s from a PNG",
  async (name) => {
    const png = await photo("png");
    const original = Buffer.concat([png.subarray(0, 33), chunk(name, SECRET), png.subarray(33)]);
    expect(contains((await cleaned(original)).content)).toBe(false);
  },
);

test("removes a TIFF's thumbnail pages", async () => {
  const page = await photo("tiff");
  // A second directory like the first, marked as a reduced picture.
  const start = page.readUInt32LE(4);
  const count = page.readUInt16LE(start);
  const entries = page.subarray(start + 2, start + 2 + count * 12);
  const again = Buffer.alloc(2 + (count + 1) * 12 + 4);
  again.writeUInt16LE(count + 1);
  again.writeUInt16LE(254, 2);
  again.writeUInt16LE(4, 4);
  again.writeUInt32LE(1, 6);
  again.writeUInt32LE(1, 10);
  entries.copy(again, 14);
  const original = Buffer.concat([page, again]);
  original.writeUInt32LE(page.length, start + 2 + count * 12);
  expect((await sharp(original).metadata()).pages).toBe(2);
  const { content } = await cleaned(original);
  expect((await sharp(content).metadata()).pages ?? 1).toBe(1);
  expect((await pixelsOf(content)).equals(await pixelsOf(page))).toBe(true);
});

test("removes everything but the frames of an animation", async () => {
  const frames = [0, 1, 2].map(() => ({ create: { width: 8, height: 8, channels: 3 as const } }));
  const strip = sharp({
    create: { width: 8, height: 8 * frames.length, channels: 3, background: "red" },
  });
  const raw = await strip.raw().toBuffer();
  for (let at = 0; at < raw.length; at++) raw[at] = (at * 11) % 251;
  const pages = sharp(raw, { raw: { width: 8, height: 24, channels: 3, pageHeight: 8 } });
  const gif = await pages
    .clone()
    .gif({ loop: 3, delay: [80, 90, 100] })
    .toBuffer();
  const comment = Buffer.concat([
    ...[Buffer.from([0x21, 0xfe, SECRET.length]), Buffer.from(SECRET), Buffer.from([0])],
    ...[Buffer.from([0x21, 0xff, 11]), Buffer.from(`XMP DataXMP${SECRET}`)],
    // Reading the text as blocks hits one of these bytes, which lead to the end.
    ...[
      Buffer.from([1]),
      Buffer.from(Array.from({ length: 256 }, (_, n) => 255 - n)),
      Buffer.from([0]),
    ],
  ]);
  const original = Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]);
  const done = await cleaned(original);
  expect([contains(done.content), done.width, done.height]).toEqual([false, 8, 8]);
  const cleanedMetadata = await sharp(done.content).metadata();
  expect([cleanedMetadata.pages, cleanedMetadata.loop, cleanedMetadata.delay]).toEqual([
    3,
    3,
    [80, 90, 100],
  ]);
  expect((await pixelsOf(done.content)).equals(await pixelsOf(gif))).toBe(true);

  const webp = await pages.clone().withXmp(`<x>${SECRET}</x>`).webp({ lossless: true }).toBuffer();
  const { content } = await cleaned(webp);
  expect([contains(webp), contains(content)]).toEqual([true, false]);
  expect((await pixelsOf(content)).equals(await pixelsOf(webp))).toBe(true);
});

test("reads ten thousand segments, and refuses a file built to stall parsers", async () => {
  const comments = (count: number, more = Buffer.alloc(0)) =>
    jpegWith(
      Buffer.concat(
        Array.from({ length: count }, () => Buffer.concat([segment(0xfe, SECRET), more])),
      ),
    );
  expect(contains((await cleaned(await comments(10_000))).content)).toBe(false);
  await expect(cleaned(await comments(100_001))).rejects.toThrow("damaged");
  const restart = segment(0xdd, "\0\0");
  await expect(cleaned(await comments(10_001, restart))).rejects.toThrow("damaged");
});

test("refuses a file that is an image by name only", async () => {
  const refused = (bytes: Buffer) => cleaned(bytes).catch(({ problem }) => problem);
  expect(await refused(Buffer.from("8BPS\0\x01no picture that a browser shows"))).toBe(
    "unsupported",
  );
  expect(await refused(Buffer.from("II*\0\x10\0\0\0CR\x02\0raw", "latin1"))).toBe("unsupported");
  expect(await refused(Buffer.from(""))).toBe("unsupported");
  expect(await refused(Buffer.from("\xff\xd8\xff", "latin1"))).toBe("damaged");
});

test.each([
  ["a photo, whatever it is called", "\xff\xd8\xff", "image/svg+xml", true],
  ["a picture of an unknown kind", "8BPS", "image/vnd.adobe.photoshop", true],
  ["a drawing", "<svg>", "image/svg+xml", false],
  ["a film", "\0\0\0\x18ftypisom", "video/mp4", false],
  ["a document", "%PDF", "application/pdf", false],
])("%s: whether it must be cleaned", (_what, head, type, answer) => {
  expect(needsCleaning(Buffer.from(head, "latin1"), type)).toBe(answer);
});

test.each([
  [10_000, 6_000, undefined],
  [10_000, 6_001, "This image is 10,000 × 6,001 pixels."],
  [100, 16_383, undefined],
  [100, 16_384, "This image is 100 × 16,384 pixels."],
])("%i × %i pixels: %s", (width, height, words) => {
  const said = whyTooLarge({ width, height });
  if (words) expect(said).toContain(words);
  else expect(said).toBeUndefined();
});

test("accepts images up to the largest that can be resized", async () => {
  const blank = (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, background: "white" },
      limitInputPixels: false,
    });
  const tall = blank(1, 16_384);
  await expect(tall.clone().webp().toBuffer()).rejects.toThrow();
  expect((await blank(1, 16_383).webp().toBuffer()).length).toBeGreaterThan(0);
  expect(MAX_PIXELS).toBe(60_000_000);
});
