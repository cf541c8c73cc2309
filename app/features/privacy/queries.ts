import { answered } from "#app/lib/data/answers.ts";
import type { LeadErasure } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

export const name = "lead_erasures";

/** What is kept of the person with this address. */
export const find = (address: string) => answered(supabase().rpc("lead_person", { address }));

/** All of it, to hand out, as JSON. */
export async function exportAll(address: string): Promise<Blob> {
  const all = await answered(supabase().rpc("lead_person_export", { address }));
  return new Blob([JSON.stringify(all, null, 2)], { type: "application/json" });
}

/** Removes all of it for good; answers how many rows of what went. */
export const erase = (address: string) =>
  answered(supabase().rpc("lead_person_erase", { address }));

/** What was deleted for good, newest first. */
export const erasures = async (): Promise<LeadErasure[]> =>
  (await answered(
    supabase().from(name).select().order("erased_at", { ascending: false }).order("id").limit(20),
  )) as LeadErasure[];
