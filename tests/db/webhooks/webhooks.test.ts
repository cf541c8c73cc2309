import { describe, expect, test } from "vitest";
import { now } from "#tests/support/clock.ts";
import { mailArrives } from "#tests/support/mail/arrived.ts";
import { people } from "#tests/support/people.ts";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";
import { tables } from "#tests/tables/index.ts";
import { addLead, admin, site, withSite } from "./steps.ts";

withSite();

const deliveriesOf = async (lead: string) =>
  (
    await site.sql`select kind, payload from webhook_deliveries
      where submission_id = ${lead} order by created_at, kind`
  ).map(({ kind, payload }) => ({ kind, payload }));
const kinds = async (lead: string) => (await deliveriesOf(lead)).map(({ kind }) => kind);

describe("an event", () => {
  test("is a row of the same transaction", async () => {
    await addWebhook(admin);
    const count = async () => (await site.sql`select from webhook_deliveries`).length;
    const transaction = site.sql.begin(async (tx) => {
      await tx`insert into contact_submissions ${tx(tables.contact_submissions.make())}`;
      expect(await tx`select from webhook_deliveries`).toHaveLength(1);
      throw new Error("the message was not stored");
    });
    await expect(transaction).rejects.toThrow("was not stored");
    expect(await count()).toBe(0);
    await addLead();
    expect(await count()).toBe(1);
  });

  test("matches its documentation", async () => {
    await addWebhook(admin);
    const lead = await addLead({ name: "Ana Ruiz", email: "ana@example.com", platforms: ["Etsy"] });
    await site.sql`update contact_submissions set status = 'contacted' where id = ${lead}`;
    const [created, changed] = await deliveriesOf(lead);
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
    expect(created?.payload).toMatchObject({
      type: "lead.created",
      version: 1,
      timestamp: expect.stringMatching(time),
      data: {
        lead: {
          id: lead,
          status: "new",
          likely_spam: false,
          platforms: ["Etsy"],
          name: "Ana Ruiz",
          email: "ana@example.com",
          created_at: expect.stringMatching(time),
        },
      },
    });
    expect(Object.keys(created?.payload)).toEqual(["type", "version", "timestamp", "data"]);
    expect(Object.keys(created?.payload.data)).toEqual(["lead"]);
    expect(changed?.payload.data).toMatchObject({
      previous_status: "new",
      lead: { id: lead, status: "contacted" },
    });
  });

  test("of an answer has the email, and reports no other one", async () => {
    await addWebhook(admin, { events: ["lead.replied"] });
    const lead = await addLead({ status: "responded" });
    const references = [`submission-${lead}@example.com`];
    const arrives = (more: object) => mailArrives(site.sql, { references, ...more });
    await arrives({ kind: "auto_reply" });
    await arrives({ sender: people.admin.email });
    await arrives({ kind: "bounce" });
    await mailArrives(site.sql);
    expect(await kinds(lead)).toEqual([]);
    const { id } = await arrives({ text: "x".repeat(20_000) });
    const [replied] = await deliveriesOf(lead);
    expect(replied).toMatchObject({
      kind: "lead.replied",
      payload: {
        type: "lead.replied",
        data: {
          reply: {
            id,
            received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
            from: "ana@halfmoon.example",
            subject: "Re: Your message",
            text: "x".repeat(10_000),
          },
          // As it is now: the answer reopened it.
          lead: { id: lead, status: "contacted" },
        },
      },
    });
    expect(Object.keys(replied?.payload.data)).toEqual(["reply", "lead"]);
    const spam = await addLead({ is_spam: true, spam_reason: "marked by staff" });
    await arrives({ references: [`submission-${spam}@example.com`] });
    expect(await kinds(spam)).toEqual([]);
  });

  test("goes to every active webhook subscribed to its kind", async () => {
    const quiet = await addWebhook(admin, { active: false });
    const created = await addWebhook(admin, { events: ["lead.created"] });
    const both = await addWebhook(admin);
    const lead = await addLead();
    await site.sql`update contact_submissions set status = 'closed' where id = ${lead}`;
    await site.sql`update contact_submissions set follow_up_on = '2030-01-01' where id = ${lead}`;
    const rows = await site.sql`select webhook_id, count(*)::int as count
      from webhook_deliveries group by 1`;
    const counts = Object.fromEntries(rows.map(({ webhook_id, count }) => [webhook_id, count]));
    expect(counts).toEqual({ [created.id]: 1, [both.id]: 2 });
    expect(counts).not.toHaveProperty(quiet.id);
  });

  test("is sent for held spam once it is cleared", async () => {
    await addWebhook(admin);
    const lead = await addLead({ is_spam: true, spam_reason: "trap filled" });
    const set = (change: object) =>
      site.sql`update contact_submissions set ${site.sql(change)} where id = ${lead}`;
    await set({ status: "contacted" });
    expect(await kinds(lead)).toEqual([]);
    await set({ is_spam: false });
    expect(await kinds(lead)).toEqual(["lead.created"]);
    await set({ is_spam: true });
    await set({ is_spam: false });
    expect(await kinds(lead)).toEqual(["lead.created"]);
  });

  test("waits for held spam that is cleared in the trash until it is restored", async () => {
    await addWebhook(admin);
    const lead = await addLead({ is_spam: true, spam_reason: "trap filled" });
    const set = (change: object) =>
      site.sql`update contact_submissions set ${site.sql(change)} where id = ${lead}`;
    const isDue = async () =>
      (await site.sql`select private.lead_may_be_told(${lead}) as due`)[0]?.due;
    await set({ deleted_at: now() });
    await set({ is_spam: false });
    expect(await isDue()).toBe(false);
    await set({ deleted_at: null });
    expect([await kinds(lead), await isDue()]).toEqual([["lead.created"], true]);
  });

  test("belongs to the booking's lead, then or later", async () => {
    await addWebhook(admin, { events: ["booking.created"] });
    const lead = await addLead();
    const [{ request_id: request } = {}] = await site.sql`
      select request_id from contact_submissions where id = ${lead}`;
    const visitor = site.visitor();
    const at = (n: number) => `https://api.calendly.com/scheduled_events/${n}`;
    const attribution = { first: { utm_source: "newsletter" } };
    await visitor.rpc("booking_add", { event_uri: at(1), attribution });
    await visitor.rpc("booking_add", { event_uri: at(2), request });
    const [joined] = await deliveriesOf(lead);
    expect(joined?.payload.data).toMatchObject({
      booking: { event_uri: at(2) },
      lead: { id: lead },
    });
    await visitor.rpc("booking_add", { event_uri: at(1), request });
    const both = await deliveriesOf(lead);
    expect(both).toHaveLength(2);
    expect(
      both.find(({ payload }) => payload.data.lead === null)?.payload.data.booking,
    ).toMatchObject({ event_uri: at(1), source: "newsletter", landing_page: null });
  });

  test("is deleted with its lead", async () => {
    await addWebhook(admin);
    const lead = await addLead();
    expect(await kinds(lead)).toHaveLength(1);
    await site.sql`delete from contact_submissions where id = ${lead}`;
    expect(await kinds(lead)).toEqual([]);
  });
});
