import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Trash2 from "lucide-react/icons/trash-2";
import { confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import type { SubmissionNote } from "#app/lib/data/database.types.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { ErrorState } from "#app/ui/display/states.tsx";
import { IconButton } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { NOTE_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";

const words = NOTE_MESSAGES;

interface NotesOptions {
  submissionId: string;
  /** the signed-in person: only they can delete their own notes */
  userId: string | undefined;
  /** refetches other views that show notes */
  onChanged: () => Promise<unknown>;
}

/** The team's notes about a lead, each as an item of its conversation. */
export function useNotes({ submissionId, userId, onChanged }: NotesOptions) {
  const client = useQueryClient();
  const nameOf = useStaffName();
  const queryKey = [queries.name, submissionId];
  const notes = useQuery({ queryKey, queryFn: () => queries.listNotes(submissionId) });
  const refresh = () => Promise.all([client.invalidateQueries({ queryKey }), onChanged()]);
  const remove = useMutation({
    mutationFn: queries.remove,
    onSuccess: () => toast.success(words.deleted),
    onError: (cause) => toast.failure(words.deleteFailed, cause),
    onSettled: refresh,
  });
  const onDelete = (note: SubmissionNote) =>
    confirmDelete({
      label: "Delete note?",
      onConfirm: () => {
        // Its neighbor is a message, often without a control.
        document.querySelector<HTMLElement>("[name=note]")?.focus();
        remove.mutate(note);
      },
    });
  return {
    isPending: notes.isPending,
    failed: notes.isError && <ErrorState message={words.load()} query={notes} />,
    entries: (notes.data ?? []).map((note) => ({
      id: note.id,
      at: note.created_at,
      show: (
        <Note
          note={note}
          own={note.author_id !== null && note.author_id === userId}
          author={note.author_email === null ? "someone" : nameOf(note.author_email)}
          onDelete={() => onDelete(note)}
        />
      ),
    })),
    refresh,
  };
}

interface NoteProps {
  note: SubmissionNote;
  own: boolean;
  /** the author's name */
  author: string;
  onDelete: () => void;
}

/** Looks like a slip of paper, not like a message: only the team sees it. */
const Note = ({ note, own, author, onDelete }: NoteProps) => (
  <li className="rounded-md border border-warning/40 border-dashed bg-label-soft px-4 py-2.5">
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 text-xs text-ink-2 wrap-anywhere">
        <span className="font-medium text-ink">Note by {own ? "you" : author}</span>
        {" · "}
        <time dateTime={note.created_at} className="inline-block">
          {formatTime(note.created_at)}
        </time>
      </p>
      {own && (
        <IconButton
          label="Delete note"
          look="danger-ghost"
          icon={<Trash2 aria-hidden />}
          onClick={onDelete}
          className="-my-1.5 -mr-2"
        />
      )}
    </div>
    <p className="pt-1 whitespace-pre-wrap wrap-anywhere">{note.body}</p>
  </li>
);
