import { expect, test } from "vitest";
import { officeWeek, readWeek, typedWeek, type Week } from "#app/lib/domain/business-hours.ts";
import { hoursText, weekText } from "./opening-hours.ts";

const CARD = [
  { label: "Monday-Friday", hours: "8:00 AM - 6:00 PM PST" },
  { label: "Saturday", hours: "9:00 AM - 2:00 PM PST" },
  { label: "Sunday", hours: "Closed" },
];

test("turns the card into a setting that reads as the same week", () => {
  const week = readWeek(CARD) as Week;
  const text = weekText(week);
  expect(text).toBe(
    "Mo 08:00-18:00; Tu 08:00-18:00; We 08:00-18:00; Th 08:00-18:00; Fr 08:00-18:00; Sa 09:00-14:00",
  );
  expect(officeWeek(text, [])).toEqual(week);
});

test("prefers the setting to the card, unless it is blank", () => {
  expect(officeWeek("Mo 09:30-17:15", CARD)?.[1]).toEqual([{ from: 570, to: 1035 }]);
  expect(officeWeek("Mo 09:30-17:15", CARD)?.[2]).toEqual([]);
  expect(officeWeek("", CARD)).toEqual(readWeek(CARD));
});

test.each(["", "Mo 08:00-12:00,13:00-24:00; Su 00:00-00:01", "We -"])(
  "keeps %j through parsing and writing",
  (text) => expect(hoursText(typedWeek(text))).toBe(text),
);
