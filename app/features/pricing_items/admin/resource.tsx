import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import type { PricingItem } from "#app/lib/data/database.types.ts";
import { type ListFacts, orderedStore } from "#app/lib/data/ordered-store.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { pricingItemSchema } from "../schema.ts";

const draftOf = (row?: PricingItem, facts?: ListFacts) => ({
  service_name: row?.service_name ?? "",
  rate: row?.rate ?? "",
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
  store: orderedStore("pricing_items", ["service_name", "rate", "description"]),
  title: "Pricing",
  description: "The texts and the price list of the pricing page.",
  words: {
    add: "Add Pricing Item",
    create: "New pricing item",
    edit: "Edit pricing item",
    search: "Search prices",
    empty: "No pricing items yet",
    emptyHint: "Add the first service and what it costs.",
  },
  messages: MESSAGES.pricing,
  confirm: { label: "Are you sure you want to delete this pricing item?" },
  nameOf: ({ service_name }) => service_name,
  schema: pricingItemSchema,
  draftOf,
  labels: {
    service_name: "Service name",
    rate: "Rate",
    description: "Description",
    display_order: "Display order",
    is_active: "Active",
  },
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="service_name" label="Service name" required />
      <TextField
        form={form}
        name="rate"
        label="Rate"
        description="As visitors read it, with its unit: $1.00-$5.00 per order."
        required
      />
      <TextField form={form} name="description" label="Description" rows={3} />
      <PlacingFields form={form} />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      title={row.service_name}
      badges={!row.is_active && <Badge>Inactive</Badge>}
      meta={`Order ${row.display_order}`}
      actions={actions}
    >
      <p className="font-mono text-xs/6 text-ink">{row.rate}</p>
      {row.description && <p className="line-clamp-3">{row.description}</p>}
    </ItemLayout>
  ),
  dimmed: (row) => !row.is_active,
  whenNoneActive: MESSAGES.noneActive,
  loading: "spinner",
};
