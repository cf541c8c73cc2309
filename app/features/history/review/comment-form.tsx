import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { storeDraft, storedDraft } from "#app/admin-kit/forms/visit.ts";
import { lengthError } from "#app/lib/text/length-error.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Textarea } from "#app/ui/inputs/input.tsx";
import { MAX_COMMENT_LENGTH } from "./queries.ts";

/**
 * An unsent text of a review. It survives a failed request, closing the dialog, and a reload of this tab.
 * @param about what it is about, within the set
 * @returns the text, a function that sets it, and one that forgets what was sent
 */
export function useCommentDraft(set: string, about: string) {
  const key = `review/${set}/${about}`;
  const [text, write] = useState(() => storedDraft<string>(key) ?? "");
  useEffect(() => storeDraft(key, text || undefined), [key, text]);
  return {
    text,
    write,
    /** Text typed meanwhile is the next one. */
    sent: (written: string) => {
      // At once: the form may close before its next effect.
      if (storedDraft(key) === written) storeDraft(key, undefined);
      write((typed) => (typed === written ? "" : typed));
    },
  };
}

interface CommentFormProps {
  label: string;
  field?: RefObject<HTMLInputElement | null>;
  draft: ReturnType<typeof useCommentDraft>;
  error: string | undefined;
  onSubmit: () => void;
  /** the buttons */
  children: ReactNode;
}

/** A text field and its buttons. Ctrl or Cmd with Enter submits. */
export function CommentForm({ label, field, draft, error, onSubmit, children }: CommentFormProps) {
  const tooLong = lengthError(draft.text, MAX_COMMENT_LENGTH);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.text.trim() && !tooLong) onSubmit();
      }}
    >
      <Field label={label} error={tooLong ?? error}>
        <Textarea
          ref={field}
          name="comment"
          rows={2}
          value={draft.text}
          onValueChange={draft.write}
        />
      </Field>
      <div className="flex flex-wrap gap-2">{children}</div>
    </form>
  );
}
