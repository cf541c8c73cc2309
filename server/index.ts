import { createServer, type RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { openBackend } from "./backend/index.ts";
import { readEnv } from "./env.ts";
import type { AppEnv } from "./http/app-env.ts";
import { refuseBadRequests } from "./http/bad-request.ts";
import { health } from "./http/health.ts";
import { createPages } from "./http/pages.ts";
import { plainAnswer } from "./http/plain-answer.ts";
import { requestInfo } from "./http/request-info.ts";
import { requestLog } from "./http/request-log.ts";
import { exitInWords, listen, stopOnSignals } from "./lifecycle.ts";
import { createLog } from "./log.ts";

const PAGE_BODY_MAX = 256 * 1024;

process.on("uncaughtException", exitInWords);
process.on("unhandledRejection", exitInWords);

const env = readEnv(process.env);
const log = createLog(env.logLevel);
const development = process.argv.includes("--dev");

// The port is taken first, because with PORT=0 nobody knows it before; who asks too early is told so.
let answer: RequestListener = (_req, res) => {
  res.writeHead(503, { "retry-after": "1", "content-type": "text/plain" }).end("Starting.\n");
};
const server = createServer((req, res) => answer(req, res));
const port = await listen(server, env);
const siteUrl = env.siteUrl ?? `http://localhost:${port}`;
const backend = await openBackend({ ...env, siteUrl }, log);
const front = development
  ? await (await import("./front-development.ts")).createFront(server)
  : await (await import("./front-built.ts")).createFront();
const keepPages = !development && !process.argv.includes("--no-page-cache");
const pages = createPages({ backend, siteUrl, log, keepPages, loadRender: front.loadRender });

const app = new Hono<AppEnv>()
  .use(requestInfo(env.trustProxy))
  .use(requestLog(log))
  .use(refuseBadRequests)
  .route("/", health(backend, log))
  .on(
    backend.kind === "hosted" ? [] : ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*", "/functions/v1/*"],
    (c) => backend.fetch(c.req.raw, c.var),
  )
  .use(
    bodyLimit({
      maxSize: PAGE_BODY_MAX,
      onError: () => plainAnswer(413, "This is more than the form can take. Please shorten it."),
    }),
  )
  .all("*", (c) => pages.answer(c))
  .onError((err, c) => {
    log.error({ requestId: c.var.requestId, err }, "a request failed");
    return plainAnswer(
      500,
      `Something went wrong on our side. Please try again. (Request ${c.var.requestId})`,
    );
  });

const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
answer = async (req, res) => {
  if (pages.sendCached(req, res)) return;
  if (await front.sendFile(req, res)) return;
  await listener(req, res);
};

stopOnSignals(server, log, async () => {
  pages.close();
  await front.close();
  await backend.close();
});

console.log(`Loading Dock is open at ${siteUrl}`);
if (backend.firstAdmin) {
  const { email, password } = backend.firstAdmin;
  console.log(`Admin: ${siteUrl}/admin/login  ${email}`);
  if (password) console.log(`Password (shown only now): ${password}`);
}
