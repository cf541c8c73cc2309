import { useQuery } from "@tanstack/react-query";
import type { PricingItem } from "#app/lib/data/database.types.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";

export type PriceWords = Pick<PricingItem, "service_name" | "rate" | "reference" | "is_active">;

const prices = orderedStore("pricing_items", []);

/** Every price that texts can refer to, active set or live; updates when the list changes. */
export const usePriceWords = () =>
  useQuery({
    queryKey: ["pricing_items", "words"],
    queryFn: (): Promise<PriceWords[]> => prices.all(),
  }).data;
