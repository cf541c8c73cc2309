import type { Settings } from "#app/content/index.ts";
import { contrast, mix } from "./color.ts";

const HEX = /^#[0-9a-f]{6}$/i;
/** The dark text color of the site (--color-ink). */
export const INK = "#17211c";
const WHITE = "#ffffff";
const BLACK = "#000000";

/** The site's own grounds, as tokens.css has them. */
export const GROUND = {
  card: "#fffefc",
  paper: "#fbfaf6",
  /** the darkest ones that a line in the brand's color lies on */
  paper2: "#f3f1e9",
  wrong: "#fbe9e7",
};
/** --color-brand-night: the floor of the dark sections. */
export const nightOf = (brand: string) => mix(brand, 0.3, "#07120d");
const DEFAULTS = { brand: "#1f6e4d", accent: "#f2a33a" };

/** Words (WCAG 2.2, criterion 1.4.3). */
const READ = 4.5;
/** Lines, ticks and focus rings (criterion 1.4.11). */
const SEEN = 3;
/** A surface that carries readable words: it only has to stand out from its floor. */
const STANDS_OUT = 1.8;

/**
 * The settings' colors as CSS variables for <html>; a value that is no six-digit hex color is left
 * out, and the stylesheet's own stands. Whatever two colors staff choose, what they meet in is told
 * apart: a variable besides the colors themselves is given only where they alone would not do.
 *
 * - `--on-brand`, `--on-accent`: words on either
 * - `--brand-hover`: a button under the pointer, where its words are dark
 * - `--brand-ink`: the brand as a line, tick or focus ring on paper and cards
 * - `--brand-edge`, `--accent-edge`: a filter that outlines a surface which paper would swallow
 * - `--night-accent`, `--on-night-accent`: the accent in dark sections, as words and as a button
 * - `--call`, `--on-call`, `--call-hover`: the button on a floor of the brand's color
 */
export function brandVariables(
  settings: Pick<Settings, "brand_color_primary" | "brand_color_secondary">,
): Record<string, string> {
  const set = (value: string) => (HEX.test(value) ? value : undefined);
  const own = {
    brand: set(settings.brand_color_primary),
    accent: set(settings.brand_color_secondary),
  };
  const variables: Record<string, string> = {};
  if (own.brand) variables["--brand"] = own.brand;
  if (own.accent) variables["--accent"] = own.accent;
  const brand = own.brand ?? DEFAULTS.brand;
  const accent = own.accent ?? DEFAULTS.accent;

  const onBrand = wordsOn(brand);
  if (own.brand) variables["--on-brand"] = onBrand;
  if (onBrand !== WHITE) variables["--brand-hover"] = mix(brand, 0.75, WHITE);
  const line = shade(brand, INK, SEEN, [GROUND.card, GROUND.paper2, GROUND.wrong]);
  if (line !== brand) variables["--brand-ink"] = line;
  if (contrast(brand, GROUND.paper) < STANDS_OUT) variables["--brand-edge"] = EDGE;

  const onAccent = contrast(accent, INK) >= READ ? INK : wordsOn(accent);
  if (onAccent !== INK) variables["--on-accent"] = onAccent;
  if (contrast(accent, GROUND.paper) < STANDS_OUT) variables["--accent-edge"] = EDGE;
  const lamp = shade(accent, WHITE, READ, [nightOf(brand)]);
  if (lamp !== accent) variables["--night-accent"] = lamp;
  const onLamp = contrast(lamp, INK) >= READ ? INK : wordsOn(lamp);
  if (onLamp !== INK) variables["--on-night-accent"] = onLamp;

  const [call, onCall] =
    contrast(accent, brand) < STANDS_OUT ? [onBrand, brand] : [accent, onAccent];
  if (call !== accent) variables["--call"] = call;
  if (onCall !== INK) variables["--on-call"] = onCall;
  // The stylesheet lightens a button under the pointer: not behind light words.
  if (contrast(onCall, BLACK) > contrast(call, BLACK)) variables["--call-hover"] = call;
  return variables;
}

/** A line of a pixel around whatever shape an element has. */
const EDGE = ["1px 0", "-1px 0", "0 1px", "0 -1px"]
  .map((offset) => `drop-shadow(${offset} ${INK})`)
  .join(" ");

/** The color of words on `color`: of white and the site's ink the better, black where neither can be read. */
function wordsOn(color: string): string {
  const better = contrast(color, WHITE) >= contrast(color, INK) ? WHITE : INK;
  return contrast(color, better) >= READ ? better : BLACK;
}

/** `color`, or the shade of it nearest on the way to `end`, that has `ratio` against every floor. */
function shade(color: string, end: string, ratio: number, floors: readonly string[]): string {
  for (let share = 1; share > 0; share -= 0.1) {
    const candidate = share === 1 ? color : mix(color, share, end);
    if (floors.every((floor) => contrast(candidate, floor) >= ratio)) return candidate;
  }
  return end;
}
