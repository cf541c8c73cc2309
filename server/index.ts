import { createServer, type RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { openBackend } from "#server/backend/index.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { boundConnections } from "#server/http/middleware/connections.ts";
import { failed } from "#server/http/middleware/failed.ts";
import { health } from "#server/http/middleware/health.ts";
import { limitBody } from "#server/http/middleware/limit-body.ts";
import { limitRenders } from "#server/http/middleware/limit-renders.ts";
import { refuseMalformed } from "#server/http/middleware/malformed.ts";
import { oneAddress } from "#server/http/middleware/one-address.ts";
import { refuseForeignForms } from "#server/http/middleware/own-origin.ts";
import { requestInfo } from "#server/http/middleware/request-info.ts";
import { requestLog } from "#server/http/middleware/request-log.ts";
import { secureAnswers } from "#server/http/middleware/secure-answers.ts";
import { ALLOWED, refuseBadRequests } from "#server/http/middleware/validate-request.ts";
import { createPages } from "#server/http/pages/index.ts";
import { createPreview, PREVIEW_BODY_MAX } from "#server/http/preview/index.ts";
import { createPreviewLink } from "#server/http/preview/link.ts";
import { refuse } from "#server/http/refuse.ts";
import { readEnv } from "#server/runtime/env.ts";
import { keepShapes } from "#server/runtime/keep-shapes.ts";
import {
  exitInWords,
  listen,
  stopOnSignals,
  surviveRejections,
} from "#server/runtime/lifecycle.ts";
import { createLog } from "#server/runtime/log.ts";
import { giveMemoryBack } from "#server/runtime/memory.ts";

const PAGE_BODY_MAX = 256 * 1024;

process.on("uncaughtException", exitInWords);
process.on("unhandledRejection", exitInWords);

const env = readEnv(process.env);
const log = createLog(env.logLevel);
const development = process.argv.includes("--dev");

const front = development
  ? await (await import("#server/http/front-development.ts")).createFront()
  : await (await import("#server/http/front-built.ts")).createFront();
const backend = await openBackend(env, log);

let answer: RequestListener;
const server = createServer((req, res) => answer(req, res));
refuseMalformed(server, log);
// Behind a proxy all connections are the proxy's.
if (env.rateLimits && env.trustProxy === 0) boundConnections(server, log);
const port = await listen(server, env).catch(async (cause) => {
  await backend.close();
  throw cause;
});
const siteUrl = env.siteUrl ?? `http://localhost:${port}`;
backend.setOrigin(siteUrl);
const parts = { backend, siteUrl, mediaMaxBytes: env.mediaMaxBytes, log };
const { loadRenderer } = front;
const preview = createPreview({ ...parts, loadRenderer, rateLimits: env.rateLimits });
const previewLink = createPreviewLink({ ...parts, loadRenderer });
const pages = createPages({
  ...parts,
  loadRenderer,
  purge: env.purge,
  keepPages: !development && !process.argv.includes("--no-page-cache"),
});

const app = new Hono<AppEnv>()
  .use(requestInfo(env.trustProxy))
  .use(requestLog(log))
  .use(secureAnswers)
  .use(oneAddress(loadRenderer))
  .use(refuseBadRequests)
  .route("/", health(backend, log))
  .on(
    backend.kind === "hosted" ? [] : ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*", "/functions/v1/*"],
    (c) => backend.fetch(c.req.raw, { ...c.var, target: c.env.incoming.url }),
  )
  .use("/admin/preview", limitBody(PREVIEW_BODY_MAX), refuseForeignForms)
  .get("/admin/preview", preview.get)
  .post("/admin/preview", preview.post)
  .use(limitBody(PAGE_BODY_MAX))
  .use(refuseForeignForms)
  .use(limitRenders(loadRenderer, env.rateLimits))
  .get("/preview/:token", previewLink)
  .get("/preview/:token/*", previewLink)
  .on(["GET", "HEAD", "POST"], "*", (c) => pages.answer(c))
  .options("*", () => new Response(null, { status: 204, headers: ALLOWED }))
  .all("*", (c) => refuse(c, "bad_method", 405, "This method is not supported here.", ALLOWED))
  .onError(failed(log));

const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
const answerOther: RequestListener = async (req, res) => {
  if (!(await front.sendFile(req, res))) await listener(req, res);
};
// The many find their page at hand: for them not even a promise is made.
answer = (req, res) => {
  if (!pages.sendCached(req, res)) answerOther(req, res);
};

surviveRejections(log);
keepShapes();
const stopGiving = giveMemoryBack();
stopOnSignals(server, log, async () => {
  stopGiving();
  pages.close();
  await front.close();
  await backend.close();
});

const { email, password } = backend.admin ?? {};
console.log(
  [
    `Loading Dock is open at ${siteUrl}`,
    ...(email ? [`Sign in at ${siteUrl}/admin/login as ${email}`] : []),
    ...(password ? [`Password (shown only now): ${password}`] : []),
  ].join("\n"),
);
