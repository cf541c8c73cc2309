import type { LeadInsights, VisitVital } from "#app/lib/data/database.types.ts";
import { csvFile, csvOf } from "#app/lib/text/csv.ts";
import { GROUPS, type Group } from "./queries.ts";
import { type VisitTable, vitalText } from "./visitor-words.ts";
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
        "Monthly value won (USD)": text(row.won_value),
        "Median minutes to first reply": text(row.minutes_to_answer),
        "Median minutes to close": text(row.minutes_to_close),
      })),
    ),
  ]);

/** A table of visits, with plain numbers. */
export const visitsCsv = ({ columns, rows }: VisitTable): Blob =>
  csvFile([
    csvOf(
      rows.map(({ name, cells }) =>
        Object.fromEntries(
          columns.map((column, at) => [
            column,
            at === 0 ? name : (cells[at - 1]?.text.replaceAll(",", "") ?? ""),
          ]),
        ),
      ),
    ),
  ]);

export const vitalsCsv = (vitals: readonly VisitVital[]): Blob =>
  csvFile([
    csvOf(
      vitals.map((vital) => ({
        Measure: vitalText(vital).name,
        "75th percentile (ms, CLS without a unit)": text(vital.p75),
        Rating: vitalText(vital).rating?.word ?? "",
        Good: text(vital.good),
        "Needs work": text(vital.samples - vital.good - vital.poor),
        Poor: text(vital.poor),
        "Page views measured": text(vital.samples),
      })),
    ),
  ]);
