import { sourceName, UNKNOWN_SOURCE } from "#app/lib/attribution/names.ts";
import type { InsightFigures, LeadInsights } from "#app/lib/data/database.types.ts";
import { countOf, formatCount, formatDay, formatMonth } from "#app/lib/text/formats.ts";
import type { Group } from "./queries.ts";

/** A row's name: "Google", "November 2026". */
export function rowName(by: Group, key: string | null): string {
  if (key === null) return by === "month" ? "Earlier" : "Other";
  if (key === "") return by === "campaign" ? "No campaign" : "Unknown";
  if (by === "month") return formatMonth(`${key}-01`);
  return by === "source" ? sourceName(key) : key;
}

/** "45 minutes", "5 hours", "3 days" */
export function durationText(minutes: number | null): string {
  if (minutes === null) return "—";
  if (minutes < 90) return countOf(minutes, "minute");
  if (minutes < 48 * 60) return countOf(Math.round(minutes / 60), "hour");
  return countOf(Math.round(minutes / 60 / 24), "day");
}

/** Won leads in percent of those won or lost; null before any outcome. */
export const winRate = ({ won, lost }: Pick<InsightFigures, "won" | "lost">): number | null =>
  won + lost === 0 ? null : Math.round((won / (won + lost)) * 100);

const percent = (rate: number | null) => (rate === null ? "—" : `${rate}%`);

/** The figures in order, each with its text. */
export const FIGURES = [
  { key: "leads", label: "Leads", text: (of: InsightFigures) => formatCount(of.leads) },
  { key: "won", label: "Won", text: (of: InsightFigures) => formatCount(of.won) },
  { key: "rate", label: "Win rate", text: (of: InsightFigures) => percent(winRate(of)) },
  {
    key: "value",
    label: "Monthly value won",
    text: (of: InsightFigures) => `$${formatCount(of.won_value)}`,
  },
  {
    key: "answer",
    label: "Median time to first reply",
    text: (of: InsightFigures) => durationText(of.minutes_to_answer),
  },
  {
    key: "close",
    label: "Median time to close",
    text: (of: InsightFigures) => durationText(of.minutes_to_close),
  },
] as const;

export const NO_FIGURES: InsightFigures = {
  leads: 0,
  won: 0,
  lost: 0,
  won_value: 0,
  minutes_to_answer: null,
  minutes_to_close: null,
};

/** "Dec 01, 2025 to Nov 30, 2026" */
export const daysText = ({ since, until }: Pick<LeadInsights, "since" | "until">): string =>
  since ? `${formatDay(since)} to ${formatDay(until)}` : `Until ${formatDay(until)}`;

/** The last day of a month such as "2026-11". */
const lastDay = (month: string) => {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10);
};

/**
 * The inbox's list of the leads behind a row, or behind the total; undefined where its filters can't
 * express them.
 */
export function leadsBehind(
  { since, until }: Pick<LeadInsights, "since" | "until">,
  row: { by: Group; key: string | null } | undefined,
  show: "" | "won",
): string | undefined {
  if (row && (row.key === null || row.by === "campaign" || row.by === "landing_page"))
    return undefined;
  const month = row?.by === "month" ? row.key : undefined;
  const filters = {
    show,
    source: row?.by === "source" ? row.key || UNKNOWN_SOURCE : "",
    since: month ? `${month}-01` : (since ?? ""),
    until: month ? lastDay(month) : until,
  };
  const known = Object.entries(filters).filter(([, value]) => value);
  return `/admin/contact-manager?${new URLSearchParams(known)}`;
}
