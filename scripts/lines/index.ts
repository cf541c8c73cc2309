/**
 * `npm run test:lines -- TABLE [parts of paths]`: removes each line of a list's files in turn, in a copy, and
 * reports which check fails and how soon. It flags a line whose removal breaks nothing, and a check that
 * takes more than a minute.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyOfTheProject } from "../project-copy.ts";
import { type Check, checksOf, MINUTE_MS, runCheck } from "./checks.ts";
import { linesAboutTable } from "./sql-of-table.ts";

/** The list's files except its tests: tests define what must be true, and nothing tests them. */
function filesOf(table: string): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
    .filter(
      (file) =>
        file.startsWith(`app/features/${table}/`) ||
        (isMigration(file) && linesAbout(table, file).length > 0),
    );
}

const isMigration = (file: string) => file.startsWith("supabase/migrations/");

/** The lines of a file about the list: in a migration the table's statements, otherwise all. */
function linesAbout(table: string, file: string): number[] {
  const text = readFileSync(file, "utf8");
  return isMigration(file) ? linesAboutTable(text, table) : [...text.split("\n").keys()];
}

/** Skips blank lines and comments. */
const doesSomething = (line: string) => !/^\s*($|\/\/|\/?\*|--)/.test(line);

const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

/** Runs each check on the unmodified copy. @returns how many take over a minute @throws when one fails */
async function slowOnes(copy: string, checks: readonly Check[]): Promise<number> {
  let slow = 0;
  for (const check of checks) {
    const { took, failure } = await runCheck(copy, check);
    if (failure) throw new Error(`${check.name} fails by itself:\n…${failure.slice(-3000)}`);
    const tooLong = took > MINUTE_MS;
    if (tooLong) slow += 1;
    console.log(`${check.name}: ${seconds(took)}${tooLong ? ", MORE THAN A MINUTE" : ""}`);
  }
  return slow;
}

/** The first check that fails, and its duration; undefined when none fails. */
async function missedBy(copy: string, checks: readonly Check[]): Promise<string | undefined> {
  for (const check of checks) {
    const { took, failure } = await runCheck(copy, check);
    if (failure !== undefined) return `${check.name}, ${seconds(took)}`;
  }
}

/** Removes the lines of a file one at a time. @returns how many break no check */
async function withoutEachLine(
  copy: string,
  file: string,
  about: readonly number[],
  checks: readonly Check[],
) {
  const whole = await readFile(join(copy, file), "utf8");
  const lines = whole.split("\n");
  const seeing = checks.filter(({ sees }) => sees(file));
  let unmissed = 0;
  for (const at of about) {
    const line = lines[at] ?? "";
    if (!doesSomething(line)) continue;
    await writeFile(join(copy, file), lines.toSpliced(at, 1).join("\n"));
    const by = await missedBy(copy, seeing);
    if (!by) unmissed += 1;
    console.log(`${by ?? "NOTHING MISSES IT"}: ${file}:${at + 1} ${line.trim()}`);
  }
  await writeFile(join(copy, file), whole);
  return unmissed;
}

async function main([table = "", ...parts]: string[]) {
  const files = filesOf(table).filter(
    (file) => parts.length === 0 || parts.some((part) => file.includes(part)),
  );
  if (files.length === 0)
    throw new Error("There are no such files. Name a table: npm run test:lines -- announcements");
  const checks = checksOf(table);
  const copy = await copyOfTheProject();
  let slow = 0;
  let unmissed = 0;
  try {
    execFileSync(join("node_modules", ".bin", "react-router"), ["typegen"], { cwd: copy });
    slow = await slowOnes(copy, checks);
    for (const file of files)
      unmissed += await withoutEachLine(copy, file, linesAbout(table, file), checks);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  console.log(
    `\n${unmissed} lines can be removed without a failing check; ${slow} checks take more than a minute.`,
  );
  process.exitCode = unmissed + slow === 0 ? 0 : 1;
}

await main(process.argv.slice(2));
