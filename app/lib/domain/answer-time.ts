import { openMinutes, type Week } from "./business-hours.ts";

/** Minutes of business hours: "Responses typically within 2-4 hours" (rule V-12). */
const USUAL = 2 * 60;
const LATEST = 4 * 60;

const NO_BREAK = "\u00A0";

export interface AnswerTime {
  tone: "neutral" | "warning" | "danger";
  /** to follow "Answer" */
  words: string;
}

/** How a message that waits for its first answer stands against the promise, in business hours. */
export function answerTime(week: Week, received: string | Date, now = new Date()): AnswerTime {
  const waited = openMinutes(week, new Date(received), now);
  if (waited > LATEST)
    return { tone: "danger", words: `overdue by ${formatHours(waited - LATEST)}` };
  return {
    tone: waited >= USUAL ? "warning" : "neutral",
    words: waited === LATEST ? "due now" : `due in ${formatHours(LATEST - waited)}`,
  };
}

/** "45 min", "3 h 20 min", and from ten hours on "27 h"; a number and its unit stay on one line. */
function formatHours(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const inHours = `${hours.toLocaleString("en-US")}${NO_BREAK}h`;
  const inMinutes = `${rest}${NO_BREAK}min`;
  if (hours === 0) return inMinutes;
  return rest === 0 || hours >= 10 ? inHours : `${inHours} ${inMinutes}`;
}
