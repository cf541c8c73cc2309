import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** The name of the person who changed a row last, else their email address; null where nobody is known. */
export const lastEditor = (row_id: string): Promise<string | null> =>
  answered(supabase().rpc("last_editor", { row_id }));
