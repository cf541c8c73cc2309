import { defaultPricingItems } from "#app/content/defaults/pricing-items.ts";
import { referenceOf, referencesIn, withPrices } from "#app/lib/domain/prices/references.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { readOr } from "../read.ts";

type Rates = readonly { reference: string; rate: string }[];

const builtIn: Rates = defaultPricingItems.map(({ service_name, rate }) => ({
  reference: referenceOf(service_name),
  rate,
}));

/**
 * Reads rows of a page, or `fallback` (see `readOr`), with every price reference in their texts
 * replaced by the current price (rule V-20). Rows without references are returned unchanged.
 * @param asks starts the read; the prices are read in the same backend query
 * @param asIs selects rows to leave unchanged
 */
export async function readInWords<Row extends object>(
  server: ServerContext,
  what: string,
  asks: (server: ServerContext) => Promise<readonly Row[]>,
  asIs: (row: Row) => boolean = () => false,
): Promise<readonly Row[]> {
  const rates = server.rows("pricing_items", ["reference", "rate"]);
  // Ignore this failure here: it matters only if the rows turn out to have references.
  rates.catch(() => {});
  const rows = await readOr(server, what, asks(server), []);
  if (!rows.some((row) => !asIs(row) && Object.values(row).some(refers))) return rows;
  const stored = await readOr(server, "the prices in texts could not be read", rates, []);
  const known = new Map(
    (stored.length > 0 ? stored : builtIn).map(({ reference, rate }) => [reference, rate]),
  );
  const worded = (value: unknown) =>
    typeof value === "string" ? withPrices(value, (reference) => known.get(reference)) : value;
  return rows.map((row) =>
    asIs(row)
      ? row
      : (Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, worded(value)]),
        ) as Row),
  );
}

const refers = (text: unknown) =>
  typeof text === "string" && text.includes("{") && referencesIn(text).length > 0;
