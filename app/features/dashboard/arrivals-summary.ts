import type { Arrivals } from "#app/lib/data/database.types.ts";
import { formatCount } from "#app/lib/text/formats.ts";

const counted = (count: number, one: string) =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

/** "14 leads and 3 booked calls in the last 30 days, most of them: Google." */
export function arrivalsSummary(
  rows: readonly Arrivals[],
  nameOf: (name: string | null) => string,
): string {
  const sum = (of: "leads" | "bookings") => rows.reduce((total, row) => total + row[of], 0);
  const [leads, bookings] = [sum("leads"), sum("bookings")];
  const [first, second] = rows;
  if (!first) return "No leads and no booked calls in the last 30 days.";
  const all = `${counted(leads, "lead")} and ${counted(bookings, "booked call")} in the last 30 days`;
  const isAhead = first.leads > (second?.leads ?? 0) && first.name !== null;
  return isAhead ? `${all}, most leads: ${nameOf(first.name)}.` : `${all}.`;
}
