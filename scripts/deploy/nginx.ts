import { spawn, spawnSync } from "node:child_process";
import { appendFile, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { untilServed } from "../tools/server.ts";

/** The server_name in the shipped file; /etc/hosts resolves it to this machine. */
export const SITE = "http://example.com";
/** The ports of its two upstream processes. */
export const PORTS = [3000, 3010] as const;

/** Runs nginx -t with Debian's configuration and the shipped file. @returns what it reports as wrong */
export async function checkShipped(): Promise<string> {
  await copyFile("deploy/nginx.conf", "/etc/nginx/conf.d/loading-dock.conf");
  const { status, stderr } = spawnSync("nginx", ["-t"], { encoding: "utf8" });
  return status === 0 ? "" : stderr;
}

/** Starts Debian's nginx with the shipped file. Call it once a process serves behind it. */
export async function startNginx(folder: string) {
  await appendFile("/etc/hosts", "\n127.0.0.1 example.com\n");
  const log = join(folder, "nginx-error.log");
  const child = spawn("nginx", ["-e", log, "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilServed(`${SITE}/healthz`, child, "nginx");
  return child;
}
