import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import { RestoredNote } from "#app/admin-kit/forms/note.tsx";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { lengthError } from "#app/lib/text/length-error.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Textarea } from "#app/ui/inputs/input.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { onErased, storedNote, storeNote } from "../draft.ts";
import { NOTE_MESSAGES } from "../messages.ts";
import { addNote } from "../queries.ts";

/** Same limit as in the database. */
const MAX_LENGTH = 5000;

interface NoteFormProps {
  submissionId: string;
  /** the URL parameter whose change prompts about unsaved text */
  param: string;
  onAdded: () => Promise<unknown>;
}

/**
 * Adds a note; Ctrl or Cmd with Enter works too. A rejected note stays in the field, and a draft
 * survives a reload and a resize of the tab.
 */
export function NoteForm({ submissionId, param, onAdded }: NoteFormProps) {
  const [stored, setStored] = useState(() => storedNote(submissionId));
  const [text, setText] = useState(stored);
  const field = useRef<HTMLInputElement>(null);
  const allowLeaving = useUnsaved(text.trim() !== "", [param]);
  useEffect(() => storeNote(submissionId, text), [submissionId, text]);
  useEffect(
    () => () => {
      // The lead is still open: a resized window moves it between the pane and the drawer.
      if (new URLSearchParams(location.search).get(param) === submissionId) return;
      // Otherwise the note was added or discarded.
      storeNote(submissionId, "");
    },
    [submissionId, param],
  );
  useEffect(
    () =>
      onErased(submissionId, () => {
        allowLeaving();
        setText("");
      }),
    [submissionId, allowLeaving],
  );
  const add = useMutation({
    mutationFn: (written: string) => addNote(submissionId, written.trim()),
    onSuccess: async (_, written) => {
      // Without text, the button is disabled and loses the focus.
      if (field.current?.form?.contains(document.activeElement)) field.current.focus();
      // Text typed during the save is the next note.
      setText((typed) => (typed === written ? "" : typed));
      toast.success(NOTE_MESSAGES.added);
      await onAdded();
    },
  });

  const store = useOneAtATime(add.mutateAsync);
  const tooLong = lengthError(text, MAX_LENGTH);

  function submit() {
    if (text.trim() && !tooLong) store(text);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
  }
  return (
    <form
      className="grid justify-items-start gap-2"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Add a note"
        description={
          stored && stored === text ? (
            <RestoredNote
              name="Add a note"
              onDiscard={() => {
                setStored("");
                setText("");
              }}
            />
          ) : undefined
        }
        error={
          tooLong ?? (add.error ? `${NOTE_MESSAGES.addFailed}: ${reason(add.error)}` : undefined)
        }
        className="w-full"
      >
        <Textarea
          ref={field}
          name="note"
          rows={2}
          value={text}
          onValueChange={setText}
          onKeyDown={onKeyDown}
          placeholder="Only your team sees notes"
        />
      </Field>
      <Button type="submit" size="sm" pending={add.isPending} disabled={!text.trim()}>
        Add note
      </Button>
    </form>
  );
}
