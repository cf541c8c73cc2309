import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Trash2 from "lucide-react/icons/trash-2";
import { confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import type { SubmissionNote } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { IconButton } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import * as queries from "../queries.ts";
import { NoteForm } from "./note-form.tsx";

const words = MESSAGES.notes;

export interface NotesProps {
  submissionId: string;
  /** the signed-in person: only they can delete their own notes */
  userId: string | undefined;
  /** the URL parameter that keeps the notes open */
  param: string;
  /** refetches other views that show notes */
  onChanged: () => Promise<unknown>;
}

/** The team's notes about a lead. */
export function Notes({ submissionId, userId, param, onChanged }: NotesProps) {
  const client = useQueryClient();
  const queryKey = [queries.name, submissionId];
  const notes = useQuery({ queryKey, queryFn: () => queries.listNotes(submissionId) });
  const refresh = () => Promise.all([client.invalidateQueries({ queryKey }), onChanged()]);
  const remove = useMutation({
    mutationFn: queries.remove,
    onSuccess: () => toast.success(words.deleted),
    onError: (cause) => toast.failure(words.deleteFailed, cause),
    onSettled: refresh,
  });

  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Notes">
      <h3 className="font-medium">Notes</h3>
      {notes.isPending && <SkeletonList count={1} label="Loading notes…" itemClassName="h-12" />}
      {notes.isError && (
        <ErrorState
          message={words.load()}
          retrying={notes.isRefetching}
          onRetry={() => void notes.refetch()}
        />
      )}
      {notes.data && notes.data.length > 0 && (
        <ul className="grid gap-3">
          {notes.data.map((note) => (
            <Note
              key={note.id}
              note={note}
              own={note.author_id !== null && note.author_id === userId}
              onDelete={() =>
                confirmDelete({
                  label: "Delete note?",
                  onConfirm: () => remove.mutate(note),
                })
              }
            />
          ))}
        </ul>
      )}
      <NoteForm submissionId={submissionId} param={param} onAdded={refresh} />
    </section>
  );
}

interface NoteProps {
  note: SubmissionNote;
  own: boolean;
  onDelete: () => void;
}

const Note = ({ note, own, onDelete }: NoteProps) => (
  <li className="rounded-md border border-line px-4 py-2.5">
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0 text-xs text-ink-2 wrap-anywhere">
        <span className="font-medium text-ink">
          {own ? "You" : (note.author_email ?? "Someone")}
        </span>
        {" · "}
        <time dateTime={note.created_at}>{formatTime(note.created_at)}</time>
      </p>
      {own && (
        <IconButton
          label="Delete note"
          look="danger-ghost"
          icon={<Trash2 aria-hidden />}
          onClick={onDelete}
          className="-my-1 -mr-2"
        />
      )}
    </div>
    <p className="whitespace-pre-wrap wrap-anywhere">{note.body}</p>
  </li>
);
