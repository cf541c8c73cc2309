/**
 * `npm run test:mail`: the built server reads answers from a real mail server (dovecot), and is killed while it does.
 * Needs a build, and dovecot (Debian: apt-get install dovecot-imapd).
 */
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { benchFolder, databaseOf, end, signedIn, startOurs, until } from "../tools/server.ts";
import { must, same, step, summary } from "../tools/steps.ts";
import { startDovecot } from "./dovecot.ts";
import { answerInGmail, answerWithFile, headerOf } from "./emails.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 20);
const EMAILS_A_ROUND = 20;
/** A lease of 90 seconds, and how often another process asks for it. */
const TAKEN_OVER_WITHIN_S = 125;

const folder = await benchFolder("mail");
const dovecot = await startDovecot(join(folder, "dovecot"));
const smtp = await startSmtp();
const logFile = join(folder, "server.log");
const dataDir = join(folder, "site");
const start = async () => {
  const { child, url } = await startOurs(folder, "site", {
    settings: {
      ...dovecot.settings,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: "Evergreen <hello@example.com>",
      REPLY_ADDRESS: "reply+*@example.com",
      BACKUP_AT: "off",
    },
    log: createWriteStream(logFile, { flags: "a" }),
  });
  return { child, url, sql: await databaseOf(dataDir, 2) };
};
type Site = Awaited<ReturnType<typeof start>>;

const sent: string[] = [];
const deliver = async (raw: string) => {
  sent.push(headerOf(raw, "Message-ID").slice(1, -1));
  await dovecot.deliver(raw);
};
/** A real SMTP server on this machine. It takes every email, without TLS or a sign-in. */
async function startSmtp() {
  const messages: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      text(stream).then((message) => {
        messages.push(message);
        done();
      }, done);
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  return {
    port: (smtp.server.address() as AddressInfo).port,
    messages,
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
}

/** Kills the server while it has fetched an email and the database makes it wait. */
const killWhileStoring = ({ child, sql }: Site, reply: string) =>
  sql.begin(async (holding) => {
    // Emails can't be stored until this ends.
    await holding`lock table private.inbound_digests in share mode`;
    await deliver(answerWithFile(reply, 100));
    const isWaiting = async () => {
      const waiting = await sql`select from pg_stat_activity
        where query like '%mail_arrived%' and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    };
    await within(60, "an email that waits", isWaiting);
    await end(child, "SIGKILL");
  });

const storedIn = async ({ sql }: Site) =>
  (await sql<{ message_id: string }[]>`select message_id from inbound_mails`).map(
    (row) => row.message_id,
  );

/** Waits for the condition. @throws after `seconds` */
async function within(seconds: number, what: string, met: () => Promise<boolean>) {
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1_000;
  await until(met, () => (since() > seconds ? `not within ${seconds} s: ${what}` : undefined));
  return `${since().toFixed(1)} s`;
}

let site = await start();
console.log(`dovecot ${dovecot.version}`);
try {
  const [lead] = await site.sql`insert into contact_submissions
    (name, email, business_name, monthly_volume, platforms, message)
    values ('Ana Ruiz', 'ana@gmail.example', 'Shop', '101-500', '{Shopify}', 'How much is it?') returning id`;
  const answers = () =>
    site.sql`select body_text from inbound_mails where submission_id = ${lead?.id} order by arrived_at`;
  let reply = "";
  await step("a reply leaves with the lead's address for answers", async () => {
    const client = await signedIn(site.url);
    const { error } = await client.rpc("reply_send", {
      lead: lead?.id,
      request: randomUUID(),
      subject: "Your request",
      message: "It depends. How many orders a month?",
    });
    if (error) throw error;
    const isReply = (message: string) => message.includes("How many orders");
    await within(60, "the reply", async () => smtp.messages.some(isReply));
    reply = smtp.messages.find(isReply) ?? "";
    must(/reply\+[0-9a-f]{52}@example\.com/.test(headerOf(reply, "Reply-To")), "no address");
  });
  await step("an answer written in Gmail appears on the lead within seconds", async () => {
    await deliver(answerInGmail(reply, "About 300.", { to: "hello@example.com" }));
    return within(10, "the answer", async () => (await answers()).length === 1);
  });
  await step("an answer without our Message-ID is found by its address", async () => {
    const to = /reply\+\w+@example\.com/.exec(headerOf(reply, "Reply-To"))?.[0] ?? "";
    await deliver(answerInGmail("", "And 20 returns.", { to }));
    return within(10, "the answer", async () => (await answers()).length === 2);
  });
  await step("both are marked as read", () =>
    within(10, "the marks", async () => (await dovecot.count()).read === 2),
  );

  await step("is killed again and again while it reads", async () => {
    const found = { notStored: 0, notMarked: 0 };
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const enough = sent.length + 1 + randomInt(EMAILS_A_ROUND - 1);
      for (let at = 0; at < EMAILS_A_ROUND; at += 1)
        await deliver(answerWithFile(reply, at % 5 === 0 ? 1_000_000 : 100));
      await within(60, "the emails", async () => (await storedIn(site)).length >= enough);
      await (round % 2 === 0 ? killWhileStoring(site, reply) : end(site.child, "SIGKILL"));
      const stored = (await storedIn(site)).length;
      const { read } = await dovecot.count();
      if (stored < sent.length) found.notStored += 1;
      if (read < stored) found.notMarked += 1;
      // As if 90 seconds had passed.
      await site.sql`update private.inbound_mailbox set held_until = now()`;
      await site.sql.end();
      site = await start();
    }
    return `${ROUNDS} times between fetching and storing an email, ${ROUNDS} times at any moment; ${found.notStored} times some were not stored yet, ${found.notMarked} times some were stored and not marked`;
  });
  await step(`each of ${sent.length} emails is stored after ${2 * ROUNDS} kills`, () =>
    within(60, "the emails", async () => new Set(await storedIn(site)).size === sent.length),
  );
  await step("and exactly once", async () => {
    const stored = await storedIn(site);
    same([stored.length, new Set(stored).size], [sent.length, sent.length]);
    same(stored.toSorted(), sent.toSorted());
  });
  await step("and marked as read, and none is missing in the mailbox", async () => {
    await within(30, "the marks", async () => (await dovecot.count()).read === sent.length);
    same((await dovecot.count()).all, sent.length);
  });
  await step("after a kill, the next process takes over when the lease has ended", async () => {
    await end(site.child, "SIGKILL");
    await site.sql.end();
    await deliver(answerWithFile(reply, 100));
    site = await start();
    return within(
      TAKEN_OVER_WITHIN_S,
      "the email",
      async () => new Set(await storedIn(site)).size === sent.length,
    );
  });
  await step("the log has neither the password nor an answer", async () => {
    const log = await readFile(logFile, "utf8");
    must(log.includes("reading replies from the mailbox"), "the log has nothing about the mailbox");
    const { password } = new URL(dovecot.settings.IMAP_URL);
    for (const secret of [password, decodeURIComponent(password), "About 300."])
      must(!log.includes(secret), `the log has ${secret}`);
  });
  await step("the server ends in order", async () => {
    await site.sql.end();
    await end(site.child);
    same(site.child.exitCode, 0);
  });
} finally {
  await end(site.child, "SIGKILL");
  await dovecot.stop();
  await smtp.close();
  process.exitCode = summary();
  if (process.exitCode === 0) await rm(folder, { recursive: true, force: true });
  else console.log(`The data folder is kept: ${folder}`);
}
