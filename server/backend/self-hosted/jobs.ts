import type { AccountMails } from "#server/backend/auth/mails.ts";
import { withConsoleLog } from "#server/backend/functions/console-log.ts";
import { outboxErasing } from "#server/backend/mail/outbox.ts";
import { SERVICE, transactionAs } from "#server/backend/postgres/caller.ts";
import type { Pool, Query } from "#server/backend/postgres/pool.ts";
import { clearCache, type FileRemoval } from "#server/backend/storage/remove-files.ts";
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

type Job = (signal: AbortSignal) => Promise<unknown>;

/** The server's periodic jobs. @returns a stop function for each */
export function startJobs(parts: Parts) {
  const { pool, databaseUrl, env, log, query, cache, backups, removal, mails, host } = parts;
  const checkHistory = () => checkHistoryDaily({ databaseUrl, pool, at: env.backupAt, log });
  const job = (seconds: number, name: string, work: Job, first?: number) =>
    every(seconds, name, work, log, first);
  /** Of supabase/functions, whose code logs to the console. */
  const functionJob = (seconds: number, name: string, work: Job) =>
    job(seconds, name, (signal) => withConsoleLog(log, () => work(signal)));
  const { imapUrl } = env.inbound;
  return [
    job(60, "managing backups", backups.tick),
    job(60, "file removal", removal.run),
    job(3_600, "clearing the image cache", () => clearCache(cache), AFTER_START),
    job(60, "checking the history", checkHistory, AFTER_START),
    ...cleanHourly({ pool, databaseUrl, env, log }),
    job(2, "erasing people from the outbox", outboxErasing(query, env.dataDir)),
    job(2, "publishing scheduled sets", () => publishDueSets(pool)),
    job(20, "sending account mail", mails.retryDue),
    functionJob(20, "sending account notices", (signal) => sendAccountNotices(host, signal)),
    functionJob(20, "sending lead notices", (signal) => retryDueMail(host, 10, signal)),
    functionJob(60, "writing reminders", () => writeReminders(host)),
    // Often: a reply should leave as soon as its ten-second delay is over.
    functionJob(2, "sending emails", (signal) => sendQueuedMails(host, 20, signal)),
    functionJob(2, "sending to webhooks", (signal) => sendWebhooks(host, signal)),
    // It ends only with the server; after a defect it is started again.
    ...(imapUrl ? [functionJob(60, "reading the mailbox", readAnswers(host, imapUrl, log))] : []),
    // Often: who asks for a check is waiting for it. Nothing is due most of the time.
    functionJob(5, "checking links to other sites", (signal) => checkLinks(host, signal)),
  ];
}

/** Publishes the change sets that are due. If several processes run this at once, one does it. */
const publishDueSets = (pool: Pool) =>
  transactionAs(pool, SERVICE, (client) => client.query("select public.set_publish_due()"));

/** Without IMAP_URL its code is not loaded. */
const readAnswers =
  (host: Parts["host"], address: string, log: Log): Job =>
  async (signal) => {
    const { readMailbox } = await import("#server/backend/inbound/mailbox.ts");
    return readMailbox({ host, address, log }, signal);
  };
