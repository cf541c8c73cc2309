import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const LEFT_OUT = new Set(["node_modules", "build", "data", ".git", "test-results"]);

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "ld-new-resource-"));
  await cp(".", copy, { recursive: true, filter: (path) => !LEFT_OUT.has(path) });
  await symlink(resolve("node_modules"), join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

// A run of tests within a run of tests is told nothing of the outer one.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(VITEST|TINYPOOL|NODE_ENV|TEST)/.test(name)),
);

/** Runs a command in the copy. @throws with what it said, when it fails */
function run(command: string, ...args: string[]) {
  try {
    return execFileSync(command, args, { cwd: copy, env, encoding: "utf8", stdio: "pipe" });
  } catch (cause) {
    const { stdout = "", stderr = "" } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}
const bin = (name: string) => join(copy, "node_modules/.bin", name);
const check = (...names: string[]) =>
  run(bin("vitest"), "run", ...names.map((name) => `tests/db/${name}.test.ts`));

test("a new list is made, migrated and typed, and passes the checks of all tables", {
  timeout: 480_000,
}, async () => {
  const made = run(process.execPath, "scripts/new-resource/index.ts", "case_studies");
  const files = made.split("\n").filter((line) => /\.(sql|tsx?)$/.test(line));
  expect(files).toHaveLength(8);
  run(process.execPath, "scripts/write/types.ts");
  const types = await readFile(join(copy, "app/lib/data/database.generated.ts"), "utf8");
  expect(types).toContain("case_studies: {");
  run(
    bin("biome"),
    "check",
    "--error-on-warnings",
    "--vcs-enabled=false",
    ...files.filter((file) => !file.endsWith(".sql")),
  );
  run(bin("react-router"), "typegen");
  run(bin("tsc"));
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
