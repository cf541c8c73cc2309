/** A seller's month, with the field names of the URL and the form. */
export type Month = {
  orders: number;
  /** per order, on average */
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

/** The input limits; the database enforces the same for leads. */
export const BOUNDS: Record<Exclude<MonthField, "returns">, Bounds> = {
  orders: { name: "orders", least: 1, most: 1_000_000, like: 300, whole: true },
  items: { name: "items", least: 1, most: 1_000, like: 2 },
  cubic_feet: { name: "cubic feet", least: 0, most: 1_000_000, like: 40 },
};

/** The estimate stored with a lead (contact_submissions.estimate), in dollars per month. */
export type LeadEstimate = Month & { low: number; high: number };
