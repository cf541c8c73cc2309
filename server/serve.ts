import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { REQUEST_MS } from "#server/backend/gateway/operations/index.ts";
import { openBackend } from "#server/backend/index.ts";
import { belowMinimum } from "#server/backend/minimum.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { createDrain } from "#server/http/drain.ts";
import { openBuilt, openDevelopment } from "#server/http/front.ts";
import { canonicalRedirect } from "#server/http/middleware/canonical-redirect.ts";
import { boundConnections } from "#server/http/middleware/connections.ts";
import { csrf } from "#server/http/middleware/csrf.ts";
import { failed } from "#server/http/middleware/failed.ts";
import { health } from "#server/http/middleware/health.ts";
import { limitBody } from "#server/http/middleware/limit-body.ts";
import { limitRenders } from "#server/http/middleware/limit-renders.ts";
import { refuseMalformed } from "#server/http/middleware/malformed.ts";
import { hasOneHost, requestInfo, visitorAddress } from "#server/http/middleware/request-info.ts";
import { requestLogger } from "#server/http/middleware/request-logger.ts";
import { securityHeaders } from "#server/http/middleware/security-headers.ts";
import { ALLOWED, refuseBadRequests } from "#server/http/middleware/validate-request.ts";
import { createPages } from "#server/http/pages/index.ts";
import { plainAnswer, refuse } from "#server/http/plain-answer.ts";
import { COMMENT_BODY_MAX } from "#server/http/preview/comment.ts";
import { createPreview, PREVIEW_BODY_MAX } from "#server/http/preview/index.ts";
import { createPreviewLink } from "#server/http/preview/link.ts";
import { createRequestLog, type Source } from "#server/http/request-log.ts";
import { createSendBuffers } from "#server/http/send-buffers.ts";
import { createUnsubscribe } from "#server/http/unsubscribe/index.ts";
import { createVisits, VISIT_BODY_MAX } from "#server/http/visits/index.ts";
import { maskIp, maskRefusedIp } from "#server/limits/mask-ip.ts";
import { unknownSettings } from "#server/runtime/env/unknown-settings.ts";
import { loggedAddresses, readEnv } from "#server/runtime/env.ts";
import { listen, stopOnSignals, surviveFaults } from "#server/runtime/lifecycle.ts";
import { createLogStream } from "#server/runtime/log/stream.ts";
import { createLog } from "#server/runtime/log.ts";
import { gcWhenIdle } from "#server/runtime/v8/gc-when-idle.ts";
import { retainHiddenClasses } from "#server/runtime/v8/retain-hidden-classes.ts";
import { reportReady, workerIndex } from "#server/runtime/workers/siblings.ts";

const PAGE_BODY_MAX = 256 * 1024;
const PREVIEW_LINK = ["/preview/:token", "/preview/:token/*"];
/**
 * Longer than proxies keep an unused connection (nginx and AWS 60 s, Caddy 120 s). Otherwise a proxy sends a
 * request on a connection that is just being closed, and its visitor gets a 502.
 */
const KEEP_ALIVE_MS = 125_000;

const env = readEnv(process.env);
const out = createLogStream();
const log = createLog(env.logLevel, out, maskRefusedIp(env.logAddress));
// Other workers would log the same warnings.
if (workerIndex === 0) {
  for (const sentence of unknownSettings(process.env)) log.warn(sentence);
  for (const sentence of await belowMinimum(env)) log.warn(sentence);
}
const development = process.argv.includes("--dev");

const front = await (development ? openDevelopment() : openBuilt());
const backend = await openBackend(env, log);
const closeBackend = async (cause: unknown) => {
  await backend.close();
  throw cause;
};
const { loadRenderer } = front;
const { metrics: settings } = env;
// Loaded only if metrics are enabled.
const metrics =
  settings &&
  (await import("#server/http/metrics/index.ts")
    .then(({ openMetrics }) => openMetrics(settings, backend, loadRenderer))
    .catch(closeBackend));

let answer: RequestListener;
const server = createServer(
  { requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
  (req, res) => answer(req, res),
);
// Node would drop headers after the 2,000th, including a second Host; the 16 KB limit bounds them
// all.
server.maxHeadersCount = 0;
refuseMalformed(server, log);
// Behind a proxy, all connections come from the proxy.
if (env.rateLimits && env.trustProxy === 0) boundConnections(server, log);
const port = await listen(server, env).catch(closeBackend);
const siteUrl = env.siteUrl ?? `http://localhost:${port}`;
backend.setOrigin(siteUrl);
const parts = {
  backend,
  siteUrl,
  mediaMaxBytes: env.mediaMaxBytes,
  log,
  logged: loggedAddresses(env),
};
const preview = createPreview({ ...parts, loadRenderer, rateLimits: env.rateLimits });
const previewLink = createPreviewLink({ ...parts, loadRenderer });
const pages = createPages({
  ...parts,
  loadRenderer,
  purge: env.purge,
  keepPages: !development && !process.argv.includes("--no-page-cache"),
});
const visits = createVisits({ backend, log, loadRenderer });

const addressOf = (req: IncomingMessage) => visitorAddress(req, env.trustProxy);
const sendBuffers = createSendBuffers({ log, addressOf });
const drain = createDrain(backend.kind === "embedded");
const toLog = createRequestLog({
  log,
  out,
  sample: env.logSample,
  maskIp: maskIp(env.logAddress),
});
const logRequest = metrics ? metrics.countThen(toLog) : toLog;

const app = new Hono<AppEnv>()
  .use(requestInfo(env.trustProxy))
  // A requested shutdown is not a failure, so it skips the request log.
  .use("/readyz", securityHeaders, (_c, next) =>
    drain.ready() ? next() : Promise.resolve(plainAnswer(503, "This process is shutting down.")),
  )
  .use(requestLogger(log, logRequest))
  .use(securityHeaders)
  .use(canonicalRedirect(loadRenderer))
  .use(refuseBadRequests)
  .route("/", health(backend, env.metrics?.token))
  .route("/", metrics?.route ?? new Hono<AppEnv>())
  .on(
    backend.kind === "hosted" ? [] : ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*", "/functions/v1/*"],
    (c) => {
      const { incoming, delivery } = c.env;
      return backend.fetch(c.req.raw, { ...c.var, target: incoming.url, delivery });
    },
  )
  .use("/admin/preview", limitBody(PREVIEW_BODY_MAX), csrf)
  .get("/admin/preview", preview.get)
  .post("/admin/preview", preview.post)
  .use("/preview/*", limitBody(COMMENT_BODY_MAX))
  .post("/visits", limitBody(VISIT_BODY_MAX), csrf, visits.take)
  // Email services post from elsewhere, too, and large emails: the secret is the authorization.
  .post("/inbound/mail", async (c) => {
    const response = await backend.receiveMail(c.req.raw, c.var);
    if ([401, 429].includes(response.status)) c.set("refused", "wrong_secret");
    return response;
  })
  .use(limitBody(PAGE_BODY_MAX))
  // Email clients post from their own pages: the token is the authorization.
  .on(["GET", "POST"], "/unsubscribe/:token", createUnsubscribe(backend))
  .use(csrf)
  .use(limitRenders(loadRenderer, env.rateLimits))
  .on("GET", PREVIEW_LINK, previewLink.get)
  .on("POST", PREVIEW_LINK, previewLink.post)
  .on(["GET", "HEAD", "POST"], "*", (c) => pages.answer(c))
  .options("*", () => new Response(null, { status: 204, headers: ALLOWED }))
  .all("*", (c) => refuse(c, "bad_method", 405, "This method isn't supported here.", ALLOWED))
  .onError(failed(log));

const listener = getRequestListener(
  (request, env) => {
    const { incoming, outgoing } = env as HttpBindings;
    return app.fetch(request, { ...env, delivery: sendBuffers.follow(incoming, outgoing) });
  },
  { overrideGlobalObjects: false },
);
/** Reports responses that bypassed Hono. */
const logSent = (source: Source, started: number, req: IncomingMessage, res: ServerResponse) =>
  logRequest({
    source,
    method: req.method as string,
    status: res.statusCode,
    path: (req.url as string).split("?", 1)[0] as string,
    ms: performance.now() - started,
    address: addressOf(req),
  });
async function answerOther(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const started = performance.now();
  sendBuffers.follow(req, res);
  // The connection just exceeded its limit of concurrent responses.
  if (req.socket.destroyed) return;
  if (await front.sendFile(req, res)) logSent("file", started, req, res);
  else await listener(req, res);
  sendBuffers.written(req, res);
}
// The hot path: most requests find their page cached, without even a promise.
answer = (req, res) => {
  // Node delivers pipelined requests even after their connection was closed.
  if (req.socket.destroyed) return;
  const started = performance.now();
  if (!hasOneHost(req)) void listener(req, res);
  else if (pages.sendCached(req, res)) {
    logSent("kept", started, req, res);
    sendBuffers.written(req, res);
  } else
    answerOther(req, res).catch((err) => {
      log.error({ err }, "a response failed");
      res.destroy();
    });
};

surviveFaults(log);
retainHiddenClasses();
const stopGc = gcWhenIdle();
stopOnSignals(
  server,
  log,
  (enough) => drain.begin(server, enough),
  async () => {
    stopGc();
    sendBuffers.stop();
    await pages.close();
    await visits.close();
    metrics?.close();
    await front.close();
    await backend.close();
    await out.flush();
  },
);

const { email } = backend.admin ?? {};
reportReady([
  `Loading Dock is running at ${siteUrl}`,
  ...(metrics?.url ? [`Metrics at ${metrics.url}`] : []),
  ...(email ? [`Sign in at ${siteUrl}/admin/login as ${email}`] : []),
]);
