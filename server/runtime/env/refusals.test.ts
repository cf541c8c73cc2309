import { expect, test } from "vitest";
import { readEnv } from "#server/runtime/env.ts";

test.each([
  [
    { SMTP_URL: "localhost:25" },
    /^SMTP_URL doesn't start with smtp:\/\/ or smtps:\/\/\. Use a value like smtp:\/\/user:password@smtp\.example\.com:587\. Percent-encode \/, #, @ and % in a password\.$/,
  ],
  [{ SMTP_URL: "smtp:me:secret@mail.test" }, /^SMTP_URL doesn't start with smtp:/],
  [{ SMTP_URL: "smtp://" }, /^SMTP_URL has no host\. Use a value like /],
  ...["example.com", " ", "ftp://example.com"].map(
    (SITE_URL) =>
      [
        { SITE_URL },
        /^SITE_URL doesn't start with https:\/\/ or http:\/\/\. Use a value like https:\/\/www\.example\.com\.$/,
      ] as const,
  ),
  [{ SITE_URL: "https://exa mple.com" }, /^SITE_URL isn't a valid URL\. Use a value like https/],
  [{ PURGE_URL: "cache" }, /^PURGE_URL doesn't start with https:\/\/ or http:/],
  ...["prefer", "allow"].map(
    (mode) =>
      [
        { DATABASE_URL: `postgresql://me@db.test/site?sslmode=${mode}` },
        new RegExp(
          `^DATABASE_URL has sslmode=${mode}, which isn't supported\\. Use disable, require or verify-full\\.$`,
        ),
      ] as const,
  ),
  [
    { SUPABASE_URL: "https://example.com" },
    /^SUPABASE_URL is set but SUPABASE_PUBLISHABLE_KEY isn't/,
  ],
  ...[
    ...["imap.example.com", "imaps://imap.example.com", "imaps://me@imap.example.com"],
    ...["https://me:secret@imap.example.com", "imaps://me:100%@imap.test", "imaps://me:secret@"],
    ...["imaps://me:secret@host/a?b", "imaps://me:secret@host/#b"],
  ].map(
    (IMAP_URL) =>
      [
        { IMAP_URL },
        /^IMAP_URL doesn't name a mailbox\. Use a value like imaps:\/\/user:pass/,
      ] as const,
  ),
  [
    { IMAP_URL: "imaps://me:secret@imap.example.com" },
    /^IMAP_URL is set but REPLY_ADDRESS isn't\. Set it to the address /,
  ],
  [{ S3_BUCKET: "media" }, /^S3_ENDPOINT, S3_BUCKET, .*Set all four, or none/],
  [{ ADMIN_EMAIL: "nobody" }, /^ADMIN_EMAIL is not an email address: "nobody"/],
  [{ PURGE_TOKEN: "secret" }, /^PURGE_TOKEN is set but PURGE_URL isn't\. Set it to the address /],
  [
    { PURGE_URL: "http://cdn.example.com/purge" },
    /^PURGE_URL must start with https, or point to this /,
  ],
  [{ METRICS_TOKEN: "short" }, /^METRICS_TOKEN is too short, or has spaces\. Use at least 16 /],
  [{ METRICS_HOST: "0.0.0.0" }, /^METRICS_HOST is set but METRICS_PORT isn't\. Set /],
  [
    { METRICS_TOKEN: "a-long-metrics-token", WORKERS: "3" },
    /^METRICS_TOKEN is set but METRICS_PORT isn't\. Each of the 3 workers has its own metrics: set /,
  ],
  [
    { PORT: "4999", METRICS_PORT: "4999" },
    /^METRICS_PORT and PORT are both 4999\. Set METRICS_PORT to another port, like 9464\./,
  ],
  [
    { METRICS_PORT: "2998", WORKERS: "3" },
    /^3 workers use the ports from METRICS_PORT to 3000, and PORT 3000 is one of them\. Set METRICS_PORT to/,
  ],
  [
    { METRICS_PORT: "65535", WORKERS: "2" },
    /^2 workers use the ports from METRICS_PORT to 65536, but the last port is 65535\. Set METRICS_PORT to/,
  ],
  [
    { SITE_URL: "https://example.com/shop" },
    /^SITE_URL has more than a host\. Use https:\/\/example\.com\.$/,
  ],
  [
    { SITE_URL: "https://me:secret@example.com" },
    /^SITE_URL has more than a host\. Use https:\/\/example\.com\.$/,
  ],
  [{ LOG_SAMPLE: "1%" }, /^LOG_SAMPLE is not a number from 0 to 1: "1%"\. Use a value like 0\.01/],
  [{ LOG_ADDRESS: "some" }, /^LOG_ADDRESS is "some"\. Use full, cut or none\./],
  [{ PURGE_URL: "ftp://localhost" }, /^PURGE_URL doesn't start with https:/],
  [
    { INBOUND_SECRET: "0123456789abcdef0123456789abcdef" },
    /^INBOUND_SECRET is set but REPLY_ADDRESS isn't\. Set it to the address /,
  ],
  [
    { REPLY_ADDRESS: "reply+*@example.com" },
    /^REPLY_ADDRESS is set but neither IMAP_URL nor INBOUND_SECRET is, so replies /,
  ],
  [
    { REPLY_ADDRESS: "a@example.com", INBOUND_SECRET: "short" },
    /^INBOUND_SECRET is too short, or has spaces\. Use at least 32 /,
  ],
  ...["replies", "@example.com", "a@*.example.com", "a*b*@example.com", "A <a@example.com>"].map(
    (address) =>
      [
        { REPLY_ADDRESS: address },
        /^REPLY_ADDRESS isn't an email address: ".+"\. Use a value/,
      ] as const,
  ),
  [
    { REPLY_ADDRESS: "longer-reply+*@example.com" },
    /^REPLY_ADDRESS is too long\. Use at most 12 characters besides \* before the @\./,
  ],
  [
    { MAIL_FROM: "Evergreen" },
    /^MAIL_FROM has no email address: "Evergreen"\. Use a value like Your Company </,
  ],
] as [Record<string, string>, RegExp][])("refuses %o in one sentence", (settings, sentence) => {
  expect(() => readEnv(settings)).toThrow(
    expect.objectContaining({
      name: "SettingError",
      message: expect.stringMatching(sentence),
    }),
  );
});

test.each([
  ["DATABASE_URL", "postgresql://me:hunter2/x@db.test/site"],
  ["DATABASE_URL", "mysql://me:hunter2@db.test/site"],
  ["DATABASE_URL", "postgresql:me:hunter2@db.test/site"],
  ["DATABASE_URL", "postgresql://me:hunter2@db.test/site?sslmode=prefer"],
  ["SMTP_URL", "smtp://me:hunter2%@mail.test"],
  ["SMTP_URL", "smtp://me:hunter2#@mail.test"],
  ["SMTP_URL", "smtp:me:hunter2@mail.test"],
  ["IMAP_URL", "imaps://me:hunter2/x@imap.test"],
  ["SITE_URL", "https://me:hunter2@example.com/shop"],
  ["SUPABASE_URL", "https://me:hunter2/x@example.com"],
  ["S3_ENDPOINT", "https://me:hunter2/x@example.com"],
  ["PURGE_URL", "http://me:hunter2@example.com"],
])("a refused %s doesn't show its password", (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(/^(?!.*hunter2)/s);
});

test.each([
  ["DATABASE_URL", "postgres:///site?host=/run/postgresql"],
  ["DATABASE_URL", "postgresql://me:p%2F%40@[::1]:5432/site"],
  ["SMTP_URL", "smtps://me:p%23@mail.test:465"],
  ["SITE_URL", " HTTPS://Example.com/"],
])("takes %s=%s", (name, value) => {
  expect(() => readEnv({ [name]: value })).not.toThrow();
});

test.each(["disable", "require", "verify-ca", "verify-full"])("takes sslmode=%s", (mode) => {
  const databaseUrl = `postgresql://me@db.test/site?sslmode=${mode}`;
  expect(readEnv({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
});

test.each([
  { METRICS_PORT: "2997", WORKERS: "3" },
  { METRICS_PORT: "3001", WORKERS: "3" },
  { METRICS_PORT: "65534", WORKERS: "2" },
  { METRICS_PORT: "0", PORT: "0", WORKERS: "3" },
])("takes %o", (settings) => {
  expect(readEnv(settings).metrics?.port).toBe(Number(settings.METRICS_PORT));
});

test.each(["*@replies.example.com", "reply-twelve*@example.com", "leads@example.com"])(
  "takes %s for answers",
  (address) => {
    const secret = "0123456789abcdef0123456789abcdef";
    const { inbound } = readEnv({ REPLY_ADDRESS: address, INBOUND_SECRET: secret });
    expect(inbound).toEqual({ replyAddress: address, secret });
  },
);
