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

/**
 * Decodes a part's body in linear time. The parser's own decoders need seconds and gigabytes for a body of
 * many short lines, so they only get what was decoded here.
 */
export function decodeBody(body: Uint8Array, encoding: string): Uint8Array {
  if (encoding === "base64") return fromBase64(body);
  return encoding === "quoted-printable" ? fromQuotedPrintable(body) : body;
}

/** Skips what is no digit. "=" ends a group, since some programs pad each line. */
function fromBase64(body: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(Math.ceil((body.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (const byte of body) {
    const digit = BASE64[byte] as number;
    if (digit === NO_DIGIT) {
      if (byte === EQUALS) count = 0;
      continue;
    }
    bits = ((bits << 6) | digit) & 0xffffff;
    count += 1;
    if (count > 1) {
      // The second digit completes the first byte, the third the second, and so on.
      decoded[length] = bits >> (8 - 2 * count);
      length += 1;
    }
    if (count === 4) count = 0;
  }
  return decoded.subarray(0, length);
}

const EQUALS = 0x3d;
const LF = 0x0a;
const CR = 0x0d;

/** Keeps what isn't an escape. White space at the end of a line stays: it does no harm. */
function fromQuotedPrintable(body: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    const next = body[at + 1] ?? 0;
    const afterNext = body[at + 2] ?? 0;
    if (byte === EQUALS && next === LF) at += 1;
    else if (byte === EQUALS && next === CR && afterNext === LF) at += 2;
    else if (byte === EQUALS && HEX[next] !== NO_DIGIT && HEX[afterNext] !== NO_DIGIT) {
      decoded[length] = ((HEX[next] as number) << 4) | (HEX[afterNext] as number);
      length += 1;
      at += 2;
    } else {
      decoded[length] = byte;
      length += 1;
    }
  }
  return decoded.subarray(0, length);
}

/** A multiple of 3, so that the encoded pieces join. */
const PIECE = 24_576;

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE))));
  return pieces.join("");
}
