import { defaultPricingItems } from "#app/content/index.ts";
import { referenceOf, referencesIn, withPrices } from "#app/lib/domain/prices/references.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { readOr } from "./read.ts";

type RateOf = (reference: string) => string | undefined;

const builtIn = defaultPricingItems.map(({ service_name, rate }) => ({
  reference: referenceOf(service_name),
  rate,
}));

/** The rates that visitors see, asked for once a request: several of its loaders may want them. */
const asked = new WeakMap<ServerContext, Promise<RateOf>>();

async function readRates(server: ServerContext): Promise<RateOf> {
  const read = server.supabase
    .from("pricing_items")
    .select("reference, rate")
    .eq("is_active", true)
    .throwOnError()
    .then(({ data }) => data);
  const stored = await readOr(server, "the prices in texts could not be read", read, []);
  const rates = new Map(
    (stored.length > 0 ? stored : builtIn).map(({ reference, rate }) => [reference, rate]),
  );
  return (reference) => rates.get(reference);
}

/**
 * Rows with every reference to a price in their texts replaced by what the price says now (rule V-20).
 * Of rows without any, nothing is asked, and they come back as they are.
 */
export async function withPricesInWords<Row extends object>(
  server: ServerContext,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const refers = (text: unknown) => typeof text === "string" && referencesIn(text).length > 0;
  if (!rows.some((row) => Object.values(row).some(refers))) return rows;
  const rates = asked.get(server) ?? readRates(server);
  asked.set(server, rates);
  const rateOf = await rates;
  const worded = (value: unknown) =>
    typeof value === "string" ? withPrices(value, rateOf) : value;
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, worded(value)])) as Row,
  );
}
