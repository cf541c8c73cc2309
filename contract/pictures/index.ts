import type { Cleaned, Format } from "./format.ts";
import { gif } from "./gif.ts";
import { heif } from "./heif.ts";
import { jpeg } from "./jpeg.ts";
import { png } from "./png.ts";
import { ascii, damaged, PictureError, type Problem, Reader, type Source } from "./source.ts";
import { tiff } from "./tiff.ts";
import { webp } from "./webp.ts";

/** Beyond these no resized copy can be made: of the pixels in all, and (WebP) of the height. */
export const MAX_PIXELS = 60_000_000;
const MAX_HEIGHT = 16_383;

/** How many of a file's first bytes tell what sort of picture it is. */
export const HEAD_BYTES = 16;

/** First brands of files that hold pictures; the same boxes hold films. */
const HEIF = /^ftyp(avi[fs]|mif1|msf1|hei[cxms]|hev[cxms])/;

const FORMATS: [name: string, is: (head: string) => boolean, format: Format][] = [
  ["jpeg", (head) => head.startsWith("\xff\xd8\xff"), jpeg],
  ["png", (head) => head.startsWith("\x89PNG\r\n\x1a\n"), png],
  ["gif", (head) => /^GIF8[79]a/.test(head), gif],
  ["webp", (head) => head.startsWith("RIFF") && head.startsWith("WEBP", 8), webp],
  ["heif", (head) => HEIF.test(head.slice(4)), heif],
  // Canon's raw files say so after the TIFF header.
  ["tiff", (head) => /^(II\*\0|MM\0\*)/.test(head) && head.slice(8, 10) !== "CR", tiff],
];

const formatOf = (head: Uint8Array) => {
  const text = ascii(head.subarray(0, HEAD_BYTES));
  return FORMATS.find(([, is]) => is(text))?.[2];
};

/** Pictures in which no camera writes: drawings, and what Windows has for pixels. */
const PLAIN = new Set(["image/svg+xml", "image/bmp", "image/x-icon", "image/vnd.microsoft.icon"]);

/** Whether a file of this type has nothing to be removed. */
export const isPlain = (type: string) => !type.startsWith("image/") || PLAIN.has(type);

/** What is called a picture and is of another kind is refused by trying to clean it. */
export const needsCleaning = (head: Uint8Array, type: string) =>
  formatOf(head) !== undefined || !isPlain(type);

/**
 * What a picture is without its metadata: orientation and color profile stay. Nothing is copied yet.
 * @throws PictureError when it can't be read to its end, or is of a format that can't be cleaned
 */
export async function cleanPicture(source: Source): Promise<Cleaned> {
  const file = new Reader(source);
  const format = formatOf(await source.read(0, Math.min(HEAD_BYTES, source.size)));
  if (!format) throw new PictureError("unsupported");
  try {
    const cleaned = await format(file);
    if (cleaned.width > 0 && cleaned.height > 0) return cleaned;
  } catch (error) {
    // A number beyond the end of what a part of the file holds.
    if (!(error instanceof RangeError)) throw error;
  }
  throw damaged();
}

/** Why a picture is not taken although it can be read; undefined when it is. */
export function whyTooLarge({ width, height }: Pick<Cleaned, "width" | "height">) {
  if (width * height <= MAX_PIXELS && height <= MAX_HEIGHT) return undefined;
  const [w, h, most] = [width, height, MAX_HEIGHT].map((count) => count.toLocaleString("en-US"));
  return `This image is ${w} × ${h} pixels. The limit is ${MAX_PIXELS / 1e6} million pixels in total and ${most} pixels in height.`;
}

/** Why a picture can't be cleaned. */
export function whyUnusable(problem: Problem): string {
  return problem === "damaged"
    ? "This image is damaged or incomplete. Open it in an image editor and save it again."
    : "Location and camera details can't be removed from this type of image. Save it as JPEG, PNG or WebP.";
}
