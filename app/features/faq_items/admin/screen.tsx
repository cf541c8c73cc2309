import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import { ResourceScreen } from "#app/admin-kit/resource/screen.tsx";
import type { FaqItem } from "#app/lib/data/database.types.ts";
import type { ListFacts } from "#app/lib/data/ordered-store.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { resource } from "../index.ts";
import { faqSchema, labels, MANY } from "../schema.ts";

const draftOf = (row?: FaqItem, facts?: ListFacts) => ({
  question: row?.question ?? "",
  answer: row?.answer ?? "",
  topic: row?.topic ?? "",
  display_order: String(row?.display_order ?? facts?.total ?? 0),
  is_active: row?.is_active ?? true,
});

/** The FAQ manager (rule L-5). */
const screen: Resource<"faq_items", ReturnType<typeof draftOf>, z.output<typeof faqSchema>> = {
  ...resource,
  schema: faqSchema,
  draftOf,
  labels,
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="question" label="Question" required />
      <TextField form={form} name="answer" label="Answer" rows={5} required inserts />
      <TextField
        form={form}
        name="topic"
        label="Topic"
        description={`Visitors see topics and a search once there are ${MANY} questions.`}
      />
      <PlacingFields form={form} />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      title={row.question}
      badges={!row.is_active && <Badge>Inactive</Badge>}
      meta={[`Order ${row.display_order}`, row.topic].filter(Boolean).join(" · ")}
      actions={actions}
    >
      <p className="line-clamp-3">{row.answer}</p>
    </ItemLayout>
  ),
  dimmed: (row) => !row.is_active,
  loading: "spinner",
  layout: "rows",
  columns: ["Question", "Answer"],
};

export default function Faqs() {
  return <ResourceScreen resource={screen} />;
}
