import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** Names by address, without those that are missing or shared. */
export const staffNames = (): Promise<Record<string, string>> =>
  answered(supabase().rpc("staff_names"));
