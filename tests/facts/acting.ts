import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#app/lib/data/database.types.ts";

interface Acting {
  client: SupabaseClient<Database>;
  url: string;
  key: string;
}

let acting: Acting | undefined;

/** From now on the app's queries ask as this person. @returns who they asked as before */
export function actAs(next: Acting | undefined): Acting | undefined {
  const before = acting;
  acting = next;
  return before;
}

/** Who asks just now; stands for the browser's one client and what its page was told. */
export function current(): Acting {
  if (!acting) throw new Error("Say who asks: world.as(who, work).");
  return acting;
}
