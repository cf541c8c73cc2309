import { useQuery } from "@tanstack/react-query";
import { answered } from "#app/lib/data/answers.ts";
import type { Dashboard, LeadFigures } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

export const readDashboard = (): Promise<Dashboard> => answered(supabase().rpc("admin_dashboard"));

/** Whether the figures include those of leads, for people who handle them. */
export const hasLeads = (figures: Dashboard): figures is Dashboard & LeadFigures =>
  figures.total !== undefined;

/** The dashboard's figures, counted by the database in one call; refetched on each visit. */
export const useDashboard = () =>
  useQuery({ queryKey: ["admin_dashboard"], queryFn: readDashboard, staleTime: 0 });
