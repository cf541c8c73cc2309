import type { SpfFacts, SpfFault } from "./facts.ts";
import type { Ask } from "./look-up.ts";
import { dnsName } from "./names.ts";

/** RFC 7208, 4.6.4 */
export const SPF_LOOKUPS = 10;

const isSpf = (text: string) => /^v=spf1( |$)/i.test(text);
/** Only to show them; more than one is wrong already. */
const MOST_RECORDS = 4;

/** Reads a domain's SPF record and what it includes, until the limit of lookups. */
export async function readSpf(ask: Ask, domain: string): Promise<SpfFacts> {
  const texts = await ask(domain);
  const records = texts?.filter(isSpf).slice(0, MOST_RECORDS) ?? null;
  const facts: SpfFacts = { records, lookups: 0, broken: null, silent: [], all: null };
  const [record] = records ?? [];
  if (record !== undefined && records?.length === 1)
    facts.all = await follow(record, domain, [domain], facts, ask);
  return facts;
}

/**
 * Counts the lookups of a record and follows its includes.
 * @param path the domains whose records led here, this one last
 * @returns what it says of all other servers
 */
async function follow(
  record: string,
  domain: string,
  path: string[],
  facts: SpfFacts,
  ask: Ask,
): Promise<SpfFacts["all"]> {
  const terms = record.split(/ +/).slice(1).filter(Boolean).map(readTerm);
  const unreadable = terms.find(({ kind }) => kind === undefined);
  if (unreadable) return fail(facts, { kind: "term", what: unreadable.text, of: domain });
  const end = terms.findIndex(({ kind }) => kind === "all");
  const all = terms[end];
  // What comes after `all` is never evaluated, and neither is a redirect anywhere (RFC 7208, 5.1).
  const followed = terms.filter(({ kind }, at) =>
    kind === "redirect" ? !all : LOOKS_UP.has(kind ?? "") && (!all || at < end),
  );
  facts.lookups += followed.length;
  let redirected: SpfFacts["all"] = null;
  for (const { kind, target } of followed) {
    if (facts.broken || facts.lookups > SPF_LOOKUPS) break;
    // A name with a macro depends on the email.
    if ((kind !== "include" && kind !== "redirect") || target.includes("%")) continue;
    const below = await included(target, domain, path, facts, ask);
    if (kind === "redirect") redirected = below;
  }
  return all ? all.qualifier : redirected;
}

async function included(
  target: string,
  domain: string,
  path: string[],
  facts: SpfFacts,
  ask: Ask,
): Promise<SpfFacts["all"]> {
  const name = dnsName(target);
  if (!name) return fail(facts, { kind: "term", what: target, of: domain });
  if (path.includes(name)) return fail(facts, { kind: "loop", what: name, of: domain });
  const texts = await ask(name);
  if (!texts) {
    facts.silent.push(name);
    return null;
  }
  const [record, ...others] = texts.filter(isSpf);
  // Not exactly one record there is a permanent error of the whole (RFC 7208, 5.2).
  if (record === undefined || others.length > 0)
    return fail(facts, { kind: "include", what: name, of: domain });
  return follow(record, name, [...path, name], facts, ask);
}

function fail(facts: SpfFacts, fault: SpfFault): null {
  facts.broken = fault;
  return null;
}

interface Term {
  text: string;
  /** undefined: unreadable; "": changes nothing here */
  kind: string | undefined;
  qualifier: NonNullable<SpfFacts["all"]>;
  target: string;
}

/** The terms that take a lookup. */
const LOOKS_UP = new Set(["include", "a", "mx", "ptr", "exists", "redirect"]);

const MECHANISM =
  /^(all|include:\S+|a(:[^\s/]+)?(\/.*)?|mx(:[^\s/]+)?(\/.*)?|ptr(:\S+)?|exists:\S+|ip4:[\d.]+(\/\d{1,2})?|ip6:[\da-f:.]+(\/\d{1,3})?)$/i;
const MODIFIER = /^[a-z][\w.-]*=/i;

function readTerm(text: string): Term {
  if (MODIFIER.test(text)) {
    const at = text.indexOf("=");
    const isRedirect = text.slice(0, at).toLowerCase() === "redirect";
    return { text, kind: isRedirect ? "redirect" : "", qualifier: "+", target: text.slice(at + 1) };
  }
  const [, sign = "", mechanism = ""] = /^([+\-~?]?)(.*)$/.exec(text) ?? [];
  const [, kind = "", target = ""] = /^([^:/]*):?(.*)$/.exec(mechanism) ?? [];
  return {
    text,
    kind: MECHANISM.test(mechanism) ? kind.toLowerCase() : undefined,
    qualifier: (sign || "+") as Term["qualifier"],
    target,
  };
}
