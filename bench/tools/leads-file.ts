export const LEADS = 10_000;

/** A CSV file of `leads` leads, like an export from another system. */
export function leadsFile(leads: number): string {
  const rows = Array.from(
    { length: leads },
    (_, n) =>
      `Seller ${n},seller${n}@example.com,Shop ${n},101-500,"Etsy, Shopify","What does a parcel cost? Call 555 01${n}",2024-01-01`,
  );
  return ["name,email,company,volume,platforms,message,date", ...rows].join("\n");
}
