import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { tableStore } from "#app/lib/data/table-store.ts";

/** As many as the database takes (private.bound_lead_recipients): all of them are one page. */
export const MOST = 50;

/** The first that was listed comes first. */
export const recipients = tableStore("lead_recipients", {
  order: [
    ["created_at", "asc"],
    ["id", "asc"],
  ],
});

/** Whether the signed-in person gets the digest of the morning. */
export const myDigest = (): Promise<boolean> => answered(supabase().rpc("my_digest"));

export const setMyDigest = (wanted: boolean): Promise<boolean> =>
  answered(supabase().rpc("set_my_digest", { wanted }));
