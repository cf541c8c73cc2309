import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import type { ItemProps } from "#app/admin-kit/resource/resource.ts";
import type { Testimonial } from "#app/lib/data/database.types.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";

/** A testimonial's card: its badges, the quote and who said it (rule L-6). */
export function TestimonialItem({ row, handle, actions }: ItemProps<Testimonial>) {
  const position = [row.author_title, row.author_company].filter(Boolean).join(", ");
  return (
    <ItemLayout
      handle={handle}
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
