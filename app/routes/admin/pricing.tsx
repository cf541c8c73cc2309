import ChevronDown from "lucide-react/icons/chevron-down";
import { useState } from "react";
import { useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PreviewArea } from "#app/admin-kit/preview/area.tsx";
import { adminMeta } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import { pricing } from "#app/content/pages/pricing.ts";
import { figuresGone } from "#app/features/pricing_items/admin/agreement.ts";
import { pricingResource } from "#app/features/pricing_items/admin/resource.tsx";
import { resources } from "#app/features/resources.ts";
import { ContentSections } from "#app/features/site_content/admin/content-sections.tsx";
import type { FigureUse, OrderedTable } from "#app/lib/data/database.types.ts";
import { keep, useKept } from "#app/lib/page/kept.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { onDemand } from "#app/ui/on-demand.tsx";

export const meta = () => adminMeta(pricingResource.title);

/** The screen of a text; its own place on it where it has one. */
function wayTo({ source, place, row_id }: FigureUse): { href: string; label: string } {
  const names = place.split(" / ").map(labelFromKey).join(" › ");
  const [page = ""] = place.split(" / ");
  if (source === "site_content")
    return {
      href: page === "pricing" ? "/admin/pricing?texts=shown" : `/admin/content?tab=${page}`,
      label: `Content Editor › ${names}`,
    };
  if (source === "site_settings")
    return { href: "/admin/settings", label: `Site Settings › ${labelFromKey(place)}` };
  const { path, label } = LISTS[source];
  return { href: `${path}?edit=${row_id}`, label: `${label} › ${place}` };
}

const LISTS = Object.fromEntries(
  resources.map(({ table, path, menu }) => [table, { path, label: menu.label }]),
) as Record<OrderedTable, { path: string; label: string }>;

const OldFigures = onDemand(
  async () => (await import("#app/features/pricing_items/admin/old-figures.tsx")).OldFigures,
  ({ amounts }) => amounts.length > 0,
);

const ADDRESS = { texts: "" };
const KEPT = "pricing-texts";

/** The price list, and above it the page's texts, folded until they are wanted; this browser remembers it. */
export default function Pricing() {
  const [{ texts }, setAddress] = useUrlState(ADDRESS);
  const kept = useKept(KEPT);
  const shown = (texts || kept) === "shown";
  const [gone, setGone] = useState<readonly number[]>([]);
  return (
    <PreviewArea path="/pricing">
      {(previewButton) => (
        <ResourceScreen
          actions={previewButton}
          resource={{
            ...pricingResource,
            saved: (before, now) => setGone(figuresGone(before, now)),
          }}
        >
          <details
            open={shown}
            onToggle={({ currentTarget: { open } }) => {
              // Said also of one that is open from the start.
              if (open === shown) return;
              keep(KEPT, open ? "shown" : "folded");
              setAddress({ texts: "" });
            }}
            className="group mb-4"
          >
            <summary className="mb-3 flex min-h-9 w-fit cursor-pointer items-center gap-2 rounded-md font-display text-lg font-semibold">
              <ChevronDown
                aria-hidden
                className="size-4.5 -rotate-90 text-ink-2 transition-transform group-open:rotate-0"
              />
              <h2>Page texts</h2>
            </summary>
            <ContentSections page="pricing" texts={pricing} />
          </details>
          <h2 className="mb-3 font-display text-lg font-semibold">Price list</h2>
          <OldFigures amounts={gone} wayTo={wayTo} onDismiss={() => setGone([])} />
        </ResourceScreen>
      )}
    </PreviewArea>
  );
}
