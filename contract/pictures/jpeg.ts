import { exifOf, isOnItsSide, readOrientation } from "./exif.ts";
import { type Format, upright } from "./format.ts";
import { Pieces } from "./pieces.ts";
import { ascii, damaged, type Reader, viewOf } from "./source.ts";

/** Markers (ITU T.81, table B.1). */
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;

/** Frames, scans and tables: the image data. */
const isPicture = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= SOS && marker <= 0xdf);
/** Markers that carry the size; DHT, JPG and DAC are in the same range. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without a length: restarts in a scan, and TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

interface Found {
  pieces: Pieces;
  size?: { width: number; height: number };
  orientation?: number;
}

/** Keeps frames, scans, tables, JFIF (no thumbnail), the color profile and Adobe's color transform. */
export const jpeg: Format = async (file) => {
  const found: Found = { pieces: new Pieces() };
  const { pieces } = found;
  pieces.keep(0, 2);
  for (let at = 2; ; ) {
    file.part();
    const [mark, marker = 0] = await file.bytes(at, 2);
    if (mark !== 0xff) throw damaged();
    if (marker === EOI) {
      // Anything after the end is another picture or a video.
      pieces.keep(at, at + 2);
      if (!found.size) throw damaged();
      const { width, height } = found.size;
      return upright(pieces, width, height, isOnItsSide(found.orientation ?? 1));
    }
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else at = await segment(file, at, marker, found);
  }
};

/** @returns where the next segment starts */
async function segment(file: Reader, at: number, marker: number, found: Found): Promise<number> {
  const length = (await file.view(at + 2, 2)).getUint16(0);
  const end = at + 2 + length;
  if (length < 2 || end > file.size) throw damaged();
  if (isFrame(marker)) {
    const frame = await file.view(at + 5, 4);
    found.size ??= { width: frame.getUint16(2), height: frame.getUint16(0) };
  }
  if (!isPicture(marker)) {
    keepOther(found, at, marker, await file.bytes(at + 4, length - 2));
    return end;
  }
  const next = marker === SOS ? await endOfScan(file, end) : end;
  found.pieces.keep(at, next);
  return next;
}

/** Keeps the metadata that affects how the picture is displayed. */
function keepOther(found: Found, at: number, marker: number, content: Uint8Array) {
  const { pieces, orientation } = found;
  const isCalled = (name: string) => ascii(content.subarray(0, name.length)) === name;
  if (marker === APP0 && isCalled("JFIF\0")) addJfif(pieces, at, content);
  else if (marker === APP1 && isCalled("Exif\0") && orientation === undefined) {
    found.orientation = readOrientation(content.subarray(6));
    if (found.orientation > 1) pieces.add(segmentOf(found.orientation));
  } else if (
    (marker === APP2 && isCalled("ICC_PROFILE\0")) ||
    (marker === APP14 && isCalled("Adobe"))
  )
    pieces.keep(at, at + 4 + content.length);
}

/** Keeps the segment, without its thumbnail if it has one. */
function addJfif(pieces: Pieces, at: number, content: Uint8Array) {
  if (content.length < 14) return;
  if (content.length === 14) return pieces.keep(at, at + 18);
  const head = new Uint8Array(18);
  head.set([0xff, APP0, 0, 16]);
  head.set(content.subarray(0, 12), 4);
  pieces.add(head);
}

function segmentOf(orientation: number) {
  const exif = exifOf(orientation);
  const segment = new Uint8Array(10 + exif.length);
  viewOf(segment).setUint16(2, segment.length - 2);
  segment.set([0xff, APP1], 0);
  segment.set(new TextEncoder().encode("Exif\0\0"), 4);
  segment.set(exif, 10);
  return segment;
}

/** Finds the next marker. In a scan, 0xFF is followed by a zero or a restart. */
async function endOfScan(file: Reader, from: number): Promise<number> {
  for (let at = from; ; ) {
    const bytes = await file.rest(at);
    const found = nextMarker(bytes);
    if (found >= 0) return at + found;
    // The last byte may be the first half of a marker.
    at += bytes.at(-1) === 0xff && bytes.length > 1 ? bytes.length - 1 : bytes.length;
  }
}

function nextMarker(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return -1;
    if (next !== 0 && next !== 0xff && !isBare(next)) return at;
  }
  return -1;
}
