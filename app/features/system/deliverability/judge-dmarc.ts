import type { DmarcFacts } from "#supabase/functions/_shared/deliverability/facts.ts";
import { readTags } from "#supabase/functions/_shared/deliverability/tags.ts";
import { ASK_AGAIN, type DnsRecord, type Finding, NO_ANSWER } from "./finding.ts";

const FIRST = "v=DMARC1; p=none";
const POLICIES = ["none", "quarantine", "reject"];

/** What DMARC asks of mailbox providers for email from a domain (RFC 7489, DMARCbis). */
export function judgeDmarc({ record, own, silent }: DmarcFacts, domain: string): Finding {
  const name = `_dmarc.${domain}`;
  if (own.records > 1)
    return {
      state: "wrong",
      says: `There are ${own.records} DMARC records at ${name}. So mailbox providers ignore all of them.`,
      fix: "Keep one and delete the others.",
    };
  if (silent && record?.domain !== domain)
    return { state: "unknown", says: NO_ANSWER, fix: ASK_AGAIN };
  const [other] = own.other;
  if (record?.domain !== domain && other !== undefined && /dmarc/i.test(other))
    return {
      state: "wrong",
      says: `The record at ${name} must begin with exactly v=DMARC1. Mailbox providers ignore it.`,
      fix: "Replace it with this record.",
      record: { name, value: FIRST },
    };
  if (!record)
    return {
      state: "wrong",
      says: `${domain} has no DMARC record. Gmail and Yahoo expect one, and without it anyone can send email in your name.`,
      fix: `Publish this record. It changes nothing about your email yet.${hintAbove(domain)}`,
      record: { name, value: FIRST },
    };
  return judgePolicy(record, domain);
}

/** A record above covers subdomains too. Which domain someone registered, nobody can tell from its name. */
const hintAbove = (domain: string) =>
  domain.split(".").length > 2
    ? ` If you registered a domain above it, such as ${domain.slice(domain.indexOf(".") + 1)}, publish it there instead.`
    : "";

function judgePolicy(
  { domain: at, text }: { domain: string; text: string },
  domain: string,
): Finding {
  const tags = readTags(text);
  const name = `_dmarc.${at}`;
  // Above the From domain, the policy for subdomains counts.
  const tag = at !== domain && tags.sp !== undefined ? "sp" : "p";
  const policy = (tags[tag] ?? (tags.rua ? "none" : "")).toLowerCase();
  const asBelow = (value: string, says: string, fix: string, state: Finding["state"]): Finding => ({
    state,
    says,
    fix,
    record: { name, value },
  });
  if (!POLICIES.includes(policy))
    return asBelow(
      withTag(text, tag, "none"),
      `The record at ${name} names no policy (${tag}=none, quarantine or reject). Mailbox providers ignore it.`,
      "Change it to this.",
      "wrong",
    );
  if (policy === "none")
    return asBelow(
      withTag(text, tag, "quarantine"),
      `The record at ${name} only monitors: forged email in your name still arrives.`,
      "Once a test email passes DMARC, change it to this. Forged email then goes to spam.",
      "better",
    );
  if (tags.t?.toLowerCase() === "y" || isPartial(tags.pct))
    return asBelow(
      withoutTags(text, ["t", "pct"]),
      `The record at ${name} applies to only part of your email, or is marked as a test.`,
      "Once a test email passes DMARC, change it to this.",
      "better",
    );
  if (!tags.rua)
    return {
      state: "better",
      says: `Email that isn't yours is ${policy === "reject" ? "refused" : "marked as spam"}, but you get no reports (rua).`,
      fix: "Add an address for reports, so that you notice when your own email fails.",
      record: withReports(name, text, domain),
    };
  return {
    state: "good",
    says: `Forged email in your name is ${policy === "reject" ? "refused" : "marked as spam"}, and reports go to you.`,
  };
}

const isPartial = (pct: string | undefined) => pct !== undefined && Number(pct) < 100;

const partsOf = (text: string) =>
  text
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
const isTag = (part: string, name: string) => part.split("=")[0]?.trim().toLowerCase() === name;

/** The record with another value of one tag; a missing one comes after the version. */
function withTag(text: string, name: string, value: string): string {
  const [version = "", ...rest] = partsOf(text);
  const set = `${name}=${value}`;
  return rest.some((part) => isTag(part, name))
    ? [version, ...rest.map((part) => (isTag(part, name) ? set : part))].join("; ")
    : [version, set, ...rest].join("; ");
}

const withoutTags = (text: string, names: string[]) =>
  partsOf(text)
    .filter((part) => !names.some((name) => isTag(part, name)))
    .join("; ");

const withReports = (name: string, text: string, domain: string): DnsRecord => ({
  name,
  value: `${partsOf(text).join("; ")}; rua=mailto:YOUR-ADDRESS`,
  missing: `Replace YOUR-ADDRESS with a mailbox at ${domain} that you read.`,
});
