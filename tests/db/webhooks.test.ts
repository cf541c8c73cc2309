import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { addWebhook } from "#tests/support/webhooks.ts";
import { tables } from "#tests/tables/index.ts";

/**
 * What the database promises of webhooks. The backend of the test sends by itself what is due; a webhook that
 * is switched off is left alone by it, and can be claimed for one delivery.
 */
let site: TestBackend;
let admin: SupabaseClient;
beforeAll(async () => {
  site = await openTestBackend();
  admin = await site.admin();
});
afterAll(() => site.close());
beforeEach(() => site.sql`delete from webhooks`);

async function addLead(more: object = {}): Promise<string> {
  const row = { ...tables.contact_submissions.make(), ...more };
  const [lead] = await site.sql`
    insert into contact_submissions ${site.sql(row)} returning id`;
  return lead?.id;
}

const told = async (lead: string) =>
  (
    await site.sql`select kind, payload from webhook_deliveries
      where submission_id = ${lead} order by created_at, kind`
  ).map(({ kind, payload }) => ({ kind, payload }));
const kinds = async (lead: string) => (await told(lead)).map(({ kind }) => kind);

describe("an event", () => {
  test("is a row in its own transaction, and none where that one fails", async () => {
    await addWebhook(admin);
    const count = async () => (await site.sql`select from webhook_deliveries`).length;
    const within = site.sql.begin(async (tx) => {
      await tx`insert into contact_submissions ${tx(tables.contact_submissions.make())}`;
      expect(await tx`select from webhook_deliveries`).toHaveLength(1);
      throw new Error("the message was not stored");
    });
    await expect(within).rejects.toThrow("was not stored");
    expect(await count()).toBe(0);
    await addLead();
    expect(await count()).toBe(1);
  });

  test("is told in the words of its documentation", async () => {
    await addWebhook(admin);
    const lead = await addLead({ name: "Ana Ruiz", email: "ana@example.com", platforms: ["Etsy"] });
    await site.sql`update contact_submissions set status = 'contacted' where id = ${lead}`;
    const [created, changed] = await told(lead);
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
    expect(created?.payload).toMatchObject({
      type: "lead.created",
      version: 1,
      timestamp: expect.stringMatching(time),
      data: {
        lead: {
          ...{ id: lead, status: "new", likely_spam: false, platforms: ["Etsy"] },
          ...{ name: "Ana Ruiz", email: "ana@example.com" },
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

  test("goes to whoever wants its kind and is switched on", async () => {
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

  test("of a lead that is held back as spam is told once it is cleared, and once only", async () => {
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

  test("of a booking belongs to the lead that it is joined to, then or later", async () => {
    await addWebhook(admin, { events: ["booking.created"] });
    const lead = await addLead();
    const [{ request_id: request } = {}] = await site.sql`
      select request_id from contact_submissions where id = ${lead}`;
    const visitor = site.visitor();
    const at = (n: number) => `https://api.calendly.com/scheduled_events/${n}`;
    const attribution = { first: { utm_source: "newsletter" } };
    await visitor.rpc("booking_add", { event_uri: at(1), attribution });
    await visitor.rpc("booking_add", { event_uri: at(2), request });
    const [joined] = await told(lead);
    expect(joined?.payload.data).toMatchObject({
      booking: { event_uri: at(2) },
      lead: { id: lead },
    });
    await visitor.rpc("booking_add", { event_uri: at(1), request });
    const both = await told(lead);
    expect(both).toHaveLength(2);
    expect(
      both.find(({ payload }) => payload.data.lead === null)?.payload.data.booking,
    ).toMatchObject({ event_uri: at(1), source: "newsletter", landing_page: null });
  });

  test("goes with its lead, whatever it had to say", async () => {
    await addWebhook(admin);
    const lead = await addLead();
    expect(await kinds(lead)).toHaveLength(1);
    await site.sql`delete from contact_submissions where id = ${lead}`;
    expect(await kinds(lead)).toEqual([]);
  });
});

/** A delivery that only a claim by name can take. */
async function waiting(more: object = {}) {
  const { id: webhook, secret } = await addWebhook(admin, { active: false, ...more });
  const { data } = await admin.rpc("webhook_test", { webhook });
  const delivery: string = data;
  await site.sql`update webhook_deliveries set kind = 'lead.created' where id = ${delivery}`;
  return { webhook, secret, delivery };
}
const claim = async (delivery: string) =>
  (await site.sql`select webhook_claim(${delivery}) as claim`)[0]?.claim;
const settle = (delivery: string, lease: string, result: Record<string, string | number | null>) =>
  site.sql`select webhook_settle(${delivery}, ${lease}, ${site.sql.json(result)})`;
const stored = async (delivery: string) =>
  (
    await site.sql`select *, extract(epoch from next_attempt_at - now())::float as due_in
      from webhook_deliveries where id = ${delivery}`
  )[0];
const failing = { status: 500, answer: "broken", body: "{}", ms: 12 };

describe("a delivery", () => {
  test("is in one hand at a time, and whoever came late is not heard", async () => {
    const { delivery } = await waiting();
    const both = await Promise.all([claim(delivery), claim(delivery)]);
    const [first] = both.filter((one) => one !== null);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    await site.sql`update private.webhook_endpoints set leased_until = now()`;
    const second = await claim(delivery);
    expect(second).toMatchObject({ delivery, url: "https://hooks.invalid/in?key=hidden" });
    await settle(delivery, first.lease, failing);
    expect(await stored(delivery)).toMatchObject({ tries: 0, attempts: [] });
    await settle(delivery, second.lease, failing);
    expect(await stored(delivery)).toMatchObject({ tries: 1, outcome: "waiting" });
  });

  test("to one address does not keep another's waiting", async () => {
    const [one, other] = [await waiting(), await waiting()];
    const more = await admin.rpc("webhook_test", { webhook: one.webhook });
    expect(await claim(one.delivery)).not.toBeNull();
    expect(await claim(more.data)).toBeNull();
    expect(await claim(other.delivery)).not.toBeNull();
  });

  test("is tried again for two days, ever more patiently, then given up and asked for again", async () => {
    const { delivery } = await waiting();
    const pauses: number[] = [];
    for (let tries = 0; tries < 9; tries++) {
      const { lease } = await claim(delivery);
      await settle(delivery, lease, failing);
      const { due_in } = (await stored(delivery)) ?? {};
      if (due_in) pauses.push(due_in);
    }
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3600;
    expect(pauses).toHaveLength(8);
    expect(Math.round(hours)).toBeGreaterThanOrEqual(47);
    expect(Math.round(hours)).toBeLessThanOrEqual(50);
    expect(await stored(delivery)).toMatchObject({ outcome: "failed", next_attempt_at: null });
    expect((await stored(delivery))?.attempts).toHaveLength(9);
    const { data } = await admin.rpc("webhook_list");
    expect(data[0]).toMatchObject({ given_up: 1, last_status: 500 });
    expect(data[0].failing_since).not.toBeNull();

    await admin.rpc("webhook_send_again", { delivery });
    const { lease } = await claim(delivery);
    await settle(delivery, lease, { ...failing, status: 204, answer: "" });
    expect(await stored(delivery)).toMatchObject({ outcome: "delivered", tries: 1 });
    expect((await admin.rpc("webhook_list")).data[0].failing_since).toBeNull();
  });

  test("waits as long as it is asked to, an hour at most", async () => {
    const { delivery } = await waiting();
    for (const [asked, seconds] of [
      [120, 120],
      [999_999, 3600],
    ]) {
      const { lease } = await claim(delivery);
      await settle(delivery, lease, { ...failing, status: 429, retry_after: asked as number });
      expect(Math.round((await stored(delivery))?.due_in)).toBe(seconds);
    }
  });

  test("that is answered with 410 is the last: the webhook is switched off, not deleted", async () => {
    const { webhook, delivery } = await waiting();
    await site.sql`update webhooks set active = true where id = ${webhook}`;
    const { lease } = await claim(delivery);
    await settle(delivery, lease, { ...failing, status: 410 });
    expect(await stored(delivery)).toMatchObject({ outcome: "failed", next_attempt_at: null });
    const { data } = await admin.rpc("webhook_list");
    expect(data).toEqual([expect.objectContaining({ id: webhook, active: false })]);
    expect(data[0].gone_at).not.toBeNull();
  });

  test("about a lead in the trash or held back waits for it", async () => {
    const { delivery } = await waiting();
    const lead = await addLead();
    await site.sql`update webhook_deliveries set submission_id = ${lead} where id = ${delivery}`;
    for (const [away, back] of [
      [{ deleted_at: new Date() }, { deleted_at: null }],
      [{ is_spam: true }, { is_spam: false }],
    ] as const) {
      await site.sql`update contact_submissions set ${site.sql(away)} where id = ${lead}`;
      expect(await claim(delivery)).toBeNull();
      const { error } = await admin.rpc("webhook_send_again", { delivery });
      expect(error?.message).toMatch(/in the trash or held back/);
      await site.sql`update contact_submissions set ${site.sql(back)} where id = ${lead}`;
    }
    expect(await claim(delivery)).not.toBeNull();
  });

  test("is kept for 30 days", async () => {
    const { delivery } = await waiting();
    await site.sql`update webhook_deliveries set created_at = now() - interval '31 days'`;
    expect(await claim(delivery)).toBeNull();
    expect(await stored(delivery)).toBeUndefined();
  });
});

describe("addresses and secrets", () => {
  test("are told to nobody who reads, and the secret is shown where it is made", async () => {
    const { webhook, secret, delivery } = await waiting();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const seen = JSON.stringify([
      (await admin.rpc("webhook_list")).data,
      (await admin.from("webhooks").select()).data,
      (await admin.from("webhook_deliveries").select()).data,
    ]);
    expect(seen).toContain(delivery);
    expect(seen).toContain("hooks.invalid");
    expect(seen).not.toContain("hidden");
    expect(seen).not.toContain(secret.replace("whsec_", ""));
    const again = await admin.rpc("webhook_save", {
      ...{ webhook, name: "Renamed", events: ["lead.created"], active: false },
      seen: (await admin.rpc("webhook_list")).data[0].updated_at,
    });
    expect(again.data).toEqual({ id: webhook });
    expect((await claim(delivery)).url).toBe("https://hooks.invalid/in?key=hidden");
  });

  test("a new secret signs at once, the old one beside it for a day", async () => {
    const { webhook, secret, delivery } = await waiting();
    const { data } = await admin.rpc("webhook_rotate", { webhook });
    expect(data).not.toBe(secret);
    const base64 = [data, secret].map((one: string) => one.replace("whsec_", ""));
    expect((await claim(delivery)).secrets).toEqual(base64);
    await site.sql`update private.webhook_endpoints
      set leased_until = null, old_secret_until = old_secret_until - interval '24 hours'`;
    expect((await claim(delivery)).secrets).toEqual([base64[0]]);
  });

  test.each([
    ["https://hooks.slack.com/services/T0/B0/x", "slack"],
    ["https://a.westus.logic.azure.com:443/workflows/x?sig=y", "teams"],
    ["https://evergreen.webhook.office.com/webhookb2/x", "teams"],
    ["https://Hooks.Example.com:8443/in?a=b", "standard"],
    ["https://hooks.slack.com.evil.test/", "standard"],
    ["http://localhost:9000/in", "standard"],
  ])("%s is of the format %s", async (url, format) => {
    const { id } = await addWebhook(admin, { url, active: false });
    const [row] = await site.sql`select host, format from webhooks where id = ${id}`;
    expect(row).toEqual({ format, host: new URL(url).hostname });
  });

  test.each([
    "http://hooks.example.com/",
    "https://ana:word@hooks.example.com/",
    "https://hooks.example.com/#part",
    "https://hooks.example.com:22/",
    "https://hooks.example.com:99999/",
    "https://hooks.example.com/a b",
    "https://[::1]/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "",
    `https://hooks.example.com/${"x".repeat(2000)}`,
  ])("%s is refused", async (url) => {
    const { error } = await admin.rpc("webhook_save", {
      ...{ name: "Odd", url, events: ["lead.created"], active: true },
    });
    expect(error?.code).toBe("22023");
  });

  test("every admin is mailed of a new address, and of nothing else", async () => {
    const { id: webhook } = await addWebhook(admin, { name: "Parcels" });
    const mails = async () =>
      (await site.outbox()).filter(
        ({ text }) => text?.includes(" sends to ") && /parcels/i.test(text),
      );
    const save = async (more: object) =>
      admin.rpc("webhook_save", {
        ...{ webhook, name: "More parcels", events: ["lead.created"], active: false, ...more },
        seen: (await admin.rpc("webhook_list")).data[0].updated_at,
      });
    await save({});
    await save({ url: "https://elsewhere.invalid/key" });
    await expect.poll(async () => (await mails()).length, { timeout: 45_000 }).toBe(2);
    const texts = (await mails()).map(({ text }) => text);
    const by = `This was done by ${people.admin.email}.`;
    expect(texts[0]).toContain(`It is called "Parcels" and sends to hooks.invalid. ${by}`);
    expect(texts[1]).toContain(`It is called "More parcels" and sends to elsewhere.invalid. ${by}`);
    expect(texts.join()).not.toMatch(/hidden|invalid\/key/);
    expect((await mails())[0]?.to?.[0]?.address).toBe(people.admin.email);
  });

  test("somebody else's change is not overwritten", async () => {
    const { id: webhook } = await addWebhook(admin, { active: false });
    const { error } = await admin.rpc("webhook_save", {
      ...{ webhook, name: "Mine", events: ["lead.created"], active: true, seen: "2026-01-01" },
    });
    expect(error).toMatchObject({
      code: "PT409",
      message: "Someone else changed this webhook meanwhile. Close this and open it again.",
    });
    expect((await admin.rpc("webhook_list")).data[0].name).toBe("The warehouse");
  });

  test("there are 20 at most", async () => {
    for (let n = 0; n < 20; n++) await addWebhook(admin, { name: `No. ${n}`, active: false });
    await expect(addWebhook(admin)).rejects.toMatchObject({
      code: "PT409",
      message: "There can be 20 webhooks. Delete one that is no longer needed.",
    });
  });
});
