import { expect, test } from "vitest";
import { initials } from "./icon.tsx";
import { fitted, outline, writable } from "./lettering.ts";

test.each([
  ["Moss 🌲 Fern", "Moss Fern"],
  [" Moss \n Fern ", "Moss Fern"],
  ["👩🏽‍🚀🇺🇸 Dock 1️⃣", "Dock 1"],
  ["Zażółć Ångström Đặng", "Zażółć Ångström Đặng"],
  ["Cafe\u0301", "Café"],
  ["🌲", null],
  ["", null],
  ["شركة النور", null],
  ["北极光", null],
  ["Moss и Fern", null],
])("%j is written as %j", (text, written) => expect(writable(text)).toBe(written));

const BOUNDS = { width: 600, height: 300, sizes: [80, 60, 40], lineHeight: 1, tracking: -0.03 };

test("uses the largest size at which all of a text fits", () => {
  expect(fitted("Short", BOUNDS)).toMatchObject({ lines: ["Short"], size: 80 });
  const { lines, size } = fitted("Everything between the dock and the doorstep, and back", BOUNDS);
  expect(size).toBe(60);
  expect(lines.join(" ")).toBe("Everything between the dock and the doorstep, and back");
});

test("cuts what never fits, and breaks words that are too long", () => {
  const { lines, size, width } = fitted("word ".repeat(200).trim(), BOUNDS);
  expect(size).toBe(40);
  expect(lines).toHaveLength(7);
  expect(lines.at(-1)).toMatch(/word…$/);
  expect(width).toBeLessThanOrEqual(600);
  const long = fitted("N".repeat(500), BOUNDS);
  expect(long.lines).toHaveLength(7);
  expect(long.width).toBeLessThanOrEqual(600);
  expect(long.lines.at(-1)?.endsWith("…")).toBe(true);
});

test("draws a line from left to right, and the next below it", () => {
  const xs = (path: string) => [...path.matchAll(/(-?\d+),/g)].map(([, x]) => Number(x));
  const ys = (path: string) => [...path.matchAll(/,(-?\d+)/g)].map(([, y]) => Number(y));
  expect(Math.max(...xs(outline(["HH"], 1, 0)))).toBeGreaterThan(
    Math.max(...xs(outline(["H"], 1, 0))) + 500,
  );
  expect(Math.min(...ys(outline(["H"], 1, 0)))).toBeLessThan(-600);
  expect(Math.max(...ys(outline(["H", "H"], 1, 0)))).toBe(1000);
});

test.each([
  ["Northlight Logistics", "NL"],
  ["moss", "M"],
  ["3PL of the North", "3O"],
  ["Émile & Søn", "ÉS"],
  ["🌲 Fern", "F"],
  ["شركة النور", null],
  ["", null],
])("the initials of %j are %j", (name, letters) => expect(initials(name)).toBe(letters));
