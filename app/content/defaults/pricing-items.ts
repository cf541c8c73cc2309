export type DefaultPricingItem = {
  service_name: string;
  rate: string;
  description: string;
  display_order: number;
  is_active: boolean;
};

/** Seeded into pricing_items, and shown when none is active or the fetch fails (rule V-14). */
export const defaultPricingItems: readonly DefaultPricingItem[] = [
  {
    service_name: "Storage",
    rate: "$2.00 per cubic foot per month",
    description: "Waived at 100+ orders per month.",
    display_order: 0,
    is_active: true,
  },
  {
    service_name: "Pick & Pack",
    rate: "$1.00-$5.00 per order",
    description:
      "First item picked, checked and packed. Size and care decide where in the range it falls.",
    display_order: 1,
    is_active: true,
  },
  {
    service_name: "Extra Items",
    rate: "$0.40-$1.00 per item",
    description: "Each further item in the same order.",
    display_order: 2,
    is_active: true,
  },
  {
    service_name: "Returns",
    rate: "$20 per month, flat",
    description: "Opened, inspected, and restocked when they can sell again.",
    display_order: 3,
    is_active: true,
  },
  {
    service_name: "Kitting & Bundling",
    rate: "Quoted per bundle",
    description: "Sets built ahead of a drop and stored as one SKU.",
    display_order: 4,
    is_active: true,
  },
  {
    service_name: "Sourcing",
    rate: "Flat project fee per SKU",
    description: "Set by complexity and agreed before we start.",
    display_order: 5,
    is_active: true,
  },
  {
    service_name: "Order Minimum",
    rate: "None",
    description: "Ship one order or every order. You pay for the ones that leave.",
    display_order: 6,
    is_active: true,
  },
];
