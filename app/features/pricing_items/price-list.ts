import { addressedRows, defaultPricingItems } from "#app/content/index.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { listActivePricingItems, type PricingRow } from "./queries.ts";

const BUILT_IN: PricingRow[] = defaultPricingItems.map((item) => ({
  ...item,
  id: item.service_name,
}));

/** The prices that visitors see: the active ones, else the built-in ones (rule V-14). */
export async function priceList(server: ServerContext): Promise<PricingRow[]> {
  const read = listActivePricingItems(server.supabase);
  const prices = await readOr(server, "the prices could not be read", read, []);
  if (server.preview) addressedRows("pricing_items", prices);
  return prices.length > 0 ? prices : BUILT_IN;
}
