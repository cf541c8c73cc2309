import type { DmarcFacts } from "./facts.ts";
import type { Ask } from "./look-up.ts";
import { readTags } from "./tags.ts";

/** DMARCbis, 4.10: at most eight names are asked, however long the domain is. */
const MOST_LABELS = 8;
const MOST_OTHERS = 3;

const isDmarc = (text: string) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text);

interface Found {
  domain: string;
  text: string;
}

interface Walk extends Pick<DmarcFacts, "own" | "silent"> {
  /** the DMARC records of the domain and those above it, the domain's own first */
  found: Found[];
}

/** Asks for DMARC records from a domain upwards: the tree walk of DMARCbis, 4.10. */
async function walk(ask: Ask, start: string): Promise<Walk> {
  const result: Walk = { found: [], own: { records: 0, other: [] }, silent: false };
  for (let domain = start; domain; domain = above(domain)) {
    const texts = await ask(`_dmarc.${domain}`);
    if (!texts) {
      result.silent = true;
      continue;
    }
    const records = texts.filter(isDmarc);
    if (domain === start)
      result.own = {
        records: records.length,
        other: texts.filter((text) => !isDmarc(text)).slice(0, MOST_OTHERS),
      };
    const [text] = records;
    // Several records count as none.
    if (text === undefined || records.length > 1) continue;
    result.found.push({ domain, text });
    const { psd } = readTags(text);
    if (psd === "n" || (psd === "y" && domain !== start)) break;
  }
  return result;
}

function above(domain: string): string {
  const labels = domain.split(".");
  return labels.slice(labels.length > MOST_LABELS ? 1 - MOST_LABELS : 1).join(".");
}

/** The domain that an organization controls (DMARCbis, 4.10.2). */
function organizationIn({ found }: Walk, start: string): string {
  for (const { domain, text } of found) {
    const { psd } = readTags(text);
    if (psd === "n") return domain;
    // A public suffix: the organization is one label below it.
    if (psd === "y" && domain !== start) {
      const labels = start.split(".");
      return labels.slice(-(domain.split(".").length + 1)).join(".");
    }
  }
  return found.at(-1)?.domain ?? start;
}

/** @returns null when a name on the way didn't answer */
export async function readOrganization(ask: Ask, domain: string): Promise<string | null> {
  const way = await walk(ask, domain);
  return way.silent ? null : organizationIn(way, domain);
}

/** The DMARC record that applies to email from a domain: its own, its organization's, or its suffix's. */
export async function readDmarc(ask: Ask, domain: string): Promise<DmarcFacts> {
  const way = await walk(ask, domain);
  const organization = organizationIn(way, domain);
  const at = (name: string) => way.found.find((one) => one.domain === name);
  const record = at(domain) ?? at(organization) ?? way.found.at(-1) ?? null;
  return { record, own: way.own, silent: way.silent };
}
