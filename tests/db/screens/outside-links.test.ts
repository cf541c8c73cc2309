import type { Sql } from "postgres";
import { beforeEach, describe, expect, test } from "vitest";
import { tables } from "#tests/tables/index.ts";
import { admin, site, withAdmin } from "../steps.ts";

withAdmin();
const LISTS = ["services", "faq_items", "announcements", "testimonials", "redirects"] as const;
beforeEach(async () => {
  await site.sql`update private.outside_link_checks
    set own_host = 'www.own.test', lease = null, leased_until = 'infinity'`;
  await site.sql`delete from private.outside_links`;
  await site.sql`update site_settings set setting_value = '' where setting_key ~ '_url$'`;
  await site.sql`update site_content set content_value = '' where content_key = 'calendly_url'`;
  for (const list of LISTS) await site.sql`delete from ${site.sql(list)}`;
});

const collect = (sql: Sql = site.sql as Sql) => sql`select private.collect_outside_links()`;
const stored = () => site.sql`select address, places from private.outside_links order by address`;
const addresses = async () => (await stored()).map(({ address }) => address);

async function add(list: (typeof LISTS)[number], row: object): Promise<string> {
  const full = { ...tables[list].make(), is_active: true, ...row };
  const [added] = await site.sql`insert into ${site.sql(list)} ${site.sql(full)} returning id`;
  return added?.id;
}

describe("collecting", () => {
  test("finds the addresses in what visitors read, each with its fields", async () => {
    const link = "https://partner.test/rates";
    await site.sql`update site_settings set setting_value = 'https://social.test/us'
      where setting_key = 'instagram_url'`;
    await site.sql`update site_content set content_value = 'https://calendly.com/us'
      where content_key = 'calendly_url'`;
    const service = await add("services", { description: `See ${link}, or ask us.` });
    const faq = await add("faq_items", {
      answer: `At HTTP://old.test:8080/a?b=1#c (and ${link}).`,
    });
    const redirect = await add("redirects", {
      from_path: "/gone",
      to_address: "https://new.test/",
    });
    await collect();
    expect(await stored()).toEqual([
      { address: "HTTP://old.test:8080/a?b=1", places: [`faq_items/${faq}.answer`] },
      {
        address: "https://calendly.com/us",
        places: ["site_content/contact.onboarding_call.calendly_url"],
      },
      { address: "https://new.test/", places: [`redirects/${redirect}.to_address`] },
      { address: link, places: [`faq_items/${faq}.answer`, `services/${service}.description`] },
      { address: "https://social.test/us", places: ["site_settings/instagram_url"] },
    ]);
  });

  test.each([
    ["a sentence", "See https://a.test/b.", "https://a.test/b"],
    ["a remark", "(https://a.test/b)", "https://a.test/b"],
    ["an address with parentheses", "https://a.test/b_(c)!", "https://a.test/b_(c)"],
    ["markup", '<a href="https://a.test/b">', "https://a.test/b"],
    ["a part of a page", "https://a.test/b#c", "https://a.test/b"],
    ["an address without a host", "https:// a.test", null],
    ["another scheme", "ftp://a.test", null],
    ["an email address", "mailto:a@a.test", null],
    ["an address over 2,000 characters", `https://a.test/${"x".repeat(2000)}`, null],
  ])("reads %s", async (_, answer, address) => {
    await add("faq_items", { answer });
    await collect();
    expect(await addresses()).toEqual(address ? [address] : []);
  });

  test("leaves out what visitors don't read", async () => {
    const answer = (host: string) => `https://${host}.test/`;
    await add("faq_items", { answer: answer("hidden"), is_active: false });
    const shown_from = "2019-01-01";
    await add("announcements", { message: answer("past"), shown_from, shown_until: "2020-01-01" });
    await add("announcements", { message: answer("now"), shown_from, shown_until: "2999-01-01" });
    await site.sql`update site_settings set setting_value = 'https://secret.test/'
      where setting_key = 'confirmation_text'`;
    await site.sql`update site_settings set description = 'https://hint.test/'
      where setting_key = 'company_name'`;
    await site.sql`insert into contact_submissions ${site.sql({
      ...tables.contact_submissions.make(),
      message: answer("lead"),
    })}`;
    const set = await admin.rpc("set_create", { name: "Later" }).throwOnError();
    const row = { ...tables.faq_items.make(), answer: answer("draft") };
    await admin
      .rpc("set_save", {
        of_set: set.data.id,
        list: "faq_items",
        id: crypto.randomUUID(),
        operation: "INSERT",
        patch: row,
      })
      .throwOnError();
    await collect();
    expect(await addresses()).toEqual([answer("now")]);
    await admin.rpc("set_discard", { of_set: set.data.id }).throwOnError();
  });

  test("leaves out the site's own addresses", async () => {
    await add("faq_items", {
      answer: "https://www.own.test http://WWW.own.test/faqs https://www.own.test.evil.test/",
    });
    await collect();
    expect(await addresses()).toEqual(["https://www.own.test.evil.test/"]);
  });

  test("updates fields, forgets what is gone, and keeps the results of the rest", async () => {
    const known = await add("faq_items", { answer: "https://known.test/" });
    await add("services", { description: "https://gone.test/ https://known.test/" });
    await collect();
    await site.sql`update private.outside_links
      set checked_at = now(), due_at = 'infinity', problem = 'missing', status = 404`;
    await site.sql`delete from services`;
    await add("services", { description: "https://fresh.test/" });
    await collect();
    expect(
      await site.sql`select address, problem, due_at <= now() as due, cardinality(places) as places
        from private.outside_links order by address`,
    ).toEqual([
      { address: "https://fresh.test/", problem: null, due: true, places: 1 },
      { address: "https://known.test/", problem: "missing", due: false, places: 1 },
    ]);
    expect((await stored())[1]?.places).toEqual([`faq_items/${known}.answer`]);
  });

  test("takes at most 500", async () => {
    const rows = Array.from({ length: 3 }, (_, part) => ({
      ...tables.faq_items.make(),
      is_active: true,
      answer: Array.from({ length: 200 }, (_, at) => `https://a.test/${part}/${at}`).join(" "),
    }));
    await site.sql`insert into faq_items ${site.sql(rows)}`;
    await collect();
    expect(await addresses()).toHaveLength(500);
  });
});

/** In a transaction that is undone: meanwhile the row of the lease is locked for the backend's job. */
async function alone(work: (tx: Sql) => Promise<void>) {
  const undo = new Error("undo");
  await site.sql
    .begin(async (tx) => {
      await tx`update private.outside_link_checks
        set lease = null, leased_until = null, collect_at = now() + interval '1 day'`;
      await work(tx as unknown as Sql);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
}
const claim = async (tx: Sql, own: string | null = "https://www.own.test") =>
  (await tx`select outside_link_claim(${own}) as claim`)[0]?.claim;
const know = (tx: Sql, address: string, more: object = {}) =>
  tx`insert into private.outside_links ${tx({ address, places: ["services/1.title"], ...more })}`;
const checked = (tx: Sql, lease: string, status: number | null, problem: string | null) =>
  tx`select outside_link_checked(${lease}, ${status}, ${problem})`;
const A = "https://a.test/";
const B = "https://b.test/";

describe("claiming", () => {
  test("gives one link at a time, the longest due first", () =>
    alone(async (tx) => {
      await know(tx, A, { due_at: "2026-01-02" });
      await know(tx, B, { due_at: "2026-01-01" });
      await know(tx, "https://later.test/", { due_at: "2999-01-01" });
      const first = await claim(tx);
      expect(first).toMatchObject({ address: B });
      expect(await claim(tx)).toBeNull();
      await checked(tx, first.lease, 200, null);
      expect(await claim(tx)).toMatchObject({ address: A });
    }));

  test("gives a link again when its lease has ended, and refuses the late result", () =>
    alone(async (tx) => {
      await know(tx, A);
      const first = await claim(tx);
      await tx`update private.outside_link_checks set leased_until = now() where
        leased_until between now() + interval '1 minute' and now() + interval '2 minutes'`;
      const second = await claim(tx);
      expect(second.address).toBe(A);
      await checked(tx, first.lease, 404, "missing");
      expect(await tx`select problem, checked_at from private.outside_links`).toEqual([
        { problem: null, checked_at: null },
      ]);
      await checked(tx, second.lease, 200, null);
      expect(await claim(tx)).toBeNull();
    }));

  test("doesn't wait for another process that is claiming", async () => {
    // Nothing is asked of it, should the backend's job be first.
    await know(site.sql as Sql, "http://name:password@a.test/");
    await site.sql`update private.outside_link_checks set leased_until = null`;
    await site.sql.begin(async (tx) => {
      await tx`select from private.outside_link_checks for update`;
      expect(await claim(site.sql as Sql)).toBeNull();
    });
  });

  test("collects once a day, without the address that the server says is its own", () =>
    alone(async (tx) => {
      await tx`insert into faq_items ${tx({ ...tables.faq_items.make(), is_active: true, answer: `${A} ${B}` })}`;
      expect(await claim(tx, "https://b.test")).toBeNull();
      await tx`update private.outside_link_checks set collect_at = now()`;
      const { address, lease } = await claim(tx, "https://b.test");
      expect(address).toBe(A);
      await checked(tx, lease, 200, null);
      await tx`delete from private.outside_links`;
      expect(await claim(tx, "https://b.test")).toBeNull();
    }));
});

describe("a result", () => {
  const WEEK = 7 * 24;
  test.each([
    ["works", [[200, null]], { broken: false, failures: 0, since: false, hours: WEEK }],
    ["is gone", [[404, "missing"]], { broken: true, failures: 1, since: true, hours: WEEK }],
    ["has no host", [[null, "unknown_host"]], { broken: true, hours: WEEK }],
    ["refuses connections", [[null, "refused"]], { broken: true, hours: WEEK }],
    ["has a bad certificate", [[null, "certificate"]], { broken: true, hours: WEEK }],
    ["is private", [[null, "private"]], { broken: true, hours: WEEK }],
    ["fails once", [[503, "error"]], { broken: false, failures: 1, since: true, hours: 24 }],
    ["is slow once", [[null, "no_answer"]], { broken: false, failures: 1, hours: 24 }],
    [
      "fails twice",
      [
        [503, "error"],
        [null, "no_answer"],
      ],
      { broken: true, failures: 2, hours: 24 },
    ],
    [
      "fails, works and fails",
      [
        [503, "error"],
        [200, null],
        [503, "error"],
      ],
      { broken: false, failures: 1 },
    ],
    [
      "fails, then refuses programs",
      [
        [500, "error"],
        [403, "no_access"],
      ],
      { broken: false, failures: 0, since: false, hours: WEEK },
    ],
    ["redirects too often", [[302, "redirects"]], { broken: false, failures: 0, hours: WEEK }],
    ["can't be tried", [[null, "not_tried"]], { broken: false, failures: 0, hours: WEEK }],
  ] as const)("of a link that %s", (_, results, expected) =>
    alone(async (tx) => {
      await know(tx, A);
      for (const [status, problem] of results) {
        await tx`update private.outside_links set due_at = now()`;
        const { lease } = await claim(tx);
        await checked(tx, lease, status, problem);
      }
      const [link] = await tx`select status, problem, is_broken as broken, failures,
        failing_since is not null as since, checked_at is not null as was_checked,
        extract(epoch from due_at - now())::int / 3600 as hours from private.outside_links`;
      const [status, problem] = results.at(-1) ?? [];
      expect(link).toMatchObject({ status, problem, was_checked: true, ...expected });
    }),
  );

  test("keeps since when a link has been failing", () =>
    alone(async (tx) => {
      await know(tx, A, { failing_since: "2026-11-01", failures: 3, problem: "missing" });
      const { lease } = await claim(tx);
      await checked(tx, lease, 410, "missing");
      const [link] =
        await tx`select failing_since = '2026-11-01' as same from private.outside_links`;
      expect(link?.same).toBe(true);
    }));
});

describe("asking for a check", () => {
  const ask = async () => (await admin.rpc("check_outside_links").throwOnError()).data;

  test("collects, and makes due what wasn't checked in the last ten minutes", async () => {
    await add("faq_items", { answer: `${A} ${B} https://c.test/` });
    await collect();
    await site.sql`update private.outside_links set due_at = now() + interval '5 days',
      checked_at = now() - case when address = ${A} then interval '11 minutes' else interval '9 minutes' end`;
    await add("services", { description: "https://fresh.test/" });
    expect(await ask()).toBe(2);
    const { data } = await admin.rpc("outside_link_list").throwOnError();
    const due = data.links.filter((link: { due: boolean }) => link.due);
    expect(due.map((link: { address: string }) => link.address)).toEqual([
      A,
      "https://fresh.test/",
    ]);
  });

  test("the list has what the screen shows", async () => {
    await know(site.sql as Sql, A, {
      status: 404,
      problem: "missing",
      failures: 1,
      checked_at: "2026-11-25T10:00:00Z",
      failing_since: "2026-11-18T10:00:00Z",
      due_at: "2999-01-01",
    });
    const { data } = await admin.rpc("outside_link_list").throwOnError();
    expect(data.links).toEqual([
      {
        address: A,
        places: ["services/1.title"],
        status: 404,
        problem: "missing",
        broken: true,
        failing_since: "2026-11-18T10:00:00+00:00",
        checked_at: "2026-11-25T10:00:00+00:00",
        due: false,
      },
    ]);
  });
});
