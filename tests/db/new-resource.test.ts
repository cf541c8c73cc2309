import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyEnv, copyOfTheProject } from "../../scripts/project-copy.ts";

let copy: string;
beforeAll(async () => {
  copy = await copyOfTheProject();
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Runs a command in the copy. @throws with its output when it fails */
function run(command: string, ...args: string[]) {
  try {
    return execFileSync(command, args, {
      cwd: copy,
      env: copyEnv,
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (cause) {
    const { stdout = "", stderr = "" } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}
const bin = (name: string) => join(copy, "node_modules/.bin", name);
const check = (...words: string[]) => run(bin("vitest"), "run", ...words);

/** Runs the command as in the manual. @returns the files that it wrote */
const newResource = (name: string) =>
  run(process.execPath, "scripts/new-resource/index.ts", name)
    .split("\n")
    .filter((line) => /\.(sql|tsx?)$/.test(line));

function expectFormatted(files: string[]) {
  const typed = files.filter((file) => !file.endsWith(".sql"));
  run(bin("biome"), "check", "--error-on-warnings", "--vcs-enabled=false", ...typed);
}

const LISTS = ["case_studies", "docs", "compared_fulfillment_competitors"];

test("lists with short and long names are made, migrated and typed, and pass all checks", {
  timeout: 1_200_000,
}, async () => {
  // All within a second, and the newest migration may be ahead of the clock.
  const made = LISTS.map((name) => newResource(name));
  expect(made.map((files) => files.length)).toEqual([8, 8, 8]);
  const files = made.flat();
  const versions = files.flatMap((file) => /\d{14}/.exec(file) ?? []);
  expect(versions).toEqual([...new Set(versions)].toSorted());
  run(process.execPath, "scripts/write/types.ts");
  run(process.execPath, "scripts/write/schema.ts");
  const types = await readFile(join(copy, "app/lib/data/database.generated.ts"), "utf8");
  const schema = await readFile(join(copy, "supabase/schema/lists.sql"), "utf8");
  for (const name of LISTS) {
    expect(types).toContain(`${name}: {`);
    expect(schema).toContain(`create table public.${name} (`);
  }
  expectFormatted(files);
  run(bin("react-router"), "typegen");
  run(bin("tsc"));
  check(
    "tests/folders",
    "tests/walls",
    "app/features/questions",
    "app/styles",
    "tests/db/catalogue",
    "tests/db/grants",
  );
  // The cells and constraints of other lists are tested in the project itself.
  check("tests/db/access", "tests/db/constraints", "-t", ["every", "grants", ...LISTS].join("|"));
  // Each list has expected findings of hosted Supabase's linters.
  const printed = `import { ADVISORS } from "./scripts/hosted/expected.ts";
    console.log(JSON.stringify(ADVISORS.multiple_permissive_policies.of));`;
  expect(JSON.parse(run(process.execPath, "--input-type=module", "--eval", printed))).toEqual(
    expect.arrayContaining(LISTS.map((name) => `public.${name}`)),
  );

  // Without its trigger a stale edit would overwrite silently; the checks must notice.
  const migration = join(copy, files.find((file) => file.endsWith(".sql")) ?? "");
  const text = await readFile(migration, "utf8");
  await writeFile(migration, text.replace(/create trigger set_updated_at[^;]+;/, ""));
  expect(() => check("tests/db/catalogue")).toThrow(/moves it by trigger/);
});

test("a name that is no table's, or too long, is refused", () => {
  expect(() => newResource("Case")).toThrow(/in the plural/);
  expect(() => newResource("services")).toThrow(/already exists/);
  expect(() => newResource("frequently_compared_fulfillment_competitors")).toThrow(
    /constraints would be cut\. Use 34 letters/,
  );
});
