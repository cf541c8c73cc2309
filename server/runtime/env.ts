import { join, resolve } from "node:path";
import type { z } from "zod";
import type { LoggedAddresses } from "#contract/render-context.ts";
import { schema } from "./env/schema.ts";
import { type Machine, PROCESS_BYTES, thisMachine, WORKER_BYTES } from "./workers/machine.ts";

type Settings = z.infer<typeof schema>;

/** An invalid setting that stops startup; its message is the one sentence shown. */
export class SettingError extends Error {
  override name = "SettingError";
}

function refuseHalfMetrics(v: Settings) {
  if (v.METRICS_HOST && v.METRICS_PORT === undefined)
    throw new SettingError(
      "METRICS_HOST is set but METRICS_PORT isn't. Set it to the metrics port, or remove both.",
    );
  if (v.METRICS_TOKEN && v.METRICS_PORT === undefined && (v.WORKERS ?? 1) > 1)
    throw new SettingError(
      `METRICS_TOKEN is set but METRICS_PORT isn't. Each of the ${v.WORKERS} workers has its own metrics: set METRICS_PORT to the first one's port. The others use the ports after it.`,
    );
  if (v.METRICS_PORT) refuseMetricsPorts(v.METRICS_PORT, v);
}

/** Each worker takes the first metrics port plus its index (decision 0065). */
function refuseMetricsPorts(first: number, v: Settings) {
  const port = v.PORT ?? 3000;
  const last = first + (v.WORKERS ?? 1) - 1;
  if (first === port)
    throw new SettingError(
      `METRICS_PORT and PORT are both ${port}. Set METRICS_PORT to another port, like 9464.`,
    );
  const ports = `${v.WORKERS} workers use the ports from METRICS_PORT to ${last}`;
  if (first < port && port <= last)
    throw new SettingError(
      `${ports}, and PORT ${port} is one of them. Set METRICS_PORT to another port, like 9464.`,
    );
  if (last > 65535)
    throw new SettingError(
      `${ports}, but the last port is 65535. Set METRICS_PORT to a lower port, like 9464.`,
    );
}

function refuseHalfInbound(v: Settings) {
  const given = v.INBOUND_SECRET ? "INBOUND_SECRET" : v.IMAP_URL ? "IMAP_URL" : undefined;
  if (given && !v.REPLY_ADDRESS)
    throw new SettingError(
      `${given} is set but REPLY_ADDRESS isn't. Set it to the address that receives replies, like reply+*@example.com, or remove both.`,
    );
  if (v.REPLY_ADDRESS && !given)
    throw new SettingError(
      "REPLY_ADDRESS is set but neither IMAP_URL nor INBOUND_SECRET is, so replies can't be received. Set one of them, or remove REPLY_ADDRESS.",
    );
}

/** Refuses settings that require others that are missing. */
function refuseIncompleteSettings(v: Settings) {
  if (v.SUPABASE_URL && !v.SUPABASE_PUBLISHABLE_KEY)
    throw new SettingError(
      "SUPABASE_URL is set but SUPABASE_PUBLISHABLE_KEY isn't. Set it to the project's publishable key, or remove both.",
    );
  const s3 = [v.S3_ENDPOINT, v.S3_BUCKET, v.S3_ACCESS_KEY_ID, v.S3_SECRET_ACCESS_KEY];
  if (s3.some(Boolean) && !s3.every(Boolean))
    throw new SettingError(
      "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together. Set all four, or none.",
    );
  if (v.PURGE_TOKEN && !v.PURGE_URL)
    throw new SettingError(
      "PURGE_TOKEN is set but PURGE_URL isn't. Set it to the address to notify of changes, or remove both.",
    );
  refuseHalfMetrics(v);
  refuseHalfInbound(v);
  if (v.ADMIN_PASSWORD && !v.ADMIN_EMAIL)
    throw new SettingError(
      "ADMIN_PASSWORD is set but ADMIN_EMAIL isn't. Set it to the first admin's email address, or remove both.",
    );
}

/**
 * Reads every setting once.
 * @param source the environment, usually `process.env`
 * @param machine that this process runs on
 * @throws SettingError naming the setting and the fix
 */
export function readEnv(source: Record<string, string | undefined>, machine = thisMachine()) {
  const parsed = schema.safeParse(source);
  if (!parsed.success) throw new SettingError(parsed.error.issues[0]?.message);
  const v = parsed.data;

  refuseIncompleteSettings(v);

  const port = v.PORT ?? 3000;
  const dataDir = resolve(v.DATA_DIR ?? "data");
  return {
    port,
    host: v.HOST ?? "127.0.0.1",
    /** processes that answer requests */
    workers: workersOf(v, machine),
    /** Undefined if unset: the port is known only once bound (0 takes any). No trailing slash. */
    siteUrl: v.SITE_URL?.replace(/\/+$/, ""),
    dataDir,
    adminEmail: v.ADMIN_EMAIL,
    adminPassword: v.ADMIN_PASSWORD,
    databaseUrl: v.DATABASE_URL,
    supabase: v.SUPABASE_URL
      ? {
          url: v.SUPABASE_URL.replace(/\/+$/, ""),
          publishableKey: v.SUPABASE_PUBLISHABLE_KEY as string,
        }
      : undefined,
    smtpUrl: v.SMTP_URL,
    /** how answers to replies come back */
    inbound: { replyAddress: v.REPLY_ADDRESS, secret: v.INBOUND_SECRET, imapUrl: v.IMAP_URL },
    mailFrom: v.MAIL_FROM,
    s3: v.S3_ENDPOINT
      ? {
          endpoint: v.S3_ENDPOINT,
          bucket: v.S3_BUCKET as string,
          accessKeyId: v.S3_ACCESS_KEY_ID as string,
          secretAccessKey: v.S3_SECRET_ACCESS_KEY as string,
        }
      : undefined,
    trustProxy: v.TRUST_PROXY ?? 0,
    /** the CDN or proxy cache to purge when content changes */
    purge: v.PURGE_URL ? { url: v.PURGE_URL, token: v.PURGE_TOKEN } : undefined,
    /** bytes */
    mediaMaxBytes: (v.MEDIA_MAX_MB ?? 50) * 1024 * 1024,
    historyDays: v.HISTORY_DAYS ?? 730,
    outboxDays: v.OUTBOX_DAYS ?? 90,
    /** time of day in the company's time zone, "03:00"; undefined for no scheduled backups */
    backupAt: backupAt(v),
    /** a folder, or s3://bucket/prefix */
    backupTo: backupPlace(v.BACKUP_TO, dataDir),
    backupKey: v.BACKUP_KEY,
    /** encrypts the secrets of authenticator apps; undefined: the file in DATA_DIR does */
    secondFactorKey: v.SECOND_FACTOR_KEY,
    /** whether to make a backup before migrations run */
    upgradeBackup: v.UPGRADE_BACKUP !== "off",
    /** "anywhere" includes plain http and private addresses */
    webhooksTo: v.WEBHOOKS_TO ?? "public",
    metrics: metricsOf(v),
    rateLimits: v.RATE_LIMITS !== "off",
    logLevel: v.LOG_LEVEL ?? "info",
    /** fraction of requests that are logged, from 0 to 1 */
    logSample: v.LOG_SAMPLE ?? 1,
    /** how much of a visitor's address is logged */
    logAddress: v.LOG_ADDRESS ?? "cut",
  };
}

/** How much of visitors' addresses the log holds, for the draft privacy text. */
export const loggedAddresses = ({
  logLevel,
  logAddress,
}: Pick<Env, "logLevel" | "logAddress">): LoggedAddresses =>
  logLevel === "silent" || logAddress === "none"
    ? "none"
    : logLevel === "error" || logLevel === "warn"
      ? "failures"
      : logAddress;

/** Where /metrics is served, and its token; undefined if disabled. Without a port, it is on the site's. */
function metricsOf({ METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token }: Settings) {
  if (port === undefined && token === undefined) return undefined;
  return { port, host: host ?? "127.0.0.1", token };
}

/** More gain little: they share the database. */
const MOST_WORKERS = 4;

/**
 * One core is left for the embedded database. A database elsewhere limits connections, and Prometheus must know
 * each worker's port: in both cases only the operator can choose more than one worker.
 */
function workersOf(v: Settings, { cores, memory }: Machine): number {
  if (v.WORKERS !== undefined) return v.WORKERS;
  const alone = v.DATABASE_URL || v.SUPABASE_URL || metricsOf(v);
  if (alone) return 1;
  // A small machine or container keeps half of its memory for resized images and the disk's cache.
  const fit = 1 + Math.floor((memory / 2 - PROCESS_BYTES) / WORKER_BYTES);
  return Math.max(Math.min(cores - 1, fit, MOST_WORKERS), 1);
}

/** Scheduled by default only with the embedded database. */
function backupAt({ BACKUP_AT, DATABASE_URL, SUPABASE_URL }: Settings) {
  const at = BACKUP_AT ?? (DATABASE_URL || SUPABASE_URL ? "off" : "03:00");
  return at === "off" ? undefined : at;
}

const backupPlace = (given: string | undefined, dataDir: string) =>
  given?.startsWith("s3://") ? given : resolve(given ?? join(dataDir, "backups"));

export type Env = ReturnType<typeof readEnv>;
