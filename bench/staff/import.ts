/**
 * How long `npm run import` takes for 10,000 leads on a running site, and again when all of them exist.
 *
 * Needs a build (npm run build). Run: npm run bench:import
 */
import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { benchFolder, endAll, startOurs } from "../../scripts/tools/server.ts";
import { importTime } from "../budgets.ts";
import { LEADS, leadsFile } from "../tools/leads-file.ts";
import { reportTimes } from "../tools/report.ts";

const folder = await benchFolder("bench-import");
try {
  const { child } = await startOurs(folder, "site");
  const file = join(folder, "leads.csv");
  await writeFile(file, leadsFile(LEADS));
  const timed = () => {
    const started = performance.now();
    const env = { ...process.env, DATA_DIR: join(folder, "site") };
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
  await endAll([child]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
