import type {
  DeliverabilityFacts,
  Named,
} from "#supabase/functions/_shared/deliverability/facts.ts";
import { readTags } from "#supabase/functions/_shared/deliverability/tags.ts";
import type { Finding } from "./finding.ts";
import type { TestEmail } from "./headers.ts";

type Dns = NonNullable<DeliverabilityFacts["dns"]>;
type Results = Record<"spf" | "dkim" | "dmarc", Finding>;

const isBelow = (name: string, domain: string) => name.endsWith(`.${domain}`);

/** The signature that matters most: one that passed before others, and one for the From domain before those. */
function mainSignature({ dkim }: TestEmail, domain: string) {
  const rank = ({ result, domain: signer = "" }: TestEmail["dkim"][number]) =>
    (result === "pass" ? 1 : 0) +
    (signer === domain || isBelow(signer, domain) || isBelow(domain, signer) ? 2 : 0);
  return dkim.toSorted((a, b) => rank(b) - rank(a))[0];
}

/** What to look up in DNS about a test email. */
export function namedIn(email: TestEmail, domain: string): Named {
  const main = mainSignature(email, domain);
  return { selector: main?.selector, signer: main?.domain, bounce: email.spf?.domain };
}

/**
 * What the mailbox that received a test email found, in plain words, and whether it counts for the From
 * domain: only a result for the same organization does (DMARC's alignment; RFC 7489, 3.1).
 */
export function judgeEmail(email: TestEmail, dns: Dns, domain: string): Results {
  const policy = readTags(dns.dmarc.record?.text ?? "");
  const { spf } = email;
  const main = mainSignature(email, domain);
  const spfCounts = counts(spf, policy.aspf);
  const dkimCounts = counts(main, policy.adkim);
  return {
    spf: judgeSpfResult(spf, spfCounts, domain),
    dkim: judgeSignature(main, dkimCounts, spfCounts === true, domain),
    dmarc: judgeDmarcResult(email.dmarc, spfCounts === true || dkimCounts === true, domain),
  };

  /** Whether an outcome passed and is aligned with the From domain; undefined: DNS didn't answer. */
  function counts(outcome: TestEmail["spf"], mode: string | undefined): boolean | undefined {
    const other = outcome?.domain;
    if (outcome?.result !== "pass" || !other) return false;
    if (other === domain) return true;
    if (mode?.toLowerCase() === "s") return false;
    // The record to publish makes the domain one organization with those below it.
    if (!dns.dmarc.record && isBelow(other, domain)) return true;
    const [own, its] = [dns.organizations[domain], dns.organizations[other]];
    return own && its ? own === its : undefined;
  }
}

function judgeSpfResult(
  spf: TestEmail["spf"],
  counted: boolean | undefined,
  domain: string,
): Finding {
  if (!spf) return { state: "unknown", says: "The mailbox reported no SPF result." };
  const { result, domain: bounce = "an unknown domain" } = spf;
  if (result !== "pass")
    return {
      state: "wrong",
      says: `Failed for ${bounce} (${result}): its SPF record doesn't name the server that sent the email.`,
      fix: "Add your email service to the SPF record of that domain.",
    };
  if (counted)
    return { state: "good", says: `Passed for ${bounce}, which matches your From address.` };
  if (counted === undefined) return unaligned(`Passed for ${bounce}.`);
  return {
    state: "better",
    says: `Passed for ${bounce}, not for ${domain}, so it doesn't count for your address.`,
    fix: `Where your email service offers it, set a return path (bounce address) at ${domain}.`,
  };
}

function judgeSignature(
  main: TestEmail["dkim"][number] | undefined,
  counted: boolean | undefined,
  hasSpf: boolean,
  domain: string,
): Finding {
  const fix = `Set up domain authentication (DKIM) for ${domain} at your email service. It shows the record to publish.`;
  if (!main || main.result === "none")
    return { state: "wrong", says: "The email wasn't signed.", fix };
  const { result, domain: signer = "an unknown domain" } = main;
  if (result !== "pass")
    return { state: "wrong", says: `The signature for ${signer} failed (${result}).`, fix };
  if (counted)
    return { state: "good", says: `Signed for ${signer}, which matches your From address.` };
  if (counted === undefined) return unaligned(`Signed for ${signer}.`);
  return {
    state: hasSpf ? "better" : "wrong",
    says: `Signed for ${signer}, not for ${domain}, so it doesn't count for your address.`,
    fix,
  };
}

function judgeDmarcResult(result: string | undefined, passes: boolean, domain: string): Finding {
  if (result === "pass")
    return {
      state: "good",
      says: "Passed. Mailbox providers can see that the email is really yours.",
    };
  if (result !== undefined && result !== "none")
    return {
      state: "wrong",
      says: `Failed (${result}): neither SPF nor DKIM passed for ${domain}.`,
      fix: "Set up DKIM as described above, then send another test email.",
    };
  return {
    state: passes ? "better" : "wrong",
    says: passes
      ? "The mailbox found no DMARC record. With one, the email passes."
      : `The mailbox found no DMARC record. With one, the email fails: nothing passed for ${domain}.`,
  };
}

const unaligned = (says: string): Finding => ({
  state: "unknown",
  says: `${says} Whether it counts for your address is unknown: the name servers didn't answer.`,
});
