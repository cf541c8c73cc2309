import { useQuery } from "@tanstack/react-query";
import type { TextInserts } from "#app/admin-kit/forms/text-inserts.tsx";

/**
 * The code comes with the first field that a person goes to, as data does and not by `lazy`: offline it
 * waits, and where it can't be had the field does without, instead of losing the screen.
 */
const useTools = () =>
  useQuery({
    queryKey: ["price tools"],
    queryFn: () => import("./price-tools.ts"),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

/** Prices in texts. */
export const priceInserts: TextInserts = {
  Picker(place) {
    const tools = useTools();
    return tools && <tools.PricePicker {...place} />;
  },
  Reading({ text }) {
    const tools = useTools();
    return tools && <tools.PriceReading text={text} />;
  },
};
