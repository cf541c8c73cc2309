import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Source folders, each with its file names. */
const folders = ["app", "bench", "contract", "scripts", "server", "tests"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .reduce(
    (known, { parentPath, name }) =>
      known.set(parentPath, [...(known.get(parentPath) ?? []), name]),
    new Map<string, string[]>(),
  );

/** Explained by a README or an index of its own, or in the README of its parent folder. */
function isExplained([folder, names]: [string, string[]]): boolean {
  if (names.some((name) => name === "README.md" || /^index\.tsx?$/.test(name))) return true;
  const above = path.join(path.dirname(folder), "README.md");
  return existsSync(above) && readFileSync(above, "utf8").includes(`\`${path.basename(folder)}/\``);
}

test("requires a README in a folder of more than five files", () => {
  const silent = [...folders].filter((one) => one[1].length > 5 && !isExplained(one));
  expect(silent.map(([folder]) => folder)).toEqual([]);
});

/** Folders that get a file with each new list (docs/add-a-table.md). */
const ONE_PER_LIST = ["tests/tables", "tests/e2e/admin/lists"];

test("no folder has more than 17 files, except those with one per list", () => {
  const crowded = [...folders].filter(
    ([folder, names]) => names.length > 17 && !ONE_PER_LIST.includes(folder),
  );
  expect(
    crowded.map(([folder, names]) => `${folder}: ${names.length}`),
    "Move some files of these folders into a subfolder with a clear name.",
  ).toEqual([]);
});

/** The most lines that are easy to read at once; longer files usually have more than one reason to change. */
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
