import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { SetComment } from "#app/lib/data/database.types.ts";
import { REVIEW_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { Button, TextButton } from "#app/ui/inputs/button.tsx";
import { name } from "../sets/key.ts";
import { CommentForm, useCommentDraft } from "./comment-form.tsx";
import { Comments } from "./comments.tsx";
import { addComment, type Place } from "./queries.ts";

interface ChangeCommentsProps {
  set: string;
  place: NonNullable<Place>;
  /** the change's name */
  title: string;
  comments: readonly SetComment[];
}

/** The comments on one change, and a button to add one. */
export function ChangeComments({ set, place, title, comments }: ChangeCommentsProps) {
  const client = useQueryClient();
  const draft = useCommentDraft(set, `${place.table_name}/${place.row_id}`);
  const [isOpen, setOpen] = useState(draft.text !== "");
  const adding = useMutation({
    mutationFn: (message: string) => addComment(set, place, message),
    onSuccess: (_, message) => {
      draft.sent(message);
      setOpen(false);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [name] }),
  });
  const add = useOneAtATime(adding.mutateAsync);
  return (
    <>
      <Comments label={`Comments on ${title}`} comments={comments} />
      {isOpen ? (
        <CommentForm
          label={`Comment on ${title}`}
          draft={draft}
          error={adding.error ? REVIEW_MESSAGES.comment(adding.error) : undefined}
          onSubmit={() => add(draft.text)}
        >
          <Button
            type="submit"
            size="sm"
            pending={adding.isPending}
            disabled={draft.text.trim() === ""}
          >
            Add comment
          </Button>
          <Button
            size="sm"
            look="ghost"
            disabled={adding.isPending}
            onClick={() => {
              draft.write("");
              adding.reset();
              setOpen(false);
            }}
          >
            Cancel
          </Button>
        </CommentForm>
      ) : (
        <p className="text-sm">
          <TextButton onClick={() => setOpen(true)}>
            Comment<span className="sr-only"> on {title}</span>
          </TextButton>
        </p>
      )}
    </>
  );
}
