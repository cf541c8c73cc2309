import { answered } from "#app/lib/data/answers.ts";
import type { PreviewLink } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** A link that was made just now: its address is known this once. */
export interface NewLink {
  id: string;
  url: string;
}

/** The links that open a set, newest first. Throws the backend's error, as all of these. */
export const listLinks = (set: string): Promise<PreviewLink[]> =>
  answered<PreviewLink[]>(
    supabase()
      .from("preview_links")
      .select("id, made_by, created_at, expires_at")
      .eq("set_id", set)
      .is("revoked_at", null)
      .gt("expires_at", new Date().toISOString())
      .order("created_at", { ascending: false }),
  );

/** Makes a link by which anybody sees the set, for seven days. */
export async function createLink(of_set: string): Promise<NewLink> {
  const { id, token } = await answered(supabase().rpc("preview_link_create", { of_set }));
  return { id, url: `${window.location.origin}/preview/${token}` };
}

/** From now on it opens nothing. */
export const revokeLink = (link: string) =>
  answered(supabase().rpc("preview_link_revoke", { link }));
