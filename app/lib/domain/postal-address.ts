import type { Settings } from "#app/content/index.ts";

type Parts = Pick<
  Settings,
  "address_street" | "address_city" | "address_region" | "address_postal_code" | "address_country"
>;

/** The lines of the company's address; empty without a street and a city. */
export function postalLines(settings: Parts): string[] {
  const { address_street, address_city, address_region, address_postal_code, address_country } =
    settings;
  if (!address_street.trim() || !address_city.trim()) return [];
  const region = [address_region.trim(), address_postal_code.trim()].filter(Boolean).join(" ");
  const city = [address_city.trim(), region].filter(Boolean).join(", ");
  return [address_street.trim(), city, countryName(address_country.trim())].filter(Boolean);
}

/** "United States" for the code "US"; anything else unchanged. */
const countryName = (country: string) =>
  (/^[A-Z]{2}$/.test(country) && COUNTRIES.of(country)) || country;

const COUNTRIES = new Intl.DisplayNames(["en"], { type: "region" });
