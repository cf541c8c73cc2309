import { Buffer } from "node:buffer";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NO_DIGIT = 255;
const BASE64 = digits(ALPHABET);
const HEX = digits("0123456789ABCDEF");
for (const [value, letter] of [..."abcdef"].entries()) HEX[letter.charCodeAt(0)] = 10 + value;

function digits(alphabet: string): Uint8Array {
  const values = new Uint8Array(256).fill(NO_DIGIT);
  for (const [value, letter] of [...alphabet].entries()) values[letter.charCodeAt(0)] = value;
  return values;
}

interface Decoded {
  /** the first ones */
  bytes: Uint8Array;
  /** how many there are */
  size: number;
}

/**
 * Decodes a part's body in linear time. The parser's own decoders need seconds and gigabytes for a body of
 * many short lines, so they only get what was decoded here.
 * @param most bytes that are returned; the others are only counted
 */
export function decodeBody(body: Uint8Array, encoding: string, most: number): Decoded {
  if (encoding === "base64") return fromBase64(body, most);
  if (encoding === "quoted-printable") return fromQuotedPrintable(body, most);
  return { bytes: body.subarray(0, most), size: body.length };
}

/** Skips what is no digit. "=" ends a group, since some programs pad each line. */
function fromBase64(body: Uint8Array, most: number): Decoded {
  const decoded = new Uint8Array(Math.min(Math.ceil((body.length * 3) / 4), most));
  let size = 0;
  let bits = 0;
  let count = 0;
  // By index: an iterator takes ten times as long.
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    const digit = BASE64[byte] as number;
    if (digit === NO_DIGIT) {
      if (byte === EQUALS) count = 0;
      continue;
    }
    bits = ((bits << 6) | digit) & 0xffffff;
    count += 1;
    if (count > 1) {
      // The second digit completes the first byte, the third the second, and so on.
      if (size < most) decoded[size] = bits >> (8 - 2 * count);
      size += 1;
    }
    if (count === 4) count = 0;
  }
  return { bytes: decoded.subarray(0, size), size };
}

const EQUALS = 0x3d;
const LF = 0x0a;
const CR = 0x0d;

/** White space at the end of a line stays: it does no harm. */
function fromQuotedPrintable(body: Uint8Array, most: number): Decoded {
  const decoded = new Uint8Array(Math.min(body.length, most));
  let size = 0;
  for (let at = 0; at < body.length; at += 1) {
    const plain = body[at] as number;
    const { byte, length } = plain === EQUALS ? escapeAt(body, at) : { byte: plain, length: 1 };
    at += length - 1;
    if (byte === null) continue;
    if (size < most) decoded[size] = byte;
    size += 1;
  }
  return { bytes: decoded.subarray(0, size), size };
}

/** What an equals sign begins: a soft line break (null), a byte in hex, or nothing, and then it is itself. */
function escapeAt(body: Uint8Array, at: number): { byte: number | null; length: number } {
  const next = body[at + 1] ?? 0;
  const afterNext = body[at + 2] ?? 0;
  if (next === LF) return { byte: null, length: 2 };
  if (next === CR && afterNext === LF) return { byte: null, length: 3 };
  const [high = NO_DIGIT, low = NO_DIGIT] = [HEX[next], HEX[afterNext]];
  if (high === NO_DIGIT || low === NO_DIGIT) return { byte: EQUALS, length: 1 };
  return { byte: (high << 4) | low, length: 3 };
}

export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
