import { describe, expect, test, vi } from "vitest";
import type { Sql, Tx } from "#server/backend/postgres/connection.ts";
import { now } from "#tests/support/clock.ts";
import { addLead, admin, claim, site, waiting, withSite } from "./steps.ts";

withSite();

const settle = (
  delivery: string,
  lease: string,
  result: Record<string, string | number | null>,
  sql: Sql | Tx = site.sql,
) => sql`select webhook_settle(${delivery}, ${lease}, ${sql.json(result)})`;
const stored = async (delivery: string) =>
  (
    await site.sql`select *, extract(epoch from next_attempt_at - now())::float as due_in
      from webhook_deliveries where id = ${delivery}`
  )[0];
const failing = { status: 500, answer: "broken", body: "{}", ms: 12 };

describe("a delivery", () => {
  test("is leased once at a time, and ignores late results", async () => {
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

  test("can have its webhook deleted while its result is recorded", async () => {
    const { webhook, delivery } = await waiting();
    const { lease } = await claim(delivery);
    const both: PromiseLike<unknown>[] = [];
    await site.sql.begin(async (tx) => {
      const held = () => tx`select from pg_locks l where not l.granted and exists (
        select from pg_locks o join pg_database d on d.oid = o.database
        where o.pid = l.pid and d.datname = current_database())`;
      // Holds back the deletion when it has locked the webhook but not yet its address.
      await tx`select from webhook_deliveries where id = ${delivery} for update`;
      both.push(admin.rpc("webhook_delete", { webhook }).throwOnError().then());
      await vi.waitUntil(async () => (await held()).length === 1);
      both.push(settle(delivery, lease, failing).execute());
      await vi.waitUntil(async () => (await held()).length === 2);
    });
    await Promise.all(both);
    expect(await stored(delivery)).toBeUndefined();
  });

  test("does not delay deliveries to another address", async () => {
    const [one, other] = [await waiting(), await waiting()];
    const more = await admin.rpc("webhook_test", { webhook: one.webhook });
    expect(await claim(one.delivery)).not.toBeNull();
    expect(await claim(more.data)).toBeNull();
    expect(await claim(other.delivery)).not.toBeNull();
  });

  test("is retried for two days with growing pauses, then given up and retried by hand", async () => {
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

  test("waits for Retry-After, an hour at most", async () => {
    const { delivery } = await waiting();
    for (const [asked, seconds] of [
      [120, 120],
      [999_999, 3600],
    ]) {
      const { lease } = await claim(delivery);
      const result = { ...failing, status: 429, retry_after: asked as number };
      // now() doesn't change within a transaction.
      const [, [row]] = await site.sql.begin((tx) => [
        settle(delivery, lease, result, tx),
        tx`select extract(epoch from next_attempt_at - now())::float as due_in
          from webhook_deliveries where id = ${delivery}`,
      ]);
      expect(row?.due_in).toBe(seconds);
    }
  });

  test("switches the webhook off after a 410", async () => {
    const { webhook, delivery } = await waiting();
    // In one transaction, or the server's own job may claim it.
    const [, [claimed]] = await site.sql.begin((tx) => [
      tx`update webhooks set active = true where id = ${webhook}`,
      tx`select webhook_claim(${delivery}) as claim`,
    ]);
    await settle(delivery, claimed?.claim.lease, { ...failing, status: 410 });
    expect(await stored(delivery)).toMatchObject({ outcome: "failed", next_attempt_at: null });
    const { data } = await admin.rpc("webhook_list");
    expect(data).toEqual([expect.objectContaining({ id: webhook, active: false })]);
    expect(data[0].gone_at).not.toBeNull();
  });

  test.each([410, 204])("ignores %d from an address that was replaced", async (status) => {
    const { webhook, delivery } = await waiting();
    const { lease } = await claim(delivery);
    const [seen] = (await admin.rpc("webhook_list").throwOnError()).data;
    const save = { webhook, name: "Moved", events: ["lead.created"], active: false };
    const { updated_at } = seen;
    const url = "https://elsewhere.invalid/in";
    await admin.rpc("webhook_save", { ...save, url, seen: updated_at }).throwOnError();
    await settle(delivery, lease, { ...failing, status });
    expect(await stored(delivery)).toMatchObject({ tries: 0, outcome: "waiting", attempts: [] });
    const [listed] = (await admin.rpc("webhook_list").throwOnError()).data;
    expect(listed).toMatchObject({
      gone_at: null,
      failing_since: null,
      last_status: null,
      waiting: 1,
    });
    expect(await claim(delivery)).toMatchObject({ delivery, url });
  });

  test("about a lead in the trash or held back waits for it", async () => {
    const { delivery } = await waiting();
    const lead = await addLead();
    await site.sql`update webhook_deliveries set submission_id = ${lead} where id = ${delivery}`;
    for (const [away, back] of [
      [{ deleted_at: now() }, { deleted_at: null }],
      [{ is_spam: true }, { is_spam: false }],
    ] as const) {
      await site.sql`update contact_submissions set ${site.sql(away)} where id = ${lead}`;
      expect(await claim(delivery)).toBeNull();
      const { error } = await admin.rpc("webhook_send_again", { delivery });
      expect(error?.message).toMatch(/in the trash or held as spam/);
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
