import { isOnItsSide } from "./exif.ts";
import { type Format, upright } from "./format.ts";
import { Overlay } from "./pieces.ts";
import { damaged, PictureError, type Reader } from "./source.ts";

/** Tags that say how pixels are stored and shown (TIFF 6.0, and the color profile). */
const PRESERVED = new Set([
  ...[254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281],
  ...[282, 283, 284, 286, 287, 290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322],
  ...[323, 324, 325, 332, 334, 336, 338, 339, 340, 341, 347, 529, 530, 531, 532, 34675],
]);
/** The tags with the offsets and byte counts of the pixel data. */
const PARTS = [
  [273, 279],
  [324, 325],
] as const;
const BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const SUBFILE = 254;
const REDUCED = 1;
const COMPRESSION = 259;
const OLD_JPEG = 6;
const ORIENTATION = 274;
const PAGES = 1_000;

interface Entry {
  tag: number;
  /** bytes per value */
  width: number;
  count: number;
  /** where its values are: in the entry or elsewhere */
  at: number;
  bytes: Uint8Array;
}

interface Page {
  at: number;
  entries: Entry[];
  /** size of its directory in bytes */
  length: number;
}

/** Keeps each page's pixels and the tags they need, in place; zeros the rest, thumbnails included. */
export const tiff: Format = async (file) => {
  const little = (await file.bytes(0, 1))[0] === 0x49;
  const overlay = new Overlay();
  overlay.keep(0, 8, file.size);
  const pages = await pagesOf(file, little);
  for (const [index, { at, entries, length }] of pages.entries()) {
    const preserved = entries.filter(({ tag }) => PRESERVED.has(tag));
    overlay.keep(at, at + length, file.size);
    overlay.patch(at, directoryOf(preserved, pages[index + 1]?.at ?? 0, length, little));
    for (const { at: from, width, count } of preserved)
      if (width * count > 4) overlay.keep(from, from + width * count, file.size);
    await keepPixels(file, overlay, entries, little);
  }
  const [first] = pages;
  if (!first) throw damaged();
  const { width, height, turned } = await firstPage(file, first.entries, little);
  return upright(overlay.pieces(file.size), width, height, turned);
};

async function pagesOf(file: Reader, little: boolean): Promise<Page[]> {
  const pages: Page[] = [];
  let at = (await file.view(4, 4)).getUint32(0, little);
  for (let page = 0; at !== 0; page++) {
    if (page === PAGES) throw damaged();
    const { entries, next, length } = await directory(file, at, little);
    const [kind = 0] = await values(file, entries, SUBFILE, little);
    if (page === 0 || !(kind & REDUCED)) pages.push({ at, entries, length });
    at = next;
  }
  return pages;
}

/** A camera raw file starts with a thumbnail page. @throws PictureError for such a file */
async function firstPage(file: Reader, entries: Entry[], little: boolean) {
  const value = async (tag: number) => (await values(file, entries, tag, little))[0] ?? 0;
  if ((await value(SUBFILE)) & REDUCED || (await value(COMPRESSION)) === OLD_JPEG)
    throw new PictureError("unsupported");
  const [width, height] = [await value(256), await value(257)];
  return { width, height, turned: isOnItsSide(await value(ORIENTATION)) };
}

async function directory(file: Reader, at: number, little: boolean) {
  const count = (await file.view(at, 2)).getUint16(0, little);
  const length = 2 + count * 12 + 4;
  const bytes = Uint8Array.from(await file.bytes(at, length));
  const view = new DataView(bytes.buffer);
  const entries = Array.from({ length: count }, (_, index): Entry => {
    file.part();
    const from = 2 + index * 12;
    const width = BYTES[view.getUint16(from + 2, little)] ?? 0;
    const values = view.getUint32(from + 4, little);
    const inside = width * values <= 4;
    return {
      tag: view.getUint16(from, little),
      width,
      count: values,
      at: inside ? at + from + 8 : view.getUint32(from + 8, little),
      bytes: bytes.subarray(from, from + 12),
    };
  });
  return { entries, next: view.getUint32(length - 4, little), length };
}

/** The directory with only the kept entries, padded to its original size. */
function directoryOf(preserved: Entry[], next: number, length: number, little: boolean) {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, preserved.length, little);
  for (const [index, entry] of preserved.entries()) bytes.set(entry.bytes, 2 + index * 12);
  view.setUint32(2 + preserved.length * 12, next, little);
  return bytes;
}

async function keepPixels(file: Reader, overlay: Overlay, entries: Entry[], little: boolean) {
  for (const [offsets, counts] of PARTS) {
    const from = await values(file, entries, offsets, little);
    const lengths = await values(file, entries, counts, little);
    if (from.length !== lengths.length) throw damaged();
    for (const [index, start] of from.entries()) {
      file.part();
      overlay.keep(start, start + (lengths[index] ?? 0), file.size);
    }
  }
}

/** The integers of an entry; empty if the entry is missing. */
async function values(file: Reader, entries: Entry[], tag: number, little: boolean) {
  const entry = entries.find((one) => one.tag === tag);
  if (!entry) return [];
  const { at, width, count } = entry;
  if (width !== 2 && width !== 4) throw damaged();
  const view = await file.view(at, width * count);
  return Array.from({ length: count }, (_, index) =>
    width === 2 ? view.getUint16(index * 2, little) : view.getUint32(index * 4, little),
  );
}
