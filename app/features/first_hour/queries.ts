import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import type { FirstHour } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** The first part of every query key of the first hour. */
export const name = "first_hour";
/** The place of the word that puts the screen away: menu and dashboard ask no more. */
export const AWAY = "away";
export const SAID = [name, "said"] as const;

export const readFirstHour = (): Promise<FirstHour> => answered(supabase().rpc("first_hour"));

/** What people said of the first hour. @param ask as in useNewLeads */
export const useFirstHour = ({ ask = true }: { ask?: boolean } = {}) =>
  useQuery({ queryKey: SAID, queryFn: readFirstHour, enabled: ask, staleTime: 60_000 });

/** Whether the first hour is under way; false also while that is not known. */
export const isUnderWay = (hour: FirstHour | undefined): boolean =>
  hour?.said.every(({ place }) => place !== AWAY) ?? false;
