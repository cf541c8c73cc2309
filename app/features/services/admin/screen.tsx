import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import { activeFilter, type Resource } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import type { ServiceIcon as IconName } from "#app/content/index.ts";
import type { Service } from "#app/lib/data/database.types.ts";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { ServiceIcon } from "../icon.tsx";
import { resource } from "../index.ts";
import { DEFAULT_ICON, ICON_CHOICES, labels, serviceSchema } from "../schema.ts";

const draftOf = (row?: Service, facts?: ListFacts) => ({
  title: row?.title ?? "",
  description: row?.description ?? "",
  // An unknown icon name shows the default icon, here as on the site.
  icon_name: ICON_CHOICES.find(({ value }) => value === row?.icon_name)?.value ?? DEFAULT_ICON,
  display_order: String(row?.display_order ?? (facts?.highestOrder ?? 0) + 1),
  is_active: row?.is_active ?? true,
});

/** The services manager (rule L-3). */
const screen: Resource<"services", ReturnType<typeof draftOf>, z.output<typeof serviceSchema>> = {
  ...resource,
  schema: serviceSchema,
  draftOf,
  labels,
  Fields: ({ form, mode }) => (
    <>
      <TextField form={form} name="title" label="Title" required />
      <TextField form={form} name="description" label="Description" rows={4} inserts />
      <IconPicker
        label="Icon"
        value={form.values.icon_name}
        error={form.errors.icon_name}
        onValueChange={(value) => form.set("icon_name", value)}
      />
      <PlacingFields form={form} order={mode === "edit"} />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      picture={<ServiceIcon name={row.icon_name} className="mt-2 mb-1 size-12 shrink-0" />}
      title={row.title}
      badges={!row.is_active && <Badge>Hidden</Badge>}
      meta={`Order ${row.display_order}`}
      actions={actions}
    >
      <p className="line-clamp-3">{row.description}</p>
    </ItemLayout>
  ),
  dimmed: (row) => !row.is_active,
  filters: [activeFilter("Hidden")],
};

export default function Services() {
  return <ResourceScreen resource={screen} />;
}

interface IconPickerProps {
  label: string;
  value: IconName;
  error: string | undefined;
  onValueChange: (value: IconName) => void;
}

/** Picks an icon by its picture, with the same drawings that visitors see. */
function IconPicker({ label, value, error, onValueChange }: IconPickerProps) {
  return (
    <Field label={label} nativeLabel={false} error={error}>
      <div role="radiogroup" aria-label={label} className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {ICON_CHOICES.map((icon) => (
          <label
            key={icon.value}
            className="relative grid justify-items-center gap-2 rounded-md border border-line-strong bg-surface px-1 py-3 text-center text-xs text-ink-2 hover:bg-paper-2 has-checked:border-accent has-checked:bg-brand-soft has-checked:text-ink has-checked:outline has-checked:outline-accent"
          >
            <input
              type="radio"
              name="icon"
              checked={value === icon.value}
              onChange={() => onValueChange(icon.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-md"
            />
            <ServiceIcon name={icon.value} className="size-10" />
            {icon.label}
          </label>
        ))}
      </div>
    </Field>
  );
}
