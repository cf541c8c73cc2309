import { Gauge, type Registry } from "prom-client";
import type { Backend, Backlog, Watched } from "#server/backend/types.ts";
import { version } from "#server/runtime/version.ts";

type Labels = Record<string, string>;
/** Labeled values; empty when the value is currently unknown, so that nothing is exported. */
type Read = (watched: Watched) => [labels: Labels, value: number][];

const one = (value: number | boolean | undefined): [Labels, number][] =>
  value === undefined ? [] : [[{}, Number(value)]];
const secondsSince = (date: Date | undefined) => (date ? (Date.now() - date.getTime()) / 1000 : 0);
const secondsOf = (date: Date | undefined) => date && date.getTime() / 1000;

const backlog = (
  name: string,
  what: string,
  of: (known: NonNullable<Watched["known"]>) => Backlog,
): [string, string, string[], Read][] => [
  [`${name}_waiting`, `${what} to be sent.`, [], ({ known }) => one(known && of(known).waiting)],
  [
    `${name}_failing`,
    `${what} to be sent that failed before.`,
    [],
    ({ known }) => one(known && of(known).failing),
  ],
  [
    `${name}_oldest_seconds`,
    "Age of the oldest one; 0 if none is waiting.",
    [],
    ({ known }) => one(known && secondsSince(of(known).oldest)),
  ],
];

type Pool = NonNullable<Watched["server"]>["pools"][number];
const pools =
  (values: (pool: Pool) => Record<string, number>): Read =>
  ({ server }) =>
    (server?.pools ?? []).flatMap((pool) =>
      Object.entries(values(pool)).map(([state, value]): [Labels, number] => [
        state ? { pool: pool.name, state } : { pool: pool.name },
        value,
      ]),
    );

type Limiter = NonNullable<Watched["server"]>["limiters"][number];
const limiters =
  (value: (limiter: Limiter) => number): Read =>
  ({ server }) =>
    (server?.limiters ?? []).map((limiter) => [{ lane: limiter.name }, value(limiter)]);

/** Name after `loading_dock_`, help, labels, values. */
const GAUGES: [name: string, help: string, labels: string[], read: Read][] = [
  ["database_up", "Whether the database is responding.", [], ({ answers }) => one(answers)],
  ...backlog("mail", "Emails waiting", ({ mail }) => mail),
  [
    "mailbox_up",
    "Whether the mailbox of IMAP_URL can be read.",
    [],
    ({ known }) => one(known?.mailbox?.readable),
  ],
  ...backlog("webhooks", "Webhook events waiting", ({ webhooks }) => webhooks),
  [
    "backup_scheduled",
    "Whether this server makes scheduled backups.",
    [],
    ({ known }) => one(known && known.backups !== undefined),
  ],
  [
    "backup_proved_timestamp_seconds",
    "When the last verified backup was made; 0 if there is none yet.",
    [],
    ({ known }) => one(known?.backups && (secondsOf(known.backups.proved) ?? 0)),
  ],
  [
    "backup_failed_timestamp_seconds",
    "When a backup last failed; 0 if none has.",
    [],
    ({ known }) => one(known?.backups && (secondsOf(known.backups.failed) ?? 0)),
  ],
  [
    "backup_running",
    "Whether a backup is being made.",
    [],
    ({ known }) => one(known?.backups?.running),
  ],
  [
    "backup_overdue",
    "Whether scheduled backups have not produced a verified one for 26 hours.",
    [],
    ({ known }) => one(known?.backups?.overdue),
  ],
  [
    "history_gaps",
    "Rows that don't match their history, as the last daily check found.",
    [],
    ({ known }) => one(known?.history?.gaps),
  ],
  [
    "history_checked_timestamp_seconds",
    "When the history was last checked.",
    [],
    ({ known }) => one(secondsOf(known?.history?.checked)),
  ],
  [
    "migrations_missing",
    "Migrations of this version that the database has not run.",
    [],
    ({ known }) => one(known?.migrations.missing),
  ],
  [
    "migrations_unknown",
    "Migrations in the database that this version doesn't know.",
    [],
    ({ known }) => one(known?.migrations.unknown),
  ],
  [
    "pool_connections",
    "Database connections, by pool and state.",
    ["pool", "state"],
    pools(({ busy, idle }) => ({ busy, idle })),
  ],
  [
    "pool_size",
    "Maximum number of connections, by pool.",
    ["pool"],
    pools(({ most }) => ({ "": most })),
  ],
  [
    "pool_waiting",
    "Statements waiting for a connection, by pool.",
    ["pool"],
    pools(({ waiting }) => ({ "": waiting })),
  ],
  ["lane_places", "Maximum concurrent API requests, by lane.", ["lane"], limiters((l) => l.width)],
  ["lane_busy", "API requests in progress, by lane.", ["lane"], limiters((l) => l.busy)],
  ["lane_waiting", "API requests that are waiting, by lane.", ["lane"], limiters((l) => l.waiting)],
  [
    "changes_heard",
    "Whether content changes arrive (LISTEN).",
    [],
    ({ server }) => one(server?.changes.heard),
  ],
  [
    "changes_age_seconds",
    "How long ago that was last checked.",
    [],
    ({ server }) => one(server?.changes.age),
  ],
  [
    "disk_free_bytes",
    "Free space on the disk of DATA_DIR.",
    [],
    ({ server }) => one(server?.disk?.free),
  ],
  ["disk_size_bytes", "Size of that disk.", [], ({ server }) => one(server?.disk?.total)],
  [
    "disk_kept_bytes",
    "Reserved on that disk for messages. With less free space, uploads are refused.",
    [],
    ({ server }) => one(server?.disk?.kept),
  ],
  [
    "files_up",
    "Whether a file could be written, read and deleted.",
    [],
    ({ server }) => one(server && server.filesTrouble === undefined),
  ],
];

/** Registers gauges, which are read at scrape time. */
export function gaugesInto(registry: Registry, backend: Pick<Backend, "kind" | "watch">): void {
  const registers = [registry];
  for (const [name, help, labelNames, read] of GAUGES)
    new Gauge({
      name: `loading_dock_${name}`,
      help,
      labelNames,
      registers,
      async collect() {
        // All gauges share one read.
        const values = read(await backend.watch());
        this.reset();
        // Without labels, reset() leaves a 0 even if the value is unknown.
        if (values.length === 0 && labelNames.length === 0) this.remove();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  const built = { version, node: process.versions.node, backend: backend.kind };
  new Gauge({
    name: "loading_dock_build_info",
    help: "Always 1; its labels name the running version.",
    labelNames: Object.keys(built),
    registers,
  }).set(built, 1);
}
