import { sourceName } from "#app/lib/attribution/names.ts";
import type {
  VisitInsights,
  VisitRow,
  VisitTotals,
  VisitVital,
} from "#app/lib/data/database.types.ts";
import {
  countOf,
  formatCount,
  formatDay,
  formatMonth,
  formatShortDay,
} from "#app/lib/text/formats.ts";
import type { Days, VisitGroup } from "./queries.ts";
import { leadsBehind } from "./words.ts";

/** The figures in order. */
export const VISIT_FIGURES: readonly [keyof VisitTotals, label: string][] = [
  ["visits", "Visits"],
  ["views", "Page views"],
  ["contact", "Contact page"],
  ["started", "Form started"],
  ["sent", "Form sent"],
  ["booked", "Call booked"],
  ["phone", "Phone clicks"],
  ["email", "Email clicks"],
];

const DAY_MS = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayCount = ({ from, until }: Days) => Math.round((at(until) - at(from)) / DAY_MS) + 1;

/** Whether all days of the period before were recorded. */
export const isCompared = (
  insights: Pick<VisitInsights, "from" | "until" | "recorded_from">,
): boolean =>
  insights.recorded_from !== null &&
  at(insights.recorded_from) <= at(insights.from) - dayCount(insights) * DAY_MS;

/** "Nov 01, 2026 to Nov 28, 2026, compared with the 28 days before" */
export function visitDaysText(insights: VisitInsights): string {
  const { from, until, recorded_from } = insights;
  const days = `${formatDay(from)} to ${formatDay(until)}`;
  if (isCompared(insights)) {
    const count = dayCount(insights);
    return `${days}, compared with the ${count === 1 ? "day" : `${formatCount(count)} days`} before`;
  }
  return recorded_from && recorded_from > from
    ? `${days}. Visits have been recorded since ${formatDay(recorded_from)}.`
    : `${days}. Earlier days are incomplete, so there's no comparison.`;
}

/** "80 (+25%)": the figure before, and by how much today's is more. */
export function beforeText(now: number, before: number): string {
  if (before === 0) return "0";
  const change = Math.round((now / before - 1) * 100);
  const amount = `${change > 0 ? "+" : "−"}${formatCount(Math.abs(change))}%`;
  return `${formatCount(before)} (${change === 0 ? "no change" : amount})`;
}

/** A part in percent of the whole: "3.1%". */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? "—" : `${Number(((part / whole) * 100).toFixed(1))}%`;

/** The steps from a visit to a request. */
export const funnelOf = (totals: VisitTotals) =>
  VISIT_FIGURES.filter(([key]) => !["views", "phone", "email"].includes(key)).map(
    ([key, label]) => ({
      key,
      label,
      count: totals[key],
      share: totals[key] / (totals.visits || 1),
    }),
  );

/** The recorded days, or months if there are many, by name. */
export function recordedDays({ from, until, days, recorded_from }: VisitInsights) {
  const byMonth = dayCount({ from, until }) > 92;
  const since = recorded_from ?? "";
  return {
    header: byMonth ? "Month" : "Day",
    days: days
      .filter(({ day }) => (byMonth ? day.slice(0, 7) >= since.slice(0, 7) : day >= since))
      .map((of) => ({ ...of, name: byMonth ? formatMonth(of.day) : formatShortDay(of.day) })),
  };
}

export interface VisitTable {
  columns: string[];
  /** in each row as many as columns, without the name; `to` leads to the leads behind a figure */
  rows: { id: string; name: string; cells: { text: string; to?: string | undefined }[] }[];
}

const DEVICES = { phone: "Phone", tablet: "Tablet", desktop: "Desktop" };
const STEPS = ["visits", "contact", "started", "sent", "booked"] as const;
const LABELS = new Map<string, string>(VISIT_FIGURES);
const cells = (...counts: number[]) => counts.map((count) => ({ text: formatCount(count) }));

/** The table that is shown and exported. */
export function visitTable(insights: VisitInsights, by: VisitGroup): VisitTable {
  const compared = isCompared(insights);
  const { from: since, until } = insights;
  if (by === "day") {
    const { header, days } = recordedDays(insights);
    return {
      columns: [header, "Visits", "Page views"],
      rows: days.toReversed().map(({ day, name, visits, views }) => ({
        id: day,
        name: header === "Day" ? formatDay(day) : name,
        cells: cells(visits, views),
      })),
    };
  }
  if (by === "device")
    return {
      columns: ["Device", "Visits", "Share"],
      rows: insights.devices.map(({ name, visits }) => ({
        id: name,
        name: DEVICES[name],
        cells: [...cells(visits), { text: shareText(visits, insights.now.visits) }],
      })),
    };
  if (by === "page")
    return {
      columns: ["Page", "Page views", ...(compared ? ["Before"] : [])],
      rows: insights.pages.map(({ name, views, views_before }) => ({
        id: name,
        name,
        cells: cells(views, ...(compared ? [views_before] : [])),
      })),
    };
  const groups = {
    source: { header: "Source", rows: insights.sources },
    campaign: { header: "Campaign", rows: insights.campaigns },
    landing_page: { header: "Landing page", rows: insights.landing_pages },
  };
  const { header, rows } = groups[by];
  const nameOf = ({ name }: VisitRow) => {
    if (name === null) return "Other";
    if (name === "") return by === "campaign" ? "No campaign" : "Unknown";
    return by === "source" ? sourceName(name) : name;
  };
  return {
    columns: [
      header,
      ...STEPS.map((step) => LABELS.get(step) ?? step),
      ...(compared ? ["Visits before"] : []),
    ],
    rows: rows.map((row) => ({
      id: row.name ?? "other visits",
      name: nameOf(row),
      cells: [
        ...STEPS.map((step) => ({
          text: formatCount(row[step]),
          to:
            step === "sent" && by === "source"
              ? leadsBehind({ since, until }, { by, key: row.name }, "")
              : undefined,
        })),
        ...(compared ? cells(row.visits_before) : []),
      ],
    })),
  };
}

/** Google's limits of good and poor, with the name of each vital. */
const VITALS = {
  lcp: { name: "Loading (LCP)", good: 2500, poor: 4000 },
  inp: { name: "Response to input (INP)", good: 200, poor: 500 },
  cls: { name: "Layout shift (CLS)", good: 0.1, poor: 0.25 },
} as const;

const RATINGS = {
  good: { tone: "success", word: "Good" },
  middling: { tone: "warning", word: "Needs work" },
  poor: { tone: "danger", word: "Poor" },
} as const;

const unitText = (name: VisitVital["name"], value: number) =>
  name === "cls"
    ? String(Number(value.toFixed(2)))
    : value < 1000
      ? `${Math.round(value)}\u00a0ms`
      : `${Number((value / 1000).toFixed(1))}\u00a0s`;

/** The measured vitals and, without samples, the others. */
export const allVitals = (measured: readonly VisitVital[]): VisitVital[] =>
  (Object.keys(VITALS) as VisitVital["name"][]).map(
    (name) =>
      measured.find((vital) => vital.name === name) ?? {
        name,
        samples: 0,
        p75: 0,
        good: 0,
        poor: 0,
      },
  );

/** A vital in words; its rating is undefined without samples. */
export function vitalText({ name, samples, p75, good, poor }: VisitVital) {
  const limits = VITALS[name];
  const rating =
    samples === 0
      ? undefined
      : p75 <= limits.good
        ? RATINGS.good
        : p75 <= limits.poor
          ? RATINGS.middling
          : RATINGS.poor;
  return {
    name: limits.name,
    value: samples === 0 ? "—" : unitText(name, p75),
    limit: unitText(name, limits.good),
    rating,
    good: shareText(good, samples),
    middling: shareText(samples - good - poor, samples),
    poor: shareText(poor, samples),
    samples: countOf(samples, "page view"),
  };
}
