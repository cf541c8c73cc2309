import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import type { Onboarding } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** The first part of every query key of the onboarding. */
export const name = "first_hour";
/** The place of the word that puts the screen away: menu and dashboard ask no more. */
export const AWAY = "away";
export const SAID = [name, "said"] as const;

export const readOnboarding = (): Promise<Onboarding> => answered(supabase().rpc("first_hour"));

/** What people said of the onboarding. @param ask as in useNewLeads */
export const useOnboarding = ({ ask = true }: { ask?: boolean } = {}) =>
  useQuery({ queryKey: SAID, queryFn: readOnboarding, enabled: ask, staleTime: 60_000 });

/** Whether the onboarding is under way; false also while that is not known. */
export const isUnderWay = (hour: Onboarding | undefined): boolean =>
  hour?.said.every(({ place }) => place !== AWAY) ?? false;
