/**
 * Backs up a running site with 10,000 submissions, 40 times. None may hang; the time is given as a
 * multiple of what the same site needs before it has any, since both are the machine's.
 *
 * Needs a build (npm run build). Run: npm run bench:backup
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, stat } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { connect } from "../server/backend/postgres/connection.ts";
import { runningPostgres } from "../server/backend/postgres/running.ts";
import { benchFolder, startOurs } from "./server.ts";

const RUNS = 40;
const SUBMISSIONS = 10_000;
/** Longer than any run that goes on; shorter than the program's own patience with one that does not. */
const HUNG_MS = 45_000;

const folder = await benchFolder("bench-backup");
const dataDir = join(folder, "site");
const archive = join(folder, "backup.tar.gz");
const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

async function fill() {
  const password = await readFile(join(dataDir, "database-password"), "utf8");
  const sql = connect(runningPostgres(join(dataDir, "postgres"), password) as string, 1);
  await sql`
    insert into public.contact_submissions
      (name, email, business_name, monthly_volume, platforms, message)
    select 'Sender ' || n, 'sender' || n || '@example.com', 'Shop ' || n, '101-500',
      array['TikTok Shop', 'Shopify'], repeat(md5(n::text) || ' ', 1 + n % 20)
    from generate_series(1, ${SUBMISSIONS}) n`;
  await sql.end();
}

/** One backup by the command line; milliseconds, or nothing when it hung. */
async function backUp(): Promise<number | undefined> {
  const begun = performance.now();
  const child = spawn(process.execPath, ["server/cli/backup.ts", archive], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const hung = setTimeout(() => child.kill("SIGKILL"), HUNG_MS);
  const [code, signal] = await once(child, "exit");
  clearTimeout(hung);
  if (signal === "SIGKILL") return undefined;
  if (code !== 0) throw new Error(`a backup ended with ${code ?? signal}`);
  return performance.now() - begun;
}

const { child: server } = await startOurs(folder, "site");
try {
  const empty = [await backUp(), await backUp(), await backUp()];
  await fill();
  const times: number[] = [];
  let hung = 0;
  for (let run = 1; run <= RUNS; run++) {
    const time = await backUp();
    if (time === undefined) hung++;
    else times.push(time);
    if (process.stderr.isTTY) console.error(`run ${run} of ${RUNS}: ${time ?? "hung"}`);
  }
  const { size } = await stat(archive);
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.versions.node}`);
  console.log(`${SUBMISSIONS} submissions, an archive of ${(size / 1024 / 1024).toFixed(1)} MB`);
  console.log(`hung        ${hung} of ${RUNS} (none may)`);
  console.log(`median      ${(median(times) / 1000).toFixed(2)} s, the program's start included`);
  const ratio = median(times) / median(empty.map((time) => time ?? HUNG_MS));
  console.log(`ratio       ${ratio.toFixed(2)} of a backup without submissions`);
  process.exitCode = hung === 0 ? 0 : 1;
} finally {
  server.kill("SIGTERM");
  await once(server, "exit");
  await rm(folder, { recursive: true, force: true });
}
