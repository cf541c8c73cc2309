import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import { activeFilter, type Resource } from "#app/admin-kit/resource/resource.ts";
import type { Service } from "#app/lib/data/database.types.ts";
import { type ListFacts, orderedStore } from "#app/lib/data/ordered-store.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { ServiceIcon } from "../icon.tsx";
import { DEFAULT_ICON, ICON_CHOICES, serviceSchema } from "../schema.ts";
import { IconPicker } from "./icon-picker.tsx";

const draftOf = (row?: Service, facts?: ListFacts) => ({
  title: row?.title ?? "",
  description: row?.description ?? "",
  // A name that no drawing has is shown as the default one, here as on the site.
  icon_name: ICON_CHOICES.find(({ value }) => value === row?.icon_name)?.value ?? DEFAULT_ICON,
  display_order: String(row?.display_order ?? (facts?.highestOrder ?? 0) + 1),
  is_active: row?.is_active ?? true,
});

/** The services manager (rule L-3). */
export const serviceResource: Resource<
  "services",
  ReturnType<typeof draftOf>,
  z.output<typeof serviceSchema>
> = {
  store: orderedStore("services", ["title", "description"]),
  title: "Services",
  description: "What the services page offers, and in which order.",
  words: {
    add: "Add Service",
    create: "New service",
    edit: "Edit service",
    search: "Search services",
    empty: "No services yet",
    emptyHint: "Add the first service that you offer.",
  },
  messages: {
    ...MESSAGES.services,
    save: (cause, mode) => MESSAGES.services[mode === "edit" ? "update" : "create"](cause),
  },
  confirm: { label: "Are you sure you want to delete this service?" },
  nameOf: ({ title }) => title,
  schema: serviceSchema,
  draftOf,
  labels: {
    title: "Title",
    description: "Description",
    icon_name: "Icon",
    display_order: "Display order",
    is_active: "Active",
  },
  Fields: ({ form, mode }) => (
    <>
      <TextField form={form} name="title" label="Title" required />
      <TextField form={form} name="description" label="Description" rows={4} />
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
  whenNoneActive: MESSAGES.noneActive,
  filters: [activeFilter("Hidden")],
};
