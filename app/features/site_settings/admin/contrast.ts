import { brandVariables, INK } from "#app/lib/domain/brand.ts";
import { contrast } from "#app/lib/domain/color.ts";

/** WCAG 2.2 AA for text of normal size, success criterion 1.4.3. */
export const READABLE = 4.5;
const WHITE = "#ffffff";

export interface Reading {
  /** what is read on, or in, the color */
  what: string;
  /** 1 to 21 */
  ratio: number;
  /** what would make it easier to read */
  better: string;
}

/** The words of buttons on the main color: white or dark, whichever reads better. */
export const textOn = (color: string): string =>
  brandVariables({ brand_color_primary: color, brand_color_secondary: "" })["--on-brand"] ?? WHITE;

/** How well words can be read where a brand color is used; none for what is no six-digit color. */
export function readings(key: string, color: string): Reading[] {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return [];
  if (key === "brand_color_primary")
    return [
      {
        what: "button text on this color",
        ratio: contrast(color, textOn(color)),
        better: "a darker or a much lighter shade",
      },
      {
        what: "links and icons in this color on white",
        ratio: contrast(color, WHITE),
        better: "a darker shade",
      },
    ];
  return [
    { what: "dark text on this color", ratio: contrast(color, INK), better: "a lighter shade" },
  ];
}
