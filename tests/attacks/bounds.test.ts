import { describe, expect, test } from "vitest";
import { stopClock } from "#tests/support/stop-clock.ts";
import { message, post, send, t, withSite } from "./gateway-steps.ts";

withSite();

describe("reads are limited", () => {
  const services = (query: string, headers = {}) =>
    send({ method: "GET", target: `/rest/v1/services?${query}`, burst: 0 }, "192.0.2.1", headers);
  const ENDLESS = "description=match.%5E(.%2B)(.%2B)(.%2B).*%5C1%5C2%5C3%5C1%5C2%5C3$";

  test.each([
    ENDLESS,
    ENDLESS.replace("match", "not.imatch"),
    `or=(title.eq.x,and(description.imatch.%22(.%2B)%22))`,
  ])("refuses a regular expression from a visitor: %s", async (query) => {
    const response = await services(query);
    expect([response.status, (await response.json()).message]).toEqual([
      403,
      "Only staff can search by a pattern like this.",
    ]);
  });

  test("lets admins send, but not other accounts", async () => {
    const search = async (client: Awaited<ReturnType<typeof t.admin>>) =>
      (await client.from("services").select("title").filter("title", "imatch", "^returns$")).data;
    expect(await search(await t.stranger())).toBeNull();
    expect(await search(await t.admin())).toEqual([{ title: "Returns" }]);
  });

  test("limits a new account's messages like a visitor's", async () => {
    stopClock();
    const client = await t.stranger();
    const send = async () => (await client.from("contact_submissions").insert(message)).status;
    const statuses = await Promise.all(Array.from({ length: 11 }, send));
    // Don't expect 201 ten times: a slow machine may end a request after its one-second limit.
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
    expect(statuses).toContain(201);
  });

  /** Blocks every read of the services until it is released. */
  async function lockServices() {
    const [locked, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locking = t.sql.begin(async (tx) => {
      await tx`lock table services in access exclusive mode`;
      locked.resolve();
      await enough.promise;
    });
    await locked.promise;
    return () => {
      enough.resolve();
      return locking;
    };
  }

  test("ends hanging reads of visitors and accounts, not of admins", async () => {
    const clients = [t.visitor(), await t.stranger(), await t.admin()];
    // Each client's staff check runs first, so that only the reads hit the lock.
    for (const client of clients) await client.from("faq_items").select("id").limit(1);
    const unlock = await lockServices();
    const ended: number[] = [];
    const [visitor, stranger, admin] = clients.map(async (client) => {
      const { status } = await client.from("services").select("title").retry(false);
      ended.push(status);
      return status;
    });
    await Promise.all([visitor, stranger]);
    expect(ended, "the admin's has not ended").toEqual([504, 504]);
    await unlock();
    expect(await admin).toBe(200);
  });

  test("stores messages while reads hang, from one address or many", async () => {
    const unlock = await lockServices();
    const plain = { method: "GET", target: "/rest/v1/services?select=title", burst: 0 };
    const reads = Array.from({ length: 40 }, (_, i) =>
      send(plain, i % 2 ? "192.0.2.77" : `192.0.3.${i}`),
    );
    const stored = await send(
      post("/rest/v1/contact_submissions", { ...message, name: "Honest Abe" }, 0),
      "192.0.2.78",
    );
    expect(stored.status).toBe(201);
    await t.backend.ping();
    const [hanging] = await t.sql`select count(*)::int from pg_stat_activity
      where datname = current_database() and usename like '%_api' and wait_event_type = 'Lock'`;
    expect(hanging?.count, "connections that visitors' reads hold").toBeLessThanOrEqual(2);
    await unlock();
    for (const response of await Promise.all(reads))
      expect([200, 503, 504]).toContain(response.status);
  });

  test("limits a page to a thousand rows and a query to a hundred conditions", async () => {
    const many = Array.from({ length: 101 }, () => "title=neq.x").join("&");
    expect((await services(many)).status).toBeGreaterThanOrEqual(400);
    const or = Array.from({ length: 101 }, () => "title.neq.x").join(",");
    expect((await services(`or=(${or})`)).status).toBe(400);
    expect((await services(`or=${"(or".repeat(20)}`)).status).toBe(400);
  });
});
