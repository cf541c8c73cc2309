import { Hono } from "hono";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { Watched } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import type { Answered } from "#server/http/request-log.ts";
import { pageRendered, requestRefused, statementEnded } from "#server/runtime/signals.ts";
import { countInto } from "./counts.ts";
import { createRegistry, metricsRoute, openMetrics } from "./index.ts";

const addresses = new Set(["/", "/services", "/admin/login"]);
const nothing = { waiting: 0, failing: 0 };
const well: Watched = {
  answers: true,
  known: {
    mail: { waiting: 3, failing: 1, oldest: new Date(0) },
    webhooks: nothing,
    migrations: { missing: 0, unknown: 0 },
    backups: { proved: new Date(1_700_000_000_000), running: false, overdue: false },
    history: { checked: new Date(1_700_000_000_000), gaps: 2 },
    mailbox: { readable: false },
  },
  server: {
    pools: [{ name: "api", most: 13, busy: 2, idle: 1, waiting: 0 }],
    limiters: [{ name: "pages", width: 3, busy: 1, waiting: 0 }],
    changes: { heard: true, age: 4.5 },
    disk: { free: 9, total: 10, kept: 1 },
    filesTrouble: undefined,
    mailFailingSince: undefined,
  },
};
const backendOf = (watched: Watched) => ({ kind: "database" as const, watch: async () => watched });

/** The lines of /metrics. */
async function metricsLines(registry: Registry) {
  return (await registry.metrics()).split("\n").filter((line) => line && !line.startsWith("#"));
}
const request = (over: Partial<Answered>): Answered => ({
  method: "GET",
  path: "/",
  status: 200,
  ms: 30,
  source: "rendered",
  address: "7.7.7.7",
  ...over,
});

test("labels requests by pattern, status and source", async () => {
  const registry = new Registry();
  const count = countInto(registry, addresses);
  count(request({ source: "kept" }));
  count(request({ source: "kept" }));
  count(request({ source: "kept", status: 304 }));
  count(request({ path: "/services.data" }));
  count(request({ path: "/rest/v1/services", source: "api" }));
  count(request({ path: "/assets/a-123.js", source: "file" }));
  count(request({ path: "/preview/secret/pricing" }));
  count(request({ path: "/healthz", source: "other" }));
  const lines = await metricsLines(registry);
  expect(lines.filter((line) => line.startsWith("loading_dock_requests_total"))).toEqual(
    [
      ["/", 200, "kept", 2],
      ["/", 304, "kept", 1],
      ["/services", 200, "rendered", 1],
      ["/preview/*", 200, "rendered", 1],
      ["/rest/v1/*", 200, "api", 1],
      ["file", 200, "file", 1],
      ["/healthz", 200, "other", 1],
    ].map(
      ([route, status, source, count]) =>
        `loading_dock_requests_total{route="${route}",status="${status}",source="${source}"} ${count}`,
    ),
  );
  expect(lines).toContain('loading_dock_request_duration_seconds_count{source="rendered"} 2');
  expect(lines.join()).not.toContain('duration_seconds_count{source="kept"}');
});

test("prevents callers from creating labels", async () => {
  const registry = new Registry();
  const count = countInto(registry, addresses);
  const before = (await metricsLines(registry)).length;
  for (let i = 0; i < 5_000; i++) {
    for (const path of [`/${i}`, `/admin/${i}`, `/services/${i}`, `/rest/v1/${i}`, `/${i}.data`])
      count(request({ path, status: 404 }));
    requestRefused.publish(`code_${i}`);
    requestRefused.publish(`a reason\nwith "words" ${i}`);
  }
  // There are three routes, a histogram of one source, and 64 reasons plus "other".
  expect((await metricsLines(registry)).length - before).toBeLessThan(100);
  expect((await metricsLines(registry)).join()).not.toContain("words");
});

test("counts reported events", async () => {
  const registry = new Registry();
  countInto(registry, addresses);
  requestRefused.publish("too_large");
  pageRendered.publish({ seconds: 0.02, failed: false });
  pageRendered.publish({ seconds: 9, failed: true });
  statementEnded.publish({ pool: "api", seconds: 0.0007 });
  expect(await metricsLines(registry)).toEqual(
    expect.arrayContaining([
      'loading_dock_refused_total{reason="too_large"} 1',
      'loading_dock_render_duration_seconds_count{outcome="made"} 1',
      'loading_dock_render_duration_seconds_sum{outcome="failed"} 9',
      'loading_dock_statement_duration_seconds_bucket{le="0.0005",pool="api"} 0',
      'loading_dock_statement_duration_seconds_bucket{le="0.001",pool="api"} 1',
    ]),
  );
});

test("exports current values", async () => {
  const { registry } = createRegistry({ backend: backendOf(well), addresses });
  const lines = await metricsLines(registry);
  for (const line of [
    ...["database_up 1", "mail_waiting 3", "mail_failing 1", "webhooks_oldest_seconds 0"],
    ...["backup_scheduled 1", "backup_proved_timestamp_seconds 1700000000", "backup_overdue 0"],
    ...['pool_connections{pool="api",state="busy"} 2', 'pool_size{pool="api"} 13'],
    ...['lane_busy{lane="pages"} 1', "changes_heard 1", "changes_age_seconds 4.5"],
    ...["disk_free_bytes 9", "files_up 1", "migrations_missing 0", "history_gaps 2"],
    "mailbox_up 0",
    "history_checked_timestamp_seconds 1700000000",
  ])
    expect(lines).toContain(`loading_dock_${line}`);
  const age = lines.find((line) => line.startsWith("loading_dock_mail_oldest_seconds"));
  expect(Number(age?.split(" ")[1])).toBeGreaterThanOrEqual(60);
  expect(lines.join()).toContain("nodejs_eventloop_lag_p99_seconds");
  expect(lines.join()).toContain("process_resident_memory_bytes");
});

test("exports nothing for unknown values", async () => {
  let watched = well;
  const watch = async () => watched;
  const { registry } = createRegistry({ backend: { kind: "database", watch }, addresses });
  await metricsLines(registry);
  watched = { answers: false };
  const lines = (await metricsLines(registry)).filter((line) => line.startsWith("loading_dock_"));
  expect(lines).toContain("loading_dock_database_up 0");
  expect(lines.join()).not.toMatch(/_(mail|webhooks|backup|migrations|pool|lane|disk|files)_/);
});

const TOKEN = "0123456789abcdef";
const ask = (authorization?: string, token: string | undefined = TOKEN) => {
  const { registry } = createRegistry({ backend: backendOf(well), addresses });
  const app = new Hono<AppEnv>().route("/", metricsRoute(registry, token));
  return app.request("/metrics", { headers: authorization ? { authorization } : {} });
};

test("requires the token on the pages' port", async () => {
  expect((await ask(`Bearer ${TOKEN}`)).status).toBe(200);
  for (const wrong of [
    undefined,
    TOKEN,
    `Bearer ${TOKEN}0`,
    "Bearer ",
    "Bearer",
    `Basic ${TOKEN}`,
  ]) {
    const answer = await ask(wrong);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await answer.text()).toBe("Send METRICS_TOKEN as a bearer token.\n");
  }
});

test("needs no token on their own port unless one is set, and serves nothing else", async () => {
  const loadRenderer = async () => ({ addresses });
  const open = (token?: string) =>
    openMetrics({ port: 0, host: "127.0.0.1", token }, backendOf(well), loadRenderer);
  const free = await open();
  const answer = await fetch(free.url ?? "");
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect(await answer.text()).toContain("loading_dock_database_up 1");
  const elsewhere = await fetch(new URL("/admin", free.url));
  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    404,
    "Only /metrics is served here.\n",
  ]);
  expect((await free.route.request("/metrics")).status, "with the pages").toBe(404);
  free.close();
  const closed = await open(TOKEN);
  expect((await fetch(closed.url ?? "")).status).toBe(401);
  closed.close();
});
