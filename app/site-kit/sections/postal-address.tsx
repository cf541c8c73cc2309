import { place, type Settings } from "#app/content/index.ts";
import { postalLines } from "#app/lib/domain/postal-address.ts";

const PARTS = [
  ["address_street"],
  ["address_city", "address_region", "address_postal_code"],
  ["address_country"],
] as const;

/** Where the company is, a line each, as on an envelope; nothing where the settings don't say. */
export const PostalAddress = ({ settings }: { settings: Settings }) =>
  postalLines(settings).map((line, index) => (
    <span key={line} className="block wrap-anywhere" {...place(settings, ...(PARTS[index] ?? []))}>
      {line}
    </span>
  ));
