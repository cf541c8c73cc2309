import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import type { RowOf } from "#app/lib/data/table-store.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { resource } from "../index.ts";
import { labels, savedReplySchema } from "../schema.ts";

const draftOf = (row?: RowOf<"saved_replies">, facts?: ListFacts) => ({
  title: row?.title ?? "",
  body: row?.body ?? "",
  display_order: String(row?.display_order ?? facts?.total ?? 0),
  is_active: row?.is_active ?? true,
});

/** The manager of saved replies (rule I-19). */
const screen: Resource<
  "saved_replies",
  ReturnType<typeof draftOf>,
  z.output<typeof savedReplySchema>
> = {
  ...resource,
  schema: savedReplySchema,
  draftOf,
  labels,
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="title" label="Title" required />
      <TextField form={form} name="body" label="Message" rows={8} required />
      <PlacingFields form={form} active="Only active replies can be inserted." />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      title={row.title}
      badges={!row.is_active && <Badge>Inactive</Badge>}
      meta={`Order ${row.display_order}`}
      actions={actions}
    >
      <p className="line-clamp-3 whitespace-pre-wrap">{row.body}</p>
    </ItemLayout>
  ),
  dimmed: (row) => !row.is_active,
};

export default function SavedReplies() {
  return <ResourceScreen resource={screen} />;
}
