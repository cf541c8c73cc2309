import { expect } from "vitest";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";
import { tables } from "#tests/tables/index.ts";
import type { Operation } from "../every-fault.ts";
import { runJob } from "../jobs.ts";
import { admin, type FaultySite, leftoversAndHistory } from "../site.ts";

async function addLead(sql: Sql, email = `${crypto.randomUUID()}@example.com`) {
  const row = { ...tables.contact_submissions.make(), email, mail_next_attempt_at: null };
  const [lead] = await sql`insert into contact_submissions ${sql(row)} returning id`;
  return { id: lead?.id as string, email };
}

type Client = Awaited<ReturnType<typeof admin>>;

/** A person clicks "Send". */
export const replying = (site: FaultySite) => {
  const { sql } = site;
  return {
    name: "sending a reply",
    seams: ["database"],
    async arrange() {
      const client = await admin(site);
      return { client, lead: (await addLead(sql)).id, request: crypto.randomUUID() };
    },
    work: async ({ client, lead, request }) =>
      client
        .rpc("reply_send", { lead, request, subject: "Re: Hello", message: "Hi" })
        .throwOnError(),
    async applied({ lead }) {
      const [row] = await sql`select status,
        (select count(*)::int from mails where submission_id = c.id) as mails
        from contact_submissions c where id = ${lead}`;
      const done = row?.status === "responded";
      expect(row).toEqual(done ? { status: "responded", mails: 1 } : { status: "new", mails: 0 });
      return done;
    },
    leftovers: () => leftoversAndHistory(site),
    end: ({ lead }) => sql`delete from contact_submissions where id = ${lead}`.then(() => {}),
  } satisfies Operation<{ client: Client; lead: string; request: string }>;
};

/** The server sends the reply to the mail server. */
export const mailing = (site: FaultySite) => {
  const { sql, smtp } = site;
  const idsOf = (email: string) =>
    smtp.messages
      .filter((message) => message.includes(`To: ${email}`))
      .map((message) => /^Message-ID: (.*)$/im.exec(message)?.[1]);
  return {
    name: "mailing a reply",
    seams: ["database", "outgoing"],
    async arrange() {
      const { id, email } = await addLead(sql);
      const body = sql.json([{ text: "Hi" }]);
      await sql`insert into mails (kind, submission_id, recipient, subject, body, send_after)
        values ('reply', ${id}, ${email}, 'Re: Hello', ${body}, now())`;
      return { id, email };
    },
    async work({ id }) {
      await runJob("sending emails");
      const [mail] = await sql`select state from mails where submission_id = ${id}`;
      if (mail?.state !== "sent") throw new Error("it waits");
    },
    async applied({ id, email }) {
      const [mail] = await sql`select state from mails where submission_id = ${id}`;
      // Without a response, nobody knows whether the mail server has it: a retry keeps the Message-ID.
      expect(idsOf(email).length).toBeLessThanOrEqual(2);
      expect(new Set(idsOf(email)).size).toBeLessThanOrEqual(1);
      if (mail?.state !== "sent") return false;
      expect(idsOf(email)).not.toEqual([]);
      return true;
    },
    async again({ id }, applied) {
      const had = idsOf(
        (await sql`select recipient from mails where submission_id = ${id}`)[0]?.recipient,
      );
      // Ends its retry delay and its lease.
      await sql`update mails set send_after = now(), held_until = now()
        where submission_id = ${id} and send_after is not null`;
      await runJob("sending emails");
      const [mail] = await sql`select recipient from mails where submission_id = ${id}`;
      if (applied) expect(idsOf(mail?.recipient)).toEqual(had);
    },
    leftovers: () => leftoversAndHistory(site),
    end: ({ id }) => sql`delete from contact_submissions where id = ${id}`.then(() => {}),
  } satisfies Operation<{ id: string; email: string }>;
};

/** The server sends a webhook about a lead. */
export const telling = (site: FaultySite) => {
  const { sql, receiver } = site;
  const calls = (email: string) => receiver.at("/hook").filter(({ body }) => body.includes(email));
  const ids = (email: string) => new Set(calls(email).map(({ headers }) => headers["webhook-id"]));
  const arrived = async ({ email }: { email: string }) => {
    expect(calls(email).length).toBeLessThanOrEqual(2);
    expect(ids(email).size).toBeLessThanOrEqual(1);
    const [row] = await sql`select count(*)::int as waiting from webhook_deliveries
      where next_attempt_at is not null`;
    return calls(email).length > 0 && row?.waiting === 0;
  };
  return {
    name: "calling a webhook",
    seams: ["database", "outgoing"],
    async arrange() {
      const client = await admin(site);
      const url = `${receiver.url}/hook`;
      const webhook = await addWebhook(client, {
        url,
        format: "standard",
        events: ["lead.created"],
      });
      return { client, webhook: webhook.id, ...(await addLead(sql)) };
    },
    async work(state) {
      await runJob("sending to webhooks");
      if (!(await arrived(state))) throw new Error("it waits");
    },
    applied: arrived,
    async again() {
      await sql`update private.webhook_endpoints set leased_until = now() where leased_until > now()`;
      await sql`update webhook_deliveries set next_attempt_at = now() where next_attempt_at > now()`;
      await runJob("sending to webhooks");
    },
    leftovers: () => leftoversAndHistory(site),
    async end({ client, webhook, id }) {
      await client.rpc("webhook_delete", { webhook }).throwOnError();
      await sql`delete from contact_submissions where id = ${id}`;
    },
  } satisfies Operation<{ client: Client; webhook: string; id: string; email: string }>;
};

/** An admin erases everything stored about a person. */
export const erasing = (site: FaultySite) => {
  const { sql } = site;
  return {
    name: "erasing a person",
    seams: ["database"],
    async arrange() {
      await sql`delete from lead_erasures`;
      const client = await admin(site);
      const { id, email } = await addLead(sql);
      const second = await addLead(sql, email);
      await sql`insert into submission_notes (submission_id, body) values (${id}, 'Called.')`;
      const body = sql.json([{ text: "Hi" }]);
      await sql`insert into mails (kind, submission_id, recipient, subject, body, send_after)
        values ('reply', ${second.id}, ${email}, 'Re: Hello', ${body}, now() + interval '1 hour')`;
      await sql`update contact_submissions set status = 'closed' where id = ${id}`;
      return { client, email };
    },
    work: async ({ client, email }) =>
      client.rpc("lead_person_erase", { address: email }).throwOnError(),
    async applied({ email }) {
      const [row] = await sql`select
        (select count(*)::int from contact_submissions where email = ${email}) as leads,
        (select count(*)::int from submission_notes) as notes,
        (select count(*)::int from mails where recipient = ${email}) as mails,
        (select count(*)::int from lead_erasures) as entries`;
      const done = row?.leads === 0;
      expect(row).toEqual(
        done
          ? { leads: 0, notes: 0, mails: 0, entries: 1 }
          : { leads: 2, notes: 1, mails: 1, entries: 0 },
      );
      return done;
    },
    leftovers: () => leftoversAndHistory(site),
  } satisfies Operation<{ client: Client; email: string }>;
};
