import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PictureField } from "#app/admin-kit/forms/picture-field.tsx";
import { SwitchField } from "#app/admin-kit/forms/switch-field.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import { activeFilter, type ItemProps, type Resource } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import type { Testimonial } from "#app/lib/data/database.types.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { resource } from "../index.ts";
import { labels, testimonialSchema } from "../schema.ts";

const draftOf = (row?: Testimonial) => ({
  quote: row?.quote ?? "",
  author_name: row?.author_name ?? "",
  author_title: row?.author_title ?? "",
  author_company: row?.author_company ?? "",
  link_url: row?.link_url ?? "",
  photo_url: row?.photo_url ?? "",
  photo_alt: row?.photo_alt ?? "",
  display_order: String(row?.display_order ?? 0),
  is_active: row?.is_active ?? true,
  featured: row?.featured ?? false,
});

/** The testimonials manager (rule L-6). */
const screen: Resource<
  "testimonials",
  ReturnType<typeof draftOf>,
  z.output<typeof testimonialSchema>
> = {
  ...resource,
  schema: testimonialSchema,
  draftOf,
  labels,
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="quote" label="Quote" rows={4} required />
      <TextField form={form} name="author_name" label="Author name" required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="author_title" label="Author title" />
        <TextField form={form} name="author_company" label="Author company" />
      </div>
      <TextField
        form={form}
        name="link_url"
        label="Link"
        description="The author's shop or profile, so visitors can see who says it."
      />
      <PictureField
        form={form}
        name="photo_url"
        label="Portrait"
        description="A face, at least 320 px wide."
      />
      <TextField
        form={form}
        name="photo_alt"
        label="Portrait alt text"
        description="Describe the portrait for people who can't see it."
      />
      <PlacingFields form={form} />
      <SwitchField
        form={form}
        name="featured"
        label="Featured"
        description="Shown first on the home page."
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

export default function Testimonials() {
  return <ResourceScreen resource={screen} />;
}

/** A testimonial's card: its badges, the quote and who said it (rule L-6). */
function TestimonialItem({ row, handle, actions }: ItemProps<Testimonial>) {
  const position = [row.author_title, row.author_company].filter(Boolean).join(", ");
  return (
    <ItemLayout
      handle={handle}
      picture={
        row.photo_url && (
          <img
            src={row.photo_url}
            alt=""
            loading="lazy"
            className="mt-1 size-12 shrink-0 rounded-md bg-paper-2 object-cover"
          />
        )
      }
      title={row.author_name}
      badges={
        <>
          {row.featured && <Badge tone="brand">Featured</Badge>}
          {row.is_active ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>}
        </>
      }
      meta={`Order ${row.display_order} · Created ${formatDate(row.created_at)}`}
      actions={actions}
    >
      {position && <p>{position}</p>}
      <blockquote className="mt-1 line-clamp-6 border-l-2 border-brand-line pl-3 text-ink">
        {row.quote}
      </blockquote>
    </ItemLayout>
  );
}
