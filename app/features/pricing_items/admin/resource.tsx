import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import type { PricingItem } from "#app/lib/data/database.types.ts";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { resource } from "../index.ts";
import { labels, pricingItemSchema } from "../schema.ts";
import { disagreement } from "./agreement.ts";
import { NumberFields } from "./number-fields.tsx";

const draftOf = (row?: PricingItem, facts?: ListFacts) => ({
  service_name: row?.service_name ?? "",
  rate: row?.rate ?? "",
  low: row?.low?.toFixed(2) ?? "",
  // Empty for a single price, so that changing it takes one field.
  high: row?.high === row?.low ? "" : (row?.high?.toFixed(2) ?? ""),
  charged_per: row?.charged_per ?? ("" as const),
  up_to: row?.up_to?.toString() ?? "",
  description: row?.description ?? "",
  display_order: String(row?.display_order ?? facts?.total ?? 0),
  is_active: row?.is_active ?? true,
});

/** The pricing manager (rule L-4). */
export const pricingResource: Resource<
  "pricing_items",
  ReturnType<typeof draftOf>,
  z.output<typeof pricingItemSchema>
> = {
  ...resource,
  schema: pricingItemSchema,
  draftOf,
  labels,
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="service_name" label="Service name" required />
      <TextField
        form={form}
        name="rate"
        label="Rate"
        description="Shown to visitors. Include the unit, like $1.00-$5.00 per order."
        required
      />
      <NumberFields form={form} />
      <TextField form={form} name="description" label="Description" rows={3} inserts />
      <PlacingFields form={form} />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      title={row.service_name}
      badges={
        <>
          {!row.is_active && <Badge>Inactive</Badge>}
          {disagreement(row.rate, row) && (
            <Badge tone="warning">Rate and numbers don't match</Badge>
          )}
        </>
      }
      meta={`Order ${row.display_order}`}
      actions={actions}
    >
      <p className="font-mono text-xs/6 text-ink">{row.rate}</p>
      {row.description && <p className="line-clamp-3">{row.description}</p>}
    </ItemLayout>
  ),
  dimmed: (row) => !row.is_active,
  loading: "spinner",
  layout: "rows",
  columns: ["Service", "Rate and description"],
};
