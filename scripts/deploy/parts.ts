/** The parts of `npm run test:deploy`, run inside the namespaces that index.ts creates. */
import { execFileSync } from "node:child_process";
import { expectNothing, step, summary } from "../tools/steps.ts";
import { runDocuments } from "./docs/run.ts";
import { importCutOff } from "./import.ts";
import { mountOverlays } from "./machine.ts";
import { startsInMemory } from "./memory.ts";
import { checkShipped } from "./nginx.ts";
import { throughPgBouncer } from "./pgbouncer.ts";
import { replaceInTurn } from "./replace.ts";
import { restoreCutOff } from "./restore.ts";
import { storeInS3 } from "./s3.ts";

const PARTS: Record<string, (folder: string) => Promise<void>> = {
  docs: runDocuments,
  async nginx(folder) {
    await step("Debian's nginx loads deploy/nginx.conf", async () =>
      expectNothing(await checkShipped()),
    );
    await step("no request fails while processes are replaced", () => replaceInTurn(folder));
  },
  pgbouncer: throughPgBouncer,
  restore: restoreCutOff,
  s3: storeInS3,
  import: importCutOff,
  memory: startsInMemory,
};

const [folder = "", ...asked] = process.argv.slice(2);
const unknown = asked.find((name) => !(name in PARTS));
if (unknown) {
  console.error(`There is no part ${unknown}: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}
execFileSync("ip", ["link", "set", "lo", "up"]);
mountOverlays(folder);
for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  // A part that aborts counts as a failed step; the other parts still run.
  await PARTS[name]?.(folder).catch((error) => step(name, () => Promise.reject(error)));
}
process.exit(summary());
