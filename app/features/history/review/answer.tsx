import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import type { SetReview } from "#app/lib/data/database.types.ts";
import { REVIEW_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { cx } from "#app/ui/cx.ts";
import { Button, TextButton } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { CommentForm, useCommentDraft } from "./comment-form.tsx";
import { Comments } from "./comments.tsx";
import { addComment, answerReview, type Verdict } from "./queries.ts";
import { answersTo, otherComments, stateOf, type Tone, toneOf } from "./words.ts";

const TONES: Record<Tone, string> = {
  success: "border-success/40 bg-success-soft",
  warning: "border-warning/40 bg-warning-soft",
  brand: "border-brand-line bg-brand-soft",
};

interface ReviewStateProps {
  of: SetReview;
  /** shows the site with the set */
  onPreview: () => void;
  /** goes to the form for an answer, which may be far below */
  onAnswer: () => void;
}

/** Who was asked for a review, and what they said. */
export function ReviewState({ of: { review }, onPreview, onAnswer }: ReviewStateProps) {
  const nameOf = useStaffName();
  return (
    review && (
      <div
        className={cx(
          "flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border px-3 py-2 text-sm",
          TONES[toneOf(review)],
        )}
      >
        <p role="status" className="min-w-48 flex-1 wrap-anywhere">
          {stateOf(review, nameOf)}
        </p>
        <TextButton onClick={onPreview}>Preview set</TextButton>
        {answersTo(review).length > 0 && <TextButton onClick={onAnswer}>Review</TextButton>}
      </div>
    )
  );
}

interface AnswerProps {
  of: SetReview;
  /** the field for a comment */
  field: RefObject<HTMLInputElement | null>;
}

/** The comments on the whole set; for a reviewer, with the buttons to answer. */
export function Answer({ of: { set, review, comments, items }, field }: AnswerProps) {
  const client = useQueryClient();
  const draft = useCommentDraft(set.id, "");
  const sending = useMutation({
    mutationFn: ({ message, verdict }: { message: string; verdict?: Verdict }) =>
      verdict ? answerReview(set, verdict, message) : addComment(set.id, undefined, message),
    onSuccess: (_, { message, verdict }) => {
      draft.sent(message);
      if (verdict) toast.success(REVIEW_MESSAGES[verdict](set.name));
    },
    onSettled: () => client.invalidateQueries(),
  });
  const answers = answersTo(review);
  const send = useOneAtATime(sending.mutateAsync);
  const failed = sending.variables?.verdict ? REVIEW_MESSAGES.answer : REVIEW_MESSAGES.comment;
  const answer = (verdict: Verdict) => ({
    size: "sm" as const,
    disabled: sending.isPending,
    onClick: () => send({ message: draft.text, verdict }),
  });
  return (
    <section aria-label="Comments on the set" className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-sm/6 font-medium">Comments</h3>
      <Comments label="Comments" comments={otherComments(comments, items)} names />
      <CommentForm
        label="Comment on the whole set"
        field={field}
        draft={draft}
        error={sending.error ? failed(sending.error) : undefined}
        onSubmit={() => send({ message: draft.text })}
      >
        <Button
          type="submit"
          size="sm"
          disabled={draft.text.trim() === "" || sending.isPending}
          className="mr-auto"
        >
          Add comment
        </Button>
        {answers.includes("changes") && <Button {...answer("changes")}>Ask for changes</Button>}
        {answers.includes("approved") && (
          <Button {...answer("approved")} look="primary">
            Approve
          </Button>
        )}
      </CommentForm>
    </section>
  );
}
