/** The unit a price is charged per, as stored in `pricing_items.charged_per`. */
export type ChargedPer =
  | "order"
  | "further item"
  | "package"
  | "cubic foot a month"
  | "month"
  | "month with returns"
  | "carton received";

/** A row of the price list in dollars. Without numbers, it is quote only. */
export type Price = {
  low: number | null;
  high: number | null;
  charged_per: ChargedPer | null;
};

export type DefaultPricingItem = Price & {
  service_name: string;
  rate: string;
  description: string;
  display_order: number;
  is_active: boolean;
};

const QUOTED: Price = { low: null, high: null, charged_per: null };
const charged = (charged_per: ChargedPer, low: number, high = low): Price => ({
  low,
  high,
  charged_per,
});

const storage = {
  service_name: "Storage",
  rate: "$2.00 per cubic foot per month",
  description: "Waived at 100+ orders per month.",
  ...charged("cubic foot a month", 2),
};
const pickAndPack = {
  service_name: "Pick & Pack",
  rate: "$1.00-$5.00 per order",
  description:
    "First item picked, checked and packed. Size and care decide where in the range it falls.",
  ...charged("order", 1, 5),
};
const extraItems = {
  service_name: "Extra Items",
  rate: "$0.40-$1.00 per item",
  description: "Each additional item in the same order.",
  ...charged("further item", 0.4, 1),
};
const returns = {
  service_name: "Returns",
  rate: "$20 per month, flat",
  description: "Opened, inspected, and restocked when they can sell again.",
  ...charged("month with returns", 20),
};
const kitting = {
  service_name: "Kitting & Bundling",
  rate: "Quoted per bundle",
  description: "Sets built ahead of a drop and stored as one SKU.",
  ...QUOTED,
};
const sourcing = {
  service_name: "Sourcing",
  rate: "Flat project fee per SKU",
  description: "Set by complexity and agreed before we start.",
  ...QUOTED,
};
const orderMinimum = {
  service_name: "Order Minimum",
  rate: "None",
  description: "Ship one order or every order. You pay for the ones that leave.",
  ...charged("month", 0),
};

/** Third-party charges, passed on at cost. */
const AT_COST = "At cost, no markup";
const receiving = {
  service_name: "Receiving",
  rate: AT_COST,
  description: "Cartons unloaded, counted and shelved, billed at what the labor costs us.",
  ...QUOTED,
};
const packaging = {
  service_name: "Packaging",
  rate: AT_COST,
  description: "Mailers, boxes and fill at our purchase price. Or send us your own.",
  ...QUOTED,
};
const postage = {
  service_name: "Postage",
  rate: AT_COST,
  description: "The carrier's price for each label, as the carrier bills it.",
  ...QUOTED,
};

const inThisOrder = (
  ...rows: readonly Omit<DefaultPricingItem, "display_order" | "is_active">[]
): readonly DefaultPricingItem[] =>
  rows.map((row, display_order) => ({ ...row, display_order, is_active: true }));

/** Shown when no price is active or the fetch fails (rule V-14). */
export const defaultPricingItems = inThisOrder(
  ...[storage, pickAndPack, extraItems, returns, kitting, sourcing, orderMinimum],
);

/** Seeded into pricing_items: the defaults plus pass-through costs (rule F-2). */
export const seedPricingItems = inThisOrder(
  ...[storage, pickAndPack, extraItems, returns, receiving, packaging, postage],
  ...[kitting, sourcing, orderMinimum],
);
