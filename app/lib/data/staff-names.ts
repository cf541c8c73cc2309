import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** Names by email address. Leaves out missing names and names that two people share. */
export const staffNames = (): Promise<Record<string, string>> =>
  answered(supabase().rpc("staff_names"));
