import { useQuery } from "@tanstack/react-query";
import type { TextInserts } from "#app/admin-kit/forms/text-inserts.tsx";

/**
 * The code loads with the first focused field. It is a query and not `lazy`: offline it waits, and
 * if it fails, the field works without it instead of breaking the screen.
 */
const useTools = () =>
  useQuery({
    queryKey: ["price tools"],
    queryFn: () => import("./price-tools.tsx"),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

/** Price references in texts. */
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
