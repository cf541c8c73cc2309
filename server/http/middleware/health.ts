import { Hono } from "hono";
import type { Backend, Watched } from "#server/backend/types.ts";
import type { AppEnv } from "#server/http/app-env.ts";
import { bearsToken } from "#server/http/bearer-token.ts";
import { plainAnswer } from "#server/http/plain-answer.ts";
import { isFromThisMachine } from "./request-info.ts";

/** Email is retried after one, two, four minutes: anything waiting longer than this is stuck. */
const MAIL_LATE_MS = 15 * 60_000;

/** Checks one dependency: returns a sentence when something is wrong with it. */
type Look = (watched: Watched) => string | undefined;

const UNKNOWN = "Unknown: the database isn't responding.";
const NOT_LISTENING =
  "Content changes don't arrive (LISTEN), so pages are rendered again every few seconds.";

/** For operators only: knowing that no backups are made would tell an attacker when to strike. */
const PARTS: Record<string, Look> = {
  database: ({ answers }) => (answers ? undefined : "The database isn't responding."),
  migrations({ known }) {
    if (!known) return UNKNOWN;
    if (known.migrations.missing > 0)
      return "The database lacks migrations of this version. Restart the server.";
    return known.migrations.unknown > 0
      ? "A newer version has migrated the database. Upgrade this process."
      : undefined;
  },
  changes: ({ server }) => (server?.changes.heard ? undefined : NOT_LISTENING),
  mail({ known, server }) {
    if (!known) return UNKNOWN;
    const { oldest, waiting } = known.mail;
    const since = server?.mailFailingSince;
    if (since && waiting > 0)
      return `failing for ${minutesSince(since)}, ${waiting} waiting. Check the System screen and the log.`;
    return oldest && Date.now() - oldest.getTime() > MAIL_LATE_MS
      ? "Email has been waiting for more than 15 minutes. Check the System screen and the log."
      : undefined;
  },
  files: ({ server }) => server?.filesTrouble,
  disk({ server }) {
    if (!server?.disk) return "The disk of DATA_DIR can't be checked.";
    const { free, kept } = server.disk;
    if (free < kept) return "The disk is nearly full, so uploads are refused. Free up space.";
    return free < 2 * kept ? "The disk is filling up. Free up space." : undefined;
  },
  backups({ known }) {
    if (!known) return UNKNOWN;
    if (known.backups?.gone)
      return `BACKUP_TO lacks the ${lastProved(known.backups.proved)}. Set BACKUP_TO to the place that has it, or run npm run backup.`;
    return known.backups?.overdue ? `Overdue: ${lastProved(known.backups.proved)}.` : undefined;
  },
};

function minutesSince(date: Date): string {
  const minutes = Math.floor((Date.now() - date.getTime()) / 60_000);
  return minutes < 1 ? "less than 1 min" : `${minutes.toLocaleString("en-US")} min`;
}

const lastProved = (proved?: Date) =>
  proved ? `last verified backup ${proved.toISOString()}` : "no verified backup yet";

/** Details after "ok". */
const MORE: Record<string, (watched: Watched) => string> = {
  backups: ({ known }) =>
    known?.backups ? lastProved(known.backups.proved) : "not made by this server",
};

/** Supabase takes care of the rest for a hosted project. */
const partsOf = (kind: Backend["kind"]) =>
  Object.entries(PARTS).filter(([name]) => kind !== "hosted" || name === "database");

/**
 * /healthz: the process is alive. /readyz: it can serve. Returns 503 only when the database isn't responding:
 * with any other problem the process still serves, and a shared cause would take out all processes at once
 * (decision 0013). Details of each dependency are only for callers with the metrics token, or on this
 * machine.
 */
export const health = (backend: Pick<Backend, "kind" | "watch">, token?: string) =>
  new Hono<AppEnv>()
    .get("/healthz", () => plainAnswer(200, "ok"))
    .get("/readyz", async (c) => {
      const watched = await backend.watch();
      const status = watched.answers ? 200 : 503;
      const mayReadParts =
        isFromThisMachine(c.env.incoming) ||
        (token !== undefined && bearsToken(token, c.req.header("authorization")));
      if (!mayReadParts) return plainAnswer(status, watched.answers ? "ok" : "not ready");
      const parts = partsOf(backend.kind).map(([name, look]) => ({
        name,
        wrong: look(watched),
      }));
      const failing = parts.filter(({ wrong }) => wrong).map(({ name }) => name);
      const head = !watched.answers
        ? "not ready"
        : ["ready", ...(failing.length > 0 ? [`but check: ${failing.join(", ")}`] : [])].join(", ");
      const lines = parts.map(({ name, wrong }) => {
        const more = MORE[name]?.(watched);
        return `${name}: ${wrong ?? (more ? `ok, ${more}` : "ok")}`;
      });
      return plainAnswer(status, [head, ...lines].join("\n"));
    });
