import { z } from "zod";
import { mailbox, urlLike } from "./urls.ts";

/** An empty variable counts as unset: shells and compose files write `NAME=` for that. */
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
        say((v) => `${name} is not a whole number: "${v}". Use a value like ${example}.`),
      )
      .transform(Number)
      .refine((v) => v >= min && v <= max, {
        error: `${name} must be from ${min} to ${max}. Use a value like ${example}.`,
      }),
  );

/** Those that fall back to a connection without TLS work with one of the two drivers only. */
const sslModeOf = (text: unknown): string =>
  URL.parse(String(text))?.searchParams.get("sslmode") ?? "";

/** A fraction: 1 is all, 0.01 is one in a hundred. */
const part = (name: string) =>
  optional(
    z
      .string()
      .regex(
        /^\s*(0(\.\d+)?|1(\.0+)?)\s*$/,
        say((v) => `${name} is not a number from 0 to 1: "${v}". Use a value like 0.01.`),
      )
      .transform(Number),
  );

/** The host of a URL on this machine. */
export const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export const schema = z.object({
  PORT: whole("PORT", 0, 65535, 3000),
  HOST: optional(z.string()),
  SITE_URL: optional(
    urlLike("SITE_URL", "https://www.example.com").refine(
      (v) => /^https?:\/\/[^/?#@]+\/*$/i.test(v),
      say((v) => `SITE_URL has more than a host. Use ${URL.parse(String(v))?.origin}.`),
    ),
  ),
  WORKERS: whole("WORKERS", 1, 64, 3),
  DATA_DIR: optional(z.string()),
  ADMIN_EMAIL: optional(
    z.email(
      say((v) => `ADMIN_EMAIL is not an email address: "${v}". Use a value like you@example.com.`),
    ),
  ),
  ADMIN_PASSWORD: optional(
    z.string().min(8, "ADMIN_PASSWORD is too short. Use at least 8 characters, or leave it out."),
  ),
  DATABASE_URL: optional(
    urlLike("DATABASE_URL", "postgresql://user:password@localhost:5432/loading_dock").refine(
      (v) => !/^(prefer|allow)$/.test(sslModeOf(v)),
      say(
        (v) =>
          `DATABASE_URL has sslmode=${sslModeOf(v)}, which isn't supported. Use disable, require or verify-full.`,
      ),
    ),
  ),
  SUPABASE_URL: optional(urlLike("SUPABASE_URL", "https://your-project.supabase.co")),
  SUPABASE_PUBLISHABLE_KEY: optional(z.string()),
  SMTP_URL: optional(urlLike("SMTP_URL", "smtp://user:password@smtp.example.com:587")),
  MAIL_FROM: optional(
    z.string().regex(
      /^\s*([^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)\s*$/,
      say(
        (v) =>
          `MAIL_FROM has no email address: "${v}". Use a value like Your Company <hello@example.com>.`,
      ),
    ),
  ),
  REPLY_ADDRESS: optional(
    z
      .string()
      .regex(
        /^(?!@)[^\s<>@*,;:"()]*\*?[^\s<>@*,;:"()]*@[^\s<>@*,;:"()]+$/,
        say(
          (v) =>
            `REPLY_ADDRESS isn't an email address: "${v}". Use a value like reply+*@example.com.`,
        ),
      )
      // A token of 52 characters replaces the star, and local parts end at 64 (RFC 5321, 4.5.3.1.1).
      .refine((v) => !v.includes("*") || v.indexOf("@") <= 13, {
        error: "REPLY_ADDRESS is too long. Use at most 12 characters besides * before the @.",
      }),
  ),
  INBOUND_SECRET: optional(
    z
      .string()
      .regex(
        /^[\x21-\x7e]{32,}$/,
        "INBOUND_SECRET is too short, or has spaces. Use at least 32 letters and digits, for example from openssl rand -hex 32.",
      ),
  ),
  IMAP_URL: optional(mailbox),
  S3_ENDPOINT: optional(urlLike("S3_ENDPOINT", "https://s3.example.com")),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  TRUST_PROXY: whole("TRUST_PROXY", 0, 10, 1),
  PURGE_URL: optional(
    urlLike("PURGE_URL", "https://cache.example.com/purge").refine(
      (v) => v.startsWith("https:") || LOOPBACK.test(URL.parse(v)?.hostname ?? ""),
      "PURGE_URL must start with https, or point to this machine (localhost).",
    ),
  ),
  PURGE_TOKEN: optional(z.string()),
  MEDIA_MAX_MB: whole("MEDIA_MAX_MB", 1, 5000, 50),
  HISTORY_DAYS: whole("HISTORY_DAYS", 1, 36500, 730),
  OUTBOX_DAYS: whole("OUTBOX_DAYS", 1, 36500, 90),
  BACKUP_AT: optional(
    z.string().regex(
      /^(off|([01]\d|2[0-3]):[0-5]\d)$/,
      say((v) => `BACKUP_AT is "${v}". Use a time of day like 03:00, or off.`),
    ),
  ),
  BACKUP_TO: optional(z.string()),
  BACKUP_KEY: optional(
    z
      .string()
      .regex(
        /^AGE-SECRET-KEY-(PQ-)?1[A-Z0-9]+$/,
        "BACKUP_KEY is not an age key. Make one with npm run backup -- --new-key, or age-keygen.",
      ),
  ),
  SECOND_FACTOR_KEY: optional(
    z
      .string()
      .regex(
        /^[\x21-\x7e]{32,}$/,
        "SECOND_FACTOR_KEY is too short, or has spaces. Use at least 32 letters and digits, for example from openssl rand -hex 32.",
      ),
  ),
  UPGRADE_BACKUP: optional(
    z.enum(
      ["on", "off"],
      say((v) => `UPGRADE_BACKUP is "${v}". Use on or off.`),
    ),
  ),
  WEBHOOKS_TO: optional(
    z.enum(
      ["public", "anywhere"],
      say((v) => `WEBHOOKS_TO is "${v}". Use public or anywhere.`),
    ),
  ),
  METRICS_PORT: whole("METRICS_PORT", 0, 65535, 9464),
  METRICS_HOST: optional(z.string()),
  METRICS_TOKEN: optional(
    z
      .string()
      .regex(
        /^[\x21-\x7e]{16,}$/,
        "METRICS_TOKEN is too short, or has spaces. Use at least 16 letters and digits, for example from openssl rand -hex 32.",
      ),
  ),
  RATE_LIMITS: optional(
    z.enum(
      ["on", "off"],
      say((v) => `RATE_LIMITS is "${v}". Use on or off.`),
    ),
  ),
  LOG_LEVEL: optional(
    z.enum(
      ["silent", "error", "warn", "info", "debug"],
      say((v) => `LOG_LEVEL is "${v}". Use silent, error, warn, info or debug.`),
    ),
  ),
  LOG_SAMPLE: part("LOG_SAMPLE"),
  LOG_ADDRESS: optional(
    z.enum(
      ["full", "cut", "none"],
      say((v) => `LOG_ADDRESS is "${v}". Use full, cut or none.`),
    ),
  ),
});
