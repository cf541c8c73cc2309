// `npm start`: installs, builds when the sources changed, serves.
import { spawn } from "node:child_process";
import { build, inRoot, install, node } from "./prepare.mjs";

install();
build();

process.env.NODE_ENV = "production";
const command = [node, inRoot("server", "index.ts")];
if (process.execve && process.platform !== "win32") {
  // The server takes this process's place: one process less in memory, and signals reach it.
  process.execve(command[0], command, process.env);
}
const child = spawn(command[0], command.slice(1), { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
