import { type ReactNode, useState } from "react";
import { storeDraft, storedDraft } from "#app/admin-kit/forms/visit.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Textarea } from "#app/ui/inputs/input.tsx";
import { MOST, type Place } from "./queries.ts";

/**
 * An unsent comment. It survives a failed request, closing the dialog, and a reload of this tab.
 * @returns the text, a function that sets it, and one that forgets what was sent
 */
export function useCommentDraft(set: string, place: Place) {
  const key = `set-comment/${set}/${place ? `${place.table_name}/${place.row_id}` : ""}`;
  const [text, setText] = useState(() => storedDraft<string>(key) ?? "");
  function write(next: string) {
    setText(next);
    storeDraft(key, next || undefined);
  }
  return {
    text,
    write,
    /** Text typed meanwhile is the next comment. */
    sent: (written: string) =>
      setText((typed) => {
        if (typed !== written) return typed;
        storeDraft(key, undefined);
        return "";
      }),
  };
}

interface CommentFormProps {
  label: string;
  draft: ReturnType<typeof useCommentDraft>;
  error: string | undefined;
  onSubmit: () => void;
  /** the buttons */
  children: ReactNode;
}

/** A text field and its buttons. Ctrl or Cmd with Enter submits. */
export const CommentForm = ({ label, draft, error, onSubmit, children }: CommentFormProps) => (
  <form
    className="grid gap-2"
    onSubmit={(event) => {
      event.preventDefault();
      if (draft.text.trim()) onSubmit();
    }}
  >
    <Field label={label} error={error}>
      <Textarea
        name="comment"
        rows={2}
        maxLength={MOST}
        value={draft.text}
        onValueChange={draft.write}
      />
    </Field>
    <div className="flex flex-wrap gap-2">{children}</div>
  </form>
);
