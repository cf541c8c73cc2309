import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Folders of sources, each with the names of its files. */
const folders = ["app", "bench", "contract", "scripts", "server", "tests"]
  .flatMap((room) => readdirSync(room, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .reduce(
    (known, { parentPath, name }) =>
      known.set(parentPath, [...(known.get(parentPath) ?? []), name]),
    new Map<string, string[]>(),
  );

/** By a README or its own index, or in the README of the folder that it stands in. */
function isExplained([folder, names]: [string, string[]]): boolean {
  if (names.some((name) => name === "README.md" || /^index\.tsx?$/.test(name))) return true;
  const above = path.join(path.dirname(folder), "README.md");
  return existsSync(above) && readFileSync(above, "utf8").includes(`\`${path.basename(folder)}/\``);
}

test("a folder of more than five files says who lives there, and none is crowded", () => {
  const silent = [...folders].filter((one) => one[1].length > 5 && !isExplained(one));
  expect(silent.map(([folder]) => folder)).toEqual([]);
  const crowded = [...folders].filter(([, names]) => names.length > 17);
  expect(crowded.map(([folder]) => folder)).toEqual([]);
});
