import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** The web fonts' hhea values, in percent of an em. */
const METRICS = { Display: { ascent: 93, descent: 27 }, Text: { ascent: 97, descent: 25 } };

const faces = [...read("./fonts.css").matchAll(/@font-face \{([^}]*)\}/g)]
  .map(
    ([, rules = ""]) =>
      new Map([...rules.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, k, v]) => [k, v])),
  )
  .filter((face) => face.has("size-adjust"));

test.each(faces.map((face) => [`${face.get("font-family")} ${face.get("font-weight")}`, face]))(
  "%s has the web font's height",
  (_, face) => {
    const percent = (name: string) => Number.parseFloat(face.get(name) ?? "");
    const kind = face.get("font-family")?.startsWith('"Display') ? "Display" : "Text";
    const size = percent("size-adjust") / 100;
    expect(percent("ascent-override") * size).toBeCloseTo(METRICS[kind].ascent, 1);
    expect(percent("descent-override") * size).toBeCloseTo(METRICS[kind].descent, 1);
    expect(percent("line-gap-override")).toBe(0);
  },
);

test("every stand-in is in the list of its font, and has both weights of text", () => {
  const tokens = read("./tokens.css");
  const weights = Map.groupBy(faces, (face) => face.get("font-family") ?? "");
  expect(weights.size).toBe(8);
  for (const [family, its] of weights) {
    expect(tokens).toContain(family);
    expect([family, its.length]).toEqual([family, family.startsWith('"Text') ? 2 : 1]);
  }
});
