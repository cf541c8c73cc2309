import { dropDraft } from "#app/features/contact_submissions/admin/reply/draft.ts";
import { dropNote } from "#app/features/submission_notes/draft.ts";

/** After leads are erased, deletes this browser's drafts about them. */
export function dropDrafts(leads: readonly string[]): void {
  for (const lead of leads) {
    dropDraft(lead);
    dropNote(lead);
  }
}
