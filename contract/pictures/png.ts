import { exifOf, isOnItsSide, readOrientation } from "./exif.ts";
import { type Format, upright } from "./format.ts";
import { Pieces } from "./pieces.ts";
import { ascii, damaged, viewOf } from "./source.ts";

/** The chunks for the picture, its animation and its colors (PNG, third edition, 5.6). */
const PRESERVED = new Set([
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "bKGD", "hIST", "pHYs", "sPLT", "sBIT"],
  ...["cHRM", "gAMA", "iCCP", "sRGB", "cICP", "mDCV", "cLLI", "acTL", "fcTL", "fdAT"],
]);
const IHDR = 0x49484452;
/** More than any camera writes. */
const LONGEST_EXIF = 512 * 1024;

/** Keeps the listed chunks; drops texts, times, thumbnails and data after the end. */
export const png: Format = async (file) => {
  const pieces = new Pieces();
  pieces.keep(0, 8);
  const head = await file.view(8, 16);
  if (head.getUint32(0) !== 13 || head.getUint32(4) !== IHDR) throw damaged();
  const [width, height] = [head.getUint32(8), head.getUint32(12)];
  let orientation = 1;
  let name = "";
  for (let at = 8; name !== "IEND"; ) {
    file.part();
    const chunk = await file.bytes(at, 8);
    const length = viewOf(chunk).getUint32(0);
    name = ascii(chunk.subarray(4));
    const end = at + 12 + length;
    if (end > file.size) throw damaged();
    if (PRESERVED.has(name)) pieces.keep(at, end);
    if (name === "eXIf" && length <= LONGEST_EXIF)
      orientation = readOrientation(await file.bytes(at + 8, length));
    if (name === "eXIf" && orientation > 1) pieces.add(chunkOf(orientation));
    at = end;
  }
  return upright(pieces, width, height, isOnItsSide(orientation));
};

function chunkOf(orientation: number) {
  const exif = exifOf(orientation);
  const chunk = new Uint8Array(12 + exif.length);
  chunk.set(new TextEncoder().encode("eXIf"), 4);
  chunk.set(exif, 8);
  const view = viewOf(chunk);
  view.setUint32(0, exif.length);
  view.setUint32(8 + exif.length, crc(chunk.subarray(4, 8 + exif.length)));
  return chunk;
}

/** A chunk's CRC (PNG, annex D), bit by bit because only a few bytes are written. */
function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
