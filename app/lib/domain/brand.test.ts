import { describe, expect, test } from "vitest";
import { brandVariables, GROUND, INK, nightOf, softOf } from "./brand.ts";
import { contrast, mix } from "./color.ts";

const COLORS = [
  "#ffffff",
  "#000000",
  "#1f6e4d",
  "#f2a33a",
  "#ffe600",
  "#ffff00",
  "#808080",
  "#777777",
  "#ff0000",
  "#e8590c",
  "#00b7ff",
  "#0000ff",
  "#1a2b6d",
  "#8a2be2",
  "#ff69b4",
  "#fbfaf6",
  "#17211c",
];

/** The colors a page shows. A variable that isn't set falls back to the stylesheet's value. */
function shown(brand: string, accent: string) {
  const given = brandVariables({ brand_color_primary: brand, brand_color_secondary: accent });
  const onAccent = given["--on-accent"] ?? INK;
  const lamp = given["--night-accent"] ?? accent;
  return {
    given,
    onBrand: given["--on-brand"] ?? "",
    hover: given["--brand-hover"] ?? mix(brand, 0.62, "#06140d"),
    line: given["--brand-ink"] ?? brand,
    words: given["--brand-words"] ?? brand,
    onAccent,
    lamp,
    onLamp: given["--on-night-accent"] ?? INK,
    call: given["--call"] ?? accent,
    callHover: given["--call-hover"] ?? mix(given["--call"] ?? accent, 0.8, "#ffffff"),
    onCall: given["--on-call"] ?? INK,
  };
}

describe.each(COLORS)("with %s as the brand and any other color next to it", (brand) => {
  const night = nightOf(brand);

  test.each(COLORS)("%s: every word on a colored surface can be read", (accent) => {
    const { onBrand, hover, onAccent, lamp, onLamp, call, onCall } = shown(brand, accent);
    expect(contrast(onBrand, brand), "on the brand").toBeGreaterThanOrEqual(4.5);
    expect(contrast(onBrand, hover), "on a button under the pointer").toBeGreaterThanOrEqual(4.5);
    expect(contrast(onAccent, accent), "on the accent").toBeGreaterThanOrEqual(4.5);
    expect(contrast(lamp, night), "the accent as words in the dark").toBeGreaterThanOrEqual(4.5);
    expect(contrast(onLamp, lamp), "on a button in the dark").toBeGreaterThanOrEqual(4.5);
    expect(contrast(GROUND.paper, night), "in the dark").toBeGreaterThanOrEqual(7);
    expect(contrast(onCall, call), "on the closing button").toBeGreaterThanOrEqual(4.5);
  });

  test("text in its color is readable on paper, on cards and on its own tint", () => {
    const { words } = shown(brand, brand);
    for (const floor of [GROUND.card, GROUND.paper, GROUND.paper2, softOf(brand), "#ffffff"])
      expect(contrast(words, floor), floor).toBeGreaterThanOrEqual(4.5);
  });

  test.each(COLORS)("%s: every button and the stamp are distinct from the background", (accent) => {
    const { given, call, callHover, onCall } = shown(brand, accent);
    expect(contrast(call, brand), "the closing button").toBeGreaterThanOrEqual(1.8);
    expect(contrast(onCall, callHover), "under the pointer").toBeGreaterThanOrEqual(4.5);
    for (const [color, edge] of [
      [brand, "--brand-edge"],
      [accent, "--accent-edge"],
    ] as const)
      if (contrast(color, GROUND.paper) < 1.8) expect(given[edge], edge).toContain(INK);
  });

  test("every focus ring has 3:1 contrast against its surroundings", () => {
    const { onBrand, line } = shown(brand, brand);
    // A focus ring is offset, so both its sides have the same background.
    expect(contrast(GROUND.paper, night)).toBeGreaterThanOrEqual(3);
    expect(contrast(onBrand, brand)).toBeGreaterThanOrEqual(3);
    for (const floor of Object.values(GROUND)) {
      expect(contrast(INK, floor), floor).toBeGreaterThanOrEqual(3);
      expect(contrast(line, floor), floor).toBeGreaterThanOrEqual(3);
    }
  });
});

test("the company's own colors need no adjustment", () => {
  expect(
    brandVariables({ brand_color_primary: "#1F6E4D", brand_color_secondary: "#F2A33A" }),
  ).toEqual({ "--brand": "#1F6E4D", "--accent": "#F2A33A", "--on-brand": "#ffffff" });
});

test("keeps the stylesheet's color for an invalid one", () => {
  expect(brandVariables({ brand_color_primary: "red", brand_color_secondary: "" })).toEqual({});
});

// Values that Chromium computes for color-mix(in oklab, ...).
test.each([
  ["#1f6e4d", 0.3, "#07120d", "#0f2b1f"],
  ["#ffffff", 0.5, "#000000", "#636363"],
  ["#ffe600", 0.62, "#06140d", "#968e21"],
])("%s at %d with %s is %s", (a, share, b, expected) => {
  expect(mix(a, share, b)).toBe(expected);
});
