import { answered } from "#app/lib/data/answers.ts";
import type { LeadInsights, VisitInsights } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { wallTime } from "#contract/time/company-zone.ts";

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

export interface Days {
  from: string;
  until: string;
}

/** What the visitors' table is by, by its name in the URL; the first is the default. */
export const VISIT_GROUPS = {
  source: "Source",
  campaign: "Campaign",
  landing_page: "Landing page",
  page: "Page",
  device: "Device",
  day: "Day or month",
} as const;
export type VisitGroup = keyof typeof VISIT_GROUPS;

/** Years that are kept, and read at once. */
const YEARS = 5;

/** The company's days of a period, up to today. @param today such as "2026-11-28" */
export function daysOf(period: Period, today = wallTime(new Date()).slice(0, 10)): Days {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  const dayAt = (...date: [year: number, month: number, day: number]) =>
    new Date(Date.UTC(...date)).toISOString().slice(0, 10);
  const chosen = PERIODS[period];
  if (!("months" in chosen)) return { from: dayAt(year - YEARS, month - 1, day + 1), until: today };
  const next = month - ("skipped" in chosen ? chosen.skipped : 0);
  return {
    from: dayAt(year, next - chosen.months, 1),
    until: next < month ? dayAt(year, next, 0) : today,
  };
}

/** The figures of some days, and of as many before. Throws the backend's error. */
export const readVisits = ({ from, until }: Days): Promise<VisitInsights> =>
  answered(supabase().rpc("visit_insights", { from, until }));
