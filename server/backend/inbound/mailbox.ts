import { randomUUID } from "node:crypto";
import type { Log } from "#server/runtime/log.ts";
import { asServer } from "#supabase/functions/_shared/database.ts";
import type { Host } from "#supabase/functions/_shared/host.ts";
import { receiveMail } from "#supabase/functions/_shared/inbound/receive.ts";
import { type Clock, REAL_CLOCK } from "./clock.ts";
import { readImapUrl } from "./imap-url.ts";
import { type Cursor, readFolder } from "./session.ts";
import { sentenceFor } from "./trouble.ts";

interface Parts {
  host: Host;
  /** IMAP_URL */
  address: string;
  log: Log;
  clock?: Clock;
}

/** A lease is 90 seconds long. */
const RENEW_MS = 30_000;
/** While another process reads. */
const STANDBY_MS = 30_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 5 * 60_000;

/**
 * Reads answers from the mailbox until `stopping` aborts. Of several processes, the one with the lease reads, and
 * another takes over when that ends or can't reach the mail server.
 */
export async function readMailbox(parts: Parts, stopping: AbortSignal): Promise<void> {
  const { host, log, clock = REAL_CLOCK } = parts;
  const mailbox = readImapUrl(parts.address);
  const database = asServer(host);
  const holder = randomUUID();
  const failures = { uid: 0, count: 0 };
  let failed = 0;
  let logged: string | undefined;

  while (!stopping.aborted) {
    let isReading = false;
    try {
      const cursor = await claim();
      if (!cursor) await clock.wait(STANDBY_MS, stopping);
      else
        await whileLeased((signal) =>
          readFolder(
            {
              mailbox,
              log,
              clock,
              cursor,
              failures,
              receive: (raw) => receiveMail(host, raw),
              advance: (validity, uid) => report({ validity, uid }),
              caughtUp() {
                isReading = true;
                logChange("");
              },
            },
            signal,
          ),
        );
    } catch (error) {
      if (stopping.aborted) break;
      // A connection that worked ends now and then; it is trouble when the next one fails.
      failed = isReading ? 1 : failed + 1;
      if (!isReading) await reportTrouble(sentenceFor(error, mailbox));
      await clock.wait(Math.min(FIRST_RETRY_MS * 2 ** (failed - 1), LAST_RETRY_MS), stopping);
    }
  }
  // So that the next process begins at once; without a database it waits for the lease to end.
  await database("inbound_mailbox_release", { holder }).catch((error) =>
    log.warn({ err: error }, "the mailbox wasn't given up"),
  );

  function claim(): Promise<Cursor | null> {
    return database("inbound_mailbox_claim", { holder });
  }

  function report(
    { validity, uid }: Omit<Cursor, "checked_at">,
    error: string | null = null,
  ): Promise<void> {
    return database("inbound_mailbox_report", { holder, validity, uid, error });
  }

  /** Runs `work` and renews the lease. Its signal aborts when that fails or another process has it. */
  async function whileLeased(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const ending = new AbortController();
    const end = () => ending.abort();
    stopping.addEventListener("abort", end, { once: true });
    let isLost = false;
    const renew = async () => {
      for (;;) {
        await clock.wait(RENEW_MS, ending.signal);
        if (ending.signal.aborted) return;
        isLost = !(await claim());
        if (isLost) return;
      }
    };
    const [worked, renewed] = await Promise.allSettled([
      work(ending.signal).finally(end),
      renew().finally(end),
    ]);
    stopping.removeEventListener("abort", end);
    if (stopping.aborted || isLost) return;
    // Without a lease the work ends too, so the lease is the cause.
    if (renewed.status === "rejected") throw renewed.reason;
    if (worked.status === "rejected") throw worked.reason;
  }

  /** For the log and for the System screen. */
  async function reportTrouble(sentence: string): Promise<void> {
    logChange(sentence);
    await report({ validity: null, uid: null }, sentence).catch((error) =>
      logChange(sentenceFor(error, mailbox)),
    );
  }

  /** Logs each change once. @param trouble empty: there is none */
  function logChange(trouble: string): void {
    if (trouble === logged) return;
    logged = trouble;
    if (trouble) log.warn({ reason: trouble }, "the mailbox can't be read");
    else
      log.info({ host: mailbox.host, folder: mailbox.folder }, "reading replies from the mailbox");
  }
}
