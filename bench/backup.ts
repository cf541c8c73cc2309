/**
 * Backs up a running site with 10,000 leads, 40 times. None may hang. The time is a multiple of
 * what the same site needs without leads, because absolute times depend on the machine.
 *
 * Needs a build (npm run build). Run: npm run bench:backup
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { addLeads, databaseOf, openOurs } from "../scripts/tools/server.ts";
import { report } from "./tools/report.ts";
import { median } from "./tools/timing.ts";

const RUNS = 40;
const SUBMISSIONS = 10_000;
/** Longer than any backup that makes progress; shorter than the program's own timeout. */
const HUNG_MS = 45_000;

await using site = await openOurs("bench-backup");
const { folder, dataDir } = site;
const archive = join(folder, "backup.tar.gz");

/** Runs one backup from the command line. @returns milliseconds, or undefined if it hung */
async function backUp(): Promise<number | undefined> {
  const started = performance.now();
  const child = spawn(process.execPath, ["server/cli/backup.ts", archive], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const hung = setTimeout(() => child.kill("SIGKILL"), HUNG_MS);
  const [code, signal] = await once(child, "exit");
  clearTimeout(hung);
  if (signal === "SIGKILL") return undefined;
  if (code !== 0) throw new Error(`a backup ended with ${code ?? signal}`);
  return performance.now() - started;
}

const empty = [await backUp(), await backUp(), await backUp()];
const sql = await databaseOf(dataDir);
await addLeads(sql, SUBMISSIONS);
await sql.end();
const times: number[] = [];
let hung = 0;
for (let run = 1; run <= RUNS; run++) {
  const time = await backUp();
  if (time === undefined) hung++;
  else times.push(time);
  if (process.stderr.isTTY) console.error(`run ${run} of ${RUNS}: ${time ?? "hung"}`);
}
const { size } = await stat(archive);
report([
  { what: `hung, of ${RUNS} backups of a running site`, measured: hung, atMost: 0 },
  {
    what: `one of ${SUBMISSIONS} submissions, the program's start included`,
    measured: median(times),
    unit: "ms",
  },
  {
    what: "the same, of one without submissions",
    measured: median(times) / median(empty.map((time) => time ?? HUNG_MS)),
  },
  { what: "its archive", measured: size / 1024 / 1024, unit: "MB" },
]);
