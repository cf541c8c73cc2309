import type * as z from "zod/mini";
import { fieldOf, TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { Note } from "#app/admin-kit/forms/note.tsx";
import type { FormApi } from "#app/admin-kit/forms/use-form.ts";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import type { PricingItem } from "#app/lib/data/database.types.ts";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { resource } from "../index.ts";
import { CHARGES, labels, pricingItemSchema } from "../schema.ts";
import { disagreement } from "./agreement.ts";

const draftOf = (row?: PricingItem, facts?: ListFacts) => ({
  service_name: row?.service_name ?? "",
  rate: row?.rate ?? "",
  low: row?.low?.toFixed(2) ?? "",
  high: row?.high?.toFixed(2) ?? "",
  charged_per: row?.charged_per ?? ("" as const),
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
          {disagreement(row.rate, row.low, row.high) && (
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

interface NumberDraft {
  rate: string;
  low: string;
  high: string;
  charged_per: (typeof CHARGES)[number]["value"];
}

/** A number as typed so far; null if it isn't one. */
const typed = (text: string) => {
  const digits = text.replace(/[$,\s]/g, "");
  return digits === "" || Number.isNaN(Number(digits)) ? null : Number(digits);
};

/** The rate in numbers, for the estimate. A mismatch with the rate text is only a warning. */
function NumberFields({ form }: { form: FormApi<NumberDraft> }) {
  const { rate, low, high, charged_per } = form.values;
  const from = charged_per ? typed(low) : null;
  const note =
    charged_per && from === null ? undefined : disagreement(rate, from, typed(high) ?? from);
  return (
    <fieldset className="grid gap-3 rounded-md border border-line px-4 pt-2 pb-4">
      <legend className="px-1 text-sm font-medium">Numbers for the estimate</legend>
      <Field {...fieldOf({ form, name: "charged_per", label: "Charged per" })}>
        <NativeSelect
          choices={CHARGES}
          value={charged_per}
          onValueChange={(value) => form.set("charged_per", value)}
        />
      </Field>
      {(charged_per || low || high) && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField form={form} name="low" label="From ($)" />
          <TextField
            form={form}
            name="high"
            label="To ($)"
            description="Leave empty for a single price."
          />
        </div>
      )}
      {note && <Note>{note}</Note>}
    </fieldset>
  );
}
