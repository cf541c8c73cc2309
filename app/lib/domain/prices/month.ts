/** A seller's month, with the field names of the URL and the form. */
export type Month = {
  orders: number;
  /** per order, on average */
  items: number;
  /** stored */
  cubic_feet: number;
  returns: boolean;
  /** which end of a price range applies; undefined: both, for mixed products */
  size?: "small" | "large";
  /** received; undefined: not asked, so receiving is not included */
  cartons?: number;
  /** of a typical parcel; undefined: postage is not included */
  ounces?: number;
};

export type MonthField = keyof Month;
export const MONTH_FIELDS: readonly MonthField[] = [
  ...(["orders", "items", "size", "cubic_feet", "returns", "cartons", "ounces"] as const),
];

export interface Bounds {
  name: string;
  least: number;
  most: number;
  like: number;
  whole?: boolean;
  /** may be left empty */
  optional?: boolean;
}

/** The input limits; the database enforces the same for leads. */
export const BOUNDS: Record<Exclude<MonthField, "returns" | "size">, Bounds> = {
  orders: { name: "orders", least: 1, most: 1_000_000, like: 300, whole: true },
  items: { name: "items", least: 1, most: 1_000, like: 2 },
  cubic_feet: { name: "cubic feet", least: 0, most: 1_000_000, like: 40 },
  cartons: { name: "cartons", least: 0, most: 100_000, like: 12, whole: true, optional: true },
  ounces: { name: "ounces", least: 0.1, most: 10_000, like: 8, optional: true },
};

/** The estimate stored with a lead (contact_submissions.estimate), in dollars per month. */
export type LeadEstimate = Month & { low: number; high: number };
