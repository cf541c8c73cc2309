import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import type { ItemProps } from "#app/admin-kit/resource/resource.ts";
import { usePatch } from "#app/admin-kit/resource/use-actions.ts";
import type { Testimonial } from "#app/lib/data/database.types.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { resource } from "../index.ts";
import { testimonials } from "./store.ts";

/** A testimonial's card: its badges, the quote, who said it, and the switch (rule L-6). */
export function TestimonialItem({ row, handle, actions }: ItemProps<Testimonial>) {
  const patch = usePatch<Testimonial, { is_active: boolean }>({
    ...testimonials,
    messages: { ...resource.messages, update: resource.messages.patch },
  });
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
      actions={
        <>
          <Switch
            label={`Active: ${row.author_name}`}
            checked={row.is_active}
            onCheckedChange={(is_active) => patch(row, { is_active })}
          />
          {actions}
        </>
      }
    >
      {position && <p>{position}</p>}
      <blockquote className="mt-1 line-clamp-6 border-l-2 border-brand-line pl-3 text-ink">
        {row.quote}
      </blockquote>
    </ItemLayout>
  );
}
