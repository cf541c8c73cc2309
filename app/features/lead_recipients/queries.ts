import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { tableStore } from "#app/lib/data/table-store.ts";

/** The database's limit (private.bound_lead_recipients), so one page holds all of them. */
export const MAX_RECIPIENTS = 50;

/** Oldest first. */
export const recipients = tableStore("lead_recipients", {
  order: [
    ["created_at", "asc"],
    ["id", "asc"],
  ],
  needs: ["administer"],
});

/** Whether the signed-in person gets the morning digest. */
export const myDigest = (): Promise<boolean> => answered(supabase().rpc("my_digest"));

export const setMyDigest = (wanted: boolean): Promise<boolean> =>
  answered(supabase().rpc("set_my_digest", { wanted }));

/** Whether the signed-in person gets the weekly figures. */
export const myWeekly = (): Promise<boolean> => answered(supabase().rpc("my_weekly"));

export const setMyWeekly = (wanted: boolean): Promise<boolean> =>
  answered(supabase().rpc("set_my_weekly", { wanted }));
