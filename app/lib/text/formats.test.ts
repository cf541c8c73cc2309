import { expect, test } from "vitest";
import {
  formatAge,
  formatBytes,
  formatDate,
  formatDay,
  formatTime,
  labelFromKey,
} from "./formats.ts";

test("dates are 'MMM dd, yyyy' by the company's clock", () => {
  expect(formatDate("2026-11-06T07:59:00Z")).toBe("Nov 05, 2026");
  expect(formatDay("2026-11-05")).toBe("Nov 05, 2026");
  expect(formatTime("2026-11-06T07:59:00Z")).toBe("Nov 5, 2026, 11:59 PM PST");
});

test.each([
  [0, "0 Bytes"],
  [1, "1 Bytes"],
  [1536, "1.5 KB"],
  [5_242_880, "5 MB"],
  [1_234_567_890_123, "1149.78 GB"],
])("%i bytes are %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test("shows ages in the largest unit", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(formatAge("2026-11-21T11:59:40Z", now)).toBe("just now");
  expect(formatAge("2026-11-21T09:00:00Z", now)).toBe("3 hours ago");
  expect(formatAge("2026-11-21T11:59:00Z", now)).toBe("1 minute ago");
  expect(formatAge("2026-11-20T09:00:00Z", now)).toBe("1 day ago");
  expect(formatAge("2026-11-19T16:00:00Z", now)).toBe("1 day ago");
});

test.each([
  ["primary_button_text", "Primary button text"],
  ["cta_section", "CTA section"],
  ["calendly_url", "Calendly URL"],
  ["constructor", "Constructor"],
  ["feature1_title", "Feature 1 title"],
  ["__opening__hours ", "Opening hours"],
  ["why-us", "Why us"],
])("%s reads as %s", (key, label) => {
  expect(labelFromKey(key)).toBe(label);
});
