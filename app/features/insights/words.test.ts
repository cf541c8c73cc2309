import Papa from "papaparse";
import { expect, test } from "vitest";
import { insightsCsv } from "./export.ts";
import { daysText, durationText, leadsBehind, NO_FIGURES, rowName, winRate } from "./words.ts";

test.each([
  [null, "—"],
  [0, "0 minutes"],
  [1, "1 minute"],
  [89, "89 minutes"],
  [90, "2 hours"],
  [47 * 60, "47 hours"],
  [48 * 60, "2 days"],
])("shows %j minutes as %s", (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});

test("counts the win rate among leads with an outcome", () => {
  expect(winRate({ won: 1, lost: 2 })).toBe(33);
  expect(winRate({ won: 0, lost: 2 })).toBe(0);
  expect(winRate({ won: 0, lost: 0 })).toBeNull();
});

test.each([
  ["source", "google", "Google"],
  ["source", "", "Unknown"],
  ["source", null, "Other"],
  ["campaign", "", "No campaign"],
  ["landing_page", "/pricing", "/pricing"],
  ["month", "2026-11", "November 2026"],
  ["month", null, "Earlier"],
] as const)("a row by %s with the key %j is called %s", (by, key, name) => {
  expect(rowName(by, key)).toBe(name);
});

const year = { since: "2025-12-01", until: "2026-11-30" };
const all = { since: null, until: "2026-11-30" };

test("names the days of a period", () => {
  expect(daysText(year)).toBe("Dec 01, 2025 to Nov 30, 2026");
  expect(daysText(all)).toBe("Until Nov 30, 2026");
});

test("links to the leads that the inbox's filters can list", () => {
  const inbox = "/admin/contact-manager?";
  expect(leadsBehind(year, undefined, "won")).toBe(
    `${inbox}show=won&since=2025-12-01&until=2026-11-30`,
  );
  expect(leadsBehind(all, { by: "source", key: "" }, "")).toBe(
    `${inbox}source=None&until=2026-11-30`,
  );
  expect(leadsBehind(year, { by: "month", key: "2026-02" }, "")).toBe(
    `${inbox}since=2026-02-01&until=2026-02-28`,
  );
  for (const row of [
    { by: "campaign", key: "fall" },
    { by: "landing_page", key: "/" },
    { by: "source", key: null },
  ] as const)
    expect(leadsBehind(year, row, "")).toBeUndefined();
});

test("writes the table as a file that no spreadsheet runs", async () => {
  const file = insightsCsv("campaign", [
    { ...NO_FIGURES, key: "=1+1", leads: 3, won: 1, lost: 1, won_value: 900, minutes_to_answer: 5 },
  ]);
  const { data } = Papa.parse(await file.text(), { header: true });
  expect(data).toEqual([
    {
      Campaign: "'=1+1",
      Leads: "3",
      Won: "1",
      Lost: "1",
      "Win rate (%)": "50",
      "Monthly value won (USD)": "900",
      "Median minutes to first reply": "5",
      "Median minutes to close": "",
    },
  ]);
});
