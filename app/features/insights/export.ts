import type { LeadInsights } from "#app/lib/data/database.types.ts";
import { csvFile, csvOf } from "#app/lib/text/csv.ts";
import { GROUPS, type Group } from "./queries.ts";
import { rowName, winRate } from "./words.ts";

const text = (value: number | null) => String(value ?? "");

/** The shown table as a CSV file, safe to open in a spreadsheet. */
export const insightsCsv = (by: Group, rows: LeadInsights["rows"]): Blob =>
  csvFile([
    csvOf(
      rows.map((row) => ({
        [GROUPS[by]]: rowName(by, row.key),
        Leads: text(row.leads),
        Won: text(row.won),
        Lost: text(row.lost),
        "Win rate (%)": text(winRate(row)),
        "Won value a month (USD)": text(row.won_value),
        "Median minutes to first answer": text(row.minutes_to_answer),
        "Median minutes to close": text(row.minutes_to_close),
      })),
    ),
  ]);
