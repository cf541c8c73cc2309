import { expect } from "vitest";
import * as reviews from "#app/features/history/review/queries.ts";
import type { ChangeSet, SetComment } from "#app/lib/data/database.types.ts";
import { REVIEW_MESSAGES } from "#app/lib/errors/set-messages.ts";
import type { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import { people } from "#tests/support/people.ts";
import { type FactsFor, refusedTo } from "../fact.ts";
import type { World } from "../world.ts";
import { newSet, prepared } from "./sets.ts";

const nobody = "00000000-0000-4000-8000-000000000000";

/** Someone else sent a prepared set for review. */
async function sentForReview(world: World): Promise<ChangeSet> {
  const { set } = await prepared(world);
  await world.site.sql`insert into private.set_reviews (set_id, asked_by, reviewer)
    select ${set.id}, s.id, a.id from auth.users s, auth.users a
    where s.email = ${people.stranger.email} and a.email = ${people.admin.email}`;
  // Only the person who prepared it can't approve it.
  await world.site.sql`update change_set_items set authors = '{}' where set_id = ${set.id}`;
  return set;
}
const answered = (verdict: reviews.Verdict) => async (world: World) => {
  const set = await sentForReview(world);
  await world.as("admin", () => reviews.answerReview(set, verdict, ""));
  const stored = await world.site.sql`select verdict from private.set_reviews
    where set_id = ${set.id}`;
  expect(stored).toEqual([{ verdict }]);
};

/** Reviews of change sets. */
export const reviewMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "reviews">> = {
  reviews: {
    reviewers: refusedTo("stranger", reviews.listReviewers, { say: REVIEW_MESSAGES.reviewers }),
    ask: refusedTo("stranger", (_, { id }: ChangeSet) => reviews.askForReview(id, nobody, ""), {
      before: newSet,
      say: REVIEW_MESSAGES.ask,
    }),
    sentForReview: async (world) => {
      const { set } = await prepared(world);
      const [colleague] = await world.site.sql`insert into staff (user_id, is_editor)
        select id, true from auth.users where email = ${people.stranger.email} returning user_id`;
      try {
        await world.as("admin", () => reviews.askForReview(set.id, colleague?.user_id, ""));
      } finally {
        await world.site.sql`delete from staff`;
      }
      const stored = await world.site.sql`select reviewer, verdict from private.set_reviews
        where set_id = ${set.id}`;
      expect(stored).toEqual([{ reviewer: colleague?.user_id, verdict: null }]);
    },
    answer: refusedTo(
      "stranger",
      (_, set: ChangeSet) => reviews.answerReview(set, "approved", ""),
      {
        before: sentForReview,
        say: REVIEW_MESSAGES.answer,
      },
    ),
    approved: answered("approved"),
    changes: answered("changes"),
    comment: refusedTo(
      "stranger",
      (_, { id }: ChangeSet) => reviews.addComment(id, undefined, "No"),
      {
        before: newSet,
        say: REVIEW_MESSAGES.comment,
      },
    ),
    markComment: refusedTo(
      "stranger",
      () => reviews.markComment({ id: nobody } as SetComment, true),
      { say: REVIEW_MESSAGES.markComment },
    ),
  },
};
