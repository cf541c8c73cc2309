import type { DkimFacts } from "#supabase/functions/_shared/deliverability/facts.ts";
import { readTags } from "#supabase/functions/_shared/deliverability/tags.ts";
import { ASK_AGAIN, type Finding, NO_ANSWER } from "./finding.ts";
import { rsaBits } from "./rsa-bits.ts";

const LEAST_BITS = 1024;
const GOOD_BITS = 2048;
const FROM_SERVICE = "Your email service shows the record to publish, under domain authentication.";

/**
 * The key that a test email was signed with (RFC 6376, 3.6.1).
 * @param facts null before the headers of a test email have named a key
 */
export function judgeDkim(facts: DkimFacts | null, domain: string): Finding {
  if (!facts)
    return {
      state: "unknown",
      says: `A key at a name like SELECTOR._domainkey.${domain} proves that email is yours. A test email shows the exact name.`,
      fix: "Send a test email, then paste its headers here.",
    };
  const { selector, signer, records } = facts;
  const name = `${selector}._domainkey.${signer}`;
  const wrong = (says: string, fix = FROM_SERVICE): Finding => ({ state: "wrong", says, fix });
  if (!records) return { state: "unknown", says: NO_ANSWER, fix: ASK_AGAIN };
  const [text] = records;
  if (text === undefined)
    return wrong(`There is no key at ${name}, so nobody can check the signature.`);
  if (records.length > 1)
    return wrong(
      `There are ${records.length} records at ${name}. Mailbox providers may use any of them.`,
      "Keep the one that your email service shows, and delete the others.",
    );
  const { v, k = "rsa", p, t = "" } = readTags(text);
  if (p === "") return wrong(`The key at ${name} was revoked, so signatures with it don't count.`);
  const bits = k === "ed25519" ? GOOD_BITS : k === "rsa" && p ? rsaBits(p) : undefined;
  if (p === undefined || (v !== undefined && v !== "DKIM1") || bits === undefined)
    return wrong(`The record at ${name} isn't a key that mailbox providers can read.`);
  if (bits < LEAST_BITS)
    return wrong(
      `The key at ${name} has only ${bits} bits. Mailbox providers refuse fewer than ${LEAST_BITS}.`,
    );
  if (t.split(":").some((flag) => flag.trim() === "y"))
    return {
      state: "better",
      says: `The key at ${name} is marked as a test (t=y), so mailbox providers may ignore it.`,
      fix: "Remove t=y from the record.",
    };
  if (bits < GOOD_BITS)
    return {
      state: "better",
      says: `The key at ${name} has ${bits} bits. It works, but ${GOOD_BITS} are safer.`,
      fix: "Make a new key at your email service.",
    };
  return { state: "good", says: `There is a readable key at ${name}.` };
}
