import type { Settings } from "#app/content/index.ts";
import { contrast, mix } from "./color.ts";

const HEX = /^#[0-9a-f]{6}$/i;
/** The dark text color of the site (--color-ink). */
export const INK = "#17211c";
const WHITE = "#ffffff";
const BLACK = "#000000";

/** The site's background colors, as in tokens.css. */
export const GROUND = {
  card: "#fffefc",
  paper: "#fbfaf6",
  /** the darkest backgrounds of lines in the brand color */
  paper2: "#f3f1e9",
  wrong: "#fbe9e7",
};
/** --color-brand-night: the background of dark sections. */
export const nightOf = (brand: string) => mix(brand, 0.3, "#07120d");
/** --color-brand-soft: the background of highlights. */
export const softOf = (brand: string) => mix(brand, 0.12, GROUND.paper);
/** All light backgrounds of text in the brand color. */
export const wordGroundsOf = (brand: string) => [GROUND.card, GROUND.paper2, softOf(brand)];
const DEFAULTS = { brand: "#1f6e4d", accent: "#f2a33a" };

/** Text of normal size (WCAG 2.2, criterion 1.4.3). */
export const READ = 4.5;
/** Lines, ticks and focus rings (criterion 1.4.11). */
const SEEN = 3;
/** A surface with readable text only has to stand out from its background. */
const STANDS_OUT = 1.8;

/**
 * The settings' colors as CSS variables for <html>. Values that aren't six-digit hex colors are
 * left out, so the stylesheet's apply. Keeps every combination of colors readable: variables other
 * than the colors themselves are set only where the colors alone lack contrast.
 *
 * - `--on-brand`, `--on-accent`: text on either color
 * - `--brand-hover`: a hovered button with dark text
 * - `--brand-ink`: the brand color as a line, tick or focus ring on paper and cards
 * - `--brand-words`: the brand color as text there, and on its own pale tint
 * - `--brand-edge`, `--accent-edge`: a filter that outlines a surface too pale for paper
 * - `--night-accent`, `--on-night-accent`: the accent in dark sections, as text and as a button
 * - `--call`, `--on-call`, `--call-hover`: the button on a background in the brand color
 */
export function brandVariables(
  settings: Pick<Settings, "brand_color_primary" | "brand_color_secondary">,
): Record<string, string> {
  const set = (value: string) => (HEX.test(value) ? value : undefined);
  const own = set(settings.brand_color_primary);
  const ownAccent = set(settings.brand_color_secondary);
  const brand = own ?? DEFAULTS.brand;
  const accent = ownAccent ?? DEFAULTS.accent;
  return Object.fromEntries(
    Object.entries({
      "--brand": own,
      "--accent": ownAccent,
      "--on-brand": own && wordsOn(brand),
      ...brandShades(brand),
      ...accentShades(accent),
      ...inTheDark(brand, accent),
      ...onTheBrand(brand, accent),
    }).filter((one): one is [string, string] => one[1] !== undefined),
  );
}

type Variables = Record<string, string | undefined>;

/** `color`, unless the stylesheet's own value is the same. */
const unless = (usual: string, color: string) => (color === usual ? undefined : color);

const brandShades = (brand: string): Variables => ({
  "--brand-hover": wordsOn(brand) === WHITE ? undefined : mix(brand, 0.75, WHITE),
  "--brand-ink": unless(brand, shade(brand, INK, SEEN, [GROUND.card, GROUND.paper2, GROUND.wrong])),
  "--brand-words": unless(brand, shade(brand, INK, READ, wordGroundsOf(brand))),
  "--brand-edge": contrast(brand, GROUND.paper) < STANDS_OUT ? EDGE : undefined,
});

const accentShades = (accent: string): Variables => ({
  "--on-accent": unless(INK, wordsOnAccent(accent)),
  "--accent-edge": contrast(accent, GROUND.paper) < STANDS_OUT ? EDGE : undefined,
});

function inTheDark(brand: string, accent: string): Variables {
  const lamp = shade(accent, WHITE, READ, [nightOf(brand)]);
  return {
    "--night-accent": unless(accent, lamp),
    "--on-night-accent": unless(INK, wordsOnAccent(lamp)),
  };
}

function onTheBrand(brand: string, accent: string): Variables {
  const [call, onCall] =
    contrast(accent, brand) < STANDS_OUT
      ? [wordsOn(brand), brand]
      : [accent, wordsOnAccent(accent)];
  // The stylesheet lightens a hovered button. Prevent that when its text is light.
  const isLight = contrast(onCall, BLACK) > contrast(call, BLACK);
  return {
    "--call": unless(accent, call),
    "--on-call": unless(INK, onCall),
    "--call-hover": isLight ? call : undefined,
  };
}

/** A one-pixel outline around an element of any shape. */
const EDGE = ["1px 0", "-1px 0", "0 1px", "0 -1px"]
  .map((offset) => `drop-shadow(${offset} ${INK})`)
  .join(" ");

/** The text color on `color`: the better of white and the site's ink, or black if neither is readable. */
function wordsOn(color: string): string {
  const better = contrast(color, WHITE) >= contrast(color, INK) ? WHITE : INK;
  return contrast(color, better) >= READ ? better : BLACK;
}

/** The site's ink if it is readable on the accent. */
const wordsOnAccent = (accent: string) => (contrast(accent, INK) >= READ ? INK : wordsOn(accent));

/** `color`, or the closest shade toward `end` with contrast `ratio` on every background. */
function shade(color: string, end: string, ratio: number, floors: readonly string[]): string {
  for (let share = 1; share > 0; share -= 0.1) {
    const candidate = share === 1 ? color : mix(color, share, end);
    if (floors.every((floor) => contrast(candidate, floor) >= ratio)) return candidate;
  }
  return end;
}
