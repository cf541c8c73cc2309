import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** A way to look at the inbox that a person saved. */
export interface SavedView {
  name: string;
  /** its filters, as the screen's address has them */
  address: string;
}

/** As the database's own rules (private.are_lead_views). */
export const MOST_VIEWS = 20;
export const LONGEST_NAME = 60;

/** The signed-in person's views, in the order in which they were saved. */
export const savedViews = async () =>
  (await answered(supabase().rpc("lead_views"))) as unknown as SavedView[];

/** Changes the person's views as they are now: another tab may have changed them since they were read. */
export async function changeViews(
  apply: (views: readonly SavedView[]) => readonly SavedView[],
): Promise<SavedView[]> {
  const views = apply(await savedViews()).map(({ name, address }) => ({ name, address }));
  return (await answered(supabase().rpc("lead_views_save", { views }))) as unknown as SavedView[];
}
