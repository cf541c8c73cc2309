import ipaddr from "ipaddr.js";
import { hostOf } from "./host-of.ts";

/**
 * Whether an address is on the public internet. The special ranges of IANA's registries (loopback, private,
 * link-local, shared, multicast, documentation, tunnels, translated IPv4) are not, and neither is unassigned
 * IPv6.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed.kind() === "ipv6") return parsed.match(GLOBAL_UNICAST);
  return !OF_THE_CLOUD.some((range) => parsed.match(range));
}

/**
 * Addresses that Azure (168.63.129.16) and IBM use for their own machines, though the registries call them
 * public. Those of other clouds are link-local, shared or private.
 */
const OF_THE_CLOUD = ["168.63.129.16/32", "161.26.0.0/16", "166.8.0.0/14"].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Where requests may go: the public internet or, for development, anywhere. */
export type Reach = "public" | "anywhere";

/** Why a request got no answer. failed: the connection was lost, or another protocol is spoken there */
export type Trouble =
  | "not_allowed"
  | "unknown_host"
  | "private"
  | "no_answer"
  | "refused"
  | "certificate"
  | "failed";

/** A request without an answer. Its message is for admins, and never has the path, which may be a secret. */
export class Unanswered extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, message: string) {
    super(message);
    this.trouble = trouble;
  }
}

/**
 * Parses a typed address in the same way as the client that connects to it.
 * @param http whether plain http is allowed, too
 * @returns the URL and its host, without the brackets of IPv6
 * @throws Unanswered
 */
export function readTarget(
  url: string,
  reach: Reach,
  http = reach === "anywhere",
): { target: URL; host: string } {
  const target = new URL(url);
  const refuse = (why: string) => new Unanswered("not_allowed", `Not sent: ${why}.`);
  if (target.protocol !== "https:" && !(http && target.protocol === "http:"))
    throw refuse("the address must begin with https://");
  if (target.username || target.password)
    throw refuse("the address contains a user name or password");
  // The usual ports, 443 and 80, are no part of a URL.
  if (reach === "public" && target.port && Number(target.port) < 1024)
    throw refuse(`port ${target.port} isn't allowed`);
  return { target, host: hostOf(target) };
}

/**
 * Checks that a request may go to the addresses of a host.
 * @param addresses all that the name currently resolves to
 * @throws Unanswered when there is none, or when one of them is not public
 */
export function checkAddresses(host: string, addresses: readonly string[], reach: Reach): void {
  if (addresses.length === 0)
    throw new Unanswered("unknown_host", `Not sent: ${host} doesn't exist.`);
  if (reach === "public" && !addresses.every(isPublicAddress))
    throw new Unanswered("private", `Not sent: ${host} leads to an address that isn't public.`);
}

/** The first kilobytes of a response, as text that a database can store. */
export const readable = (bytes: Uint8Array): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  new TextDecoder().decode(bytes).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "\ufffd");

export const ANSWER_BYTES = 4096;
export const DEADLINE_MS = 15_000;

export const tooLate = (ms: number) =>
  new Unanswered("no_answer", `No answer within ${ms / 1000} seconds.`);

/** @returns seconds; null for a date, which is rare */
export const retryAfter = (header: string | null | undefined): number | null =>
  header && /^\d{1,6}$/.test(header) ? Number(header) : null;
