import { place, type Settings } from "#app/content/index.ts";
import { postalLines } from "#app/lib/domain/postal-address.ts";

const PARTS = [
  ["address_street"],
  ["address_city", "address_region", "address_postal_code"],
  ["address_country"],
] as const;

/** The company's address, one line each. Renders nothing when the settings have none. */
export const PostalAddress = ({ settings }: { settings: Settings }) =>
  postalLines(settings).map((line, index) => (
    <span key={line} className="block wrap-anywhere" {...place(settings, ...(PARTS[index] ?? []))}>
      {line}
    </span>
  ));
