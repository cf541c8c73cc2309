import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import type { Onboarding } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** The prefix of every onboarding query key. */
export const name = "first_hour";
/** The place that marks the screen as dismissed: menu and dashboard then stop asking. */
export const AWAY = "away";
export const SAID = [name, "said"] as const;

export const readOnboarding = (): Promise<Onboarding> => answered(supabase().rpc("first_hour"));

/** What staff confirmed during onboarding. @param ask as in useNewLeads */
export const useOnboarding = ({ ask = true }: { ask?: boolean } = {}) =>
  useQuery({ queryKey: SAID, queryFn: readOnboarding, enabled: ask, staleTime: 60_000 });

/** Whether onboarding is in progress; false while unknown. */
export const isUnderWay = (hour: Onboarding | undefined): boolean =>
  hour?.said.every(({ place }) => place !== AWAY) ?? false;
