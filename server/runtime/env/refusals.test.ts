import { expect, test } from "vitest";
import { readEnv } from "#server/runtime/env.ts";

test.each([
  [{ SMTP_URL: "smtp://me:100%@mail.test" }, /^SMTP_URL isn't a valid URL: "smtp:\/\/me:100%@/],
  [
    { SMTP_URL: "localhost:25" },
    /^SMTP_URL .*"localhost:25"\. Use a value like smtp:\/\/localhost:25/,
  ],
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
    { SITE_URL: "https://example.com/shop" },
    /^SITE_URL has more than a host: "https:\/\/example\.com\/shop"\. Use https:\/\/example\.com\./,
  ],
  [{ LOG_SAMPLE: "1%" }, /^LOG_SAMPLE is not a number from 0 to 1: "1%"\. Use a value like 0\.01/],
  [{ LOG_ADDRESS: "some" }, /^LOG_ADDRESS is "some"\. Use full, cut or none\./],
  [{ PURGE_URL: "ftp://localhost" }, /^PURGE_URL isn't a valid URL: "ftp:/],
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

test.each(["*@replies.example.com", "reply-twelve*@example.com", "leads@example.com"])(
  "takes %s for answers",
  (address) => {
    const secret = "0123456789abcdef0123456789abcdef";
    const { inbound } = readEnv({ REPLY_ADDRESS: address, INBOUND_SECRET: secret });
    expect(inbound).toEqual({ replyAddress: address, secret });
  },
);
