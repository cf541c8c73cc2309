import { expect, test } from "vitest";
import type { Review, SetComment, SetStep } from "#app/lib/data/database.types.ts";
import { commentsOn, mayAnswer, otherComments, stateOf, toneOf } from "./words.ts";

const WAITING: Review = {
  asked_by: "ana@example.com",
  asked_at: "2026-11-28T17:00:00Z",
  reviewer: "ben@example.com",
  verdict: null,
  decided_at: null,
  is_current: null,
  reviewer_edits: true,
  mine: false,
  for_me: false,
};
const ANSWERED: Review = {
  ...WAITING,
  verdict: "approved",
  decided_at: "2026-11-28T18:00:00Z",
  is_current: true,
};
const nameOf = (email: string) => ({ "ana@example.com": "Ana" })[email] ?? email;
const said = (review: Review) => stateOf(review, nameOf).replace(/ /g, " ");

test.each<[Review, string, ReturnType<typeof toneOf>, boolean]>([
  [WAITING, "Ana asked ben@example.com for a review on Nov 28, 2026, 9:00 AM PST.", "brand", true],
  [
    { ...WAITING, for_me: true, asked_by: null },
    "A deleted account asked you for a review on Nov 28, 2026, 9:00 AM PST.",
    "brand",
    true,
  ],
  [
    { ...WAITING, mine: true, reviewer_edits: false },
    "You asked ben@example.com for a review on Nov 28, 2026, 9:00 AM PST. They can no longer edit content. Send it to someone else.",
    "warning",
    false,
  ],
  [ANSWERED, "ben@example.com approved this on Nov 28, 2026, 10:00 AM PST.", "success", false],
  [
    { ...ANSWERED, is_current: false },
    "ben@example.com approved this on Nov 28, 2026, 10:00 AM PST, but it was edited since then. Send it for review again.",
    "warning",
    true,
  ],
  [
    { ...ANSWERED, for_me: true, reviewer_edits: false },
    "You approved this on Nov 28, 2026, 10:00 AM PST but can no longer edit content. Send it to someone else.",
    "warning",
    true,
  ],
  [
    { ...ANSWERED, verdict: "changes", reviewer: "ana@example.com" },
    "Ana asked for changes on Nov 28, 2026, 10:00 AM PST.",
    "warning",
    false,
  ],
  [
    { ...ANSWERED, verdict: "changes", is_current: false, mine: true },
    "ben@example.com asked for changes on Nov 28, 2026, 10:00 AM PST. It was edited since then.",
    "warning",
    false,
  ],
])("names the state of a review (%#)", (review, sentence, tone, answers) => {
  expect([said(review), toneOf(review), mayAnswer(review)]).toEqual([sentence, tone, answers]);
});

test("lists each comment once, by the change that it is about", () => {
  const comment = (table_name: string | null, row_id: string | null) =>
    ({ table_name, row_id }) as SetComment;
  const comments = [comment("services", "1"), comment("services", "2"), comment(null, null)];
  const steps = [{ table_name: "services", row_id: "1" }] as SetStep[];
  expect(commentsOn(comments, steps)).toEqual(comments.slice(0, 1));
  expect(otherComments(comments, steps)).toEqual(comments.slice(1));
});
