import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import type { Onboarding } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { name, SAID } from "./queries.ts";

/** Keeps the demo content at these places; returns all decisions. */
export const say = (places: readonly string[]): Promise<Onboarding> =>
  answered(supabase().rpc("first_hour_say", { places: [...places] }));

export const takeBack = (places: readonly string[]): Promise<Onboarding> =>
  answered(supabase().rpc("first_hour_take_back", { places: [...places] }));

/** A mutation for either; it updates the cached decisions. */
export function useSaying(call: typeof say) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    // One at a time: answers that arrive in another order would undo each other in the cache.
    scope: { id: name },
    onSuccess: (said) => client.setQueryData(SAID, said),
  });
}
