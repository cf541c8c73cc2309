/**
 * Runs all benchmarks of package.json (`bench:*` and `lighthouse`) in sequence, then prints one Markdown
 * table of the results and their budgets. Fails when one of the benchmarks fails.
 *
 * Needs what each of them needs (nginx, wrk, Chromium; Debian: apt-get install nginx-light wrk chromium) and
 * a build (npm run build). bench:memory takes an hour, and bench:steady a quarter of one.
 * Run: npm run bench, or only some: npm run bench -- pages render
 * `npm run bench -- quick` shows in three minutes whether this machine is in the range of the docs' figures.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { benchFolder } from "../scripts/tools/server.ts";
import { inWords, machine, type Row } from "./tools/report.ts";

const folder = await benchFolder("bench");
/** A cached and a rendered page, a start and an upload: each takes a minute at most. */
const QUICK = ["pages", "render", "start", "upload"];
const named = process.argv.slice(2).flatMap((name) => (name === "quick" ? QUICK : name));
const all = Object.keys(packageJson.scripts).flatMap(
  (script) => /^(?:bench:)?(lighthouse|(?<=bench:).+)$/.exec(script)?.[1] ?? [],
);
const unknown = named.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(", ")}. Available: ${all.join(", ")}.`);
  process.exit(1);
}

/** Runs one benchmark. @returns its rows, and whether it stayed within its budget */
async function run(name: string) {
  const rows = join(folder, `${name}.jsonl`);
  const script = name === "lighthouse" ? name : `bench:${name}`;
  console.log(`\n${script}`);
  const child = spawn("npm", ["run", "--silent", script], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, BENCH_ROWS: rows },
  });
  const [code] = await once(child, "exit");
  const lines = await readFile(rows, "utf8").catch(() => "");
  return {
    name,
    passed: code === 0,
    rows: lines
      .split("\n")
      .filter(Boolean)
      // JSON stores NaN (not measured) as null.
      .map((line): Row => ({ ...JSON.parse(line, (_, value) => value ?? Number.NaN) })),
  };
}

try {
  const results: Awaited<ReturnType<typeof run>>[] = [];
  for (const name of named.length > 0 ? named : all) results.push(await run(name));
  console.log(
    `\n${machine()}\n\n| what | command | measured | bound | of it |\n|---|---|---|---|---|`,
  );
  for (const { name, rows } of results)
    for (const { what, measured, bound, "of it": of } of rows.map(inWords))
      console.log(`| ${what} | \`${name}\` | ${measured} | ${bound} | ${of} |`);
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
  if (failed.length > 0) {
    console.error(`\nBeyond a bound, or broken: ${failed.join(", ")}`);
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
