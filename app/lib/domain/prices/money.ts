/** Whole cents. */
export interface Range {
  low: number;
  high: number;
}

/** 1.25 -> 125 */
export const cents = (dollars: number) => Math.round(dollars * 100);

const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** 182000 -> "$1,820.00" */
export const money = (wholeCents: number) => DOLLARS.format(wholeCents / 100);

/** "$440.00 to $1,820.00", or a single price. */
export const rangeText = ({ low, high }: Range) =>
  low === high ? money(low) : `${money(low)} to ${money(high)}`;
