import { defaultPricingItems } from "#app/content/defaults/pricing-items.ts";
import { addressedRows } from "#app/content/index.ts";
import { isCounted } from "#app/lib/domain/prices/estimate.ts";
import { readInWords } from "#app/lib/page/head/prices-in-words.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { listActivePricingItems, type PricingRow } from "./queries.ts";

const BUILT_IN: PricingRow[] = defaultPricingItems.map((item) => ({
  ...item,
  id: item.service_name,
}));

/** Characters a search engine shows in full, and the least that says anything. */
const DESCRIPTION = { least: 80, most: 155 };
const OPENING = "3PL rates on one page: ";

/**
 * The search description of the price list: the first prices that have numbers, as many as fit.
 * Undefined if that would be too short.
 */
export function ratesInShort(prices: readonly PricingRow[]): string | undefined {
  const words = prices.filter(isCounted).reduce((said, { service_name, rate }) => {
    const longer = said ? `${said}; ${service_name} ${rate}` : `${service_name} ${rate}`;
    return OPENING.length + longer.length < DESCRIPTION.most ? longer : said;
  }, "");
  const whole = `${OPENING}${words}.`;
  return whole.length < DESCRIPTION.least ? undefined : whole;
}

/** The prices visitors see: the active ones, or else the built-in ones (rule V-14). */
export async function priceList(server: ServerContext): Promise<readonly PricingRow[]> {
  const what = "the prices could not be read";
  const prices = await readInWords(server, what, listActivePricingItems);
  if (server.preview) addressedRows("pricing_items", prices);
  return prices.length > 0 ? prices : BUILT_IN;
}
