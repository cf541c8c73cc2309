import type { Log } from "../../log.ts";
import type { Query } from "../pool.ts";

export interface QueuedMail {
  kind: string;
  address: string;
}

interface Claimed extends QueuedMail {
  attempts: number;
}

interface Parts {
  query: Query;
  /** rejects when the mail could not be handed over */
  send: (mail: QueuedMail) => Promise<void>;
  log: Log;
}

/** The outbox is written within this; an SMTP server usually answers later. */
const SOON_MS = 150;

export type MailQueue = ReturnType<typeof mailQueue>;

/**
 * Mails that a person was told are on their way. Each is a row (loading_dock.auth_mail) until it is
 * handed over, so neither a mail server that is down for an hour nor a crash loses one. The row holds
 * no link: that is made when the mail is, and only its hash is kept. Of several of one kind to one
 * address the newest is sent.
 */
export function mailQueue({ query, send, log }: Parts) {
  async function attempt({ kind, address, attempts }: Claimed): Promise<void> {
    try {
      await send({ kind, address });
      // Asked for again meanwhile, it is owed again.
      await query`delete from loading_dock.auth_mail
        where kind = ${kind} and address = ${address} and attempts = ${attempts}`;
    } catch (err) {
      log.warn({ err, kind, attempts }, "account mail not sent; trying again later");
      await query`update loading_dock.auth_mail
        set due_at = now() + least(interval '20 seconds' * 2 ^ ${attempts - 1}::int, interval '30 minutes')
        where kind = ${kind} and address = ${address} and attempts = ${attempts}`;
    }
  }
  // The row stays, and is due again when its hold ends.
  const attemptInPeace = (mail: Claimed) =>
    attempt(mail).catch((err) => log.error({ err }, "what became of an account mail is not known"));

  return {
    /**
     * Resolves once the mail can't be lost, sent or not: an answer that waited for the mail server
     * would tell who has an account, and fail when it is down.
     */
    async post({ kind, address }: QueuedMail): Promise<void> {
      await query`insert into loading_dock.auth_mail (kind, address, attempts, due_at)
        values (${kind}, ${address}, 1, now() + interval '5 minutes')
        on conflict (kind, address) do update
          set attempts = 1, due_at = excluded.due_at, created_at = now()`;
      const soon = new Promise<void>((resolve) => setTimeout(resolve, SOON_MS));
      await Promise.race([attemptInPeace({ kind, address, attempts: 1 }), soon]);
    },

    /** Sends what is due again; call it now and then. After a day nobody waits for it any more. */
    async retryDue(): Promise<void> {
      await query`delete from loading_dock.auth_mail where created_at < now() - interval '24 hours'`;
      const due = await query<Claimed>`
        update loading_dock.auth_mail set attempts = attempts + 1,
          due_at = now() + interval '5 minutes'
        where (kind, address) in (
          select kind, address from loading_dock.auth_mail
          where due_at <= now() order by due_at limit 10 for update skip locked
        )
        returning kind, address, attempts`;
      for (const mail of due) await attemptInPeace(mail);
    },
  };
}
