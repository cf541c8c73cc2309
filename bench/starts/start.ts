/**
 * How long `npm start` takes on a site with 10,000 leads until /readyz succeeds: its checks of the
 * installation and build, PostgreSQL, the migration check, and the server.
 *
 * Needs a build (npm run build). Run: npm run bench:start
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  addLeads,
  benchFolder,
  databaseOf,
  endAll,
  startOurs,
} from "../../scripts/tools/server.ts";
import { startTime } from "../budgets.ts";
import { reportTimes } from "../tools/report.ts";

const LEADS = 10_000;
const ROUNDS = 7;

const folder = await benchFolder("bench-start");
try {
  const first = await startOurs(folder, "site");
  const sql = await databaseOf(join(folder, "site"));
  await addLeads(sql, LEADS);
  await sql.end();
  await endAll([first.child]);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const { child } = await startOurs(folder, "site", {
      program: "scripts/start.mjs",
      settings: { NODE_COMPILE_CACHE: join(folder, "compiled") },
    });
    // The first round fills the compile cache.
    if (round > 0) times.push(performance.now() - started);
    await endAll([child]);
  }
  reportTimes({ [`start with ${LEADS.toLocaleString("en-US")} leads`]: times }, startTime);
} finally {
  await rm(folder, { recursive: true, force: true });
}
