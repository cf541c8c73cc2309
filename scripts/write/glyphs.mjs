/**
 * Writes the outlines of the display font as SVG paths (app/site-kit/share/glyphs.json), with which the server
 * writes into images: `npm run glyphs:write` after the font package changes. The machine's own fonts then don't
 * matter, and no library draws text at run time.
 */
import { readFile, writeFile } from "node:fs/promises";
import { Blob, Face, Feature, Font, Buffer as Line, shape } from "harfbuzzjs";
import subsetFont from "subset-font";

const FOLDER = "../../node_modules/@fontsource-variable/bricolage-grotesque/files/";
const WEIGHT = 700;
/** Later sets add only what earlier ones lack. */
const SETS = ["latin", "latin-ext", "vietnamese"];
const KERNED = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-'’&/"];

const between = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
const LETTERS = [
  between(0x20, 0x7e),
  between(0xa1, 0x17f),
  between(0x192, 0x192),
  between(0x1a0, 0x1b0),
  between(0x1cd, 0x1dc),
  between(0x218, 0x21b),
  between(0x1e80, 0x1e85),
  between(0x1e9e, 0x1ef9),
  "–—‘’‚“”„†•…‹›€₹™−",
].join("");

/** A ligature would need an outline of its own. */
const NO_LIGATURES = ["liga", "clig", "dlig"].map((tag) => new Feature(tag, 0));

/** Advance width and path by letter. */
const glyphs = {};
/** By pair of letters; in units, as everything else. */
const kerns = {};

for (const set of SETS) {
  const file = new URL(`${FOLDER}bricolage-grotesque-${set}-wght-normal.woff2`, import.meta.url);
  const sfnt = await subsetFont(await readFile(file), LETTERS, {
    targetFormat: "truetype",
    variationAxes: { wght: WEIGHT },
  });
  const font = new Font(new Face(new Blob(sfnt)));
  for (const letter of LETTERS) {
    const [glyph] = shaped(font, letter);
    // The first glyph of a font, .notdef, stands for every letter it lacks.
    if (!glyph || glyph.codepoint === 0 || letter in glyphs) continue;
    glyphs[letter] = [glyph.advance, compact(font.glyphToPath(glyph.codepoint))];
  }
  if (set !== SETS[0]) continue;
  for (const left of KERNED)
    for (const right of KERNED) {
      const whole = shaped(font, left + right).reduce((sum, { advance }) => sum + advance, 0);
      const kern = whole - (glyphs[left]?.[0] ?? 0) - (glyphs[right]?.[0] ?? 0);
      // Less than two thousandths of the letter's height can't be seen.
      if (Math.abs(kern) > 2) kerns[left + right] = kern;
    }
}

function shaped(font, text) {
  const line = new Line();
  line.addText(text);
  line.guessSegmentProperties();
  shape(font, line, NO_LIGATURES);
  return line
    .getGlyphInfosAndPositions()
    .map(({ codepoint, xAdvance = 0 }) => ({ codepoint, advance: xAdvance }));
}

/** Whole units are a thousandth of the letter's height. */
function compact(path) {
  return path.replace(/-?\d+\.\d+/g, (n) => String(Math.round(Number(n))));
}

const file = new URL("../../app/site-kit/share/glyphs.json", import.meta.url);
const text = JSON.stringify({ glyphs, kerns }).replaceAll("],", "],\n").replaceAll("},", "},\n");
await writeFile(file, `${text}\n`);
console.log(`${Object.keys(glyphs).length} letters, ${Object.keys(kerns).length} pairs`);
