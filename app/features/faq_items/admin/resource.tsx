import type * as z from "zod/mini";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { ItemLayout } from "#app/admin-kit/forms/item-layout.tsx";
import { PlacingFields } from "#app/admin-kit/resource/fields.tsx";
import type { Resource } from "#app/admin-kit/resource/resource.ts";
import type { FaqItem } from "#app/lib/data/database.types.ts";
import { type ListFacts, orderedStore } from "#app/lib/data/ordered-store.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { faqSchema } from "../schema.ts";

const draftOf = (row?: FaqItem, facts?: ListFacts) => ({
  question: row?.question ?? "",
  answer: row?.answer ?? "",
  display_order: String(row?.display_order ?? facts?.total ?? 0),
  is_active: row?.is_active ?? true,
});

/** The FAQ manager (rule L-5). */
export const faqResource: Resource<
  "faq_items",
  ReturnType<typeof draftOf>,
  z.output<typeof faqSchema>
> = {
  store: orderedStore("faq_items", ["question", "answer"]),
  title: "FAQs",
  description: "The questions and answers on the FAQs page.",
  words: {
    add: "Add FAQ",
    create: "New FAQ",
    edit: "Edit FAQ",
    search: "Search FAQs",
    empty: "No FAQs yet",
    emptyHint: "Add the first question that visitors ask you.",
  },
  messages: MESSAGES.faqs,
  confirm: { label: "Are you sure you want to delete this FAQ?" },
  nameOf: ({ question }) => question,
  schema: faqSchema,
  draftOf,
  labels: {
    question: "Question",
    answer: "Answer",
    display_order: "Display order",
    is_active: "Active",
  },
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="question" label="Question" required />
      <TextField form={form} name="answer" label="Answer" rows={5} required />
      <PlacingFields form={form} />
    </>
  ),
  Item: ({ row, handle, actions }) => (
    <ItemLayout
      handle={handle}
      title={row.question}
      badges={!row.is_active && <Badge>Inactive</Badge>}
      meta={`Order ${row.display_order}`}
      actions={actions}
    >
      <p className="line-clamp-3">{row.answer}</p>
    </ItemLayout>
  ),
  dimmed: (row) => !row.is_active,
  whenNoneActive: MESSAGES.noneActive,
  loading: "spinner",
};
