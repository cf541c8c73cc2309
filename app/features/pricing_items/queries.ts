import type { SupabaseClient } from "@supabase/supabase-js";
import type { Price } from "#app/content/index.ts";
import type { Database } from "#app/lib/data/database.types.ts";
import { inOrder } from "#app/lib/data/in-order.ts";

export type PricingRow = Price & {
  id: string;
  service_name: string;
  rate: string;
  description: string | null;
};

/** Active prices in order; equal order by age, then id (rule L-1). Throws the backend's error. */
export async function listActivePricingItems(
  supabase: SupabaseClient<Database>,
): Promise<PricingRow[]> {
  const { data } = await inOrder(
    supabase
      .from("pricing_items")
      .select("id, service_name, rate, description, low, high, charged_per")
      .eq("is_active", true),
  ).throwOnError();
  return data;
}
