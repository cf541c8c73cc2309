import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const SHIPPED = "deploy/nginx.conf";
const CACHE = "/var/cache/loading-dock";
const DEBIAN = "/etc/nginx/nginx.conf";

/** nginx -t on Debian's own configuration with the shipped file, unchanged. @returns what it found wrong */
export async function checkShipped(folder: string): Promise<string> {
  const config = join(folder, "debian.conf");
  const debian = await readFile(DEBIAN, "utf8");
  const include = "include /etc/nginx/conf.d/*.conf;";
  if (!debian.includes(include)) return `${DEBIAN} does not include conf.d`;
  await writeFile(config, debian.replace(include, `include ${join(process.cwd(), SHIPPED)};`));
  const hadCache = existsSync(CACHE);
  const { status, stderr } = spawnSync("nginx", ["-t", "-c", config], { encoding: "utf8" });
  if (!hadCache) await rm(CACHE, { recursive: true, force: true });
  return status === 0 ? "" : stderr;
}

interface Ports {
  listen: number;
  first: number;
  second: number;
}

/** Starts nginx with the shipped file; only its ports and its cache folder are the test's own. */
export async function startNginx(folder: string, { listen, first, second }: Ports) {
  const home = join(folder, "nginx");
  await mkdir(home);
  const shipped = await readFile(SHIPPED, "utf8");
  const site = shipped
    .replace(CACHE, join(home, "cache"))
    .replace("listen 80;", `listen 127.0.0.1:${listen};`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${first}`)
    .replaceAll("127.0.0.1:3010", `127.0.0.1:${second}`);
  const config = join(home, "nginx.conf");
  await writeFile(
    config,
    `user www-data; daemon off; pid ${home}/pid; error_log ${home}/error.log;
     events {} http { access_log off; ${site} }`,
  );
  const child = spawn("nginx", ["-c", config], { stdio: ["ignore", "ignore", "inherit"] });
  for (;;) {
    if (child.exitCode !== null) throw new Error("nginx did not start");
    const answer = await fetch(`http://127.0.0.1:${listen}/healthz`).catch(() => undefined);
    if (answer) return child;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
