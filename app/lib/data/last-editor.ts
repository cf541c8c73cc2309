import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** The name or else the email address of a row's last editor; null if unknown. */
export const lastEditor = (row_id: string): Promise<string | null> =>
  answered(supabase().rpc("last_editor", { row_id }));
