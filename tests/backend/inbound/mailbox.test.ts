import { expect, test, vi } from "vitest";
import { DAY, fromNow } from "#tests/support/clock.ts";
import {
  answerInstead,
  deliver,
  email,
  endLease,
  openMailbox,
  read,
  site,
  startReading,
  stateOf,
  stored,
  untilIdle,
  untilStored,
  withMailboxes,
} from "./steps.ts";

withMailboxes();

const away = () => Response.json({ message: "away" }, { status: 503 });

test("stores what arrived since yesterday and what arrives while it waits, and marks it as read", async () => {
  const imap = await openMailbox();
  imap.deliver(email("old"), fromNow(-3 * DAY));
  deliver(imap, "first", "second");
  const { lines } = startReading(imap.address());
  await untilStored("first", "second");
  await untilIdle(imap, 3);
  deliver(imap, "third");
  await untilStored("first", "second", "third");
  await untilIdle(imap, 4);
  expect(read(imap)).toEqual(["first", "second", "third"]);
  expect(await stateOf()).toMatchObject({ validity: 7, error: null, checked_at: expect.any(Date) });
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ["info", "reading replies from the mailbox"],
  ]);
  const changing = imap.commands.filter((command) =>
    /EXPUNGE|MOVE|COPY|CLOSE|Deleted/i.test(command),
  );
  expect(changing).toEqual([]);
});

test("reads every minute if the mail server reports nothing", async () => {
  const imap = await openMailbox({ capabilities: "" });
  const { pass } = startReading(imap.address());
  await vi.waitFor(async () => expect(await stateOf()).toMatchObject({ uid: 0 }));
  deliver(imap, "unreported");
  await pass(60);
  await untilStored("unreported");
});

test("marks an email as read only after it is stored", async () => {
  const imap = await openMailbox();
  deliver(imap, "first");
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<undefined>();
  answerInstead((name) => {
    if (name !== "mail_arrived") return undefined;
    asked.resolve();
    return answer.promise;
  });
  startReading(imap.address());
  await asked.promise;
  expect(read(imap)).toEqual([]);
  answer.resolve(undefined);
  await untilIdle(imap, 1);
  expect(read(imap)).toEqual(["first"]);
});

test("loses and doubles nothing when the database goes away between fetching and storing", async () => {
  const imap = await openMailbox();
  deliver(imap, "first", "second");
  let isAway = true;
  answerInstead((name) => (isAway && name === "mail_arrived" ? away() : undefined));
  const { pass, waiting, logged } = startReading(imap.address());
  for (const seconds of [5, 10, 20, 40, 80, 160, 300]) await pass(seconds);
  await waiting(300);
  expect(await stateOf()).toMatchObject({
    uid: null,
    error: "The database isn't responding. Please try again.",
  });
  expect([await stored(), read(imap)]).toEqual([[], []]);
  isAway = false;
  await pass(300);
  await untilStored("first", "second");
  await untilIdle(imap, 2);
  expect(read(imap)).toEqual(["first", "second"]);
  expect(await stateOf()).toMatchObject({ error: null });
  expect(logged()).toEqual([
    "The database isn't responding. Please try again.",
    "reading replies from the mailbox",
  ]);
});

test("doubles nothing when it ends between storing and marking", async () => {
  let left = 1;
  const imap = await openMailbox({
    cuts(command) {
      if (!command.startsWith("UID STORE") || left === 0) return false;
      left -= 1;
      return true;
    },
  });
  deliver(imap, "first");
  const { pass, waiting } = startReading(imap.address());
  await waiting(5);
  expect([await stored(), read(imap)]).toEqual([["first"], []]);
  await pass(5);
  await untilIdle(imap, 1);
  expect([await stored(), read(imap)]).toEqual([["first"], ["first"]]);
});

test("continues after a restart where it was", async () => {
  const imap = await openMailbox();
  deliver(imap, "first");
  const before = startReading(imap.address());
  await untilIdle(imap, 1);
  await before.stop();
  await vi.waitFor(() => expect(imap.connections()).toBe(0));
  deliver(imap, "second");
  imap.commands.length = 0;
  await endLease();
  startReading(imap.address());
  await untilStored("first", "second");
  await untilIdle(imap, 2);
  const searches = imap.commands.filter((command) => command.startsWith("UID SEARCH"));
  expect(new Set(searches)).toEqual(new Set(["UID SEARCH UID 2:*"]));
  expect(imap.commands.filter((command) => command.startsWith("UID FETCH 1 "))).toEqual([]);
});

test("stores nothing twice when the mailbox gets other UIDs", async () => {
  const imap = await openMailbox();
  deliver(imap, "first", "second", "third");
  startReading(imap.address());
  await untilIdle(imap, 3);
  imap.emails.shift();
  imap.renumber();
  deliver(imap, "fourth");
  imap.drop();
  await endLease();
  startReading(imap.address());
  await untilStored("first", "second", "third", "fourth");
  await untilIdle(imap, 3);
  expect(await stateOf()).toMatchObject({ validity: 8 });
  expect(read(imap)).toEqual(["second", "third", "fourth"]);
});

test("reads what arrived while it was stopped for days, also with other UIDs", async () => {
  const imap = await openMailbox();
  await site.sql`update private.inbound_mailbox
    set validity = 6, uid = 40, checked_at = ${fromNow(-5 * DAY)}`;
  imap.deliver(email("first"), fromNow(-4 * DAY));
  startReading(imap.address());
  await untilStored("first");
  await untilIdle(imap, 1);
});

test("an email that left the folder is no trouble", async () => {
  const imap = await openMailbox();
  deliver(imap, "first", "second");
  imap.behavior.delay = async (command) => {
    if (command.startsWith("UID FETCH 1 (BODY")) imap.emails.shift();
  };
  const { logged } = startReading(imap.address());
  await untilIdle(imap, 2);
  expect(await stored()).toEqual(["second"]);
  expect(logged()).toEqual(["reading replies from the mailbox"]);
});
