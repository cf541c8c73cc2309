import { answered } from "#app/lib/data/answers.ts";
import type { LeadInsights } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** The prefix of every query key. */
export const name = "lead_insights";

/** Periods in whole calendar months, by their names in the URL; the first is the default. */
export const PERIODS = {
  "12-months": { label: "Last 12 months", months: 12 },
  "3-months": { label: "Last 3 months", months: 3 },
  "this-month": { label: "This month", months: 1 },
  "last-month": { label: "Last month", months: 1, skipped: 1 },
  all: { label: "All time" },
} as const;
export type Period = keyof typeof PERIODS;

/** What the table is by, by its name in the URL; the first is the default. */
export const GROUPS = {
  source: "Source",
  campaign: "Campaign",
  landing_page: "Landing page",
  month: "Month",
} as const;
export type Group = keyof typeof GROUPS;

/** The sums of one period, and of the one before. Throws the backend's error. */
export function read(period: Period = "12-months", by: Group = "source"): Promise<LeadInsights> {
  const { label: _, ...months } = PERIODS[period];
  return answered(supabase().rpc("lead_insights", { by, ...months }));
}
