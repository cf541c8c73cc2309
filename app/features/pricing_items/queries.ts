import type { Price } from "#app/content/index.ts";
import type { ServerContext } from "#contract/render-context.ts";

export type PricingRow = Price & {
  id: string;
  service_name: string;
  rate: string;
  description: string | null;
};

/** Active prices in order; ties by age, then id (rule L-1). Throws the backend's error. */
export const listActivePricingItems = (
  server: Pick<ServerContext, "rows">,
): Promise<readonly PricingRow[]> =>
  server.rows("pricing_items", [
    ...(["id", "service_name", "rate", "description"] as const),
    ...(["low", "high", "charged_per", "up_to"] as const),
  ]);
