import ChevronDown from "lucide-react/icons/chevron-down";
import { useState } from "react";
import { useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PreviewArea } from "#app/admin-kit/preview/area.tsx";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import { pricing } from "#app/content/pages/pricing.ts";
import { figuresGone } from "#app/features/pricing_items/admin/agreement.ts";
import { pricingResource } from "#app/features/pricing_items/admin/resource.tsx";
import { resources } from "#app/features/resources.ts";
import type { FigureUse, OrderedTable } from "#app/lib/data/database.types.ts";
import { storeValue, useStoredValue } from "#app/lib/page/stored-value.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { loadWithRetry } from "#app/ui/prefetch.ts";

/** A link to the screen that edits a text, or to its exact place there. */
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
  { isNeeded: ({ amounts }) => amounts.length > 0 },
);

const PageTexts = onDemand<{ shown: boolean; page: "pricing"; texts: typeof pricing }>(
  async () => {
    const load = () => import("#app/features/site_content/admin/content-sections.tsx");
    return (await loadWithRetry(load)).ContentSections;
  },
  {
    isNeeded: ({ shown }) => shown,
    fallback: <SkeletonList count={3} label="Loading text…" itemClassName="h-56" />,
  },
);

const ADDRESS = { texts: "" };
const STORED = "pricing-texts";

/** The page's texts, collapsed by default, above the price list; this browser keeps the state. */
export default function Pricing() {
  const [{ texts }, setAddress] = useUrlState(ADDRESS);
  const stored = useStoredValue(STORED);
  const shown = (texts || stored) === "shown";
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
              // Also fires if it is open from the start.
              if (open === shown) return;
              storeValue(STORED, open ? "shown" : "folded");
              setAddress({ texts: "" });
            }}
            className="group mb-4"
          >
            <summary className="mb-3 flex min-h-9 w-fit cursor-pointer items-center gap-2 rounded-md font-display text-lg font-semibold">
              <ChevronDown
                aria-hidden
                className="size-4.5 -rotate-90 text-ink-2 transition-transform group-open:rotate-0"
              />
              <h2>Page text</h2>
            </summary>
            <PageTexts shown={shown} page="pricing" texts={pricing} />
          </details>
          <h2 className="mb-3 font-display text-lg font-semibold">Price list</h2>
          <OldFigures amounts={gone} wayTo={wayTo} onDismiss={() => setGone([])} />
        </ResourceScreen>
      )}
    </PreviewArea>
  );
}
