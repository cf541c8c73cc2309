import { dropDraft } from "#app/features/contact_submissions/admin/reply/draft.ts";
import { dropNote } from "#app/features/submission_notes/draft.ts";

/** These messages were erased: what this browser kept that was typed about them goes too. */
export function dropDrafts(leads: readonly string[]): void {
  for (const lead of leads) {
    dropDraft(lead);
    dropNote(lead);
  }
}
