import cluster from "node:cluster";
import { readEnv } from "#server/runtime/env.ts";
import { exitWithMessage } from "#server/runtime/lifecycle.ts";

process.on("uncaughtException", exitWithMessage);
process.on("unhandledRejection", exitWithMessage);

// With several workers, this process only starts them, and each of them answers requests.
const several = readEnv(process.env).workers > 1 && !process.argv.includes("--dev");
if (several && cluster.isPrimary) await import("#server/workers.ts");
else await import("#server/serve.ts");
