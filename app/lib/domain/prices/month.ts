/** A seller's month, by the names that the address and the form give its figures. */
export type Month = {
  orders: number;
  /** in one order, on average */
  items: number;
  /** stored */
  cubic_feet: number;
  returns: boolean;
};

export type MonthField = keyof Month;
export const MONTH_FIELDS: readonly MonthField[] = ["orders", "items", "cubic_feet", "returns"];

export interface Bounds {
  name: string;
  least: number;
  most: number;
  like: number;
  whole?: boolean;
}

/** What the figures may be; the database holds a lead's to the same. */
export const BOUNDS: Record<Exclude<MonthField, "returns">, Bounds> = {
  orders: { name: "orders", least: 1, most: 1_000_000, like: 300, whole: true },
  items: { name: "items", least: 1, most: 1_000, like: 2 },
  cubic_feet: { name: "cubic feet", least: 0, most: 1_000_000, like: 40 },
};

/** What a lead keeps of an estimate (contact_submissions.estimate); dollars a month. */
export type LeadEstimate = Month & { low: number; high: number };
