/** Every amount in a rate: "$1.00" and "$5.00". */
export const RATE_AMOUNTS = /\$\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\d.,]*[a-z%])/gi;

interface Rate {
  price?: number;
  minPrice?: number;
  maxPrice?: number;
  /** the unit it is charged per: "order", "cubic foot per month" */
  unitText?: string;
}

/**
 * Parses a rate as staff write it: "$1.00-$5.00 per order" is 1 to 5 dollars per "order".
 * @returns undefined without a dollar price, or with more than one range
 */
export function parseRate(rate: string): Rate | undefined {
  const found = [...rate.matchAll(RATE_AMOUNTS)];
  const [low, high, ...more] = found.map(([, whole = "", cents = ""]) =>
    Number(whole.replaceAll(",", "") + cents),
  );
  if (low === undefined || more.length > 0) return undefined;
  const unitText = /\bper\s+([a-z][a-z -]*[a-z])/i.exec(rate)?.[1];
  const unit = unitText ? { unitText } : {};
  if (high !== undefined)
    return low <= high ? { minPrice: low, maxPrice: high, ...unit } : undefined;
  if (/\b(from|starting at)\b/i.test(rate)) return { minPrice: low, ...unit };
  if (/\b(up to|at most)\b/i.test(rate)) return { maxPrice: low, ...unit };
  return { price: low, ...unit };
}
