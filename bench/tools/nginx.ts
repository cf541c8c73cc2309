import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../scripts/tools/server.ts";

/** Starts one nginx worker with its usual access log, buffered as ours is, and `http` inside its http block. */
async function startWorker(folder: string, name: string, http: string) {
  const config = join(folder, `${name}.conf`);
  await writeFile(
    config,
    `worker_processes 1; daemon off; pid ${folder}/${name}.pid; error_log ${folder}/${name}.log;
     events { worker_connections 1024; }
     http { access_log /dev/null combined buffer=64k flush=1s; sendfile on; tcp_nopush on; keepalive_requests 1000000;
       ${http} }`,
  );
  const child = spawn("nginx", ["-c", config, "-p", folder], { stdio: "ignore" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  return child;
}

/** Starts one nginx worker that serves `page` (already brotli-compressed) as a static file. */
export async function startNginx(folder: string, page: Buffer) {
  const port = await freePort();
  const root = join(folder, "nginx");
  await mkdir(root);
  await writeFile(join(root, "index.html"), page);
  const child = await startWorker(
    folder,
    "files",
    `default_type "text/html; charset=utf-8";
     server { listen 127.0.0.1:${port}; root ${root}; index index.html;
       location / { add_header Content-Encoding br; } }`,
  );
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Starts one nginx worker with deploy/nginx.conf: a cache in front of the server at `url`. */
export async function startInFront(folder: string, url: string) {
  const port = await freePort();
  const shipped = await readFile("deploy/nginx.conf", "utf8");
  const site = shipped
    .replace("/var/cache/loading-dock", join(folder, "held"))
    .replaceAll("127.0.0.1:3000", new URL(url).host)
    .replace("listen 80;", `listen 127.0.0.1:${port};`);
  const child = await startWorker(folder, "in-front", site);
  return { child, url: `http://127.0.0.1:${port}` };
}

/** The cached home page in brotli, after its best compression is ready, which follows the first response. */
export async function settledPage(url: string): Promise<{ page: Buffer; etag: string }> {
  const { get } = await import("node:http");
  const once = () =>
    new Promise<{ page: Buffer; etag: string }>((resolve, reject) => {
      get(`${url}/`, { headers: { "accept-encoding": "br" } }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ page: Buffer.concat(chunks), etag: String(answer.headers.etag) });
      }).on("error", reject);
    });
  let last = await once();
  for (let same = 0; same < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const next = await once();
    same = next.page.length === last.page.length ? same + 1 : 0;
    last = next;
  }
  return last;
}
