import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listTables } from "#server/backend/self-hosted/backup/archive/tables.ts";
import { moveToNoon } from "#tests/support/clock.ts";
import { admin, site, withAdmin } from "../steps.ts";

withAdmin();
beforeAll(() => moveToNoon(site.sql));
beforeEach(async () => {
  for (const table of ["visits", "visit_keys", "visit_salts", "visit_days", "visit_vitals"])
    await site.sql`delete from ${site.sql.unsafe(`private.${table}`)}`;
  await site.sql`delete from private.visitor_shares`;
});

const record = (seen: object[], vitals: object[] = [], address?: string) =>
  site.sql.begin(async (tx) => {
    const headers = address ? JSON.stringify({ "x-forwarded-for": address }) : "";
    await tx`select set_config('request.headers', ${headers}, true)`;
    await tx`select visits_record(${tx.json(seen as never)}, ${tx.json(vitals as never)})`;
  });
const from = (utm_source: string, landing_page = "/", utm_campaign?: string) => ({
  first: { landing_page, utm_source, ...(utm_campaign && { utm_campaign }) },
});
const visit = (visitor: string, more: object = {}) => ({
  visitor,
  device: "phone",
  attribution: from("ads"),
  path: "/",
  views: { "/": 1 },
  ...more,
});
const insights = async (args: object = {}) =>
  (await admin.rpc("visit_insights", args).throwOnError()).data;
const stored = () => site.sql`select source, campaign, landing_page, device, contact, started, sent,
  booked from private.visits order by source`;
/** Moves everything that is stored some days back, as if it had been recorded then. */
const age = (days: number) =>
  site.sql.begin(async (tx) => {
    for (const table of ["visits", "visit_salts", "visit_days", "visit_vitals"])
      await tx`update ${tx.unsafe(`private.${table}`)} set day = day - ${days}::int
        where to_jsonb(${tx.unsafe(table)}) ->> 'span' is distinct from 'month'`;
  });
const day = async (back: number): Promise<string> =>
  (await site.sql`select (private.company_day() - ${back}::int)::text as day`)[0]?.day;

describe("a visit", () => {
  test("is a visitor once a day, however often they come, with the furthest step", async () => {
    await record([visit("a"), visit("b", { attribution: null, device: "watch", path: "/faqs" })]);
    await record([visit("a", { attribution: from("other"), views: { "/contact": 2 } })]);
    await record([visit("a", { views: {}, sent: true, phone: 1 })]);
    await record([visit("a", { views: { "/faqs": 1 }, email: 2 })]);
    const step = { contact: false, started: false, sent: false, booked: false };
    expect(await stored()).toEqual([
      { source: "", campaign: "", landing_page: "/faqs", device: "desktop", ...step },
      {
        source: "ads",
        campaign: "",
        landing_page: "/",
        device: "phone",
        contact: true,
        started: true,
        sent: true,
        booked: false,
      },
    ]);
    expect((await insights()).now).toEqual({
      views: 5,
      visits: 2,
      contact: 1,
      started: 1,
      sent: 1,
      booked: 0,
      phone: 1,
      email: 2,
    });
  });

  test("can't be traced once its day is over: salt and keys are gone", async () => {
    await record([visit("a")]);
    const today = await site.sql`select salt from private.visit_salts`;
    const mapped =
      await site.sql`select k.visit = v.id as same from private.visit_keys k, private.visits v`;
    expect(mapped).toEqual([{ same: true }]);
    await age(1);
    // Also without visits.
    await record([]);
    expect(await site.sql`select from private.visit_keys`).toEqual([]);
    const salts = await site.sql`select salt from private.visit_salts`;
    expect(salts).toHaveLength(1);
    expect(salts).not.toEqual(today);
    await record([visit("a")]);
    expect((await insights()).now.visits).toBe(2);
  });

  test("is in backups, but what tells visitors apart is not", async () => {
    const names = (await site.sql.begin(listTables)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["visits", "visit_days", "visit_vitals"]));
    expect(names).not.toContain("visit_keys");
    expect(names).not.toContain("visit_salts");
  });

  test("is of a page of the site, and says nothing about a person", async () => {
    await record([
      visit("a", {
        attribution: from("ana@example.com", "/u/ana", "x".repeat(200)),
        path: "/admin/users",
        views: { "/u/ana": 1, "/admin/users": 1, "/Pricing": 1, "/robots.txt": 1, "/pricing": 1 },
      }),
    ]);
    expect(await stored()).toMatchObject([
      { source: "direct", campaign: "x".repeat(100), landing_page: "" },
    ]);
    const { now, pages } = await insights();
    expect(now.views).toBe(1);
    expect(pages).toEqual([{ name: "/pricing", views: 1, views_before: 0 }]);
  });

  test("can't be invented without bounds", async () => {
    await record([visit("a", { views: { "/": 4_990 } })]);
    await record([visit("b", { views: { "/": 5_001 } })]);
    await record(Array.from({ length: 1_001 }, (_, n) => visit(`${n}`)));
    await record([visit("c", { views: { "/": -50 }, phone: 1_000_000 })]);
    expect((await insights()).now).toMatchObject({ views: 4_990, visits: 2, phone: 100 });
    for (let n = 0; n < 12; n += 1) await record([visit(`d${n}`)], [], "203.0.113.9");
    expect((await insights()).now).toMatchObject({ views: 5_000, visits: 12 });
    await site.sql`insert into private.visits
      select gen_random_uuid(), private.company_day(), '', '', '', 'phone', false, false, false, false
      from generate_series(13, 19999)`;
    await record([visit("last"), visit("too many")]);
    expect((await insights()).now).toMatchObject({ views: 5_002, visits: 20_000 });
  });
});

describe("the figures", () => {
  test("are the same after their day was summed up and its visits deleted", async () => {
    await record([
      visit("a", { attribution: from("ads", "/pricing", "spring"), booked: true }),
      visit("b", { views: { "/contact": 1 } }),
    ]);
    await record(
      [visit("c", { attribution: from("news") })],
      [{ metric: "lcp", value: 1, samples: 1 }],
    );
    await age(2);
    const period = { from: await day(2), until: await day(1) };
    const live = await insights(period);
    expect(live.sources).toEqual([
      { name: "ads", visits: 2, contact: 2, started: 0, sent: 0, booked: 1, visits_before: 0 },
      { name: "news", visits: 1, contact: 0, started: 0, sent: 0, booked: 0, visits_before: 0 },
    ]);
    expect(live.campaigns.map((row: { name: string }) => row.name)).toEqual(["", "spring"]);
    expect(live.landing_pages).toHaveLength(2);
    expect(live.devices).toEqual([{ name: "phone", visits: 3 }]);
    expect(live.days).toEqual([
      { day: await day(2), views: 3, visits: 3 },
      { day: await day(1), views: 0, visits: 0 },
    ]);
    expect(live.recorded_from).toBe(await day(2));
    await record([]);
    expect(await insights(period)).toEqual(live);
    await age(29);
    await record([]);
    expect(await stored()).toEqual([]);
    expect((await insights({ from: await day(31), until: await day(30) })).now).toEqual(live.now);
  });

  test("compare a period with as many days before, by month when it is long", async () => {
    await record([visit("a"), visit("b", { views: { "/faqs": 3 } })]);
    await age(10);
    await record([visit("a")]);
    const { now, before, sources, pages } = await insights({
      from: await day(9),
      until: await day(0),
    });
    expect([now.visits, now.views, before.visits, before.views]).toEqual([1, 1, 2, 4]);
    expect(sources).toMatchObject([{ name: "ads", visits: 1, visits_before: 2 }]);
    expect(pages).toEqual([{ name: "/", views: 1, views_before: 1 }]);
    const year = await insights({ from: await day(364), until: await day(0) });
    expect(year.days.length).toBeGreaterThanOrEqual(12);
    expect(year.days.every((one: { day: string }) => one.day.endsWith("-01"))).toBe(true);
    expect(year.days.reduce((sum: number, { views }: { views: number }) => sum + views, 0)).toBe(5);
    const longest = await insights({ from: "0001-01-01", until: "infinity" });
    expect(longest).toMatchObject({ from: await day(1_826), until: await day(0) });
  });

  test("of a long period are read by month, and equal the sum of its days", async () => {
    await record(
      [visit("a"), visit("b", { sent: true })],
      [{ metric: "inp", value: 40, samples: 2 }],
    );
    await age(400);
    await record([visit("a")], [{ metric: "inp", value: 300, samples: 1 }]);
    await age(40);
    await record([visit("a", { email: 1 })]);
    await age(1);
    const year = { from: await day(500), until: await day(0) };
    const summedLater = await insights(year);
    expect(summedLater.now).toMatchObject({ visits: 4, sent: 1, views: 4, email: 1 });
    await record([]);
    expect(await insights(year)).toEqual(summedLater);
    expect(summedLater.vitals).toEqual([{ name: "inp", samples: 3, p75: 300, good: 2, poor: 0 }]);
    const months = await site.sql`select count(distinct day)::int from private.visit_days
      where span = 'month'`;
    expect(months).not.toEqual([{ count: 0 }]);
    // The months are really read: without them, the days inside them are missing.
    await site.sql`delete from private.visit_days where span = 'month'`;
    expect((await insights(year)).now.visits).toBeLessThan(4);
  });

  test("list fifty sources, and the rest in one row", async () => {
    await record([
      ...Array.from({ length: 60 }, (_, n) => visit(`${n}`, { attribution: from(`s${n}`) })),
      visit("60", { attribution: from("s9") }),
    ]);
    const live = await insights();
    expect(live.sources).toHaveLength(51);
    expect(live.sources[0]).toMatchObject({ name: "s9", visits: 2 });
    expect(live.sources[50]).toMatchObject({ name: null, visits: 10 });
    await age(1);
    await record([]);
    expect((await insights()).sources).toEqual(live.sources);
    expect(
      await site.sql`select from private.visit_days where dimension = 'source' and span = 'day'`,
    ).toHaveLength(50);
  });

  test("have the 75th percentile of vitals, and how many were good and poor", async () => {
    const of = (metric: string, ...values: number[]) =>
      values.map((value) => ({ metric, value, samples: 1 }));
    await record(
      [],
      [
        ...of("lcp", 900, 1_234, 2_500, 4_001),
        ...of("inp", 40, 200, 501, 99_999),
        ...of("cls", 0, 0.1, 0.101, 0.3),
        ...of("fid", 1),
        ...of("lcp", -1),
      ],
    );
    expect((await insights()).vitals).toEqual([
      { name: "lcp", samples: 4, p75: 2_500, good: 3, poor: 1 },
      { name: "inp", samples: 4, p75: 520, good: 2, poor: 2 },
      { name: "cls", samples: 4, p75: 0.11, good: 2, poor: 1 },
    ]);
  });
});
