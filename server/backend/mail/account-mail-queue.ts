import { createHash } from "node:crypto";
import type { Query } from "#server/backend/postgres/pool.ts";
import type { Log } from "#server/runtime/log.ts";

export interface QueuedMail {
  kind: string;
  address: string;
}

interface Claimed extends QueuedMail {
  attempts: number;
  /** as the database says it, to the microsecond: with kind and address it names the row's mail */
  created_at: string;
}

interface Parts {
  query: Query;
  /** rejects when the mail could not be handed over; `id` is for its Message-ID */
  send: (mail: QueuedMail & { id: string }) => Promise<void>;
  log: Log;
}

/** The outbox is written within this; an SMTP server usually answers later. */
const SOON_MS = 150;

/**
 * Mails that a person was told are on their way. Each is a row (loading_dock.auth_mail) until it is
 * handed over, so neither a mail server that is down for an hour nor a crash loses one. The row holds
 * no link: that is made when the mail is, and only its hash is kept. Of several of one kind to one
 * address the newest is sent.
 */
export function mailQueue({ query, send, log }: Parts) {
  async function attempt(mail: Claimed): Promise<void> {
    const { kind, address, attempts, created_at } = mail;
    try {
      await send({ kind, address, id: idOf(mail) });
      // Asked for again meanwhile, it is owed again.
      await query`delete from loading_dock.auth_mail
        where kind = ${kind} and address = ${address} and created_at = ${created_at}`;
    } catch (err) {
      log.warn({ err, kind, attempts }, "account email not sent; retrying later");
      await query`update loading_dock.auth_mail
        set due_at = now() + least(interval '20 seconds' * 2 ^ ${attempts - 1}::int, interval '30 minutes')
        where kind = ${kind} and address = ${address} and created_at = ${created_at}`;
    }
  }
  // The row stays, and is due again when its hold ends.
  const attemptInPeace = (mail: Claimed) =>
    attempt(mail).catch((err) => log.error({ err }, "the result of an account email is unknown"));

  return {
    /**
     * Resolves once the mail can't be lost, sent or not: an answer that waited for the mail server
     * would tell who has an account, and fail when it is down.
     */
    async post(mail: QueuedMail): Promise<void> {
      const { kind, address } = mail;
      const [row] = await query<Pick<Claimed, "created_at">>`
        insert into loading_dock.auth_mail (kind, address, attempts, due_at)
        values (${kind}, ${address}, 1, now() + interval '5 minutes')
        on conflict (kind, address) do update
          set attempts = 1, due_at = excluded.due_at, created_at = now()
        returning created_at`;
      if (!row) throw new Error("an account email was not stored");
      const soon = new Promise<void>((resolve) => setTimeout(resolve, SOON_MS));
      await Promise.race([attemptInPeace({ ...mail, ...row, attempts: 1 }), soon]);
    },

    /**
     * Sends what is due again; call it now and then. One is claimed at a time: behind a slow mail
     * server the hold of a batch's last ones would end before they are sent, and another process
     * would send them too. After a day nobody waits for it any more.
     * @param signal ends it after the mail under way
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
        await attemptInPeace(mail);
      }
    },
  };
}

/**
 * Tells a repeat by its beginning, and nothing about the address. Each try ends differently: its link
 * takes the place of the one before, so a mailbox must not leave it out as a copy.
 */
function idOf({ kind, address, created_at, attempts }: Claimed): string {
  const row = createHash("sha256").update(`${kind} ${address} ${created_at}`).digest("hex");
  return `account-${row.slice(0, 32)}.${attempts}`;
}
