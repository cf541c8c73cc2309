import { exifOf, isOnItsSide, readOrientation } from "./exif.ts";
import { type Format, upright } from "./format.ts";
import { Pieces } from "./pieces.ts";
import { ascii, damaged, type Reader, viewOf } from "./source.ts";

const PRESERVED = new Set(["VP8 ", "VP8L", "ALPH", "ANIM", "ICCP"]);
/** VP8X flags for EXIF and XMP. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const LONGEST_EXIF = 512 * 1024;
/** The length of a frame header: position, size, duration, blending. */
const FRAME_HEAD = 16;

interface Found {
  size?: { width: number; height: number };
  orientation: number;
  /** replaces the VP8X flags; completed once all chunks are known */
  flags?: Uint8Array<ArrayBuffer>;
}

/** Keeps pixels, transparency, frames and the color profile, and updates the stored sizes. */
export const webp: Format = async (file) => {
  const end = 8 + (await file.view(4, 4)).getUint32(0, true);
  if (end > file.size || end < 12) throw damaged();
  const found: Found = { orientation: 1 };
  const chunks = await chunksOf(file, 12, end, found);
  if (!found.size) throw damaged();
  const { orientation, flags, size } = found;
  const hasExif = orientation > 1 && flags;
  if (flags) flags[0] = ((flags[0] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (hasExif ? HAS_EXIF : 0);
  if (hasExif) {
    const exif = exifOf(orientation);
    chunks.add(headOf("EXIF", exif.length));
    chunks.add(exif);
  }
  const pieces = new Pieces();
  const head = headOf("RIFF", chunks.size + 4, 12);
  head.set(new TextEncoder().encode("WEBP"), 8);
  pieces.add(head);
  pieces.append(chunks);
  return upright(pieces, size.width, size.height, isOnItsSide(orientation));
};

interface Chunk {
  name: string;
  at: number;
  body: number;
  length: number;
  /** after the padding byte; the last chunk may lack it */
  end: number;
}

async function chunksOf(file: Reader, from: number, to: number, found: Found): Promise<Pieces> {
  const pieces = new Pieces();
  for (let at = from; at + 8 <= to; ) {
    file.part();
    const head = await file.bytes(at, 8);
    const length = viewOf(head).getUint32(4, true);
    const [name, body] = [ascii(head.subarray(0, 4)), at + 8];
    const end = body + length + (length % 2);
    if (body + length > to) throw damaged();
    const chunk = { name, at, body, length, end };
    if (PRESERVED.has(name)) {
      found.size ??= await pixels(file, chunk);
      pieces.keep(at, body + length);
      if (end > to) pieces.zeros(1);
      else pieces.keep(body + length, end);
    } else if (from === 12) pieces.append(await keepOther(file, chunk, found));
    at = end;
  }
  return pieces;
}

/** Handles top-level chunks: flags, frames and orientation. */
async function keepOther(file: Reader, { name, at, body, length, end }: Chunk, found: Found) {
  const pieces = new Pieces();
  if (name === "VP8X" && length === 10 && !found.flags) {
    found.size = canvas(await file.view(body, 10));
    found.flags = Uint8Array.from(await file.bytes(body, 1));
    pieces.keep(at, body);
    pieces.add(found.flags);
    pieces.keep(body + 1, end);
  } else if (name === "ANMF" && length >= FRAME_HEAD) {
    const frame = await chunksOf(file, body + FRAME_HEAD, body + length, found);
    pieces.add(headOf("ANMF", FRAME_HEAD + frame.size));
    pieces.keep(body, body + FRAME_HEAD);
    pieces.append(frame);
  } else if (name === "EXIF" && length <= LONGEST_EXIF)
    found.orientation = readOrientation(withoutName(await file.bytes(body, length)));
  return pieces;
}

/** Some programs prefix EXIF with JPEG's name here, too. */
const withoutName = (exif: Uint8Array) =>
  ascii(exif.subarray(0, 4)) === "Exif" ? exif.subarray(6) : exif;

const uint24 = (view: DataView, at: number) =>
  view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;

const canvas = (view: DataView) => ({ width: uint24(view, 4) + 1, height: uint24(view, 7) + 1 });

/** The size from the pixel data's own header (RFC 6386, 9.1; WebP lossless, 3). */
async function pixels(file: Reader, { name, body, length }: Chunk) {
  if (name === "VP8 " && length >= 10) {
    const view = await file.view(body, 10);
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
  }
  if (name !== "VP8L" || length < 5) return undefined;
  const bits = (await file.view(body + 1, 4)).getUint32(0, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function headOf(name: string, length: number, size = 8) {
  const head = new Uint8Array(size);
  head.set(new TextEncoder().encode(name));
  viewOf(head).setUint32(4, length, true);
  return head;
}
