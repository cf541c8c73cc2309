import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "./server.ts";

/** One nginx worker that serves `page` (brotli) as it is, with nothing to compute and no log. */
export async function startNginx(folder: string, page: Buffer) {
  const port = await freePort();
  const root = join(folder, "nginx");
  await mkdir(root);
  await writeFile(join(root, "index.html"), page);
  const config = join(folder, "nginx.conf");
  await writeFile(
    config,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log /dev/null;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
       default_type "text/html; charset=utf-8";
       server { listen 127.0.0.1:${port}; root ${root}; index index.html;
         location / { add_header Content-Encoding br; } } }`,
  );
  const child = spawn("nginx", ["-c", config, "-p", folder], { stdio: "ignore" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { child, url: `http://127.0.0.1:${port}` };
}

/** The brotli of the kept home page, once its best compression, which follows the first answer, is there. */
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
