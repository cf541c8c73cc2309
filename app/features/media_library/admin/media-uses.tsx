import { use } from "react";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import type { MediaUse } from "#app/lib/data/database.types.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";

interface MediaUsesProps {
  uses: readonly MediaUse[];
  /** what happens to these places: "which will have no file then" */
  then: string;
}

/** Where a file is used, to check before changing or deleting it. */
export function MediaUses({ uses, then }: MediaUsesProps) {
  const lists = use(ListNames);
  if (uses.length === 0) return <p className="text-sm">Not used on the website.</p>;
  return (
    <div className="rounded-md bg-warning-soft px-3 py-2 text-sm text-ink">
      <p className="font-medium">
        Used in {uses.length === 1 ? "one place" : `${uses.length} places`}, {then}:
      </p>
      <ul className="mt-1 list-disc pl-5 wrap-anywhere">
        {uses.map((place) => (
          <li key={place.row_id}>{placeOf(place, lists)}</li>
        ))}
      </ul>
    </div>
  );
}

const SCREENS: Record<string, string> = {
  site_settings: "Site Settings",
  site_content: "Content Editor",
};

/** "home / hero / image_url" with the names of the screens where it can be changed. */
function placeOf({ source, place }: MediaUse, lists: ReadonlyMap<string, string>): string {
  const keyed = Object.hasOwn(SCREENS, source);
  return [
    SCREENS[source] ?? lists.get(source),
    ...(keyed ? place.split(" / ").map(labelFromKey) : [place]),
  ].join(" › ");
}
