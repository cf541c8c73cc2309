import { answered } from "#app/lib/data/answers.ts";
import type { PreviewLink } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** A new link. Its URL is only available now. */
export interface NewLink {
  id: string;
  url: string;
}

/** A set's preview links, newest first. Throws the backend's error, like all functions here. */
export const listLinks = (set: string): Promise<PreviewLink[]> =>
  answered<PreviewLink[]>(
    supabase()
      .from("preview_links")
      .select("id, made_by, created_at, expires_at, may_comment")
      .eq("set_id", set)
      .is("revoked_at", null)
      .gt("expires_at", new Date().toISOString())
      .order("created_at", { ascending: false }),
  );

/** Creates a link that lets anyone preview the set for seven days, and comment if `comments` is true. */
export async function createLink(of_set: string, comments = false): Promise<NewLink> {
  const { id, token } = await answered(supabase().rpc("preview_link_create", { of_set, comments }));
  return { id, url: `${window.location.origin}/preview/${token}` };
}

/** Revokes a link at once. */
export const revokeLink = (link: string) =>
  answered(supabase().rpc("preview_link_revoke", { link }));
