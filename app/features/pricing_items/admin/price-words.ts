import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import type { PricingItem } from "#app/lib/data/database.types.ts";
import { inOrder } from "#app/lib/data/in-order.ts";
import { supabase } from "#app/lib/data/supabase.ts";

export type PriceWords = Pick<PricingItem, "service_name" | "rate" | "reference" | "is_active">;

/** Every price as texts refer to it; a change of the list is seen here too. */
export const usePriceWords = () =>
  useQuery({
    queryKey: ["pricing_items", "words"],
    queryFn: () =>
      answered<PriceWords[]>(
        inOrder(
          supabase().from("pricing_items").select("service_name, rate, reference, is_active"),
        ),
      ),
  }).data;
