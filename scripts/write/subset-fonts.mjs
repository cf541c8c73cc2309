/**
 * Subsets the web fonts to the characters of an English page, one file per weight, each small enough for a
 * new connection's first round trip (about 14 KB): `node scripts/write/subset-fonts.mjs` after a font package
 * changes. Any other character comes from the full Latin file (app/styles/fonts.css).
 */
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const CHARACTERS =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" +
  " .,;:!?'\"()-+&/%$#@*\u00a0\u00a9\u00b7\u2013\u2014\u2018\u2019\u201c\u201d\u2026";
/** Features that browsers apply by default, and the tabular figures that price tables use. */
const FEATURES = ["calt", "ccmp", "clig", "kern", "liga", "locl", "rlig", "tnum"];
const FONTS = [
  { name: "bricolage-grotesque", weights: [700] },
  { name: "instrument-sans", weights: [400, 600] },
];

for (const { name, weights } of FONTS) {
  const source = new URL(
    `../../node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
    import.meta.url,
  );
  for (const wght of weights) {
    const font = await subsetFont(await readFile(source), CHARACTERS, {
      targetFormat: "woff2",
      variationAxes: { wght },
      keepFeatures: FEATURES,
      // It names the styles of a variable font, and each file has one.
      dropTables: ["STAT"],
    });
    const file = new URL(`../../app/styles/fonts/${name}-${wght}.woff2`, import.meta.url);
    await writeFile(file, font);
    console.log(`${name} ${wght}: ${font.length} bytes`);
  }
}
