/** The icons offered in the services manager (rule L-3). */
export type ServiceIcon = "Package" | "Boxes" | "Settings" | "Truck" | "RotateCcw" | "BarChart3";

export type DefaultService = {
  title: string;
  description: string;
  icon_name: ServiceIcon;
  display_order: number;
  is_active: boolean;
};

/** Seeded into services, and shown when none is active or the fetch fails. */
export const defaultServices: readonly DefaultService[] = [
  {
    title: "Pick & Pack",
    description:
      "From a single lip oil to a six-piece set, picked, checked and packed to ship within 24-48 hours. $1.00-$5.00 per order.",
    icon_name: "Package",
    display_order: 1,
    is_active: true,
  },
  {
    title: "Storage & Inventory",
    description:
      "Counted on arrival and shelved by SKU, with one stock count for every shop you run. $2.00 per cubic foot per month, waived at 100+ orders per month.",
    icon_name: "Boxes",
    display_order: 2,
    is_active: true,
  },
  {
    title: "Returns",
    description:
      "Impulse buys come back. We open, inspect and restock what can sell again, and set the rest aside for your decision. Flat $20 per month.",
    icon_name: "RotateCcw",
    display_order: 3,
    is_active: true,
  },
  {
    title: "Kitting & Bundling",
    description:
      "Gift sets, two-packs and limited-edition boxes, built before you go live. We send creator samples too, with your note card.",
    icon_name: "Settings",
    display_order: 4,
    is_active: true,
  },
  {
    title: "Sourcing",
    description:
      "We find the supplier, check the samples and bring the stock in, for a flat project fee per SKU, set by complexity.",
    icon_name: "Truck",
    display_order: 5,
    is_active: true,
  },
];
