import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allowSlowStatements, openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";
import { tables } from "#tests/tables/index.ts";

let t: TestBackend;
// Each statement counts a crowd's bookings, which takes long on a slow machine.
allowSlowStatements();
beforeAll(async () => {
  t = await openTestBackend();
});
afterAll(async () => {
  await t.close();
});
beforeEach(async () => {
  // The backend may be sending a confirmation, which holds its row and then needs the lead's. Deleting the lead
  // first would lock them in the other order.
  for (const table of [
    ...["private.confirmations", "private.visitor_shares"],
    ...["webhooks", "bookings", "contact_submissions"],
  ])
    await t.sql`delete from ${t.sql(table)}`;
});

const STRANGER = "203.0.113.66";
const VISITOR = "198.51.100.20";

const post = async (path: string, clientAddress: string, body: object) => {
  const headers = { apikey: t.backend.publishableKey, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await t.request(path, init, { clientAddress })).status;
};

let made = 0;
const uriOf = (name = `made-up-${++made}`, host = "api.calendly.com") =>
  `https://${host}/scheduled_events/${name}`;
const book = (from: string, event_uri = uriOf(), request?: string) =>
  post("/rest/v1/rpc/booking_add", from, { event_uri, ...(request && { request }) });
const write = (from: string, odd: object = {}) =>
  post("/rest/v1/contact_submissions", from, {
    ...tables.contact_submissions.make(),
    request_id: crypto.randomUUID(),
    ...odd,
  });

const stored = async () =>
  (await t.sql`select event_uri from bookings order by created_at`).map((row) => row.event_uri);

/** Bookings from today, each reported from its own network: 10.0.0.0/24, 10.0.1.0/24, … */
const crowdOfBookings = (count: number, each = 1) => t.sql`
  with made as (
    insert into bookings (event_uri, created_at)
    select 'https://calendly.com/e/' || n, now() - interval '1 hour' + n * interval '1 second'
    from generate_series(0, ${count - 1}::int) n
    returning id, split_part(event_uri, '/', 5)::int as n
  )
  insert into private.visitor_shares (what, subject, near, wide)
  select 'booking', id, sha256(convert_to(n::text, 'UTF8')), sha256(convert_to((n / ${each}::int)::text, 'UTF8'))
  from made`;

describe("an invented booking", () => {
  test.each([
    "evil.example",
    "calendly.com.evil.example",
    "evilcalendly.com",
    "evil.calendly.com",
    "api.calendly.com.",
    "api-calendly.com",
  ])("refuses %s", async (host) => {
    expect(await book(STRANGER, uriOf("a", host))).toBe(400);
    expect(await stored()).toEqual([]);
  });

  test("is refused where no calendar is set, and where there is another", async () => {
    const set = (value: string) =>
      t.sql`update site_content set content_value = ${value} where content_key = 'calendly_url'`;
    await set("");
    expect(await book(STRANGER)).toBe(400);
    await set("https://www.cal.example.com/acme?hide=1");
    expect(await book(STRANGER)).toBe(400);
    for (const host of ["cal.example.com", "api.cal.example.com", "www.cal.example.com"])
      expect(await book(VISITOR, uriOf("a", host))).toBe(204);
    await t.sql`update site_content set content_key = 'elsewhere' where content_key = 'calendly_url'`;
    expect(await book(STRANGER)).toBe(400);
    await t.sql`update site_content set content_key = 'calendly_url' where content_key = 'elsewhere'`;
    await set("https://calendly.com/acme/call");
  });

  test("is limited to ten per address a day, and 40 from nearby networks", async () => {
    const tries = async (address: (n: number) => string, count: number) => {
      const said: number[] = [];
      for (let n = 0; n < count; n += 1) said.push(await book(address(n)));
      return said.filter((status) => status === 204).length;
    };
    expect(await tries(() => STRANGER, 12)).toBe(10);
    expect(await tries((n) => `203.0.113.${n}`, 45)).toBe(30);
    expect(await tries((n) => `2001:db8:6:6::${n}`, 12)).toBe(10);
    expect(await tries((n) => `2001:db8:6:${n + 16}::1`, 45)).toBe(30);
    expect(await book(VISITOR)).toBe(204);
    await t.sql`update private.visitor_shares set used_at = used_at - interval '1 day'`;
    expect(await book(STRANGER), "a day later").toBe(204);
  });

  test("keeps no visitor out after 500 others from any number of networks", async () => {
    await crowdOfBookings(500);
    const real = uriOf("real");
    expect(await book(VISITOR, real)).toBe(204);
    expect(await book(VISITOR), "one each, in a crowd").toBe(429);
    const left = await stored();
    expect(left).toHaveLength(500);
    expect(left).toContain(real);
    expect(left, "the oldest of the crowd").not.toContain("https://calendly.com/e/0");
  });

  test("gives way to others when its network has the most", async () => {
    const first = uriOf("first");
    expect(await book(VISITOR, first)).toBe(204);
    await t.sql`update bookings set created_at = now() - interval '2 hours'`;
    await crowdOfBookings(499, 3);
    const real = uriOf("real");
    expect(await book("192.0.2.9", real)).toBe(204);
    expect(await stored()).toEqual(expect.arrayContaining([first, real]));
    expect(await stored()).toHaveLength(500);
  });

  test("cancels webhooks of the booking that gave way", async () => {
    await addWebhook(await t.admin(), { events: ["booking.created"] });
    await crowdOfBookings(500);
    const waiting = async () =>
      (
        await t.sql`select payload #>> '{data,booking,event_uri}' as uri from webhook_deliveries
        where outcome = 'waiting'`
      ).map(({ uri }) => uri);
    expect(await waiting()).toContain("https://calendly.com/e/0");
    expect(await book(VISITOR)).toBe(204);
    expect(await waiting()).not.toContain("https://calendly.com/e/0");
  });

  test("accepts bookings of people who wrote, despite a flood", async () => {
    await crowdOfBookings(600);
    for (let n = 0; n < 3; n += 1) await book(VISITOR);
    const request_id = crypto.randomUUID();
    expect(await write(VISITOR, { request_id })).toBe(201);
    for (let n = 0; n < 10; n += 1) expect(await book(VISITOR, uriOf(), request_id)).toBe(204);
    expect(await book(VISITOR, uriOf(), request_id), "an eleventh of one message").toBe(429);
  });
});

describe("a flood of messages", () => {
  beforeEach(async () => {
    await t.sql`insert into site_settings (setting_key, setting_value)
      values ('confirmation_enabled', 'true'), ('confirmation_text', 'Thank you.')
      on conflict (setting_key) do update set setting_value = excluded.setting_value`;
  });

  const confirmed = async () =>
    (await t.sql`select recipient from mails where kind = 'confirmation'`).map(
      ({ recipient }) => recipient,
    );

  /** Today's confirmations, each for its own mailbox and network. */
  const crowd = (count: number) => t.sql`
    insert into private.confirmations (digest)
    select private.mailbox_digest(n || '@example.com') from generate_series(1, ${count}::int) n`;

  test("from one address uses up only its own share of confirmations", async () => {
    for (let n = 0; n < 15; n += 1)
      expect(await write(STRANGER, { email: `someone-${n}@example.com` })).toBe(201);
    expect(await confirmed()).toHaveLength(10);
    await write(VISITOR, { email: "ana@example.com" });
    expect(await confirmed()).toContain("ana@example.com");
  });

  test("from many networks leaves each visitor one", async () => {
    await crowd(250);
    await write(VISITOR, { email: "ana@example.com" });
    await write(VISITOR, { email: "ben@example.com" });
    expect(await confirmed()).toEqual(["ana@example.com"]);
  });

  test("from a whole network leaves others theirs", async () => {
    await crowd(250);
    for (let n = 0; n < 8; n += 1)
      await write(`203.0.113.${n}`, { email: `someone-${n}@example.net` });
    expect(await confirmed()).toHaveLength(5);
    await write(VISITOR, { email: "ana@example.com" });
    expect(await confirmed()).toContain("ana@example.com");
  });
});

test("limits no visitors behind an unknown proxy", async () => {
  for (let n = 0; n < 15; n += 1) expect(await book("127.0.0.1")).toBe(204);
  await crowdOfBookings(300);
  expect([await book("172.17.0.1"), await book(VISITOR)]).toEqual([429, 204]);
});

test("ignores an address in a header", async () => {
  const headers = (n: number) => ({
    apikey: t.backend.publishableKey,
    "content-type": "application/json",
    "x-forwarded-for": `192.0.2.${n}`,
    "cf-connecting-ip": `192.0.2.${n}`,
  });
  const said: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const body = JSON.stringify({ event_uri: uriOf() });
    const init = { method: "POST", headers: headers(n), body };
    const info = { clientAddress: STRANGER };
    said.push((await t.request("/rest/v1/rpc/booking_add", init, info)).status);
  }
  expect(said.filter((status) => status === 204)).toHaveLength(10);
});

test("forgets a share's address within an hour after its day", async () => {
  await book(STRANGER);
  await book(VISITOR);
  const storedShares = () => t.sql`select near from private.visitor_shares`;
  expect(JSON.stringify(await storedShares())).not.toContain(STRANGER);
  await t.sql`update private.visitor_shares set used_at = now() - interval '1 day'
    where near = (select near from private.visitor_shares limit 1)`;
  await t.sql`insert into private.confirmations values ('x', now() - interval '1 day')`;
  await t.sql`select public.leads_clean()`;
  expect(await storedShares()).toHaveLength(1);
  expect(await t.sql`select from private.confirmations`).toEqual([]);
});

describe("the database reads the visitor's address", () => {
  test.each([
    ["our server's", { "x-forwarded-for": "203.0.113.9" }, "203.0.113.9"],
    ["the last hop's", { "x-forwarded-for": "1.1.1.1, 203.0.113.9" }, "203.0.113.9"],
    [
      "Supabase's, before what a client may write",
      { "x-forwarded-for": "1.1.1.1", "cf-connecting-ip": "203.0.113.9" },
      "203.0.113.9",
    ],
    ["IPv4 that came as IPv6", { "x-forwarded-for": "::ffff:203.0.113.9" }, "203.0.113.9"],
    ["IPv6", { "x-forwarded-for": "2001:db8::9" }, "2001:db8::9"],
    ["none of a proxy on this machine", { "x-forwarded-for": "127.0.0.1" }, null],
    ["none of a proxy on this network", { "x-forwarded-for": "172.17.0.1" }, null],
    ["none of a proxy on this network over IPv6", { "x-forwarded-for": "fd12::1" }, null],
    ["none where it is no address", { "x-forwarded-for": "unknown" }, null],
    ["none where nobody says", {}, null],
  ])("%s", async (_, headers, address) => {
    const [row] = await t.sql.begin(async (sql) => {
      await sql`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
      return sql`select host(private.client_address()) as address`;
    });
    expect(row?.address).toBe(address);
  });

  test("is null in a connection without a request", async () => {
    expect((await t.sql`select private.client_address() as address`)[0]?.address).toBeNull();
  });
});
