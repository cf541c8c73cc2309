import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { visit } from "./visit.ts";

/** Lines where an object literal spreads another one: written out, each property is easier to find. */
function needlessSpreads(file: string, code: string): string[] {
  // Matches Biome's formatting; parsing each file would take seconds.
  if (!code.includes("...{")) return [];
  const found: string[] = [];
  visit(file, code, {
    ObjectExpression({ properties }) {
      for (const property of properties)
        if (property.type === "SpreadElement" && property.argument.type === "ObjectExpression")
          found.push(`${file}:${code.slice(0, property.start).split("\n").length}`);
    },
  });
  return found;
}

const files = globSync(
  "{app,bench,contract,scripts,server,supabase,tests}/**/*.{ts,tsx,mts,mjs}",
).sort();

test("no object literal is spread into another", () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => needlessSpreads(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["const a = { ...{ b, c } };", ["a.ts:1"]],
  ["f({\n  ...d,\n  ...{ b },\n  e: { ...{ c } },\n});", ["a.ts:3", "a.ts:4"]],
  ["const a = { ...b, ...(c && { d }), ...(c ? { d } : {}) };", []],
])("reads %j", (code, lines) => {
  expect(needlessSpreads("a.ts", code)).toEqual(lines);
});
