import { execFile } from "node:child_process";
import { readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { supabaseFolder } from "#server/backend/supabase-folder.ts";
import { version } from "#server/runtime/version.ts";

const run = promisify(execFile);

/** Identifies a version of this program. */
export const programSchema = z.object({
  /** from package.json */
  version: z.string(),
  /** the full git hash; omitted if the program has no git history */
  commit: z.string().optional(),
  /** the newest migration that it includes */
  newest: z.string(),
});
export type Program = z.infer<typeof programSchema>;

/** The program's own folder. */
export const programFolder = dirname(supabaseFolder);

/**
 * Runs git on the program's own folder, which may belong to another system user.
 * @throws when git is missing or fails
 */
export async function git(...words: string[]): Promise<string> {
  const where = ["-c", "safe.directory=*", "-C", programFolder];
  const { stdout } = await run("git", [...where, ...words], { timeout: 60_000 });
  return stdout.trim();
}

export async function thisProgram(): Promise<Program> {
  const migrations = readdirSync(join(supabaseFolder, "migrations")).sort();
  const newest = /^\d+/.exec(migrations.at(-1) ?? "")?.[0] ?? "";
  return { version, commit: await commit(), newest };
}

/** Undefined without git, or when the program is only a folder in another repository. */
async function commit(): Promise<string | undefined> {
  const said = await git("rev-parse", "--show-toplevel", "HEAD").catch(() => "");
  const [root, head] = said.split("\n");
  return root && head && realpathSync(root) === realpathSync(programFolder) ? head : undefined;
}

/** For people: "0.1.0 (commit 1a2b3c4d, migrations to 20261124200300)". */
export const called = ({ version, commit, newest }: Program): string =>
  `${version} (${commit ? `commit ${commit.slice(0, 8)}, ` : ""}migrations to ${newest})`;

export const isSame = (a: Program, b: Program): boolean =>
  a.version === b.version && a.commit === b.commit && a.newest === b.newest;

const KEY = "program";

/** The program that last updated or checked this database; undefined for earlier versions. */
export async function lastProgram(sql: Sql): Promise<Program | undefined> {
  const [there] = await sql`select to_regclass('loading_dock.state') is not null as state`;
  if (!there?.state) return undefined;
  const [row] = await sql`select value from loading_dock.state where key = ${KEY}`;
  return row ? programSchema.parse(JSON.parse(row.value)) : undefined;
}

export async function recordProgram(sql: Sql, program: Program): Promise<void> {
  const value = JSON.stringify(program);
  await sql`insert into loading_dock.state (key, value) values (${KEY}, ${value})
    on conflict (key) do update set value = excluded.value
    where state.value <> excluded.value`;
}
