import { expect, test } from "vitest";
import { brandVariables } from "#app/lib/domain/brand.ts";
import { contrast } from "#app/lib/domain/color.ts";
import { isHardToRead, shownOf } from "./color-control.tsx";

// Ratios according to WebAIM's contrast checker.
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

const own = { brand_color_primary: "#1F6E4D", brand_color_secondary: "#F2A33A" };
const COLORS = [
  "#88CC55",
  "#808080",
  "#767676",
  "#6F6F6F",
  "#333333",
  "#FFE600",
  "#FFFFFF",
  "#123456",
  "#1F6E4D",
];
const KEYS = ["brand_color_primary", "brand_color_secondary"] as const;

test("shows readable company colors unchanged", () => {
  for (const key of KEYS) {
    const shown = shownOf(key, own);
    expect(shown && isHardToRead(shown)).toBe(false);
    expect(shown?.words).toBe(own[key]);
  }
});

test.each(COLORS.flatMap((color) => KEYS.map((key) => [color, key] as const)))(
  "%s as %s is called hard to read where the pages show another shade, and nowhere else",
  (color, key) => {
    const colors = { ...own, [key]: color };
    const given = brandVariables(colors);
    const other = given[key === "brand_color_primary" ? "--brand-words" : "--night-accent"];
    const shown = shownOf(key, colors);
    if (!shown) throw new Error("It is a color.");
    expect(isHardToRead(shown)).toBe(other !== undefined);
    expect(shown.words).toBe(other ?? color);
    expect(contrast(shown.words, shown.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shown.onButton, shown.button)).toBeGreaterThanOrEqual(4.5);
  },
);

test("does not check an invalid color", () => {
  expect(shownOf("brand_color_primary", { ...own, brand_color_primary: "red" })).toBeUndefined();
});
