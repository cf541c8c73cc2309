import { expect, test } from "vitest";
import type { Review, SetComment, SetReview, SetStep } from "#app/lib/data/database.types.ts";
import {
  answersTo,
  cautions,
  commentsOn,
  offersOf,
  otherComments,
  stateOf,
  toneOf,
} from "./words.ts";

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

test.each<[Review, string, ReturnType<typeof toneOf>, string]>([
  [
    WAITING,
    "Ana asked ben@example.com for a review on Nov 28, 2026, 9:00 AM PST.",
    "brand",
    "approved changes",
  ],
  [
    { ...WAITING, for_me: true, asked_by: null },
    "A deleted account asked you for a review on Nov 28, 2026, 9:00 AM PST.",
    "brand",
    "approved changes",
  ],
  [
    { ...WAITING, mine: true, reviewer_edits: false },
    "You asked ben@example.com for a review on Nov 28, 2026, 9:00 AM PST. They can no longer edit content. Send it to someone else.",
    "warning",
    "",
  ],
  [ANSWERED, "ben@example.com approved this on Nov 28, 2026, 10:00 AM PST.", "success", ""],
  [
    { ...ANSWERED, is_current: false },
    "ben@example.com approved this on Nov 28, 2026, 10:00 AM PST, but it has been edited since. Send it for review again.",
    "warning",
    "approved changes",
  ],
  [
    { ...ANSWERED, for_me: true, reviewer_edits: false },
    "You approved this on Nov 28, 2026, 10:00 AM PST but can no longer edit content. Send it to someone else.",
    "warning",
    "changes",
  ],
  [
    { ...ANSWERED, verdict: "changes", reviewer: "ana@example.com" },
    "Ana asked for changes on Nov 28, 2026, 10:00 AM PST.",
    "warning",
    "",
  ],
  [
    { ...ANSWERED, verdict: "changes", is_current: false, mine: true },
    "ben@example.com asked for changes on Nov 28, 2026, 10:00 AM PST. It has been edited since.",
    "warning",
    "",
  ],
])("names the state of a review (%#)", (review, sentence, tone, answers) => {
  expect([said(review), toneOf(review), answersTo(review).join(" ")]).toEqual([
    sentence,
    tone,
    answers,
  ]);
});

test("offers what the review allows", () => {
  const set = (more: Partial<SetReview>) =>
    ({ items: [{}], review: null, needs_approval: true, is_approved: false, ...more }) as SetReview;
  expect(offersOf(undefined, 0)).toEqual({ obstacle: undefined, send: true, approve: false });
  expect(offersOf(set({ items: [] }), 0).obstacle).toBeUndefined();
  expect(offersOf(set({}), 0)).toEqual({
    obstacle: "Someone else has to approve this first",
    send: true,
    approve: false,
  });
  expect(offersOf(set({}), 2).obstacle).toBe("Resolve 2 conflicts first");
  expect(offersOf(set({ review: WAITING }), 0)).toMatchObject({ send: false, approve: true });
  const approved = set({ review: { ...ANSWERED, mine: true }, is_approved: true });
  expect(offersOf(approved, 0)).toEqual({ obstacle: undefined, send: true, approve: false });
});

test("says before publishing what speaks against it", () => {
  const said = (more: Partial<SetReview>) =>
    cautions(
      {
        set: { publish_at: null, problem: null },
        review: null,
        comments: [],
        ...more,
      } as SetReview,
      nameOf,
    ).map((sentence) => sentence.replace(/\u202f/g, " "));
  const scheduled = { publish_at: "2027-03-20T15:00:00Z", problem: null } as SetReview["set"];
  const [done, open] = [{ done: true }, { done: false }] as SetComment[];
  expect(said({ review: ANSWERED })).toEqual([]);
  expect(said({ set: { ...scheduled, problem: "It has a conflict." } })).toEqual([]);
  expect(
    said({
      review: { ...ANSWERED, verdict: "changes", reviewer: "ana@example.com" },
      comments: [done, open, open] as SetComment[],
      set: scheduled,
    }),
  ).toEqual([
    "Ana asked for changes on Nov 28, 2026, 10:00 AM PST.",
    "It has 2 open comments.",
    "It's scheduled to go live on Mar 20, 2027, 8:00 AM PDT.",
  ]);
  expect(said({ comments: [open] as SetComment[] })).toEqual(["It has 1 open comment."]);
});

test("lists each comment once, by the change that it is about", () => {
  const comment = (table_name: string | null, row_id: string | null) =>
    ({ table_name, row_id }) as SetComment;
  const comments = [comment("services", "1"), comment("services", "2"), comment(null, null)];
  const steps = [{ table_name: "services", row_id: "1" }] as SetStep[];
  expect(commentsOn(comments, steps)).toEqual(comments.slice(0, 1));
  expect(otherComments(comments, steps)).toEqual(comments.slice(1));
});
