import type { From } from "./facts.ts";

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST_NAME = 253;

/** One spelling of a DNS name: lower case, no final dot; undefined if it isn't one. */
export function dnsName(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > LONGEST_NAME + 1) return undefined;
  const name = text.trim().toLowerCase().replace(/\.$/, "");
  return name.length <= LONGEST_NAME && name.split(".").every((label) => LABEL.test(label))
    ? name
    : undefined;
}

/** Like `dnsName`, with a dot and a top-level domain that isn't a number. */
export function domainName(text: unknown): string | undefined {
  const name = dnsName(text);
  return name && /\.[a-z][a-z0-9-]*$/.test(name) ? name : undefined;
}

/** Names that never are in the public DNS (RFC 6761 and others), and those of documentation. */
const LOCAL = /(^|\.)(localhost|local|test|example|invalid|internal|lan|home|onion|arpa)$/;
const DOCUMENTATION = /(^|\.)example\.(com|net|org)$/;

/** Mailbox providers: nobody else can publish records for their domains. */
const PROVIDERS = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com aol.com icloud.com me.com mac.com
  ymail.com rocketmail.com proton.me protonmail.com pm.me fastmail.com zohomail.com mail.com email.com gmx.com
  gmx.net gmx.de web.de t-online.de yandex.com yandex.ru mail.ru qq.com 163.com 126.com comcast.net att.net
  sbcglobal.net verizon.net cox.net bellsouth.net orange.fr free.fr libero.it`.split(/\s+/),
);
/** Of these there is one for each country: yahoo.co.uk, hotmail.fr. */
const PROVIDERS_BY_COUNTRY = /^(yahoo|hotmail|outlook|live)\.((com?\.)?[a-z]{2}|com)$/;

/** @param sender like MAIL_FROM: an address, perhaps after a name */
export function readFrom(sender: string): From | null {
  const [, local = "", host = ""] = /([^<>\s@]+)@([^<>\s@]+?)>?\s*$/.exec(sender) ?? [];
  if (!local) return null;
  const domain = inAscii(host);
  const address = `${local}@${domain}`;
  if (!domainName(domain) || LOCAL.test(domain) || DOCUMENTATION.test(domain))
    return { address, domain, kind: "local" };
  const isShared = PROVIDERS.has(domain) || PROVIDERS_BY_COUNTRY.test(domain);
  return { address, domain, kind: isShared ? "shared" : "own" };
}

/** A domain as mail servers write it: xn--bcher-kva.example for bücher.example. */
function inAscii(host: string): string {
  const url = URL.canParse(`https://${host}/`) ? new URL(`https://${host}/`) : undefined;
  return url?.hostname ?? host.toLowerCase();
}
