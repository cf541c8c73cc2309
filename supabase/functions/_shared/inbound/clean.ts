import { oneLine } from "../text.ts";

/** PostgreSQL can store neither NUL nor half a surrogate pair; other control characters mean nothing. */
const CONTROL_OR_HALF = /(?![\t\n])[\p{Cc}\p{Surrogate}]/gu;

/** Text in lines, at most `most` characters of it. */
export function cleanText(text: string, most: number): string {
  return text.replace(/\r\n?/g, "\n").slice(0, most).replace(CONTROL_OR_HALF, "");
}

/** One line without control and direction characters; null when nothing is left. */
export function cleanLine(text: string, most: number): string | null {
  // Cut twice: the first only bounds the work, since what is removed may come before the rest.
  const line = oneLine(text.slice(0, 20 * most).replace(/\p{Surrogate}/gu, ""));
  return (
    line
      .slice(0, most)
      .replace(/\p{Surrogate}/gu, "")
      .trim() || null
  );
}
