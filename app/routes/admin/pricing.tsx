import ChevronDown from "lucide-react/icons/chevron-down";
import { useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { adminMeta } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import { pricing } from "#app/content/pages/pricing.ts";
import { pricingResource } from "#app/features/pricing_items/admin/resource.tsx";
import { ContentSections } from "#app/features/site_content/admin/content-sections.tsx";

export const meta = () => adminMeta(pricingResource.title);

const ADDRESS = { texts: "shown" };

/** The pricing page whole: its texts, which can be folded away, above its price list. */
export default function Pricing() {
  const [{ texts }, setAddress] = useUrlState(ADDRESS);
  const shown = texts !== "hidden";
  return (
    <ResourceScreen resource={pricingResource}>
      <details
        open={shown}
        onToggle={({ currentTarget: { open } }) => {
          // Said also of one that is open from the start.
          if (open !== shown) setAddress({ texts: open ? "shown" : "hidden" });
        }}
        className="group mb-8"
      >
        <summary className="mb-3 flex min-h-9 w-fit cursor-pointer items-center gap-2 rounded-md font-display text-lg font-semibold">
          <ChevronDown
            aria-hidden
            className="size-4.5 -rotate-90 text-ink-2 transition-transform group-open:rotate-0"
          />
          <h2>Texts of the page</h2>
        </summary>
        <ContentSections page="pricing" texts={pricing} />
      </details>
      <h2 className="mb-3 font-display text-lg font-semibold">Price list</h2>
    </ResourceScreen>
  );
}
