import { expect, test } from "vitest";
import { sourceName } from "#app/lib/attribution/names.ts";
import { arrivalsSummary } from "./arrivals.tsx";

const row = (name: string | null, leads: number, bookings = 0) => ({ name, leads, bookings });

test.each([
  [[], "No leads or booked calls in the last 30 days."],
  [[row("google", 1)], "1 lead and 0 booked calls in the last 30 days, most leads: Google."],
  [
    [row("google", 1_200, 1), row("direct", 5, 2)],
    "1,205 leads and 3 booked calls in the last 30 days, most leads: Google.",
  ],
  [[row("google", 2), row("bing", 2)], "4 leads and 0 booked calls in the last 30 days."],
  [[row("google", 0, 1)], "0 leads and 1 booked call in the last 30 days."],
  [[row(null, 9), row("bing", 2)], "11 leads and 0 booked calls in the last 30 days."],
])("%j", (rows, sentence) => {
  expect(arrivalsSummary(rows, sourceName)).toBe(sentence);
});

test.each([
  [null, "Unknown"],
  ["None", "Unknown"],
  ["direct", "Direct"],
  ["linkedin", "LinkedIn"],
  ["spring news", "spring news"],
  ["constructor", "constructor"],
])("the source %s is called %s", (source, name) => {
  expect(sourceName(source)).toBe(name);
});
