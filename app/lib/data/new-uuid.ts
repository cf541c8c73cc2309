/** As `crypto.randomUUID`, which is missing where a site is tried over plain http. */
export const newUuid = (): string => asUuid(crypto.getRandomValues(new Uint8Array(16)), 4);

/**
 * 16 bytes as a UUID of that version (RFC 9562); what the version and the variant need is overwritten.
 * @param version 4 for bytes that are random, 8 for a maker's own
 */
export function asUuid(bytes: Uint8Array, version: 4 | 8): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
