import { brandVariables, GROUND, nightOf, READ, wordGroundsOf } from "#app/lib/domain/brand.ts";
import { contrast } from "#app/lib/domain/color.ts";

const HEX = /^#[0-9a-f]{6}$/i;

/** Both of a site's colors, as typed. */
export interface BrandColors {
  brand_color_primary: string;
  brand_color_secondary: string;
}

/** How a color meets visitors, by the rule that the pages themselves read (app/lib/domain/brand.ts). */
export interface Shown {
  /** where words are written in the color */
  where: string;
  /** the ground there */
  ground: string;
  /** the color's own contrast with the worst such ground, 1 to 21 */
  ratio: number;
  /** what words are written in there: the color, or the nearest shade of it that can be read */
  words: string;
  /** the ground of a button */
  button: string;
  /** the words on that button */
  onButton: string;
}

/** What visitors are shown of one of the two colors; undefined for what is no six-digit color. */
export function shownOf(key: string, colors: BrandColors): Shown | undefined {
  const color = colors[key as keyof BrandColors] ?? "";
  if (!HEX.test(color)) return undefined;
  const given = brandVariables(colors);
  const isMain = key === "brand_color_primary";
  const grounds = isMain ? wordGroundsOf(color) : [nightOf(colors.brand_color_primary)];
  const words = (isMain ? given["--brand-words"] : given["--night-accent"]) ?? color;
  return {
    where: isMain ? "on light backgrounds" : "on dark sections",
    ground: grounds[0] ?? GROUND.card,
    ratio: Math.min(...grounds.map((ground) => contrast(color, ground))),
    words,
    button: isMain ? color : words,
    onButton:
      (isMain ? given["--on-brand"] : given["--on-night-accent"]) ??
      (isMain ? "#ffffff" : "#17211c"),
  };
}

/** The color alone could not be read there. */
export const isHardToRead = ({ ratio }: Shown) => ratio < READ;
