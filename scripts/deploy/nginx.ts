import { spawn, spawnSync } from "node:child_process";
import { appendFile, copyFile } from "node:fs/promises";
import { join } from "node:path";
import { untilServed } from "../tools/server.ts";

/** server_name of the shipped file; /etc/hosts leads it here. */
export const SITE = "http://example.com";
/** Its two processes. */
export const PORTS = [3000, 3010] as const;

/** nginx -t on Debian's own configuration with the shipped file where docs/deploy.md puts it. @returns what it found wrong */
export async function checkShipped(): Promise<string> {
  await copyFile("deploy/nginx.conf", "/etc/nginx/conf.d/loading-dock.conf");
  const { status, stderr } = spawnSync("nginx", ["-t"], { encoding: "utf8" });
  return status === 0 ? "" : stderr;
}

/** Starts Debian's nginx with the shipped file, once a process serves behind it. */
export async function startNginx(folder: string) {
  await appendFile("/etc/hosts", "\n127.0.0.1 example.com\n");
  const log = join(folder, "nginx-error.log");
  const child = spawn("nginx", ["-e", log, "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilServed(`${SITE}/healthz`, child, "nginx");
  return child;
}
