import type { MediaUse } from "#app/lib/data/database.types.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";

interface MediaUsesProps {
  uses: readonly MediaUse[];
  /** what becomes of these places: "which will have no file then" */
  then: string;
}

/** Where a file is used, for whoever is about to change or delete it. */
export function MediaUses({ uses, then }: MediaUsesProps) {
  if (uses.length === 0) return <p className="text-sm">It is not used on the website.</p>;
  return (
    <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-ink">
      <p className="font-medium">
        It is used in {uses.length === 1 ? "one place" : `${uses.length} places`}, {then}:
      </p>
      <ul className="mt-1 list-disc pl-5 wrap-anywhere">
        {uses.map((use) => (
          <li key={use.row_id}>{placeOf(use)}</li>
        ))}
      </ul>
    </div>
  );
}

const SCREENS: Record<MediaUse["source"], string> = {
  site_settings: "Site Settings",
  site_content: "Content Editor",
  services: "Services",
  pricing_items: "Pricing",
  faq_items: "FAQs",
  testimonials: "Testimonials",
};

/** "home / hero / image_url" in the words of the screens where it can be changed. */
function placeOf({ source, place }: MediaUse): string {
  const keyed = source === "site_settings" || source === "site_content";
  return [SCREENS[source], ...(keyed ? place.split(" / ").map(labelFromKey) : [place])].join(" › ");
}
