import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Backend } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { bearsToken } from "#server/http/bearer-token.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { plainAnswer, refuse } from "#server/http/plain-answer.ts";
import type { Answered } from "#server/http/request-log.ts";
import type { Env } from "#server/runtime/env.ts";
import { listen } from "#server/runtime/lifecycle.ts";
import { workerIndex } from "#server/runtime/workers/siblings.ts";
import { countInto } from "./counts.ts";
import { gaugesInto } from "./gauges.ts";

/** Node metrics whose names break Prometheus's conventions: gauges called "total". */
const ILL_NAMED = ["handles", "requests", "resources"].map((what) => `nodejs_active_${what}_total`);

/** One scraper and a spare; nothing else needs this port. */
const CONNECTIONS = 16;

type Settings = NonNullable<Env["metrics"]>;

interface Parts {
  backend: Pick<Backend, "kind" | "watch">;
  /** the addresses of all pages */
  addresses: ReadonlySet<string>;
}

/** The registry of all metrics, and a function that counts each answered request. */
export function createRegistry({ backend, addresses }: Parts) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of ILL_NAMED) registry.removeSingleMetric(name);
  gaugesInto(registry, backend);
  return { registry, count: countInto(registry, addresses) };
}

/** GET /metrics, in Prometheus's text format. Requires the token if one is set; otherwise open to anyone. */
export const metricsRoute = (registry: Registry, token: string | undefined) =>
  new Hono<AppEnv>().get("/metrics", async (c) => {
    if (token !== undefined && !bearsToken(token, c.req.header("authorization")))
      return refuse(c, "no_metrics_token", 401, "Send METRICS_TOKEN as a bearer token.", {
        "www-authenticate": "Bearer",
      });
    return c.body(await registry.metrics(), 200, {
      "content-type": registry.contentType,
      "cache-control": "no-store",
    });
  });

/** Serves /metrics on its own port. @throws SettingError when the port is unavailable */
async function serve(registry: Registry, port: number, { host, token }: Settings) {
  const app = new Hono<AppEnv>()
    .route("/", metricsRoute(registry, token))
    .notFound(() => plainAnswer(404, "Only /metrics is served here."));
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.maxConnections = CONNECTIONS;
  server.requestTimeout = 10_000;
  // Each worker counts for itself, so Prometheus reads each one separately.
  const own = port && port + workerIndex;
  const taken = await listen(server, { port: own, host }, ["METRICS_PORT", "METRICS_HOST"]);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Starts counting, and serves the metrics as configured.
 * @throws SettingError when the port is unavailable
 */
export async function openMetrics(
  settings: Settings,
  backend: Parts["backend"],
  loadRenderer: () => Promise<Pick<Renderer, "addresses">>,
) {
  const { addresses } = await loadRenderer();
  const { registry, count } = createRegistry({ backend, addresses });
  const { port, token } = settings;
  const served = port === undefined ? undefined : await serve(registry, port, settings);
  return {
    /** the URL, if it has its own port */
    url: served?.url,
    /** for the site's port */
    route: served ? new Hono<AppEnv>() : metricsRoute(registry, token),
    countThen: (next: (answered: Answered) => void) => (answered: Answered) => {
      count(answered);
      next(answered);
    },
    close: () => served?.close(),
  };
}
