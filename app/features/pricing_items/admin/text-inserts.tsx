import type { InsertPlace, TextInserts } from "#app/admin-kit/forms/text-inserts.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";

/** Prices in texts: the code comes with the first field that a person goes to, or that has one. */
export const priceInserts: TextInserts = {
  Picker: onDemand<InsertPlace>(
    async () => (await import("./price-picker.tsx")).PricePicker,
    ({ wanted = true }) => wanted,
  ),
  Reading: onDemand<{ text: string }>(
    async () => (await import("./price-reading.tsx")).PriceReading,
    ({ text }) => text.includes("{"),
  ),
};
