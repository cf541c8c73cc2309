import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PictureField } from "#app/admin-kit/forms/picture-field.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { resource } from "../index.ts";
import { initials } from "../initials.ts";
import { labels, teamMemberSchema } from "../schema.ts";

const draftOf = (row?: RowOf<"team_members">, facts?: ListFacts) => ({
  name: row?.name ?? "",
  role: row?.role ?? "",
  photo_url: row?.photo_url ?? "",
  photo_alt: row?.photo_alt ?? "",
  display_order: String(row?.display_order ?? facts?.total ?? 0),
  is_active: row?.is_active ?? true,
});

const PHOTO = "mt-1 size-12 shrink-0 rounded-md bg-paper-2";

/** The team manager (rule L-14). */
const screen: Resource<
  "team_members",
  ReturnType<typeof draftOf>,
  z.output<typeof teamMemberSchema>
> = {
  ...resource,
  schema: teamMemberSchema,
  draftOf,
  labels,
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="name" label="Name" required />
      <TextField
        form={form}
        name="role"
        label="Role"
        description="What this person does, like Packing lead."
      />
      <PictureField
        form={form}
        name="photo_url"
        label="Photo"
        description="Portrait, at least 800 px wide. Without one, initials appear."
      />
      <TextField
        form={form}
        name="photo_alt"
        label="Photo alt text"
        description="Describe the photo for people who can't see it."
      />
      <PlacingFields form={form} />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      picture={
        row.photo_url ? (
          <img src={row.photo_url} alt="" loading="lazy" className={cx(PHOTO, "object-cover")} />
        ) : (
          <span
            aria-hidden
            className={cx(
              PHOTO,
              "grid place-content-center forced-colors:border font-display font-semibold text-ink-2",
            )}
          >
            {initials(row.name)}
          </span>
        )
      }
      title={row.name}
      badges={!row.is_active && <Badge>Inactive</Badge>}
      meta={`Order ${row.display_order}`}
      actions={actions}
    >
      {row.role}
    </ItemLayout>
  ),
  dimmed: (row) => !row.is_active,
};

export default function Team() {
  return <ResourceScreen resource={screen} />;
}
