import { answered } from "#app/lib/data/answers.ts";
import type { SubmissionNote } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { tableStore } from "#app/lib/data/table-store.ts";

const store = tableStore("submission_notes", {
  order: [["created_at", "asc"]],
  needs: ["handleLeads"],
});
export const { name, remove } = store;

/** A lead's notes, oldest first. */
export const listNotes = (submissionId: string): Promise<SubmissionNote[]> =>
  answered(
    supabase()
      .from(name)
      .select()
      .eq("submission_id", submissionId)
      .order("created_at")
      .order("id"),
  );

/** The database sets the author to the signed-in person. */
export const addNote = (submission_id: string, body: string): Promise<SubmissionNote> =>
  store.insert({ submission_id, body });
