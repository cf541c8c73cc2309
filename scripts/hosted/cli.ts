import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#server/backend/postgres/connection.ts";
import { migrate, migrateBefore } from "#server/backend/self-hosted/migrations/migrate.ts";
import { supabaseFolder } from "#server/backend/supabase-folder.ts";
import { must, same, step } from "../tools/steps.ts";
import { ADVISORS, LINT } from "./expected.ts";

const ROOT = join(supabaseFolder, "..");
const versions = readdirSync(join(supabaseFolder, "migrations"))
  .filter((name) => name.endsWith(".sql"))
  .map((name) => name.split("_")[0] as string)
  .sort();

/** Runs the Supabase CLI against a database, without an account or a linked project. */
export function createCli(supabase: string) {
  return (url: string, words: string[], workdir = ROOT) =>
    new Promise<{ code: number | null; out: string; all: string }>((resolve) => {
      const args = [...words, `--remote=${url}`, "--workdir", workdir, "--yes"];
      const env = { ...process.env, SUPABASE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
      const child = execFile(supabase, args, { env, maxBuffer: 1e8 }, (_, out, err) =>
        resolve({ code: child.exitCode, out, all: out + err }),
      );
    });
}
export type Cli = ReturnType<typeof createCli>;

/** The commands the manual tells people to type, and the results it promises. */
export async function checkPush(cli: Cli, url: string) {
  await step("db push --include-seed on a new project", async () => {
    const { code, all } = await cli(url, ["db", "push", "--include-seed"]);
    must(code === 0, all);
  });
  await step("db push once more finds nothing to do", async () => {
    const { code, all } = await cli(url, ["db", "push", "--include-seed"]);
    must(code === 0 && all.includes("up to date"), all);
  });
  await step("migration list has each version on both sides", async () => {
    const { out } = await cli(url, ["migration", "list", "--output-format", "json"]);
    const { migrations } = JSON.parse(out) as { migrations: { local: string; remote: string }[] };
    same(
      migrations.map(({ local, remote }) => [local, remote]),
      versions.map((version) => [version, version]),
    );
  });
  await step("the product's own runner agrees that nothing is left to run", async () => {
    const sql = connect(url, 1);
    const ran = await migrate(sql).finally(() => sql.end());
    same(ran, []);
  });
}

/** Upgrades a project from before the baseline with the commands in the manual. */
export async function checkBefore(supabase: string, url: string, ran: Ran) {
  await step(`a project that ran ${ran.words} upgrades by the manual's commands`, async () => {
    const sql = connect(url, 1);
    await migrateBefore(sql, (version) => version <= ran.newest);
    const cli = createCli(supabase);
    const refused = await cli(url, ["db", "push"]);
    must(refused.code !== 0 && refused.all.includes("versions not found in local"), refused.all);
    const folder = mkdtempSync(join(tmpdir(), "ld-before-"));
    cpSync(supabaseFolder, join(folder, "supabase"), { recursive: true });
    // Run each command twice, as after an interruption.
    for (const line of manualCommands(supabase).flatMap((one) => [one, one]))
      execFileSync("sh", ["-ec", line], {
        cwd: folder,
        env: { ...process.env, URL: url, SUPABASE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
        stdio: "pipe",
      });
    rmSync(folder, { recursive: true });
    same(await migrate(sql), []);
    await sql.end();
  });
}

interface Ran {
  words: string;
  newest: string;
}

/** The manual's commands, adapted to this CLI and database. */
function manualCommands(supabase: string): string[] {
  const manual = readFileSync(join(ROOT, "docs/deploy-supabase.md"), "utf8");
  const [, block = ""] = /^### From before the baseline\n.*?```sh\n(.+?)```/ms.exec(manual) ?? [];
  must(block.split("--remote").length === 5, block);
  return block
    .replaceAll(/^npx supabase@\S+/gm, `'${supabase}' --yes`)
    .replaceAll("--remote", '--remote="$URL"')
    .trim()
    .split("\n");
}

/** A project that the product's own runner migrated, and a migration that was added late. */
export async function checkOtherWay(cli: Cli, url: string) {
  await step("after the product's own runner, db push finds nothing to do", async () => {
    const sql = connect(url, 1);
    const ran = await migrate(sql).finally(() => sql.end());
    same(ran, versions);
    const { code, all } = await cli(url, ["db", "push"]);
    must(code === 0 && all.includes("up to date"), all);
  });
  await step("a version older than the last one goes in with --include-all alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ld-late-"));
    cpSync(supabaseFolder, join(folder, "supabase"), { recursive: true });
    writeFileSync(join(folder, "supabase/migrations/20260101000000_late.sql"), "select 1;\n");
    try {
      const refused = await cli(url, ["db", "push"], folder);
      must(refused.code !== 0 && refused.all.includes("--include-all"), refused.all);
      const taken = await cli(url, ["db", "push", "--include-all"], folder);
      must(taken.code === 0, taken.all);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

interface Lint {
  function: string;
  issues: { message: string }[];
}
interface Advice {
  name: string;
  detail: string;
  metadata: { schema?: string; name?: string };
}

export async function checkFindings(cli: Cli, url: string) {
  await step("db lint finds nothing that is not explained", async () => {
    const words = ["db", "lint", "--level", "warning", "--fail-on", "none"];
    const { out, all } = await cli(url, [...words, "--output-format", "json"]);
    must(out.includes('"results"'), all);
    const found = (JSON.parse(out).results as Lint[])
      .filter((one) => /^(public|private)\./.test(one.function))
      .flatMap((one) =>
        one.issues.map(({ message }) => `${one.function}: ${message.replace(/^extra /, "")}`),
      );
    return explain(found, Object.keys(LINT), (finding, known) => finding.startsWith(known));
  });
  await step("db advisors finds nothing that is not explained", async () => {
    const words = ["db", "advisors", "--level", "info", "--fail-on", "none"];
    const { out, all } = await cli(url, [...words, "--output-format", "json"]);
    must(out.includes('"results"'), all);
    const found = (JSON.parse(out).results as Advice[]).map(
      ({ name, metadata }) => `${name} ${metadata.schema}.${metadata.name}`,
    );
    const known = Object.entries(ADVISORS).flatMap(([name, { of }]) =>
      of.map((one) => `${name} ${one}`),
    );
    return explain(found, known, (finding, one) =>
      one.endsWith("*") ? finding.startsWith(one.slice(0, -1)) : finding === one,
    );
  });
}

function explain(
  found: string[],
  known: string[],
  fits: (finding: string, known: string) => boolean,
): string {
  const news = found.filter((finding) => !known.some((one) => fits(finding, one)));
  const gone = known.filter((one) => !found.some((finding) => fits(finding, one)));
  must(news.length === 0, `not explained: ${news.join("; ")}`);
  must(gone.length === 0, `explained, but no longer found: ${gone.join("; ")}`);
  return `${found.length}, all explained in scripts/hosted/expected.ts`;
}
