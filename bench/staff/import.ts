/**
 * How long `npm run import` takes for 10,000 leads on a running site, and again when all of them exist.
 *
 * Needs a build (npm run build). Run: npm run bench:import
 */
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { leadsFile, openOurs } from "../../scripts/tools/server.ts";
import { importTime } from "../budgets.ts";
import { reportTimes } from "../tools/report.ts";

const LEADS = 10_000;

await using site = await openOurs("bench-import");
const file = join(site.folder, "leads.csv");
await writeFile(file, leadsFile(LEADS));
const timed = () => {
  const started = performance.now();
  const env = { ...process.env, DATA_DIR: site.dataDir };
  console.log(
    execFileSync(process.execPath, ["server/cli/import.ts", file], {
      env,
      encoding: "utf8",
    }).trim(),
  );
  return performance.now() - started;
};
const leads = LEADS.toLocaleString("en-US");
reportTimes(
  { [`import of ${leads} leads`]: [timed()], [`of ${leads} that are there`]: [timed()] },
  importTime,
);
