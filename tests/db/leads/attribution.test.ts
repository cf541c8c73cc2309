import { describe, expect, test } from "vitest";
import { DAY, fromNow } from "#tests/support/clock.ts";
import { tables } from "#tests/tables/index.ts";
import { admin, EVENT, send, site, withSite } from "./attribution-steps.ts";

withSite();

describe("what a visitor's tab says it came from", () => {
  test("is stored in one spelling", async () => {
    expect(
      await send({
        first: {
          landing_page: "/pricing/?utm_source=x#top",
          referrer: " WWW.Google.co.uk ",
          utm_source: "  Spring\u200B  News ",
          utm_medium: "E-Mail",
        },
        last: { landing_page: "/", utm_source: "ads" },
      }),
    ).toMatchObject({
      attribution: {
        first: {
          landing_page: "/pricing",
          referrer: "google.co.uk",
          utm_source: "spring news",
          utm_medium: "e-mail",
        },
        last: { landing_page: "/", utm_source: "ads" },
      },
      source: "spring news",
      landing_page: "/pricing",
    });
  });

  test.each([
    ["a campaign before a host", { first: { referrer: "bing.com", utm_source: "ads" } }, "ads"],
    ["a service's many hosts are one", { first: { referrer: "l.facebook.com" } }, "facebook"],
    ["in every country", { first: { referrer: "google.com.br" } }, "google"],
    [
      "not who takes its name",
      { first: { referrer: "google.evil.example" } },
      "google.evil.example",
    ],
    ["nor who ends alike", { first: { referrer: "notgoogle.com" } }, "notgoogle.com"],
    [
      "the first arrival that says so",
      { first: { landing_page: "/" }, last: { utm_source: "ads" } },
      "ads",
    ],
    ["none says so", { first: { landing_page: "/faqs" } }, "direct"],
    ["nothing is known", null, null],
  ])("has a source: %s", async (_, attribution, source) => {
    expect((await send(attribution)).source).toBe(source);
  });

  test.each([
    ["no object", 5],
    ["a text", "google"],
    ["a list", [{ first: {} }]],
    ["nothing in it", { first: {}, last: {} }],
    ["no texts", { first: { utm_source: { a: 1 }, referrer: 7, landing_page: null } }],
    ["what is not asked for", { first: { email: "ana" }, cookie: "x" }],
    ["no path", { first: { landing_page: "//evil.example/x", referrer: "javascript:alert(1)" } }],
    [
      "who somebody is",
      { first: { utm_content: "ana@example.com", utm_term: "ana%40example.com" } },
    ],
    ["nothing that is seen", { first: { utm_source: " \u200B\u202E " } }],
  ])("costs no message: %s", async (_, attribution) => {
    expect(await send(attribution)).toMatchObject({ attribution: null, source: null });
  });

  test("is shortened when it is too long", async () => {
    const long = {
      landing_page: `/${"a".repeat(5_000)}`,
      utm_source: "B".repeat(5_000),
      utm_term: `${"x".repeat(99)} y`,
    };
    const { id, attribution } = await send({ first: long, last: long });
    const cut = {
      landing_page: `/${"a".repeat(199)}`,
      utm_source: "b".repeat(100),
      utm_term: "x".repeat(99),
    };
    expect(attribution).toEqual({ first: cut });
    await site.sql`update contact_submissions
      set attribution = ${site.sql.json({ first: { utm_source: " NEWS " } })} where id = ${id}`;
    const [row] = await site.sql`select attribution from contact_submissions where id = ${id}`;
    expect(row?.attribution).toEqual({ first: { utm_source: "news" } });
  });
});

describe("staff", () => {
  const from = (utm_source: string, landing_page = "/") => ({
    first: { utm_source, landing_page },
  });
  const day = (ago: number) => fromNow(-ago * DAY).toISOString();

  /** Stores a lead as it could have arrived at any time. */
  async function add(more: object): Promise<string> {
    const row = { ...tables.contact_submissions.make(), ...more };
    const [stored] = await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
    return stored?.id;
  }

  test("find leads with a source, or without one", async () => {
    await add({ name: "By Ads", attribution: from("ads") });
    await add({ name: "By Google", attribution: { first: { referrer: "google.de" } } });
    await add({ name: "Unknown" });
    const found = async (source: string) => {
      const { data } = await admin.rpc("lead_list", { what: { source } }).throwOnError();
      return [data.total, ...data.rows.map(({ name }) => name)];
    };
    expect(await found("ads")).toEqual([1, "By Ads"]);
    expect(await found("google")).toEqual([1, "By Google"]);
    expect(await found("None")).toEqual([1, "Unknown"]);
    expect(await found("none")).toEqual([0]);
    expect(await found("ads' or true --")).toEqual([0]);
    const { data } = await admin.rpc("lead_choices").throwOnError();
    expect(data.sources).toEqual(["ads", "google"]);
  });

  test("see where leads and bookings of 30 days came from, without spam and trash", async () => {
    await add({ attribution: from("ads", "/pricing") });
    const spam = await add({ attribution: from("ads"), is_spam: true });
    const trash = await add({ attribution: from("ads"), deleted_at: day(0) });
    await add({ attribution: from("ads"), created_at: day(31) });
    await add({ attribution: from("news", "/pricing"), created_at: day(20) });
    await add({ attribution: from("news") });
    await add({});
    const booked = async (event_uri: string, more: object) =>
      site.sql`insert into bookings ${site.sql({ event_uri, attribution: from("ads"), ...more })}`;
    await booked(`${EVENT}1`, {});
    await booked(`${EVENT}2`, { submission_id: spam });
    await booked(`${EVENT}3`, { submission_id: trash });
    await booked(`${EVENT}4`, { created_at: day(31) });
    await booked(`${EVENT}5`, { submission_id: await add({ attribution: from("ads") }) });
    const { data } = await admin.rpc("admin_dashboard").throwOnError();
    expect(data.by_source).toEqual([
      { name: "ads", leads: 2, bookings: 2 },
      { name: "news", leads: 2, bookings: 0 },
      { name: null, leads: 1, bookings: 0 },
    ]);
    expect(data.by_landing_page).toEqual([
      { name: "/", leads: 2, bookings: 2 },
      { name: "/pricing", leads: 2, bookings: 0 },
      { name: null, leads: 1, bookings: 0 },
    ]);
  });
});
