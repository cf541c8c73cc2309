import type { Month } from "./month.ts";

/** A typical seller's month, with overrides. */
export const month = (odd: Partial<Month> = {}): Month => ({
  orders: 300,
  items: 2,
  cubic_feet: 40,
  returns: true,
  ...odd,
});
