/**
 * Tries the files in deploy as docs/deploy.md says, with Debian's packages: `npm run test:deploy`, as root, after a
 * build.
 */
import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { benchFolder } from "../../bench/tools/server.ts";
import { runCommands } from "./commands.ts";
import { checkShipped } from "./nginx.ts";
import { throughPgBouncer } from "./pgbouncer.ts";
import { replaceInTurn } from "./replace.ts";

const NEEDED = ["nginx", "psql", "pgbouncer"];
if (process.getuid?.() !== 0 || NEEDED.some((program) => spawnSync(program, ["-V"]).error)) {
  console.error("Needs root. On Debian, as root: apt-get install nginx postgresql pgbouncer");
  process.exit(1);
}

let failed = 0;
function tell(what: string, fault: string) {
  if (fault) failed += 1;
  console.log(`${fault ? "failed" : "passed"}: ${what}${fault && `\n${fault}`}`);
}

const folder = await benchFolder("deploy");
try {
  tell("Debian's nginx loads deploy/nginx.conf as it is", await checkShipped(folder));
  tell("deploy/loading-dock runs commands as the service's user", await runCommands(folder));
  const { fault, counted } = await replaceInTurn(folder);
  tell(`no request fails while processes are replaced (${counted})`, fault);
  for (const { what, fault: found } of await throughPgBouncer(folder)) tell(what, found);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
