import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Backend, Watched } from "#server/backend/types.ts";
import { health } from "./health.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const MB = 1024 * 1024;
const nothing = { waiting: 0, failing: 0 };
const known = {
  mail: nothing,
  webhooks: nothing,
  migrations: { missing: 0, unknown: 0 },
  backups: { proved: new Date("2026-11-22T11:04:00Z"), running: false, overdue: false },
} satisfies Watched["known"];
const server = {
  pools: [],
  limiters: [],
  changes: { heard: true, age: 1 },
  filesTrouble: undefined,
  mailFailingSince: undefined,
  disk: { free: 9_000 * MB, total: 9_999 * MB, kept: 512 * MB },
} satisfies Watched["server"];

interface Asked {
  from?: string;
  headers?: Record<string, string>;
}
const LOCAL = { host: "127.0.0.1:3000" };
const TOKEN = "a-token-of-the-metrics";

/** The status and lines of /readyz with this backend. */
async function ready(
  watched: Partial<Watched> = {},
  kind: Backend["kind"] = "database",
  { from = "127.0.0.1", headers = LOCAL }: Asked = {},
  token?: string,
) {
  const watch = async () => ({ answers: true, known, server, ...watched });
  const incoming = { headers, socket: { remoteAddress: from } };
  const answer = await health({ kind, watch }, token).request("/readyz", { headers }, { incoming });
  return [answer.status, ...(await answer.text()).trim().split("\n")];
}

const WELL = [
  ...["database: ok", "migrations: ok", "changes: ok", "mail: ok", "files: ok", "disk: ok"],
  "backups: ok, last verified backup 2026-11-22T11:04:00.000Z",
];

test("names each part", async () => {
  expect(await ready()).toEqual([200, "ready", ...WELL]);
  expect(await ready({}, "embedded")).toEqual([200, "ready", ...WELL]);
});

test.each<[string, Asked]>([
  ["from another machine", { from: "203.0.113.9" }],
  ["from another machine that names this one", { from: "203.0.113.9", headers: LOCAL }],
  ["through a proxy here", { headers: { ...LOCAL, "x-forwarded-for": "127.0.0.1" } }],
  [
    "through a proxy here with a standard header",
    { headers: { ...LOCAL, forwarded: "for=1.1.1.1" } },
  ],
  ["through a proxy here that says only itself", { headers: { ...LOCAL, via: "1.1 proxy" } }],
  ["through a proxy here that says nothing", { headers: { host: "site.test" } }],
  ["with a guessed token", { from: "203.0.113.9", headers: { authorization: "Bearer a-token" } }],
  ["with no token", { from: "203.0.113.9", headers: { authorization: "Bearer " } }],
])("tells a stranger only whether it serves: %s", async (_, asked) => {
  expect(await ready({}, "embedded", asked, TOKEN)).toEqual([200, "ok"]);
  expect(await ready({}, "embedded", asked)).toEqual([200, "ok"]);
  const overdue = { ...known, backups: { running: false, overdue: true } };
  expect(await ready({ known: overdue }, "embedded", asked, TOKEN)).toEqual([200, "ok"]);
  const away = { answers: false, known: undefined };
  expect(await ready(away, "embedded", asked, TOKEN)).toEqual([503, "not ready"]);
});

test.each<[string, Asked]>([
  ["who asks on this machine", {}],
  ["by its name", { headers: { host: "localhost:3000" } }],
  ["over IPv6", { from: "::1", headers: { host: "[::1]:3000" } }],
  ["on both at once", { from: "::ffff:127.0.0.1" }],
  ["who has the token", { from: "203.0.113.9", headers: { authorization: `Bearer ${TOKEN}` } }],
])("the parts are for %s", async (_, asked) => {
  expect(await ready({}, "embedded", asked, TOKEN)).toEqual([200, "ready", ...WELL]);
});

test("reports only this process's own state on Supabase", async () => {
  expect(await ready({ known: undefined, server: undefined }, "hosted")).toEqual([
    ...[200, "ready", "database: ok"],
  ]);
});

test("reports an unresponsive database as not ready, and blames nothing else", async () => {
  const unknown = "Unknown: the database isn't responding.";
  expect(await ready({ answers: false, known: undefined })).toEqual([
    ...[503, "not ready", "database: The database isn't responding.", `migrations: ${unknown}`],
    ...["changes: ok", `mail: ${unknown}`, "files: ok", "disk: ok", `backups: ${unknown}`],
  ]);
});

test.each([
  [
    "changes",
    "Content changes don't arrive (LISTEN), so pages are rendered again every few seconds.",
    { server: { ...server, changes: { heard: false, age: 99 } } },
  ],
  [
    "migrations",
    "The database lacks migrations of this version. Restart the server.",
    { known: { ...known, migrations: { missing: 1, unknown: 0 } } },
  ],
  [
    "migrations",
    "A newer version has migrated the database. Upgrade this process.",
    { known: { ...known, migrations: { missing: 0, unknown: 1 } } },
  ],
  [
    "mail",
    "Email has been waiting for more than 15 minutes. Check the System screen and the log.",
    { known: { ...known, mail: { ...nothing, oldest: new Date("2026-11-22T11:44:59Z") } } },
  ],
  [
    "mail",
    "failing for 3 min, 4 waiting. Check the System screen and the log.",
    {
      known: { ...known, mail: { ...nothing, waiting: 4, failing: 4 } },
      server: { ...server, mailFailingSince: new Date("2026-11-22T11:56:30Z") },
    },
  ],
  [
    "mail",
    "failing for less than 1 min, 1 waiting. Check the System screen and the log.",
    {
      known: { ...known, mail: { ...nothing, waiting: 1 } },
      server: { ...server, mailFailingSince: new Date("2026-11-22T11:59:30Z") },
    },
  ],
  [
    "files",
    "S3 has no such bucket. Check S3_BUCKET.",
    { server: { ...server, filesTrouble: "S3 has no such bucket. Check S3_BUCKET." } },
  ],
  [
    "disk",
    "The disk is nearly full, so uploads are refused. Free up space.",
    { server: { ...server, disk: { ...server.disk, free: 511 * MB } } },
  ],
  [
    "disk",
    "The disk is filling up. Free up space.",
    { server: { ...server, disk: { ...server.disk, free: 1023 * MB } } },
  ],
  ["disk", "The disk of DATA_DIR can't be checked.", { server: { ...server, disk: undefined } }],
  [
    "backups",
    "Overdue: no verified backup yet.",
    { known: { ...known, backups: { running: false, overdue: true } } },
  ],
  [
    "backups",
    "BACKUP_TO lacks the last verified backup 2026-11-22T11:04:00.000Z. Set BACKUP_TO to the place that has it, or run npm run backup.",
    { known: { ...known, backups: { ...known.backups, gone: true } } },
  ],
] satisfies [string, string, Partial<Watched>][])(
  "%s: %s, and the process stays ready",
  async (part, sentence, watched) => {
    const [status, head, ...lines] = await ready(watched);
    expect([status, head]).toEqual([200, `ready, but check: ${part}`]);
    expect(lines).toContain(`${part}: ${sentence}`);
    expect(lines.filter((line) => !/^\w+: ok/.test(String(line)))).toHaveLength(1);
  },
);

test("reports new email and enough disk space as healthy", async () => {
  const mail = { ...nothing, oldest: new Date("2026-11-22T11:45:00Z") };
  const disk = { ...server.disk, free: 1024 * MB };
  expect(await ready({ known: { ...known, mail }, server: { ...server, disk } })).toEqual([
    ...[200, "ready", ...WELL],
  ]);
});

test("does not report failed email that is no longer retried", async () => {
  const failed = { ...server, mailFailingSince: new Date("2026-11-22T11:00:00Z") };
  expect(await ready({ server: failed })).toEqual([200, "ready", ...WELL]);
});

test("expects no backup where the server makes none", async () => {
  const { backups: _, ...rest } = known;
  expect((await ready({ known: rest })).at(-1)).toBe("backups: ok, not made by this server");
});
