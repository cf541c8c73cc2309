import { answered } from "#app/lib/data/answers.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/**
 * Who set a lead's status or outcome last, to begin a sentence. A failed lookup becomes "Someone else": the
 * change matters more than the name.
 * @param me the signed-in person, in another tab
 */
export async function whoChanged(lead: string, me: string | undefined): Promise<string> {
  const events = supabase()
    .from("lead_events")
    .select("actor_id, actor_name")
    .eq("submission_id", lead)
    .in("kind", ["status", "outcome"])
    .order("happened_at", { ascending: false })
    .limit(1);
  const [event] = await answered(events).catch(() => []);
  return (event?.actor_id === me ? "You" : event?.actor_name) ?? "Someone else";
}
