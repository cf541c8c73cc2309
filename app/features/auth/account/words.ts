import { formatAge } from "#app/lib/text/formats.ts";

/** Private, link-local, loopback and shared networks (RFC 1918, 3927, 4193, 6598). */
const LOCAL =
  /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

/** A server that listens on IPv6 sees IPv4 addresses like this. */
const MAPPED = /^::ffff:(?=[\d.]+$)/i;

/**
 * Where a session is used, as far as its address says.
 * @param here the address of the current session; omitted for that session itself
 */
export function placeInWords(address: string | null, here?: string | null): string {
  if (!address) return "Unknown address";
  const plain = address.replace(MAPPED, "");
  const words = LOCAL.test(plain) ? "Local network" : plain;
  return plain === here?.replace(MAPPED, "") ? `${words}, same as here` : words;
}

const HOUR = 3_600_000;

/** An open tab only shows itself once an hour, when it renews its session: nothing more precise is known. */
export function lastSeenInWords(seenAt: string, now = new Date()): string {
  const passed = now.getTime() - new Date(seenAt).getTime();
  return `Last seen ${passed < HOUR ? "within the last hour" : formatAge(seenAt, now)}`;
}
