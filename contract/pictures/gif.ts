import type { Format } from "./format.ts";
import { Pieces } from "./pieces.ts";
import { ascii, damaged, type Reader } from "./source.ts";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** The loop count and the color profile. XMP is one of the others. */
const APPLICATIONS = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/** Keeps frames, timing, the loop count and the color profile; drops comments and the rest. */
export const gif: Format = async (file) => {
  const pieces = new Pieces();
  const screen = await file.view(6, 7);
  const [width, height] = [screen.getUint16(0, true), screen.getUint16(2, true)];
  const first = 13 + tableBytes(screen.getUint8(4));
  if (first > file.size) throw damaged();
  pieces.keep(0, first);
  for (let at = first; at < file.size; ) {
    file.part();
    const [kind] = await file.bytes(at, 1);
    if (kind === TRAILER) break;
    if (kind !== IMAGE && kind !== EXTENSION) throw damaged();
    const isImage = kind === IMAGE;
    const end = await endOfBlocks(file, isImage ? await startOfPixels(file, at) : at + 2);
    if (isImage || (await isPreserved(file, at))) pieces.keep(at, end);
    at = end;
  }
  // Some programs omit the trailer.
  pieces.add(Uint8Array.of(TRAILER));
  return { pieces, width, height };
};

/** After a frame's descriptor, its color table and its LZW code size. */
const startOfPixels = async (file: Reader, at: number) =>
  at + 11 + tableBytes((await file.view(at + 9, 1)).getUint8(0));

/** A color table's length, from the flags before it. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

async function isPreserved(file: Reader, at: number): Promise<boolean> {
  const [label, length] = await file.bytes(at + 1, 2);
  if (label === GRAPHIC_CONTROL) return true;
  if (label !== APPLICATION || length !== 11) return false;
  return APPLICATIONS.has(ascii(await file.bytes(at + 3, 11)));
}

/** Each block starts with its length in one byte; a length of zero ends the list. */
async function endOfBlocks(file: Reader, from: number): Promise<number> {
  let at = from;
  for (;;) {
    const bytes = await file.rest(at);
    let here = 0;
    while (here < bytes.length) {
      const length = bytes[here] ?? 0;
      here += 1 + length;
      if (length === 0) return at + here;
    }
    at += here;
  }
}
