import type { AccountMails } from "#server/backend/auth/mails.ts";
import { withConsoleLog } from "#server/backend/functions/console-log.ts";
import { outboxErasing } from "#server/backend/mail/erase-outbox.ts";
import type { Pool, Query } from "#server/backend/postgres/pool.ts";
import { clearCache } from "#server/backend/storage/clear-cache.ts";
import type { FileRemoval } from "#server/backend/storage/remove-files.ts";
import type { Env } from "#server/runtime/env.ts";
import { every } from "#server/runtime/jobs.ts";
import type { Log } from "#server/runtime/log.ts";
import { sendAccountNotices } from "#supabase/functions/_shared/account-notices.ts";
import { retryDueMail } from "#supabase/functions/_shared/contact-mail.ts";
import { checkLinks } from "#supabase/functions/_shared/links/check.ts";
import { sendQueuedMails, writeReminders } from "#supabase/functions/_shared/queued-mail.ts";
import { sendWebhooks } from "#supabase/functions/_shared/webhooks/send.ts";
import type { createBackups } from "./backup/index.ts";
import { AFTER_START, cleanHourly } from "./cleaning.ts";
import { checkHistoryDaily } from "./history-check.ts";
import { publishDueSets } from "./sets.ts";

interface Parts {
  pool: Pool;
  databaseUrl: string;
  env: Env;
  log: Log;
  query: Query;
  /** the folder of resized images */
  cache: string;
  backups: Pick<Awaited<ReturnType<typeof createBackups>>, "tick">;
  removal: FileRemoval;
  mails: Pick<AccountMails, "retryDue">;
  host: Parameters<typeof sendWebhooks>[0];
}

/** The server's periodic jobs. @returns a stop function for each */
export function startJobs(parts: Parts) {
  const { pool, databaseUrl, env, log, query, cache, backups, removal, mails, host } = parts;
  return [
    every(60, "managing backups", backups.tick, log),
    every(60, "file removal", removal.run, log),
    every(3_600, "clearing the image cache", () => clearCache(cache), log, AFTER_START),
    every(
      60,
      "checking the history",
      () => checkHistoryDaily({ databaseUrl, pool, at: env.backupAt, log }),
      log,
      AFTER_START,
    ),
    ...cleanHourly({ pool, databaseUrl, env, log }),
    every(2, "erasing people from the outbox", outboxErasing(query, env.dataDir), log),
    every(2, "publishing scheduled sets", () => publishDueSets(pool), log),
    every(20, "sending account mail", mails.retryDue, log),
    every(
      20,
      "sending account notices",
      (signal) => withConsoleLog(log, () => sendAccountNotices(host, signal)),
      log,
    ),
    every(
      20,
      "sending lead notices",
      (signal) => withConsoleLog(log, () => retryDueMail(host, 10, signal)),
      log,
    ),
    every(60, "writing reminders", () => withConsoleLog(log, () => writeReminders(host)), log),
    // Often: a reply should leave as soon as its ten-second delay is over.
    every(
      2,
      "sending emails",
      (signal) => withConsoleLog(log, () => sendQueuedMails(host, 20, signal)),
      log,
    ),
    every(
      2,
      "sending to webhooks",
      (signal) => withConsoleLog(log, () => sendWebhooks(host, signal)),
      log,
    ),
    ...readAnswers({ host, env, log }),
    // Often: who asks for a check is waiting for it. Nothing is due most of the time.
    every(
      5,
      "checking links to other sites",
      (signal) => withConsoleLog(log, () => checkLinks(host, signal)),
      log,
    ),
  ];
}

/** Without IMAP_URL its code is not loaded. */
function readAnswers({ host, env, log }: Pick<Parts, "host" | "env" | "log">) {
  const { imapUrl } = env.inbound;
  if (!imapUrl) return [];
  const read = async (signal: AbortSignal) => {
    const { readMailbox } = await import("#server/backend/inbound/mailbox.ts");
    return withConsoleLog(log, () => readMailbox({ host, address: imapUrl, log }, signal));
  };
  // It ends only with the server; after a defect it is started again.
  return [every(60, "reading the mailbox", read, log)];
}
