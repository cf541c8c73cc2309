import { answered } from "#app/lib/data/answers.ts";
import type { FoundRow } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** Rows of any table that contain every word, a few per table. */
export const find = (words: string): Promise<FoundRow[]> =>
  answered(supabase().rpc("admin_find", { words }));
