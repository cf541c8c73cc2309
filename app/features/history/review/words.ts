import type { NameOf } from "#app/admin-kit/resource/use-staff-name.ts";
import type { Review, SetComment, SetReview, SetStep } from "#app/lib/data/database.types.ts";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import type { Place, Verdict } from "./queries.ts";

/** @param deleted what to call someone whose account was deleted */
const named = (email: string | null, nameOf: NameOf, deleted = "A deleted account") =>
  email === null ? deleted : nameOf(email);

/** The state of a review: "Ana approved this on Nov 28, 2026, 3:00 PM PST." */
export function stateOf(review: Review, nameOf: NameOf): string {
  return review.verdict === null ? waitingState(review, nameOf) : answeredState(review, nameOf);
}

function waitingState(review: Review, nameOf: NameOf): string {
  const sender = review.mine ? "You" : named(review.asked_by, nameOf);
  const reviewer = review.for_me ? "you" : named(review.reviewer, nameOf, "a deleted account");
  const asked = `${sender} asked ${reviewer} for a review on ${formatCompanyTime(review.asked_at)}.`;
  return review.reviewer_edits
    ? asked
    : `${asked} They can no longer edit content. Send it to someone else.`;
}

function answeredState(review: Review, nameOf: NameOf): string {
  const { verdict, is_current, reviewer_edits, decided_at } = review;
  const who = review.for_me ? "You" : named(review.reviewer, nameOf);
  const when = formatCompanyTime(decided_at ?? "");
  if (verdict === "changes")
    return `${who} asked for changes on ${when}.${is_current ? "" : " It has been edited since."}`;
  if (!is_current)
    return `${who} approved this on ${when}, but it has been edited since. Send it for review again.`;
  return reviewer_edits
    ? `${who} approved this on ${when}.`
    : `${who} approved this on ${when} but can no longer edit content. Send it to someone else.`;
}

export type Tone = "success" | "warning" | "brand";

/** How the state looks: done, needs work, or waiting. */
export function toneOf({ verdict, is_current, reviewer_edits }: Review): Tone {
  if (verdict === null) return reviewer_edits ? "brand" : "warning";
  return verdict === "approved" && is_current && reviewer_edits ? "success" : "warning";
}

/** The answers to offer the signed-in person. The database decides whether one counts. */
export function answersTo(review: Review | null): Verdict[] {
  if (!review || review.mine) return [];
  const { for_me, verdict, is_current } = review;
  if (verdict === null || !is_current) return ["approved", "changes"];
  // People can change their mind.
  return for_me ? [verdict === "approved" ? "changes" : "approved"] : [];
}

/**
 * What the buttons below the review offer.
 * @param conflicts the number of changes that must be decided first
 */
export function offersOf(data: SetReview | null | undefined, conflicts: number) {
  const { items = [], review = null, needs_approval, is_approved } = data ?? {};
  return {
    /** why it can't be published yet */
    obstacle:
      conflicts > 0
        ? `Resolve ${conflicts} ${conflicts === 1 ? "conflict" : "conflicts"} first`
        : items.length > 0 && needs_approval && !is_approved
          ? "Someone else has to approve this first"
          : undefined,
    send: !review || review.mine || review.verdict !== null,
    approve: answersTo(review).includes("approved"),
  };
}

/** What speaks against publishing a set right away: its review, open comments, its schedule. */
export function cautions(data: SetReview | null | undefined, nameOf: NameOf): string[] {
  if (!data) return [];
  const { set, review, comments } = data;
  const open = comments.filter(({ done }) => !done).length;
  return [
    review && toneOf(review) !== "success" && stateOf(review, nameOf),
    open > 0 && `It has ${open === 1 ? "1 open comment" : `${open} open comments`}.`,
    set.publish_at &&
      set.problem === null &&
      `It's scheduled to go live on ${formatCompanyTime(set.publish_at)}.`,
  ].filter((caution) => typeof caution === "string");
}

/** The comments on these changes. */
export const commentsOn = (comments: readonly SetComment[], steps: readonly NonNullable<Place>[]) =>
  comments.filter((comment) =>
    steps.some(
      ({ table_name, row_id }) => comment.table_name === table_name && comment.row_id === row_id,
    ),
  );

/** The comments on the whole set, or on changes that it no longer has. */
export function otherComments(comments: readonly SetComment[], steps: readonly SetStep[]) {
  const shown = new Set(commentsOn(comments, steps));
  return comments.filter((comment) => !shown.has(comment));
}
