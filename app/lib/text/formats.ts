import { formatCompanyTime, zonedFormat } from "#contract/time/company-zone.ts";

// Not "yesterday": 40 hours ago may be two days ago by the calendar.
const AGO = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });
const UNITS = ["Bytes", "KB", "MB", "GB"];

const DAY = zonedFormat("en-US", { month: "short", day: "2-digit", year: "numeric" });

/** "Nov 05, 2026": rule I-1's 'MMM dd, yyyy', in the company's zone. */
export const formatDate = (time: string | Date) => DAY(time);

/** The same for a day without a time, "2026-11-05", which has no zone. */
export const formatDay = (day: string) => DAY(day, "UTC");

const SHORT_DAY = zonedFormat("en-US", { month: "short", day: "numeric" });

/** "Nov 5", of a day without a time. */
export const formatShortDay = (day: string) => SHORT_DAY(day, "UTC");

const MONTH = zonedFormat("en-US", { month: "long", year: "numeric" });

/** "November 2026", of one of its days. */
export const formatMonth = (day: string) => MONTH(day, "UTC");

/** "Nov 5, 2026, 9:54 AM PST" */
export const formatTime = (time: string | Date) => formatCompanyTime(time);

/** "3 hours ago", in the largest unit that fits. */
export function formatAge(time: string | Date, now = new Date()): string {
  const seconds = (new Date(time).getTime() - now.getTime()) / 1000;
  for (const [unit, size] of [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const)
    if (Math.abs(seconds) >= size) return AGO.format(Math.trunc(seconds / size), unit);
  return "just now";
}

/** Bytes, KB, MB or GB with at most 2 decimals, base 1024; 0 is '0 Bytes' (rule M-5). */
export function formatBytes(bytes: number): string {
  const unit = Math.min(
    UNITS.length - 1,
    bytes > 0 ? Math.floor(Math.log(bytes) / Math.log(1024)) : 0,
  );
  return `${Number((bytes / 1024 ** unit).toFixed(2))} ${UNITS[unit]}`;
}

export const formatCount = (count: number) => count.toLocaleString("en-US");

/** "1 lead", "2,000 leads" */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** A map, because staff choose the keys and every object has a "constructor". */
const CAPITALS = new Map(
  Object.entries({
    cta: "CTA",
    url: "URL",
    faq: "FAQ",
    faqs: "FAQs",
    id: "ID",
    seo: "SEO",
    json: "JSON",
    sku: "SKU",
    pst: "PST",
  }),
);

/** A stored name as a label: "primary_button_text" is "Primary button text", "cta" is "CTA". */
export function labelFromKey(key: string): string {
  const words = key
    .replace(/([a-z])(\d)/g, "$1 $2")
    .split(/[_\s-]+/)
    .filter(Boolean)
    .map((word) => CAPITALS.get(word) ?? word);
  const label = words.join(" ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The lines of a text with one entry per line, without blank ones and repeats. */
export const lines = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
