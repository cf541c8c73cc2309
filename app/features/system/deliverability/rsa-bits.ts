/**
 * The size of an RSA public key in base64, as DKIM publishes it: SubjectPublicKeyInfo, or only the key
 * (RFC 6376, 3.6.1; RFC 8017, A.1.1).
 * @returns undefined when it isn't one
 */
export function rsaBits(base64: string): number | undefined {
  const bytes = decoded(base64.replace(/\s/g, ""));
  let at = enter(bytes, 0, SEQUENCE);
  // SubjectPublicKeyInfo begins with an algorithm; the key follows in a bit string.
  const algorithm = readElement(bytes, at, SEQUENCE);
  if (algorithm) at = enter(bytes, enter(bytes, algorithm.end, BIT_STRING, 1), SEQUENCE);
  const modulus = readElement(bytes, at, INTEGER);
  if (!modulus || modulus.end > bytes.length) return undefined;
  let first = modulus.start;
  while (bytes[first] === 0 && first < modulus.end) first += 1;
  const length = modulus.end - first;
  return length > 0 ? (length - 1) * 8 + (32 - Math.clz32(bytes[first] ?? 0)) : undefined;
}

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const SEQUENCE = 0x30;

function decoded(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Where the content of an element begins and ends (X.690, 8.1); undefined if it is of another kind. */
function readElement(bytes: Uint8Array, at: number, kind: number) {
  if (bytes[at] !== kind) return undefined;
  const first = bytes[at + 1] ?? 0;
  const long = first & 0x80 ? first & 0x7f : 0;
  let length = long ? 0 : first;
  for (const byte of bytes.subarray(at + 2, at + 2 + long)) length = length * 256 + byte;
  const start = at + 2 + long;
  return { start, end: start + length };
}

/** @param skip bytes between the element's head and its content; @returns where the content begins, or -1 */
function enter(bytes: Uint8Array, at: number, kind: number, skip = 0): number {
  const element = readElement(bytes, at, kind);
  return element ? element.start + skip : -1;
}
