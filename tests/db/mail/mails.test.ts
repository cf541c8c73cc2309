import { describe, expect, test } from "vitest";
import { fromNow, now } from "#tests/support/clock.ts";
import { tables } from "#tests/tables/index.ts";
import { claim, queueMail, settle, sql, withDatabase } from "./steps.ts";

withDatabase();

async function lead(more: object = {}): Promise<string> {
  const [row] = await sql`insert into contact_submissions
    ${sql({ ...tables.contact_submissions.make(), ...more })} returning id`;
  return row?.id;
}
const makeDue = () => sql`update mails set send_after = now() where send_after is not null`;
const rowOf = async (id: string) => (await sql`select * from mails where id = ${id}`)[0];
const activityOf = async (id: string) =>
  (
    await sql`select details from lead_events
      where submission_id = ${id} and kind = 'mail' order by happened_at`
  ).map(({ details }) => [details.what, details.to, details.error]);

describe("a due email", () => {
  test("goes to one of several simultaneous senders", async () => {
    const queued = await Promise.all(Array.from({ length: 5 }, () => queueMail()));
    const claims = await Promise.all(Array.from({ length: 12 }, claim));
    const held = claims.flatMap((mail) => (mail ? [mail.id] : []));
    expect(held.toSorted()).toEqual(queued.toSorted());
  });

  test("is leased for five minutes, and is due again when its sender crashes", async () => {
    const id = await queueMail();
    expect((await claim())?.id).toBe(id);
    expect(await claim()).toBeNull();
    const [row] = await sql`select send_after > now() + interval '4 minutes' as held from mails`;
    expect(row?.held).toBe(true);
    await makeDue();
    expect(await claim()).toMatchObject({ id, attempt: 2, message_id: `mail-${id}` });
  });

  test("ignores an attempt that lost its lease", async () => {
    const id = await queueMail();
    const first = await claim();
    await makeDue();
    const second = await claim();
    await settle(first, "too late");
    expect(await rowOf(id)).toMatchObject({ state: "waiting", last_error: null });
    await settle(second);
    await settle(first, "too late");
    expect(await rowOf(id)).toMatchObject({ state: "sent", send_after: null, last_error: null });
  });

  test("is not sent before its time", async () => {
    await queueMail({ send_after: fromNow(60_000) });
    expect(await claim()).toBeNull();
  });
});

describe("a failed email", () => {
  test("waits longer each time, six hours at most, and is given up after two days", async () => {
    const id = await queueMail();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 16; attempt += 1) {
      await settle(await claim(), "busy");
      const [row] = await sql`
        select round(extract(epoch from send_after - now()) / 60)::int as wait from mails`;
      waits.push(row?.wait);
      await makeDue();
    }
    expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    expect(waits.at(-1)).toBeNull();
    expect(await claim()).toBeNull();
    expect(await rowOf(id)).toMatchObject({ state: "failed", attempts: 16, last_error: "busy" });
  });

  test("gives up at once without a mailbox, and stores the address's hash", async () => {
    const id = await queueMail({ recipient: "Gone@Example.com" });
    await settle(await claim(), "550 no such user", true);
    expect(await rowOf(id)).toMatchObject({ state: "failed", send_after: null });
    const known = async () => (await sql`select digest from private.refused_addresses`).length;
    expect(await known()).toBe(1);
    await queueMail({ recipient: "gone@example.com" });
    await settle(await claim());
    expect(await known()).toBe(0);
  });
});

describe("an email about a lead", () => {
  test("is in its activity: a reply from the start, and a failure once", async () => {
    const of = await lead();
    await queueMail({ kind: "reply", submission_id: of });
    for (const error of ["busy", "busy still", null]) {
      await settle(await claim(), error);
      await makeDue();
    }
    await queueMail({ kind: "reminder", submission_id: of });
    await settle(await claim());
    expect(await activityOf(of)).toEqual([
      ["reply", "waiting", undefined],
      ["reply", "failed", "busy"],
      ["reply", "sent", undefined],
      ["reminder", "sent", undefined],
    ]);
  });

  test("is deleted with it", async () => {
    const of = await lead();
    await queueMail({ submission_id: of });
    await sql`delete from contact_submissions where id = ${of}`;
    expect(await sql`select from mails`).toHaveLength(0);
  });

  test.each([
    ["lies in the trash", { deleted_at: now() }],
    ["counts as spam", { spam_reason: "too fast" }],
  ])("does not send an email that %s, unless a person wrote it", async (_, now) => {
    const of = await lead();
    await queueMail({ submission_id: of });
    const written = await queueMail({ kind: "reply", submission_id: of });
    await sql`update contact_submissions set ${sql(now)} where id = ${of}`;
    expect((await claim())?.id).toBe(written);
    expect(await claim()).toBeNull();
    expect(await sql`select from mails where kind <> 'reply'`).toHaveLength(0);
  });
});
