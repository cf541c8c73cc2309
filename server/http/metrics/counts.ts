import { Counter, Histogram, type Registry } from "prom-client";
import type { Answered, Source } from "#server/http/request-log.ts";
import {
  linesLost,
  pageRendered,
  requestRefused,
  statementEnded,
} from "#server/runtime/signals.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Reasons are this program's own words and PostgreSQL codes. This caps them in case one ever isn't. */
const REASONS = 64;
const REASON = /^\w{1,40}$/;

/**
 * Counts for as long as the process lives.
 * @returns a function to call with each answered request. A cached page costs three Map look-ups:
 * prom-client's own counting takes ten times as long, and runs only when metrics are scraped
 */
export function countInto(registry: Registry, addresses: ReadonlySet<string>) {
  const registers = [registry];
  const requests = new Map<Source, Map<string, Map<number, number>>>();
  const reasons = new Map<string, number>();
  let lost = 0;

  new Counter({
    name: "loading_dock_requests_total",
    help: "Answered requests, by page or pattern, status, and where the answer came from.",
    labelNames: ["route", "status", "source"],
    registers,
    collect() {
      this.reset();
      for (const [source, routes] of requests)
        for (const [route, statuses] of routes)
          for (const [status, count] of statuses)
            this.inc({ route, status: String(status), source }, count);
    },
  });
  const seconds = new Histogram({
    name: "loading_dock_request_duration_seconds",
    help: "Time to first byte, except cached pages and files.",
    labelNames: ["source"],
    buckets: SECONDS,
    registers,
  });
  const rendering = new Histogram({
    name: "loading_dock_render_duration_seconds",
    help: "Time to render a page, including its queries.",
    labelNames: ["outcome"],
    buckets: SECONDS,
    registers,
  });
  const statements = new Histogram({
    name: "loading_dock_statement_duration_seconds",
    help: "Time until the database answered a statement, by connection pool.",
    labelNames: ["pool"],
    buckets: STATEMENT_SECONDS,
    registers,
  });
  new Counter({
    name: "loading_dock_refused_total",
    help: "Refused requests, by reason.",
    labelNames: ["reason"],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of reasons) this.inc({ reason }, count);
    },
  });
  new Counter({
    name: "loading_dock_log_lines_lost_total",
    help: "Log lines that were not read in time.",
    registers,
    collect() {
      this.reset();
      this.inc(lost);
    },
  });

  function countRefused(given: string) {
    const reason =
      REASON.test(given) && (reasons.has(given) || reasons.size < REASONS) ? given : "other";
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }

  requestRefused.listen(countRefused);
  linesLost.listen((lines) => {
    lost += lines;
  });
  pageRendered.listen(({ seconds: took, failed }) =>
    rendering.observe({ outcome: failed ? "failed" : "made" }, took),
  );
  statementEnded.listen(({ pool, seconds: took }) => statements.observe({ pool }, took));

  return ({ path, status, source, ms }: Answered): void => {
    // The build has many files, and counting them one by one is not useful.
    const route = source === "file" ? "file" : routeOf(path, addresses);
    const routes = requests.get(source) ?? new Map<string, Map<number, number>>();
    if (routes.size === 0) requests.set(source, routes);
    const statuses = routes.get(route) ?? new Map<number, number>();
    if (statuses.size === 0) routes.set(route, statuses);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (source !== "kept" && source !== "file") seconds.observe({ source }, ms / 1000);
  };
}

const PREFIXES = [
  ...["/auth/v1/", "/rest/v1/", "/storage/v1/", "/functions/v1/"],
  ...["/assets/", "/preview/", "/unsubscribe/", "/admin/"],
];
const OWN = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * The label for a request: the address of an existing page, or a pattern. It never contains a path chosen by
 * a client, so the number of labels stays bounded.
 * @param addresses the addresses of all pages
 */
function routeOf(path: string, addresses: ReadonlySet<string>): string {
  if (addresses.has(path) || OWN.has(path)) return path;
  // The data that the browser fetches for client-side navigation.
  const page = path.endsWith(".data") ? path.slice(0, -".data".length) : "";
  if (addresses.has(page)) return page;
  const prefix = PREFIXES.find((each) => path.startsWith(each));
  return prefix ? `${prefix}*` : "other";
}
