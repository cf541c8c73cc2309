import { createHash } from "node:crypto";
import type { Query } from "#server/backend/postgres/pool.ts";
import type { Log } from "#server/runtime/log.ts";

export interface LinkMail {
  kind: string;
  address: string;
}

interface Claimed extends LinkMail {
  attempts: number;
  /** database timestamp in microseconds; with kind and address it identifies the row's email */
  created_at: string;
}

interface Parts {
  query: Query;
  /** rejects when the email can't be handed off; `id` is for its Message-ID */
  send: (mail: LinkMail & { id: string }) => Promise<void>;
  log: Log;
}

/** Writing to the outbox takes less than this; an SMTP server usually takes longer. */
const SOON_MS = 150;

/**
 * Queue for account emails with a link; all other emails have theirs in supabase/functions/_shared. Each is a row
 * (loading_dock.auth_mail) until it is handed off, so neither an outage of the mail server nor a crash loses one. The row
 * holds no link: it is created with the email, and only its hash is stored. Of several of one kind to one address, the
 * newest is sent.
 */
export function linkMailQueue({ query, send, log }: Parts) {
  async function attempt(mail: Claimed): Promise<void> {
    const { kind, address, attempts, created_at } = mail;
    try {
      await send({ kind, address, id: idOf(mail) });
      // If the email was requested again in the meantime, its created_at differs and the row stays.
      await query`delete from loading_dock.auth_mail
        where kind = ${kind} and address = ${address} and created_at = ${created_at}`;
    } catch (err) {
      log.warn({ err, kind, attempts }, "account email not sent; retrying later");
      await query`update loading_dock.auth_mail
        set due_at = now() + least(interval '20 seconds' * 2 ^ ${attempts - 1}::int, interval '30 minutes')
        where kind = ${kind} and address = ${address} and created_at = ${created_at}`;
    }
  }
  // If this fails, the row stays, and is due again when its hold ends.
  const attemptAndLog = (mail: Claimed) =>
    attempt(mail).catch((err) => log.error({ err }, "the result of an account email is unknown"));

  return {
    /**
     * Resolves once the email can't be lost, sent or not. Waiting for the mail server would reveal
     * who has an account, and fail when the mail server is down.
     */
    async post(mail: LinkMail): Promise<void> {
      const { kind, address } = mail;
      const [row] = await query<Pick<Claimed, "created_at">>`
        insert into loading_dock.auth_mail (kind, address, attempts, due_at)
        values (${kind}, ${address}, 1, now() + interval '5 minutes')
        on conflict (kind, address) do update
          set attempts = 1, due_at = excluded.due_at, created_at = now()
        returning created_at`;
      if (!row) throw new Error("an account email was not stored");
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, SOON_MS));
      await Promise.race([attemptAndLog({ ...mail, ...row, attempts: 1 }), timeout]);
    },

    /**
     * Sends emails that are due for a retry; call it regularly. It claims one at a time: behind a
     * slow mail server, a batch's last holds would expire, and another process would send those
     * too. After a day, an email is dropped.
     * @param signal stops it after the current email
     */
    async retryDue(signal: AbortSignal): Promise<void> {
      await query`delete from loading_dock.auth_mail where created_at < now() - interval '24 hours'`;
      while (!signal.aborted) {
        const [mail] = await query<Claimed>`
          update loading_dock.auth_mail set attempts = attempts + 1,
            due_at = now() + interval '5 minutes'
          where (kind, address) = (
            select kind, address from loading_dock.auth_mail
            where due_at <= now() order by due_at limit 1 for update skip locked
          )
          returning kind, address, attempts, created_at`;
        if (!mail) return;
        await attemptAndLog(mail);
      }
    },
  };
}

/**
 * Its beginning identifies a retry, without revealing the address. Its end differs for each attempt:
 * the new link replaces the one before, so a mailbox must not drop the email as a duplicate.
 */
function idOf({ kind, address, created_at, attempts }: Claimed): string {
  const row = createHash("sha256").update(`${kind} ${address} ${created_at}`).digest("hex");
  return `account-${row.slice(0, 32)}.${attempts}`;
}
