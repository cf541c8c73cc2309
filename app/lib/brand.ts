import type { Settings } from "#app/content/index.ts";

const HEX = /^#[0-9a-f]{6}$/i;
/** The dark text colour of the site (--color-ink). */
export const INK = "#17211c";
const WHITE = "#ffffff";

/**
 * The settings' colours as CSS variables for <html>; a value that is no six-digit hex colour is left
 * out, and the stylesheet's own stands. `--on-brand` is the text colour that reads better on it.
 */
export function brandVariables(
  settings: Pick<Settings, "brand_color_primary" | "brand_color_secondary">,
): Record<string, string> {
  const variables: Record<string, string> = {};
  const { brand_color_primary: brand, brand_color_secondary: accent } = settings;
  if (HEX.test(brand)) {
    variables["--brand"] = brand;
    variables["--on-brand"] = contrast(brand, WHITE) >= contrast(brand, INK) ? WHITE : INK;
  }
  if (HEX.test(accent)) variables["--accent"] = accent;
  return variables;
}

/** Contrast ratio of two "#rrggbb" colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
