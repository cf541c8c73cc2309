import type { ContactField } from "#app/content/index.ts";
import { mergeSettings } from "#app/content/index.ts";
import type { ContactEntries } from "#app/features/contact_submissions/entries.ts";
import { volumeOf } from "#app/features/contact_submissions/fields.ts";
import { askedBy } from "#app/features/pricing_items/asked.ts";
import { priceList } from "#app/features/pricing_items/price-list.ts";
import { readSettings } from "#app/features/site_settings/queries.ts";
import {
  estimate,
  estimateMessage,
  freeStorageFrom,
  leadEstimate,
} from "#app/lib/domain/prices/estimate.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";

/**
 * What the contact form begins with for who comes from an estimate: its figures are in the address,
 * and are counted again, so that no link can put other sums into the company's mouth. Null without
 * any, or with wrong ones.
 */
export async function askedEstimate(
  server: ServerContext,
  url: string,
  fields: readonly ContactField[],
): Promise<ContactEntries | null> {
  const month = askedBy(url)?.month;
  if (!month) return null;
  const [prices, rows] = await Promise.all([
    priceList(server),
    readOr(server, "the settings could not be read", readSettings(server), []),
  ]);
  const freeFrom = freeStorageFrom(mergeSettings(rows));
  const result = estimate(prices, month, freeFrom);
  return {
    ...{ name: "", email: "", business_name: "", platforms: [] },
    monthly_volume: volumeOf(month.orders, fields),
    message: estimateMessage(result, month, freeFrom),
    estimate: JSON.stringify(leadEstimate(month, result.month)),
  };
}
