import { readDmarc, readOrganization } from "./dmarc.ts";
import type { DeliverabilityFacts, DkimFacts, Named } from "./facts.ts";
import { type Ask, boundedLookUp, DNS_MS, type LookUpText } from "./look-up.ts";
import { readFrom } from "./names.ts";
import { readSpf } from "./spf.ts";

const MOST_KEYS = 4;

/** Everything that DNS says about the sender, and about what a test email named, within five seconds. */
export async function readDeliverability(
  lookUp: LookUpText,
  sender: string | undefined,
  { selector, signer, bounce }: Named,
  deadline = DNS_MS,
): Promise<DeliverabilityFacts> {
  const from = sender ? readFrom(sender) : null;
  if (from?.kind !== "own") return { from, dns: null };
  const ask = boundedLookUp(lookUp, AbortSignal.timeout(deadline));
  const domains = [...new Set([from.domain, signer, bounce])].filter((name) => name !== undefined);
  const [spf, dmarc, dkim, organizations] = await Promise.all([
    readSpf(ask, from.domain),
    readDmarc(ask, from.domain),
    selector && signer ? readKey(ask, selector, signer) : null,
    Promise.all(domains.map(async (name) => [name, await readOrganization(ask, name)] as const)),
  ]);
  return { from, dns: { spf, dmarc, dkim, organizations: Object.fromEntries(organizations) } };
}

async function readKey(ask: Ask, selector: string, signer: string): Promise<DkimFacts> {
  const texts = await ask(`${selector}._domainkey.${signer}`);
  return { selector, signer, records: texts?.slice(0, MOST_KEYS) ?? null };
}
