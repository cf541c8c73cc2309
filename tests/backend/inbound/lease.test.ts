import { expect, test, vi } from "vitest";
import {
  answerInstead,
  deliver,
  endLease,
  openMailbox,
  site,
  startReading,
  stateOf,
  untilIdle,
  untilStored,
  withMailboxes,
} from "./steps.ts";

withMailboxes();

test("of two processes only one reads, and the other takes over", async () => {
  const imap = await openMailbox();
  const one = startReading(imap.address());
  await untilIdle(imap, 0);
  const other = startReading(imap.address());
  await other.pass(30);
  await other.pass(30);
  expect(imap.connections()).toBe(1);
  await one.stop();
  deliver(imap, "first");
  await other.pass(30);
  await untilStored("first");
});

test("renews its lease, and ends its connection when another process has it", async () => {
  const imap = await openMailbox();
  const { pass, lines } = startReading(imap.address());
  await untilIdle(imap, 0);
  await endLease();
  await pass(30);
  await vi.waitFor(async () => {
    const [row] = await site.sql`select held_until > now() as held from private.inbound_mailbox`;
    expect(row?.held).toBe(true);
  });
  await site.sql`update private.inbound_mailbox set holder = gen_random_uuid()`;
  await pass(30);
  await vi.waitFor(() => expect(imap.connections()).toBe(0));
  expect(lines).toHaveLength(1);
  await endLease();
  await pass(30);
  await untilIdle(imap, 0);
});

test("ends its connection when it can't renew the lease, and reads again later", async () => {
  const imap = await openMailbox();
  const { pass } = startReading(imap.address());
  await untilIdle(imap, 0);
  answerInstead(() => Response.json({}, { status: 503 }));
  await pass(30);
  await vi.waitFor(() => expect(imap.connections()).toBe(0));
  answerInstead(() => undefined);
  await pass(5);
  await untilIdle(imap, 0);
  expect((await stateOf())?.error).toBe(null);
});
