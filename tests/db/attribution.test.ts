import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#app/lib/data/database.types.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { tables } from "#tests/tables/index.ts";

let site: TestBackend;
let admin: SupabaseClient<Database>;
let visitor: SupabaseClient<Database>;
beforeAll(async () => {
  site = await openTestBackend();
  admin = await site.admin();
  visitor = site.visitor();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.sql`delete from bookings`;
  await site.sql`delete from contact_submissions`;
});

/** Sends a message as a visitor's browser does, and answers it as staff read it. */
async function send(attribution: unknown) {
  const request_id = crypto.randomUUID();
  const row = { ...tables.contact_submissions.make(), request_id, attribution };
  // Whatever a stranger posts, that is: no type holds it.
  await visitor
    .from("contact_submissions")
    .insert(row as never)
    .throwOnError();
  const { data } = await admin
    .from("contact_submissions")
    .select("id, request_id, attribution, source, landing_page")
    .eq("request_id", request_id)
    .single()
    .throwOnError();
  return data;
}

const EVENT = "https://api.calendly.com/scheduled_events/f0e1/invitees/a-b_c.d~e";

const book = (event_uri: string, request: string | null = null, attribution: unknown = null) =>
  visitor.rpc("booking_add", { event_uri, attribution, request } as never);

const bookings = async () => (await admin.from("bookings").select().throwOnError()).data;

describe("what a visitor's tab says it came from", () => {
  test("is kept in one spelling", async () => {
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

  test("is cut where it is too long, whoever writes it", async () => {
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

describe("a booking", () => {
  test("is kept once, with where its visitor came from", async () => {
    const from = { first: { utm_source: "ADS", landing_page: "/" } };
    for (let told = 0; told < 2; told++) await book(EVENT, null, from).throwOnError();
    expect(await bookings()).toMatchObject([
      { event_uri: EVENT, submission_id: null, source: "ads", landing_page: "/" },
    ]);
  });

  test.each([
    "",
    "http://api.calendly.com/scheduled_events/1",
    "https://api.calendly.com",
    "https://api.calendly.com/a b",
    "https://ana@calendly.com/e/1",
    "javascript:alert(1)",
    `https://api.calendly.com/${"x".repeat(300)}`,
  ])("has an address, not '%s'", async (event_uri) => {
    expect((await book(event_uri)).error?.code).toBe("22023");
    expect(await bookings()).toEqual([]);
  });

  test("belongs to the message of the same tab, whichever came first, and goes with it", async () => {
    const before = await send(null);
    await book(EVENT, before.request_id).throwOnError();
    const later = `${EVENT}-later`;
    await book(later).throwOnError();
    const after = await send(null);
    await book(later, after.request_id).throwOnError();
    const joined = (await bookings()).map(({ event_uri, submission_id }) => [
      event_uri,
      submission_id,
    ]);
    expect(Object.fromEntries(joined)).toEqual({ [EVENT]: before.id, [later]: after.id });

    for (const { id } of [before, after]) {
      const { data: story } = await admin
        .from("lead_events")
        .select("kind, actor")
        .eq("submission_id", id)
        .eq("kind", "booking")
        .throwOnError();
      expect(story).toEqual([{ kind: "booking", actor: "visitor" }]);
    }
    await site.sql`delete from contact_submissions where id = ${before.id}`;
    expect(await bookings()).toMatchObject([{ event_uri: later }]);
  });

  test("is not taken from its message, nor joined by what can be guessed", async () => {
    const lead = await send(null);
    const other = await send(null);
    await book(EVENT, lead.request_id).throwOnError();
    await book(EVENT, other.request_id).throwOnError();
    await book(`${EVENT}-2`, lead.id).throwOnError();
    const joined = (await bookings()).map(({ submission_id }) => submission_id);
    expect(joined.toSorted()).toEqual([lead.id, null]);
  });

  test("is one of 500 a day at most", async () => {
    await site.sql`insert into bookings (event_uri)
      select 'https://calendly.com/e/' || n from generate_series(1, 500) n`;
    expect(await book(EVENT)).toMatchObject({
      status: 429,
      error: { message: "Too many bookings were told of today." },
    });
    // Those that are known can still be joined.
    const lead = await send(null);
    await book("https://calendly.com/e/7", lead.request_id).throwOnError();
    await site.sql`update bookings set created_at = now() - interval '25 hours'
      where event_uri = 'https://calendly.com/e/1'`;
    await book(EVENT).throwOnError();
  });
});

describe("staff", () => {
  const from = (utm_source: string, landing_page = "/") => ({
    first: { utm_source, landing_page },
  });
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

  /** Stores a lead as it may have come at any time. */
  async function add(more: object): Promise<string> {
    const row = { ...tables.contact_submissions.make(), ...more };
    const [stored] = await site.sql`insert into contact_submissions ${site.sql(row)} returning id`;
    return stored?.id;
  }

  test("find leads by their source, and by that there is none", async () => {
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
