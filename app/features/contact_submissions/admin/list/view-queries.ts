import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** An inbox view that a person saved. */
export interface SavedView {
  name: string;
  /** its filters, as a query string */
  address: string;
}

/** Same limits as in the database (private.are_lead_views). */
export const MAX_VIEWS = 20;
export const MAX_VIEW_NAME_LENGTH = 60;

/** The signed-in person's views, in the order they were saved. */
export const savedViews = async () =>
  (await answered(supabase().rpc("lead_views"))) as unknown as SavedView[];

/** Applies a change to the latest saved views, because another tab may have changed them. */
export async function changeViews(
  apply: (views: readonly SavedView[]) => readonly SavedView[],
): Promise<SavedView[]> {
  const views = apply(await savedViews()).map(({ name, address }) => ({ name, address }));
  return (await answered(supabase().rpc("lead_views_save", { views }))) as unknown as SavedView[];
}
