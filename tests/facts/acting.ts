import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/lib/data/database.types.ts";

interface Acting {
  client: SupabaseClient<Database>;
  url: string;
  key: string;
}

let acting: Acting | undefined;

/** Makes the app's queries act as this person. @returns the previous person */
export function actAs(next: Acting | undefined): Acting | undefined {
  const before = acting;
  acting = next;
  return before;
}

/** The acting person; replaces the browser's single client and its page's config. */
export function current(): Acting {
  if (!acting) throw new Error("Say who asks: world.as(who, work).");
  return acting;
}
