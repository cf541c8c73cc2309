import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { SwitchField } from "#app/admin-kit/forms/switch-field.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import { activeFilter, type Resource } from "#app/admin-kit/resource/resource.ts";
import type { Testimonial } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { testimonialSchema } from "../schema.ts";
import { TestimonialItem } from "./item.tsx";
import { testimonials } from "./store.ts";

const draftOf = (row?: Testimonial) => ({
  quote: row?.quote ?? "",
  author_name: row?.author_name ?? "",
  author_title: row?.author_title ?? "",
  author_company: row?.author_company ?? "",
  display_order: String(row?.display_order ?? 0),
  is_active: row?.is_active ?? true,
  featured: row?.featured ?? false,
});

/** The testimonials manager (rule L-6). */
export const testimonialResource: Resource<
  "testimonials",
  ReturnType<typeof draftOf>,
  z.output<typeof testimonialSchema>
> = {
  store: testimonials,
  title: "Testimonials",
  description:
    "What customers say. The home page shows the first active one marked featured, else the first in order.",
  words: {
    add: "Add Testimonial",
    create: "New testimonial",
    edit: "Edit testimonial",
    search: "Search testimonials",
    empty: "No testimonials found. Add your first testimonial!",
  },
  messages: MESSAGES.testimonials,
  confirm: {
    by: "dialog",
    final: true,
    title: "Delete this testimonial?",
    label: "Are you sure you want to delete this testimonial? This action cannot be undone.",
  },
  nameOf: ({ author_name }) => `testimonial by ${author_name}`,
  schema: testimonialSchema,
  draftOf,
  labels: {
    quote: "Quote",
    author_name: "Author name",
    author_title: "Author title",
    author_company: "Author company",
    display_order: "Display order",
    is_active: "Active",
    featured: "Featured",
  },
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="quote" label="Quote" rows={4} required />
      <TextField form={form} name="author_name" label="Author name" required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="author_title" label="Author title" />
        <TextField form={form} name="author_company" label="Author company" />
      </div>
      <PlacingFields form={form} />
      <SwitchField
        form={form}
        name="featured"
        label="Featured"
        description="The home page prefers it to the others."
      />
    </>
  ),
  Item: TestimonialItem,
  dimmed: (row) => !row.is_active,
  layout: "grid",
  filters: [
    activeFilter(),
    {
      name: "featured",
      label: "Featured",
      choices: [
        { value: "", label: "Featured or not" },
        { value: "true", label: "Featured" },
        { value: "false", label: "Not featured" },
      ],
    },
  ],
};
