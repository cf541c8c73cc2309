import { join, resolve } from "node:path";
import { z } from "zod";

/** An empty variable counts as one left out: shells and compose files write `NAME=` for "unset". */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const say = (message: (value: unknown) => string) => ({
  error: (issue: { input?: unknown }) => message(issue.input),
});

const whole = (name: string, min: number, max: number, example: number) =>
  optional(
    z
      .string()
      .regex(
        /^\s*\d+\s*$/,
        say((v) => `${name} is not a whole number: "${v}". Write, for example, ${example}.`),
      )
      .transform(Number)
      .refine((v) => v >= min && v <= max, {
        error: `${name} must be from ${min} to ${max}. Write, for example, ${example}.`,
      }),
  );

const url = (name: string, protocols: RegExp, example: string) =>
  optional(
    z.url({
      protocol: protocols,
      error: (issue) =>
        `${name} is not a URL of the kind needed: "${issue.input}". Write ${example}.`,
    }),
  );

/** Of what part of all: 1 is each, 0.01 one in a hundred. */
const part = (name: string) =>
  optional(
    z
      .string()
      .regex(
        /^\s*(0(\.\d+)?|1(\.0+)?)\s*$/,
        say((v) => `${name} is not a number from 0 to 1: "${v}". Write, for example, 0.01.`),
      )
      .transform(Number),
  );

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export const schema = z.object({
  PORT: whole("PORT", 0, 65535, 3000),
  HOST: optional(z.string()),
  SITE_URL: url("SITE_URL", /^https?$/, "https://www.example.com"),
  DATA_DIR: optional(z.string()),
  ADMIN_EMAIL: optional(
    z.email(say((v) => `ADMIN_EMAIL is not an e-mail address: "${v}". Write you@example.com.`)),
  ),
  ADMIN_PASSWORD: optional(
    z.string().min(8, "ADMIN_PASSWORD is too short. Write at least 8 characters, or leave it out."),
  ),
  DATABASE_URL: url(
    "DATABASE_URL",
    /^postgres(ql)?$/,
    "postgresql://user:password@localhost:5432/loading_dock",
  ),
  SUPABASE_URL: url("SUPABASE_URL", /^https?$/, "https://your-project.supabase.co"),
  SUPABASE_PUBLISHABLE_KEY: optional(z.string()),
  SMTP_URL: url("SMTP_URL", /^smtps?$/, "smtp://localhost:25"),
  MAIL_FROM: optional(
    z.string().regex(
      /^\s*([^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)\s*$/,
      say((v) => `MAIL_FROM names no address: "${v}". Write Your Company <hello@example.com>.`),
    ),
  ),
  S3_ENDPOINT: url("S3_ENDPOINT", /^https?$/, "https://s3.example.com"),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  TRUST_PROXY: whole("TRUST_PROXY", 0, 10, 1),
  PURGE_URL: optional(
    z
      .url({
        protocol: /^https?$/,
        error: (issue) =>
          `PURGE_URL is not a URL of the kind needed: "${issue.input}". Write https://cache.example.com/purge.`,
      })
      .refine((v) => v.startsWith("https:") || LOOPBACK.test(new URL(v).hostname), {
        error: "PURGE_URL must begin with https, or name this machine (localhost).",
      }),
  ),
  PURGE_TOKEN: optional(z.string()),
  MEDIA_MAX_MB: whole("MEDIA_MAX_MB", 1, 5000, 50),
  HISTORY_DAYS: whole("HISTORY_DAYS", 1, 36500, 730),
  BACKUP_AT: optional(
    z.string().regex(
      /^(off|([01]\d|2[0-3]):[0-5]\d)$/,
      say((v) => `BACKUP_AT is "${v}". Write a time of day, for example 03:00, or off.`),
    ),
  ),
  BACKUP_TO: optional(z.string()),
  BACKUP_KEY: optional(
    z
      .string()
      .regex(
        /^AGE-SECRET-KEY-(PQ-)?1[A-Z0-9]+$/,
        "BACKUP_KEY is not a key of age. Make one with npm run backup -- --new-key, or age-keygen.",
      ),
  ),
  UPGRADE_BACKUP: optional(
    z.enum(
      ["on", "off"],
      say((v) => `UPGRADE_BACKUP is "${v}". Write on or off.`),
    ),
  ),
  WEBHOOKS_TO: optional(
    z.enum(
      ["public", "anywhere"],
      say((v) => `WEBHOOKS_TO is "${v}". Write public or anywhere.`),
    ),
  ),
  METRICS_PORT: whole("METRICS_PORT", 0, 65535, 9464),
  METRICS_HOST: optional(z.string()),
  METRICS_TOKEN: optional(
    z
      .string()
      .regex(
        /^[\x21-\x7e]{16,}$/,
        "METRICS_TOKEN is too short, or has spaces. Write at least 16 letters and digits, for example from openssl rand -hex 32.",
      ),
  ),
  RATE_LIMITS: optional(
    z.enum(
      ["on", "off"],
      say((v) => `RATE_LIMITS is "${v}". Write on or off.`),
    ),
  ),
  LOG_LEVEL: optional(
    z.enum(
      ["silent", "error", "warn", "info", "debug"],
      say((v) => `LOG_LEVEL is "${v}". Write silent, error, warn, info or debug.`),
    ),
  ),
  LOG_SAMPLE: part("LOG_SAMPLE"),
  LOG_ADDRESS: optional(
    z.enum(
      ["full", "cut", "none"],
      say((v) => `LOG_ADDRESS is "${v}". Write full, cut or none.`),
    ),
  ),
});

/** A setting that stops the start; its message is the one sentence shown. */
export class SettingError extends Error {
  override name = "SettingError";
}

/** Refuses a setting without the others it is of no use without. */
function belongTogether(v: z.infer<typeof schema>) {
  if (v.SUPABASE_URL && !v.SUPABASE_PUBLISHABLE_KEY)
    throw new SettingError(
      "SUPABASE_PUBLISHABLE_KEY is missing though SUPABASE_URL is set. Write the project's publishable key, or leave both out.",
    );
  const s3 = [v.S3_ENDPOINT, v.S3_BUCKET, v.S3_ACCESS_KEY_ID, v.S3_SECRET_ACCESS_KEY];
  if (s3.some(Boolean) && !s3.every(Boolean))
    throw new SettingError(
      "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together. Set all four, or none.",
    );
  if (v.PURGE_TOKEN && !v.PURGE_URL)
    throw new SettingError(
      "PURGE_URL is missing though PURGE_TOKEN is set. Write the address that is told of changes, or leave both out.",
    );
  if (v.METRICS_HOST && v.METRICS_PORT === undefined)
    throw new SettingError(
      "METRICS_PORT is missing though METRICS_HOST is set. Write the port that tells metrics, or leave both out.",
    );
  if (v.ADMIN_PASSWORD && !v.ADMIN_EMAIL)
    throw new SettingError(
      "ADMIN_EMAIL is missing though ADMIN_PASSWORD is set. Write the first admin's e-mail address.",
    );
}

/**
 * Reads every setting once.
 * @param source the environment, usually `process.env`
 * @throws SettingError naming the setting and the fix
 */
export function readEnv(source: Record<string, string | undefined>) {
  const parsed = schema.safeParse(source);
  if (!parsed.success) throw new SettingError(parsed.error.issues[0]?.message);
  const v = parsed.data;

  belongTogether(v);

  const port = v.PORT ?? 3000;
  const dataDir = resolve(v.DATA_DIR ?? "data");
  return {
    port,
    host: v.HOST ?? "127.0.0.1",
    /** Left out: known only once the port is bound (PORT=0 takes a free one). No trailing slash. */
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
    /** the cache in front that is told of changes */
    purge: v.PURGE_URL ? { url: v.PURGE_URL, token: v.PURGE_TOKEN } : undefined,
    /** bytes */
    mediaMaxBytes: (v.MEDIA_MAX_MB ?? 50) * 1024 * 1024,
    historyDays: v.HISTORY_DAYS ?? 730,
    /** time of day by the company's clock, "03:00"; left out: no backup is made by itself */
    backupAt: backupAt(v),
    /** a folder, or s3://bucket/prefix */
    backupTo: backupPlace(v.BACKUP_TO, dataDir),
    backupKey: v.BACKUP_KEY,
    /** whether one is made before migrations run */
    upgradeBackup: v.UPGRADE_BACKUP !== "off",
    /** anywhere: plain http and private addresses too */
    webhooksTo: v.WEBHOOKS_TO ?? "public",
    metrics: metricsOf(v),
    rateLimits: v.RATE_LIMITS !== "off",
    logLevel: v.LOG_LEVEL ?? "info",
    /** which part of the requests has a line of its own, from 0 to 1 */
    logSample: v.LOG_SAMPLE ?? 1,
    /** what of a visitor's address the log keeps */
    logAddress: v.LOG_ADDRESS ?? "full",
  };
}

/** Where /metrics is, and who may see it; nothing: nowhere. Without a port it is beside the pages. */
function metricsOf({
  METRICS_PORT: port,
  METRICS_HOST: host,
  METRICS_TOKEN: token,
}: z.infer<typeof schema>) {
  if (port === undefined && token === undefined) return undefined;
  return { port, host: host ?? "127.0.0.1", token };
}

/** By itself only where the database is ours alone. */
function backupAt({ BACKUP_AT, DATABASE_URL, SUPABASE_URL }: z.infer<typeof schema>) {
  const at = BACKUP_AT ?? (DATABASE_URL || SUPABASE_URL ? "off" : "03:00");
  return at === "off" ? undefined : at;
}

const backupPlace = (given: string | undefined, dataDir: string) =>
  given?.startsWith("s3://") ? given : resolve(given ?? join(dataDir, "backups"));

export type Env = ReturnType<typeof readEnv>;
