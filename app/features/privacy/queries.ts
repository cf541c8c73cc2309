import { answered } from "#app/lib/data/answers.ts";
import type { LeadErasure } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { withProof } from "#app/lib/retry/with-proof.ts";

export const name = "lead_erasures";

/** What is stored about the person with this email address. */
export const find = (address: string) => answered(supabase().rpc("lead_person", { address }));

/** All of that person's data, to export as JSON. */
export async function exportAll(address: string): Promise<Blob> {
  const all = await withProof(() => answered(supabase().rpc("lead_person_export", { address })));
  return new Blob([JSON.stringify(all, null, 2)], { type: "application/json" });
}

/** Permanently deletes all of it; returns the number of rows per table. */
export const erase = (address: string) =>
  withProof(() => answered(supabase().rpc("lead_person_erase", { address })));

/** Permanent deletions, newest first. */
export const erasures = async (): Promise<LeadErasure[]> =>
  (await answered(
    supabase().from(name).select().order("erased_at", { ascending: false }).order("id").limit(20),
  )) as LeadErasure[];
