/** Like `crypto.randomUUID`, which browsers omit on plain http (trial setups). */
export const newUuid = (): string => asUuid(crypto.getRandomValues(new Uint8Array(16)), 4);

/**
 * 16 bytes as a UUID of that version (RFC 9562). Overwrites the version and variant bits.
 * @param version 4 for random bytes, 8 for custom ones
 */
export function asUuid(bytes: Uint8Array, version: 4 | 8): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
