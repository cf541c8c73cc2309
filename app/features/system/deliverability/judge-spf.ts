import type { SpfFacts, SpfFault } from "#supabase/functions/_shared/deliverability/facts.ts";
import { SPF_LOOKUPS } from "#supabase/functions/_shared/deliverability/spf.ts";
import { ASK_AGAIN, type Finding, NO_ANSWER } from "./finding.ts";

const PLACEHOLDER = "include:YOUR-EMAIL-SERVICE";

/** What a domain's SPF record does for its email (RFC 7208). */
export function judgeSpf(facts: SpfFacts, domain: string): Finding {
  const { records, lookups, broken, silent, all } = facts;
  if (!records) return { state: "unknown", says: NO_ANSWER, fix: ASK_AGAIN };
  const [record] = records;
  if (record === undefined)
    return {
      state: "wrong",
      says: `${domain} doesn't say which servers may send its email, so mailbox providers may treat yours as spam.`,
      fix: "Publish this record. Your email service's help says what to write for its part.",
      record: {
        name: domain,
        value: `v=spf1 ${PLACEHOLDER} ~all`,
        missing: `Replace ${PLACEHOLDER} with what your email service names for SPF.`,
      },
    };
  if (records.length > 1)
    return {
      state: "wrong",
      says: `${domain} has ${records.length} SPF records. So mailbox providers ignore all of them.`,
      fix: "Keep one, with the value below, and delete the others.",
      record: { name: domain, value: merged(records) },
    };
  if (broken) return { state: "wrong", ...aboutFault(broken) };
  if (lookups > SPF_LOOKUPS)
    return {
      state: "wrong",
      says: `The record takes more than ${SPF_LOOKUPS} DNS lookups. Mailbox providers stop there and ignore it.`,
      fix: "Remove the include: parts of services that no longer send your email.",
    };
  if (silent.length > 0)
    return {
      state: "unknown",
      says: `${silent.join(", ")} didn't answer in time, so part of the record is unknown.`,
      fix: ASK_AGAIN,
    };
  return judgeEnd(record, all, lookups, domain);
}

function judgeEnd(record: string, all: SpfFacts["all"], lookups: number, domain: string): Finding {
  if (all === "+")
    return {
      state: "wrong",
      says: "The record allows every server in the world to send your email, including a spammer's.",
      fix: "Change the end of the record, as below.",
      record: { name: domain, value: withAll(record) },
    };
  if (all !== "-" && all !== "~")
    return {
      state: "better",
      says: all
        ? "The record ends with ?all, which says nothing about other servers."
        : "The record has no end (all), so it says nothing about other servers.",
      fix: "Change it to the value below, once it names every service that sends your email.",
      record: { name: domain, value: withAll(record) },
    };
  return {
    state: "good",
    says: `One readable record, which takes ${lookups} of at most ${SPF_LOOKUPS} lookups.`,
    fix: "Send a test email to see whether it covers your email service. Add other services to this record; don't create a second one.",
  };
}

function aboutFault({ kind, what, of }: SpfFault): Omit<Finding, "state"> {
  if (kind === "loop")
    return {
      says: `The record leads back to itself through ${what}, so mailbox providers ignore it.`,
      fix: `Remove include:${what} from the record of ${of}.`,
    };
  if (kind === "include")
    return {
      says: `The record of ${of} includes ${what}, which has no SPF record, or several. So mailbox providers ignore yours.`,
      fix: `Correct or remove ${what}. Your email service's help has the right name.`,
    };
  return {
    says: `The record of ${of} has a part that nobody can read: “${what}”. So mailbox providers ignore it all.`,
    fix: "Correct or remove that part.",
  };
}

const termsOf = (record: string) => record.split(/ +/).slice(1).filter(Boolean);
const isAll = (term: string) => /^[+\-~?]?all$/i.test(term);

const withAll = (record: string) =>
  ["v=spf1", ...termsOf(record).filter((term) => !isAll(term)), "~all"].join(" ");

/** All parts of several records in one. A redirect, which only counts alone, becomes an include. */
const merged = (records: string[]) =>
  [
    "v=spf1",
    ...new Set(
      records
        .flatMap(termsOf)
        .filter((term) => !isAll(term))
        .map((term) => term.replace(/^redirect=/i, "include:")),
    ),
    "~all",
  ].join(" ");
