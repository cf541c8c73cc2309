/**
 * How long the first `npm start` takes until /readyz succeeds, from nothing: in a new clone (packages, build,
 * PostgreSQL, migrations, content), and in an unpacked release (`npm run release`), which is built already. Both
 * download all packages: npm's cache is empty.
 *
 * Needs everything committed, and the network. Run: npm run bench:first-start
 */
import { execFileSync } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { benchFolder, endAll, startOurs } from "../../scripts/tools/server.ts";
import { firstStart } from "../budgets.ts";
import { reportTimes } from "../tools/report.ts";

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: "utf8" });

const folder = await benchFolder("bench-first-start");
try {
  const times: Record<string, number[]> = {};
  const [, archive = ""] = /Written: (\S+)/.exec(run("npm", "run", "release")) ?? [];
  const places = { clone: join(folder, "clone"), release: join(folder, "release") };
  run("git", "clone", "--quiet", ".", places.clone);
  await mkdir(places.release);
  run("tar", "-xzf", archive, "-C", places.release, "--strip-components=1");
  for (const [name, build] of Object.entries(places)) {
    const started = performance.now();
    const { child } = await startOurs(folder, `${name}-data`, {
      build,
      program: "scripts/start.mjs",
      settings: {
        npm_config_cache: join(folder, `${name}-npm`),
        NODE_COMPILE_CACHE: join(folder, `${name}-compiled`),
      },
    });
    times[name] = [performance.now() - started];
    await endAll([child]);
  }
  reportTimes(times, firstStart);
} finally {
  await rm(folder, { recursive: true, force: true });
}
