import cluster from "node:cluster";
import { refuseUnreadableFile } from "#server/runtime/env/env-file.ts";
import { readEnv } from "#server/runtime/env.ts";
import { checkAddress, exitWithMessage } from "#server/runtime/lifecycle.ts";

process.on("uncaughtException", exitWithMessage);
process.on("unhandledRejection", exitWithMessage);

refuseUnreadableFile();
const env = readEnv(process.env);
// A worker shares the port of the process that started it.
if (cluster.isPrimary) await checkAddress(env);

// With several workers, this process only starts them, and each of them answers requests.
const several = env.workers > 1 && !process.argv.includes("--dev");
if (several && cluster.isPrimary) await import("#server/workers.ts");
else await import("#server/serve.ts");
