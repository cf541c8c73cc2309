/** The unit a price is charged per, as stored in `pricing_items.charged_per`. */
export type ChargedPer =
  | "order"
  | "further item"
  | "package"
  | "cubic foot a month"
  | "month"
  | "month with returns"
  | "carton received"
  | "half hour of receiving"
  | "parcel by weight"
  | "quote";

/** A row of the price list in dollars. Without numbers, it is quote only. */
export type Price = {
  low: number | null;
  high: number | null;
  /** "quote": the numbers are a typical range, which no estimate includes */
  charged_per: ChargedPer | null;
  /** ounces that a package weighs at most, or cartons that a half hour is enough for */
  up_to?: number | null;
};

export type DefaultPricingItem = Price & {
  service_name: string;
  rate: string;
  description: string;
  display_order: number;
  is_active: boolean;
};

const QUOTED: Price = { low: null, high: null, charged_per: null, up_to: null };
const charged = (
  charged_per: ChargedPer,
  low: number,
  high = low,
  up_to: number | null = null,
): Price => ({ low, high, charged_per, up_to });

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
    "First item picked, checked and packed. A small item in a mailer is at the low end, a fragile set in a box at the high end.",
  ...charged("order", 1, 5),
};
const extraItems = {
  service_name: "Extra Items",
  rate: "$0.40-$1.00 per item",
  description: "Each additional item in the same order, small to large.",
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
  description:
    "The number of pieces and the wrapping decide the price. Built ahead of a drop and stored as one SKU.",
};
const sourcing = {
  service_name: "Sourcing",
  rate: "Flat project fee per SKU",
  description:
    "Set by complexity and agreed before we start: a restock is at the low end, a custom product at the high end.",
};
const orderMinimum = {
  service_name: "Order Minimum",
  rate: "None",
  description: "One order in a month is fine, and so is none.",
  ...charged("month", 0),
};

const receiving = {
  service_name: "Receiving",
  rate: "$3.50 per carton",
  description: "Unloaded, counted and put on the shelf.",
  ...charged("carton received", 3.5),
};
/** Third-party charges, passed on at cost. */
const packaging = {
  service_name: "Packaging",
  rate: "$0.35-$1.20 per package",
  description:
    "What we pay, no markup: a padded mailer at the low end, a box with fill at the high end. Or send us your own.",
  ...charged("package", 0.35, 1.2),
};
const postage = [
  {
    service_name: "Postage up to 8 oz",
    rate: "$4.40-$5.60 per label",
    description: "Typical carrier rates, no markup, from the nearest zone to the farthest.",
    ...charged("parcel by weight", 4.4, 5.6, 8),
  },
  {
    service_name: "Postage up to 1 lb",
    rate: "$5.70-$8.20 per label",
    description: "Typical for a gift set or a light garment.",
    ...charged("parcel by weight", 5.7, 8.2, 16),
  },
  {
    service_name: "Postage up to 3 lb",
    rate: "$8.10-$13.90 per label",
    description:
      "Typical for shoes or a heavy bundle. You pay what the carrier bills for the label.",
    ...charged("parcel by weight", 8.1, 13.9, 48),
  },
];

const inThisOrder = (
  ...rows: readonly Omit<DefaultPricingItem, "display_order" | "is_active">[]
): readonly DefaultPricingItem[] =>
  rows.map((row, display_order) => ({ ...row, display_order, is_active: true }));

/** Shown when no price is active or the fetch fails (rule V-14). */
export const defaultPricingItems = inThisOrder(
  ...[storage, pickAndPack, extraItems, returns],
  ...[{ ...kitting, ...QUOTED }, { ...sourcing, ...QUOTED }, orderMinimum],
);

/** Seeded into pricing_items: the defaults plus costs that depend on the seller's packages (rule F-2). */
export const seedPricingItems = inThisOrder(
  ...[storage, pickAndPack, extraItems, returns, receiving, packaging, ...postage],
  { ...kitting, ...charged("quote", 0.75, 3) },
  { ...sourcing, ...charged("quote", 400, 2500) },
  orderMinimum,
);
