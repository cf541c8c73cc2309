import PostalMime, { addressParser, decodeWords } from "postal-mime";
import { STORED } from "./bounds.ts";
import { cleanLine } from "./clean.ts";

/** The headers of an email or of one of its parts. */
export interface Head {
  /** the unfolded value of the first header of this name; "" without one */
  first(name: string): string;
  all(name: string): string[];
}

/** @param bytes bounded: the parser needs a microsecond for each line */
export async function readHead(bytes: Uint8Array): Promise<Head> {
  const { headers } = await PostalMime.parse(bytes);
  const all = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
  return { first: (name) => all(name)[0] ?? "", all };
}

/** The first word of a structured header, such as the type in `text/plain; charset=utf-8`. */
export const tokenOf = (value: string): string => (/^[^;\s]*/.exec(value)?.[0] ?? "").toLowerCase();

/** Bytes of one header that are read for addresses. */
const ADDRESSES = 32_768;

function mailboxesIn(value: string) {
  return addressParser(value.slice(0, ADDRESSES), { flatten: true }).filter(
    ({ address = "" }) => address.includes("@") && address.length <= STORED.address,
  );
}

/** The addresses in headers of these names, in lower case, each once. */
export function addressesIn(head: Head, names: string[]): string[] {
  const found = names
    .flatMap((name) => head.all(name))
    .flatMap(mailboxesIn)
    .flatMap(({ address = "" }) => cleanLine(address.toLowerCase(), STORED.address) ?? []);
  return [...new Set(found)].slice(0, STORED.addresses);
}

export function senderOf(head: Head): { sender: string; sender_name: string | null } {
  const [from] = [head.first("from"), head.first("sender")].flatMap(mailboxesIn);
  return {
    sender: cleanLine(from?.address ?? "", STORED.address) ?? "",
    sender_name: cleanLine(from?.name ?? "", STORED.name),
  };
}

export const subjectOf = (head: Head): string | null =>
  cleanLine(decodeWords(head.first("subject").slice(0, 20 * STORED.subject)), STORED.subject);

const EARLIEST = Date.UTC(2000);

/** The date with its time, and a zone that we know. */
const DATE = /^(.*?\d:\d\d(?::\d\d)?)\s*((?:GMT)?[+-]\d\d:?\d\d|(?:UTC?|GMT|Z|[ECMP][SD]T)\b)?/i;

/**
 * A sender's clock may be wrong: null for a time that can't be. A missing or unknown zone is UTC's
 * (RFC 5322, 4.3), not this server's.
 */
export function sentAt(head: Head, now: Date): string | null {
  const [, date, zone = "+0000"] = DATE.exec(head.first("date")) ?? [];
  const time = date ? Date.parse(`${date} ${zone}`) : Number.NaN;
  return time >= EARLIEST && time <= now.getTime() ? new Date(time).toISOString() : null;
}
