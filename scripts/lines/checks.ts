import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dashed } from "../new-resource/names.ts";
import { copyEnv } from "../project-copy.ts";

/** Time limit for each check of a list. */
export const MINUTE_MS = 60_000;

export interface Check {
  name: string;
  /** Whether it covers the file at all. */
  sees(file: string): boolean;
  /** Commands to run in sequence; the first failure stops the check. */
  commands: readonly (readonly string[])[];
}

/** Database checks are independent of the list's screens. */
const isRule = (file: string) => !/\/(admin|site)\//.test(file);
const isCode = (file: string) => /\.tsx?$/.test(file);
const bin = (name: string) => join("node_modules", ".bin", name);
/** Does nothing if the last build has the same sources. */
const build = [process.execPath, "scripts/build.mjs"];
const journeys = (...files: string[]) => [
  build,
  [bin("playwright"), "test", "--retries=0", "--max-failures=1", "--reporter=dot", ...files],
];

/** The checks of a list, fastest first. @param table its name in the database */
export const checksOf = (table: string): readonly Check[] => [
  {
    name: "lint",
    sees: isCode,
    commands: [
      [
        bin("biome"),
        // Lint only: the formatter would fail on every removed line.
        "lint",
        "--error-on-warnings",
        "--vcs-enabled=false",
        `app/features/${table}`,
        `tests/tables/${table}.ts`,
      ],
    ],
  },
  {
    name: "unit tests",
    sees: isCode,
    commands: [[bin("vitest"), "run", "--project=unit*", `app/features/${table}`]],
  },
  { name: "types", sees: isCode, commands: [[bin("tsc")]] },
  {
    name: "rules of the tables",
    sees: isRule,
    commands: [
      [
        bin("vitest"),
        "run",
        "--project=db*",
        ...["catalogue", "grants", "access", "constraints", "required", "reorder", "seed"].map(
          (name) => `tests/db/${name}.test.ts`,
        ),
        "tests/db/history/tables.test.ts",
        // Tests for this table alone.
        `/${dashed(table)}.test.ts`,
      ],
    ],
  },
  {
    name: "facts behind the sentences",
    sees: isRule,
    commands: [build, [bin("vitest"), "run", "--project=db*", "tests/facts"]],
  },
  ...journeysOf("journeys above the pages", aboveOf(table), "/admin/"),
  ...journeysOf("journeys of the manager", managerOf(table), "/site/"),
];

/** A list that appears on only one page has no journeys across pages. */
const aboveOf = (table: string) => globSync(`tests/e2e/site/${dashed(table)}.spec.ts`);

/** A spec file has its screen's name, which may be shorter than the table's. @throws when there is none */
function managerOf(table: string): string[] {
  const files = globSync("tests/e2e/admin/lists/*.spec.ts").filter((file) =>
    readFileSync(file, "utf8").includes(`table: "${table}"`),
  );
  if (files.length === 0) throw new Error(`tests/e2e/admin/lists has no journeys of ${table}.`);
  return files;
}

const journeysOf = (name: string, files: string[], unseen: string): Check[] =>
  files.length > 0
    ? [{ name, sees: (path) => !path.includes(unseen), commands: journeys(...files) }]
    : [];

const runs = (cwd: string, [command = "", ...args]: readonly string[]) =>
  new Promise<string | undefined>((resolve) =>
    execFile(
      command,
      args,
      { cwd, env: copyEnv, timeout: 5 * MINUTE_MS, maxBuffer: 64 * 1024 ** 2 },
      (error, stdout, stderr) => resolve(error ? `${stdout}\n${stderr}` : undefined),
    ),
  );

/**
 * Runs a check in a folder.
 * @returns the duration in milliseconds, and the output if it failed
 */
export async function runCheck(
  cwd: string,
  { commands }: Check,
): Promise<{ took: number; failure: string | undefined }> {
  const started = performance.now();
  let failure: string | undefined;
  for (const command of commands) failure ??= await runs(cwd, command);
  return { took: performance.now() - started, failure };
}
