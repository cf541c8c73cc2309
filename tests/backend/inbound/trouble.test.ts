import { expect, test, vi } from "vitest";
import { REAL_CLOCK } from "#server/backend/inbound/clock.ts";
import { readImapUrl } from "#server/backend/inbound/imap-url.ts";
import { readFolder } from "#server/backend/inbound/session.ts";
import { sentenceFor } from "#server/backend/inbound/trouble.ts";
import { createLog } from "#server/runtime/log.ts";
import { now } from "#tests/support/clock.ts";
import { selfSigned } from "#tests/support/samples/certificate.ts";
import {
  answerInstead,
  deliver,
  email,
  openMailbox,
  read,
  startReading,
  stateOf,
  stored,
  untilIdle,
  untilStored,
  withMailboxes,
} from "./steps.ts";

withMailboxes();

const untilTrouble = (sentence: string) =>
  vi.waitFor(async () => expect((await stateOf())?.error).toBe(sentence));

test("says in plain words that the password is wrong, without the password", async () => {
  const imap = await openMailbox();
  const { pass, lines } = startReading(imap.address("not my:word"));
  await untilTrouble(
    'The mail server refused the user name or the password. It said: "reply@example.com … is wrong".',
  );
  await pass(5);
  await pass(10);
  await vi.waitFor(() => expect(imap.commands.filter((one) => /^LOGIN/.test(one))).toHaveLength(3));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: "warn", msg: "the mailbox can't be read" });
  expect(JSON.stringify(lines)).not.toContain("not my:word");
});

test.each<[string, Parameters<typeof openMailbox>[0], string, RegExp]>([
  ["a folder that is missing", {}, "Nowhere", /^The mailbox has no folder "Nowhere"\.$/],
  [
    "a folder that can't be opened",
    { answers: (line) => (line.startsWith("SELECT") ? "NO in use" : undefined) },
    "",
    /^The folder "INBOX" can't be opened\. It said: "in use"\.$/,
  ],
  [
    "a certificate that nobody trusts",
    { tls: selfSigned },
    "",
    /^The certificate of 127\.0\.0\.1 isn't trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/,
  ],
])("says in plain words: %s", async (_, behavior, folder, sentence) => {
  const imap = await openMailbox(behavior);
  const { lines } = startReading(imap.address(undefined, folder));
  await vi.waitFor(async () => expect((await stateOf())?.error).toMatch(sentence));
  expect(lines).toHaveLength(1);
});

test("sends no password where encryption is required and not offered", async () => {
  const imap = await openMailbox();
  const mailbox = { ...readImapUrl(imap.address()), startTls: true };
  const reading = readFolder(
    {
      mailbox,
      log: createLog("silent"),
      clock: REAL_CLOCK,
      cursor: { validity: null, uid: null, checked_at: null },
      failures: { uid: 0, count: 0 },
      receive: () => Promise.reject(new Error("There is nothing to store.")),
      advance: () => Promise.reject(new Error("There is nothing to read.")),
      caughtUp: () => undefined,
    },
    new AbortController().signal,
  );
  const error = await reading.catch((cause) => cause);
  expect(sentenceFor(error, mailbox)).toBe(
    `The mail server at 127.0.0.1:${imap.port} offers no encryption.`,
  );
  expect(imap.commands).toEqual(["CAPABILITY"]);
});

test("reads again after the mail server was away, and logs each change once", async () => {
  // Not a port that the system gives to another process while nothing listens there.
  const imap = await openMailbox({}, 10_000 + (process.pid % 20_000));
  const { pass, waiting, logged } = startReading(imap.address());
  await untilIdle(imap, 0);
  const { port } = imap;
  imap.close();
  // A connection that ends is nothing to report.
  await pass(5);
  await untilTrouble(`The mail server at 127.0.0.1:${port} refused the connection.`);
  await pass(10);
  await pass(20);
  await waiting(40);
  const again = await openMailbox({}, port);
  deliver(again, "later");
  await pass(40);
  await untilStored("later");
  await untilIdle(again, 1);
  expect(await stateOf()).toMatchObject({ error: null });
  expect(logged()).toEqual([
    "reading replies from the mailbox",
    `The mail server at 127.0.0.1:${port} refused the connection.`,
    "reading replies from the mailbox",
  ]);
});

test("a connection that ends in the middle of an email loses and doubles nothing", async () => {
  let left = 3;
  const imap = await openMailbox({
    cuts(command) {
      if (!command.includes("BODY.PEEK") || left === 0) return false;
      left -= 1;
      return true;
    },
  });
  deliver(imap, "first", "second");
  const { pass } = startReading(imap.address());
  for (const seconds of [5, 10, 20]) await pass(seconds);
  await untilIdle(imap, 2);
  expect(await stored()).toEqual(["first", "second"]);
  expect(read(imap)).toEqual(["first", "second"]);
});

test("a mail server that is too slow is left, and asked again later", async () => {
  const silence = Promise.withResolvers<void>();
  const imap = await openMailbox({
    delay: (command) => (command.startsWith("UID FETCH") ? silence.promise : undefined),
  });
  deliver(imap, "first");
  const { pass } = startReading(imap.address());
  await vi.waitFor(() => expect(imap.commands.at(-1)).toMatch(/^UID FETCH/));
  await pass(240);
  await untilTrouble("The mail server is too slow.");
  imap.behavior.delay = () => undefined;
  await pass(5);
  await untilStored("first");
  silence.resolve();
});

test("an email over 25 MB is left unread, and the next one is stored", async () => {
  const imap = await openMailbox();
  imap.deliver(
    Buffer.concat([Buffer.from(email("large")), Buffer.alloc(26 * 1024 * 1024, "x")]),
    now(),
  );
  deliver(imap, "second");
  const { lines } = startReading(imap.address());
  await untilIdle(imap, 2);
  expect(await stored()).toEqual(["second"]);
  expect(read(imap)).toEqual(["second"]);
  expect(imap.commands.filter((one) => /^UID FETCH 1 \(BODY/.test(one))).toEqual([]);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: "warn",
      uid: 1,
      msg: "an email in the mailbox is left unread",
      reason: "It is larger than 25 MB.",
    }),
  );
});

test("what is no email is left unread, and the next one is stored", async () => {
  const imap = await openMailbox();
  imap.deliver("\r\nno header", now());
  deliver(imap, "second");
  const { logged } = startReading(imap.address());
  await untilIdle(imap, 2);
  expect(await stored()).toEqual(["second"]);
  expect(read(imap)).toEqual(["second"]);
  expect(logged()).toContain("This isn't an email.");
});

test.each([
  ["ignored", undefined],
  ["full", "Its lead, its sender or the list of unmatched emails has reached a limit."],
])("leaves an email unread that the database answers with '%s'", async (result, reason) => {
  const imap = await openMailbox();
  deliver(imap, "first");
  answerInstead((name) => (name === "mail_arrived" ? Response.json({ result }) : undefined));
  const { logged } = startReading(imap.address());
  await untilIdle(imap, 1);
  expect(read(imap)).toEqual([]);
  expect(logged()).toEqual([...(reason ? [reason] : []), "reading replies from the mailbox"]);
});

test("an email that fails six times is skipped, so that the next one is stored", async () => {
  const imap = await openMailbox();
  deliver(imap, "broken", "second");
  let asked = 0;
  answerInstead((name) => {
    if (name !== "mail_arrived") return undefined;
    asked += 1;
    return asked <= 6 ? Response.json({ code: "XX000" }, { status: 400 }) : undefined;
  });
  const said = vi.spyOn(console, "error").mockReturnValue();
  const { pass, lines } = startReading(imap.address());
  for (const seconds of [5, 10, 20, 40, 80, 160]) await pass(seconds);
  await untilIdle(imap, 2);
  expect(said).toHaveBeenCalledTimes(6);
  expect(await stored()).toEqual(["second"]);
  expect(read(imap)).toEqual(["second"]);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: "error",
      uid: 1,
      msg: "an email in the mailbox failed repeatedly and is left unread",
    }),
  );
});
