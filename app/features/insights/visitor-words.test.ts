import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import type { VisitInsights } from "#app/lib/data/database.types.ts";
import { visitsCsv, vitalsCsv } from "./export.ts";
import { daysOf } from "./queries.ts";
import {
  allVitals,
  beforeText,
  funnelOf,
  isCompared,
  recordedDays,
  shareText,
  visitDaysText,
  visitTable,
  vitalText,
} from "./visitor-words.ts";

const steps = { contact: 300, started: 120, sent: 60, booked: 12 };
const insights: VisitInsights = {
  from: "2026-11-01",
  until: "2026-11-28",
  recorded_from: "2026-10-04",
  now: { visits: 1_200, views: 3_400, ...steps, phone: 5, email: 0 },
  before: {
    visits: 800,
    views: 3_400,
    contact: 0,
    started: 0,
    sent: 80,
    booked: 1,
    phone: 0,
    email: 0,
  },
  days: [
    { day: "2026-11-27", visits: 4, views: 5 },
    { day: "2026-11-28", visits: 1_196, views: 3_395 },
  ],
  sources: [
    { name: "google", visits: 1_000, ...steps, visits_before: 700 },
    { name: "", visits: 150, ...steps, visits_before: 0 },
    { name: null, visits: 50, ...steps, visits_before: 100 },
  ],
  campaigns: [{ name: "=1+1", visits: 9, ...steps, visits_before: 0 }],
  landing_pages: [],
  pages: [{ name: "/", views: 3_400, views_before: 1 }],
  devices: [{ name: "phone", visits: 900 }],
  vitals: [
    { name: "lcp", samples: 200, p75: 2_345, good: 160, poor: 10 },
    { name: "inp", samples: 200, p75: 320, good: 100, poor: 10 },
    { name: "cls", samples: 200, p75: 0.3, good: 20, poor: 101 },
  ],
};

describe("a period's days", () => {
  test.each([
    ["12-months", "2025-12-01", "2026-11-28"],
    ["3-months", "2026-09-01", "2026-11-28"],
    ["this-month", "2026-11-01", "2026-11-28"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["all", "2021-11-29", "2026-11-28"],
  ] as const)("%s", (period, from, until) => {
    expect(daysOf(period, "2026-11-28")).toEqual({ from, until });
  });

  test("in January, last month is December, and a leap day has its five years", () => {
    expect(daysOf("last-month", "2027-01-31")).toEqual({ from: "2026-12-01", until: "2026-12-31" });
    expect(daysOf("all", "2028-02-29")).toEqual({ from: "2023-03-02", until: "2028-02-29" });
  });
});

test("compares only with days that were all recorded", () => {
  expect(isCompared(insights)).toBe(true);
  expect(visitDaysText(insights)).toBe(
    "Nov 01, 2026 to Nov 28, 2026, compared with the 28 days before",
  );
  const late = { ...insights, recorded_from: "2026-10-05" };
  expect(isCompared(late)).toBe(false);
  expect(visitDaysText(late)).toBe(
    "Nov 01, 2026 to Nov 28, 2026. Earlier days are incomplete, so there's no comparison.",
  );
  expect(visitDaysText({ ...insights, recorded_from: "2026-11-12" })).toBe(
    "Nov 01, 2026 to Nov 28, 2026. Visits have been recorded since Nov 12, 2026.",
  );
  expect(visitTable(late, "source").columns).not.toContain("Visits before");
});

test.each([
  [100, 80, "80 (+25%)"],
  [60, 80, "80 (−25%)"],
  [80, 80, "80 (no change)"],
  [5_000, 1, "1 (+499,900%)"],
  [5, 0, "0"],
])("%i after %i reads %s", (now, before, text) => {
  expect(beforeText(now, before)).toBe(text);
});

test("a share of nothing is no number", () => {
  expect(shareText(1, 3)).toBe("33.3%");
  expect(shareText(0, 0)).toBe("—");
});

test("the funnel is in the order of a visit", () => {
  expect(funnelOf(insights.now).map(({ label, count }) => [label, count])).toEqual([
    ["Visits", 1_200],
    ["Contact page", 300],
    ["Form started", 120],
    ["Form sent", 60],
    ["Call booked", 12],
  ]);
});

test("leaves out days before the first figures, and names months", () => {
  const day = { visits: 1, views: 1 };
  expect(recordedDays({ ...insights, recorded_from: "2026-11-28" }).days).toMatchObject([
    { name: "Nov 28" },
  ]);
  const year = { ...insights, from: "2025-12-01", recorded_from: "2026-10-20" };
  const months = ["2026-09-01", "2026-10-01", "2026-11-01"].map((first) => ({
    day: first,
    ...day,
  }));
  expect(recordedDays({ ...year, days: months })).toMatchObject({
    header: "Month",
    days: [{ name: "October 2026" }, { name: "November 2026" }],
  });
});

describe("tables", () => {
  const texts = (by: Parameters<typeof visitTable>[1]) =>
    visitTable(insights, by).rows.map(({ name, cells }) => [
      name,
      ...cells.map(({ text }) => text),
    ]);

  test("name sources as the leads' table does, and link to their leads", () => {
    expect(texts("source")).toEqual([
      ["Google", "1,000", "300", "120", "60", "12", "700"],
      ["Unknown", "150", "300", "120", "60", "12", "0"],
      ["Other", "50", "300", "120", "60", "12", "100"],
    ]);
    const links = visitTable(insights, "source").rows.map(({ cells }) => cells.map(({ to }) => to));
    const range = "since=2026-11-01&until=2026-11-28";
    expect(links.map((row) => row.filter(Boolean))).toEqual([
      [`/admin/contact-manager?source=google&${range}`],
      [`/admin/contact-manager?source=None&${range}`],
      [],
    ]);
  });

  test("have days newest first, devices with their share, and pages", () => {
    expect(texts("day")[0]).toEqual(["Nov 28, 2026", "1,196", "3,395"]);
    expect(texts("device")).toEqual([["Phone", "900", "75%"]]);
    expect(texts("page")).toEqual([["/", "3,400", "1"]]);
    expect(texts("landing_page")).toEqual([]);
  });

  const parsed = async (file: Blob) => Papa.parse(await file.text(), { header: true }).data;

  test("are written as files that no spreadsheet runs", async () => {
    expect(await parsed(visitsCsv(visitTable(insights, "campaign")))).toEqual([
      {
        Campaign: "'=1+1",
        Visits: "9",
        "Contact page": "300",
        "Form started": "120",
        "Form sent": "60",
        "Call booked": "12",
        "Visits before": "0",
      },
    ]);
    const [day] = await parsed(visitsCsv(visitTable(insights, "day")));
    expect(day).toEqual({ Day: "Nov 28, 2026", Visits: "1196", "Page views": "3395" });
    expect((await parsed(vitalsCsv(insights.vitals)))[2]).toEqual({
      Measure: "Layout shift (CLS)",
      "75th percentile (ms, CLS without a unit)": "0.3",
      Rating: "Poor",
      Good: "20",
      "Needs work": "79",
      Poor: "101",
      "Page views measured": "200",
    });
  });
});

test("rates vitals in words, by Google's limits", () => {
  const words = (name: "lcp" | "inp" | "cls", p75: number, samples = 1) => {
    const { value, rating } = vitalText({ name, p75, samples, good: 0, poor: 0 });
    return [value, rating?.word];
  };
  expect(words("lcp", 2_500)).toEqual(["2.5\u00a0s", "Good"]);
  expect(words("lcp", 2_501)).toEqual(["2.5\u00a0s", "Needs work"]);
  expect(words("lcp", 4_001)).toEqual(["4\u00a0s", "Poor"]);
  expect(words("inp", 200)).toEqual(["200\u00a0ms", "Good"]);
  expect(words("inp", 501)).toEqual(["501\u00a0ms", "Poor"]);
  expect(words("cls", 0.1)).toEqual(["0.1", "Good"]);
  expect(words("cls", 0.25)).toEqual(["0.25", "Needs work"]);
  expect(allVitals([]).map((vital) => vitalText(vital).value)).toEqual(["—", "—", "—"]);
  const once = { name: "lcp", p75: 900, samples: 1, good: 1, poor: 0 } as const;
  expect(vitalText(once).samples).toBe("1 page view");
  expect(allVitals(insights.vitals)).toEqual(insights.vitals);
  expect(vitalText(insights.vitals[0] as never)).toMatchObject({
    good: "80%",
    middling: "15%",
    poor: "5%",
    limit: "2.5\u00a0s",
    samples: "200 page views",
  });
});
