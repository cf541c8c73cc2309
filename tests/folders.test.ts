import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
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

test("requires a README in a folder of more than five files", () => {
  const silent = [...folders].filter((one) => one[1].length > 5 && !isExplained(one));
  expect(silent.map(([folder]) => folder)).toEqual([]);
  const crowded = [...folders].filter(([, names]) => names.length > 17);
  expect(crowded.map(([folder]) => folder)).toEqual([]);
});

/** Lines of a file that one can read at a sitting; more are usually more than one reason to change. */
const MOST = 250;

test("no file of the product is longer than 250 lines", () => {
  const files = globSync("{app,contract,server,supabase}/**/*.{ts,tsx,css}").filter(
    (file) => !/\.test\.tsx?$|\.generated\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(600);
  const long = files.flatMap((file) => {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n").length;
    return lines > MOST ? [`${file}: ${lines}`] : [];
  });
  expect(long).toEqual([]);
});
