import { expect, test } from "vitest";
import { contrast } from "#app/lib/domain/color.ts";
import { READABLE, readings, textOn } from "./contrast.ts";

// Ratios as WebAIM's contrast checker gives them.
test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#777777", "#ffffff", 4.48],
  ["#767676", "#ffffff", 4.54],
  ["#0000ff", "#ffffff", 8.59],
])("%s on %s is %d to 1", (a, b, ratio) => {
  expect(contrast(a, b)).toBeCloseTo(ratio, 2);
  expect(contrast(b, a)).toBe(contrast(a, b));
});

const hardToRead = (key: string, color: string) =>
  readings(key, color)
    .filter(({ ratio }) => ratio < READABLE)
    .map(({ what }) => what);

test("the company's own colors can be read", () => {
  expect(hardToRead("brand_color_primary", "#1F6E4D")).toEqual([]);
  expect(hardToRead("brand_color_secondary", "#F2A33A")).toEqual([]);
});

test("button text is white on dark colors and dark on light ones", () => {
  expect(textOn("#1F6E4D")).toBe("#ffffff");
  expect(textOn("#88CC55")).toBe("#17211c");
});

test("what is hard to read is said", () => {
  expect(hardToRead("brand_color_primary", "#88cc55")).toEqual([
    "links and icons in this color on white",
  ]);
  expect(hardToRead("brand_color_primary", "#808080")).toEqual([
    "links and icons in this color on white",
  ]);
  expect(hardToRead("brand_color_secondary", "#333333")).toEqual(["dark text on this color"]);
  expect(hardToRead("brand_color_primary", "red")).toEqual([]);
});
