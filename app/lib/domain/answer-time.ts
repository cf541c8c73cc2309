import {
  afterOpenMinutes,
  type ClockTime,
  openMinutes,
  readClock,
  type Week,
} from "./business-hours.ts";

/** In minutes of business hours: "Responses typically within 2-4 hours" (rule V-12). */
const USUAL = 2 * 60;
const LATEST = 4 * 60;

const DAY_MS = 86_400_000;
const NO_BREAK = "\u00A0";

export interface AnswerTime {
  tone: "neutral" | "warning" | "danger";
  /** follows the label "Answer" */
  words: string;
}

/**
 * When the first answer to a lead is due, by the promise and the company's hours. Undefined if the office
 * never opens.
 */
export function answerTime(
  week: Week,
  received: string | Date,
  now = new Date(),
): AnswerTime | undefined {
  const due = afterOpenMinutes(week, new Date(received), LATEST);
  if (!due) return undefined;
  const clock = readClock(now);
  if (clock.day > due.day || (clock.day === due.day && clock.minute > due.minute))
    return { tone: "danger", words: `overdue since ${sinceOf(due, clock.day)}` };
  const waited = openMinutes(week, new Date(received), now);
  return { tone: waited >= USUAL ? "warning" : "neutral", words: `due ${untilOf(due, clock.day)}` };
}

const DATE = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });

/** "today 2:30 PM", "Fri 9:00 AM", or "Nov 20" when further away, with non-breaking spaces. */
function untilOf({ day, minute }: ClockTime, today: number): string {
  const away = day - today;
  if (away > 6) return dateOf(day);
  const near = away === 0 ? "today" : away === 1 ? "tomorrow" : WEEKDAY.format(day * DAY_MS);
  return `${near} ${timeOf(minute)}`;
}

/** "2:30 PM" for today, "yesterday", or "Nov 20" */
function sinceOf({ day, minute }: ClockTime, today: number): string {
  if (day === today) return timeOf(minute);
  return day === today - 1 ? "yesterday" : dateOf(day);
}

const dateOf = (day: number) => DATE.format(day * DAY_MS).replaceAll(" ", NO_BREAK);

/** "2:30 PM" */
function timeOf(minute: number): string {
  const hour = Math.floor(minute / 60);
  const minutes = String(minute % 60).padStart(2, "0");
  return `${hour % 12 || 12}:${minutes}${NO_BREAK}${hour < 12 || hour === 24 ? "AM" : "PM"}`;
}
