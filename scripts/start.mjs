// `npm start`: runs the server. Repeats the checks of `prestart` (build.mjs), in case npm is set to skip scripts.
import { spawn } from "node:child_process";
import { NODE_FLAGS, NODE_SETTINGS } from "./node-flags.mjs";
import { inRoot, node, prepareStart } from "./prepare.mjs";

prepareStart();

process.env.NODE_ENV = "production";
// Caches compiled code between starts.
process.env.NODE_COMPILE_CACHE ??= inRoot("node_modules", ".cache", "compiled");
for (const [name, value] of Object.entries(NODE_SETTINGS)) process.env[name] ??= value;
const flags = [...NODE_FLAGS, `--env-file-if-exists=${inRoot(".env")}`];
const command = [node, ...flags, inRoot("server", "index.ts")];
if (process.execve && process.platform !== "win32") {
  // Replaces this process with the server: saves the memory of one process, and signals reach it
  // directly.
  process.execve(command[0], command, process.env);
}
const child = spawn(command[0], command.slice(1), { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
