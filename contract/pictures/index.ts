import type { Cleaned, Format } from "./format.ts";
import { gif } from "./gif.ts";
import { heif } from "./heif.ts";
import { jpeg } from "./jpeg.ts";
import { png } from "./png.ts";
import { ascii, damaged, PictureError, type Problem, Reader, type Source } from "./source.ts";
import { tiff } from "./tiff.ts";
import { webp } from "./webp.ts";

/** The limits for resized copies: total pixels, and height (WebP). */
export const MAX_PIXELS = 60_000_000;
const MAX_HEIGHT = 16_383;

/** How many bytes at the start of a file identify the picture format. */
export const HEAD_BYTES = 16;

/** Major brands of files that hold pictures; video files use the same boxes. */
const HEIF = /^ftyp(avi[fs]|mif1|msf1|hei[cxms]|hev[cxms])/;

const FORMATS: [name: string, is: (head: string) => boolean, format: Format][] = [
  ["jpeg", (head) => head.startsWith("\xff\xd8\xff"), jpeg],
  ["png", (head) => head.startsWith("\x89PNG\r\n\x1a\n"), png],
  ["gif", (head) => /^GIF8[79]a/.test(head), gif],
  ["webp", (head) => head.startsWith("RIFF") && head.startsWith("WEBP", 8), webp],
  ["heif", (head) => HEIF.test(head.slice(4)), heif],
  // Canon's raw files are marked as such after the TIFF header.
  ["tiff", (head) => /^(II\*\0|MM\0\*)/.test(head) && head.slice(8, 10) !== "CR", tiff],
];

const formatOf = (head: Uint8Array) => {
  const text = ascii(head.subarray(0, HEAD_BYTES));
  return FORMATS.find(([, is]) => is(text))?.[2];
};

/** Formats that no camera writes: drawings and Windows bitmaps. */
const PLAIN = new Set(["image/svg+xml", "image/bmp", "image/x-icon", "image/vnd.microsoft.icon"]);

/** Whether files of this type have no metadata to remove. */
export const isPlain = (type: string) => !type.startsWith("image/") || PLAIN.has(type);

/** A file labeled as a picture that isn't one is rejected when cleaning fails. */
export const needsCleaning = (head: Uint8Array, type: string) =>
  formatOf(head) !== undefined || !isPlain(type);

/**
 * A picture without its metadata; orientation and color profile stay. Copies no bytes yet.
 * @throws PictureError when it is truncated or its format can't be cleaned
 */
export async function cleanPicture(source: Source): Promise<Cleaned> {
  const file = new Reader(source);
  const format = formatOf(await source.read(0, Math.min(HEAD_BYTES, source.size)));
  if (!format) throw new PictureError("unsupported");
  try {
    const cleaned = await format(file);
    if (cleaned.width > 0 && cleaned.height > 0) return cleaned;
  } catch (error) {
    // A number read past the end of its part of the file.
    if (!(error instanceof RangeError)) throw error;
  }
  throw damaged();
}

/** Why a readable picture is refused; undefined when it is accepted. */
export function whyTooLarge({ width, height }: Pick<Cleaned, "width" | "height">) {
  if (width * height <= MAX_PIXELS && height <= MAX_HEIGHT) return undefined;
  const [w, h, most] = [width, height, MAX_HEIGHT].map((count) => count.toLocaleString("en-US"));
  return `This image is ${w} × ${h} pixels. The limit is ${MAX_PIXELS / 1e6} million pixels in total and ${most} pixels in height.`;
}

/** Types whose files always begin as FORMATS says, so that any other content isn't theirs. */
const NAMES = new Map([
  ["image/jpeg", "JPEG"],
  ["image/png", "PNG"],
  ["image/gif", "GIF"],
  ["image/webp", "WebP"],
]);

/**
 * Why a picture can't be cleaned.
 * @param type as the browser reads it from the file's extension
 */
export function whyUnusable(problem: Problem, type?: string): string {
  if (problem === "damaged")
    return "This image is damaged or incomplete. Open it in an image editor and save it again.";
  const name = NAMES.get(type ?? "");
  return name
    ? `This file is damaged or isn't really a ${name}. Open it in an image editor and save it again.`
    : "Location and camera details can't be removed from this type of image. Save it as JPEG, PNG or WebP.";
}
