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

let made = 0;
/** Later than every migration there is, whatever the clock says. */
const dated = () => ["--dated", String(29991231000000 + ++made)];

/** Runs a command in the copy. @throws with what it said, when it fails */
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
const check = (...names: string[]) =>
  run(bin("vitest"), "run", ...names.map((name) => `tests/db/${name}.test.ts`));

function expectFormatted(files: string[]) {
  const typed = files.filter((file) => !file.endsWith(".sql"));
  run(bin("biome"), "check", "--error-on-warnings", "--vcs-enabled=false", ...typed);
}

test.each(["docs", "frequently_compared_fulfillment_competitors"])(
  "the files of %s are formatted, however long its name is",
  async (name) => {
    const said = run(process.execPath, "scripts/new-resource/index.ts", name, ...dated());
    const files = said.split("\n").filter((line) => /\.(sql|tsx?)$/.test(line));
    expect(files).toHaveLength(8);
    expectFormatted(files);
    for (const file of files) await rm(join(copy, file));
  },
);

test("a new list is made, migrated and typed, and passes the checks of all tables", {
  timeout: 480_000,
}, async () => {
  const said = run(process.execPath, "scripts/new-resource/index.ts", "case_studies", ...dated());
  const files = said.split("\n").filter((line) => /\.(sql|tsx?)$/.test(line));
  expect(files).toHaveLength(8);
  run(process.execPath, "scripts/write/types.ts");
  const types = await readFile(join(copy, "app/lib/data/database.generated.ts"), "utf8");
  expect(types).toContain("case_studies: {");
  run(process.execPath, "scripts/write/schema.ts");
  const schema = await readFile(join(copy, "supabase/schema/lists.sql"), "utf8");
  expect(schema).toContain("create table public.case_studies (");
  expectFormatted(files);
  run(bin("react-router"), "typegen");
  run(bin("tsc"));
  run(bin("vitest"), "run", "tests/walls.test.ts");
  check("catalogue", "constraints", "access");

  // Without its triggers a stale edit would overwrite in silence: that is noticed.
  const migration = join(copy, files.find((file) => file.endsWith(".sql")) ?? "");
  const text = await readFile(migration, "utf8");
  await writeFile(migration, text.replace(/create trigger set_updated_at[^;]+;/, ""));
  expect(() => check("catalogue")).toThrow(/moves it by trigger/);
});

test("a name that is no table's is refused", () => {
  expect(() => run(process.execPath, "scripts/new-resource/index.ts", "Case")).toThrow(
    /in the plural/,
  );
  expect(() => run(process.execPath, "scripts/new-resource/index.ts", "services")).toThrow(
    /there already/,
  );
});
