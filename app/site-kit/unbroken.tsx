import type { ReactNode } from "react";

/** "24", "$1.00", "1,000+", "99.8%" */
const AMOUNT = String.raw`[$€£]?\d[\d.,]*[%+]?`;
const UNIT = "minutes?|hours?|hrs?|days?|weeks?|months?|years?|orders?|items?|units?";
const WEIGHT = "oz|ounces?|lbs?|pounds?";
/** A range between two amounts with its unit, or a weight. A phone number's area code is part of it. */
const RANGE = new RegExp(
  String.raw`(?:\(\d+\) )?${AMOUNT}(?:(?: ?[-–—] ?${AMOUNT})+(?:[a-z]{1,4}\b)?(?: (?:${UNIT})\b)?| (?:${WEIGHT})\b)`,
  "gi",
);
/** Characters: anything longer must be able to wrap on a phone. */
const MAX_LENGTH = 24;

/**
 * Keeps "24-48 hours", "$1.00-$5.00", "8 oz" and "(503) 555-0142" on one line. The characters stay as staff
 * typed them, so that copy and search work.
 */
export function unbroken(text: string | null | undefined): ReactNode {
  if (!text) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: range, index } of text.matchAll(RANGE)) {
    if (range.length > MAX_LENGTH) continue;
    parts.push(
      text.slice(end, index),
      <span key={index} className="whitespace-nowrap">
        {range}
      </span>,
    );
    end = index + range.length;
  }
  return end === 0 ? text : [...parts, text.slice(end)];
}

/** An email address or other text. An address wraps after the @ if it has to, not within a word. */
export function breakable(text: string): ReactNode {
  const host = text.indexOf("@") + 1;
  if (host === 0) return unbroken(text);
  return (
    <>
      {text.slice(0, host)}
      <wbr />
      {text.slice(host)}
    </>
  );
}
