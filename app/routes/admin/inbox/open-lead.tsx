import {
  Detail,
  type DetailProps,
} from "#app/features/contact_submissions/admin/reader/detail.tsx";
import { NoteForm } from "#app/features/submission_notes/admin/note-form.tsx";
import { useNotes } from "#app/features/submission_notes/admin/notes.tsx";

interface OpenLeadProps extends Omit<DetailProps, "notes" | "children"> {
  /** the signed-in person */
  userId: string | undefined;
  /** the URL parameter that keeps the lead open */
  param: string;
  /** refetches other views that show notes */
  onNoted: () => Promise<unknown>;
}

/** A lead's details, with the team's notes in its conversation. */
export function OpenLead({ userId, param, onNoted, ...detail }: OpenLeadProps) {
  const submissionId = detail.row.id;
  const { refresh, ...notes } = useNotes({ submissionId, userId, onChanged: onNoted });
  return (
    <Detail {...detail} notes={notes}>
      <NoteForm submissionId={submissionId} param={param} onAdded={refresh} />
    </Detail>
  );
}
