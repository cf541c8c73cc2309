import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dashed } from "../new-resource/names.ts";
import { copyEnv } from "../project-copy.ts";

/** What looks at a list's files, each in less than this. */
export const MINUTE_MS = 60_000;

export interface Check {
  name: string;
  /** Whether it looks at that file at all. */
  sees(file: string): boolean;
  /** What is run, one after another; the first that fails ends it. */
  commands: readonly (readonly string[])[];
}

/** The database and what is said of it know nothing of how a list looks. */
const isRule = (file: string) => !/\/(admin|site)\//.test(file);
const isCode = (file: string) => /\.tsx?$/.test(file);
const bin = (name: string) => join("node_modules", ".bin", name);
/** Does nothing when the last build has these sources. */
const build = [process.execPath, "scripts/build.mjs"];
const journeys = (...files: string[]) => [
  build,
  [bin("playwright"), "test", "--retries=0", "--max-failures=1", "--reporter=dot", ...files],
];

/** The checks of a list, the quickest first. @param table as in the database */
export const checksOf = (table: string): readonly Check[] => [
  {
    name: "lint",
    sees: isCode,
    commands: [
      [
        bin("biome"),
        // Not its formatter: that would only miss the line's place in the layout.
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
        // What it alone does.
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

/** A list on one page only has no journeys above the pages. */
const aboveOf = (table: string) => globSync(`tests/e2e/site/${dashed(table)}.spec.ts`);

/** A file is called as its screen is, which may be shorter than the table. @throws when there is none */
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
 * @returns how long it took, in milliseconds, and what it said when it failed
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
