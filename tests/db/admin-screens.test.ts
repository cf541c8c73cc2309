import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { tableNames, tables } from "#tests/tables/index.ts";

/** The lists that staff put in order. */
const LISTS = tableNames.filter((table) =>
  tables[table].refuses.some(([rule]) => rule === "display_order_not_negative"),
);

let site: TestBackend;
let admin: SupabaseClient;
beforeAll(async () => {
  site = await openTestBackend();
  admin = await site.admin();
});
afterAll(() => site.close());

describe("putting a list in order", () => {
  const idsOf = async (list: string): Promise<string[]> =>
    (await site.sql`select id from ${site.sql(list)} order by display_order, created_at, id`).map(
      (row) => row.id,
    );

  test("in one call, whichever public table has a display order", async () => {
    await site.sql`create table public.shelves (id uuid primary key, display_order integer,
      created_at timestamptz default now())`;
    await site.sql`grant select, update on public.shelves to authenticated`;
    await site.sql`alter table public.shelves enable row level security`;
    const policy = (rows: string) =>
      site.sql.unsafe(`create policy "${rows}" on public.shelves for all using (${rows})`);
    const shelves = ["a", "b"].map((sign) => `${sign.repeat(8)}-0000-4000-8000-000000000000`);
    for (const [place, id] of shelves.entries())
      await site.sql`insert into shelves ${site.sql({ id, display_order: place })}`;
    const turned = { list: "shelves", ids: shelves.toReversed() };
    const put = async (client: SupabaseClient) => (await client.rpc("reorder_items", turned)).error;
    const stranger = await site.stranger();

    // Its own policies decide, whatever they ask.
    expect((await put(stranger))?.code).toBe("PT409");
    await site.sql`create policy "Everyone reads shelves" on public.shelves for select using (true)`;
    expect((await put(stranger))?.code).toBe("42501");
    expect((await put(admin))?.code).toBe("42501");
    await policy("not public.is_admin_user()");
    expect((await put(admin))?.code).toBe("42501");
    expect(await idsOf("shelves")).toEqual(shelves);
    expect(await put(stranger)).toBeNull();
    expect(await idsOf("shelves")).toEqual(shelves.toReversed());
    await site.sql`drop table public.shelves`;
  });

  test.each(LISTS)("%s, in one call", async (list) => {
    const ids = (await idsOf(list)).toReversed();
    expect((await admin.rpc("reorder_items", { list, ids })).error).toBeNull();
    expect(await idsOf(list)).toEqual(ids);
    const orders = await site.sql`select display_order from ${site.sql(list)} order by 1`;
    expect(orders.map((row) => row.display_order)).toEqual(ids.map((_, place) => place));
  });

  test("is all or nothing when an item is gone or named twice", async () => {
    const ids = await idsOf("services");
    for (const wrong of [
      [...ids.toReversed(), "00000000-0000-4000-8000-000000000000"],
      [...ids.slice(1), ids[1]],
    ]) {
      const { error, status } = await admin.rpc("reorder_items", { list: "services", ids: wrong });
      expect([status, error?.code]).toEqual([409, "PT409"]);
    }
    expect(await idsOf("services")).toEqual(ids);
  });

  test.each(["admins", "site_content", "pg_class; drop table services"])(
    "knows no list called %s",
    async (list) => {
      const { error } = await admin.rpc("reorder_items", { list, ids: [] });
      expect(error?.code).toBe("22023");
    },
  );
});

describe("the dashboard", () => {
  test("counts by day in the company's time zone, by platform and by status, without spam", async () => {
    const { make } = tables.contact_submissions;
    const add = (more: object) =>
      site.sql`insert into contact_submissions ${site.sql({ ...make(), ...more })}`;
    const zone = "America/Los_Angeles";
    const [times] = await site.sql`select
      ((now() at time zone ${zone})::date::timestamp at time zone ${zone}) as midnight,
      to_char(now() at time zone ${zone}, 'YYYY-MM-DD') as today,
      to_char((now() at time zone ${zone})::date - 1, 'YYYY-MM-DD') as yesterday`;
    const midnight: Date = times?.midnight;
    const before = new Date(midnight.getTime() - 1000);
    const longAgo = new Date(midnight.getTime() - 40 * 86_400_000);

    await add({ created_at: midnight, platforms: ["Etsy", "Amazon", "Etsy"] });
    await add({ created_at: before, platforms: ["Etsy"], status: "contacted" });
    await add({ created_at: longAgo, name: "Oldest", platforms: ["Shopify"] });
    await add({ is_spam: true, spam_reason: "too fast", created_at: new Date(0) });
    await add({
      mail_status: "failed",
      status: "closed",
      created_at: longAgo,
      platforms: ["Etsy"],
    });

    const { data } = await admin.rpc("admin_dashboard");
    expect(data.total).toBe(4);
    expect(data.by_status).toEqual({ new: 2, contacted: 1, responded: 0, closed: 1 });
    expect(data.per_day).toHaveLength(30);
    expect(data.per_day.slice(-2)).toEqual([
      { day: times?.yesterday, count: 1 },
      { day: times?.today, count: 1 },
    ]);
    expect(data.by_platform).toEqual([
      { platform: "Etsy", count: 3 },
      { platform: "Amazon", count: 1 },
      { platform: "Shopify", count: 1 },
    ]);
    expect(data.oldest_unanswered.name).toBe("Oldest");
    expect([data.failed_mail, data.spam]).toEqual([1, 1]);
  });

  test("says what needs attention", async () => {
    await site.sql`insert into media_library ${site.sql(tables.media_library.make())}`;
    await site.sql`update pricing_items set is_active = false`;
    const { data } = await admin.rpc("admin_dashboard");
    expect([data.images_without_alt_text, data.active_prices]).toEqual([1, 0]);
    expect(data.active_faqs).toBeGreaterThan(0);
  });
});

test("a file's uses are found in settings, texts and items", async () => {
  const path = "uploads/8421.png";
  const url = `/storage/v1/object/public/media/${path}`;
  await site.sql`update site_settings set setting_value = ${url} where setting_key = 'logo_url'`;
  await site.sql`insert into site_content (page_name, section_name, content_key, content_value)
    values ('home', 'hero', 'image', ${url})`;
  await site.sql`insert into testimonials (quote, author_name) values (${`Look: ${url}`}, 'Ana')`;
  await site.sql`insert into services (title, description, icon_name) values ('Kits', ${url}, 'Box')`;
  await site.sql`insert into faq_items (question, answer) values ('Where?', ${url})`;
  await site.sql`insert into pricing_items (service_name, rate, description)
    values ('Picking', '$1', ${url}), ('Packing', '$1', 'uploads/842.png')`;
  const { data } = await admin.rpc("media_usage", { file_path: path });
  expect(data.map(({ source, place }: Record<string, string>) => [source, place])).toEqual([
    ["faq_items", "Where?"],
    ["pricing_items", "Picking"],
    ["services", "Kits"],
    ["site_content", "home / hero / image"],
    ["site_settings", "logo_url"],
    ["testimonials", "Ana"],
  ]);
  expect((await admin.rpc("media_usage", { file_path: " " })).data).toEqual([]);
});

test("where a figure stands, however it is written, is found in texts and items", async () => {
  const uses = async (...amounts: number[]) => {
    const { data } = await admin.rpc("figure_usage", { amounts });
    return data.map((use: Record<string, string>) => [use.amount, use.source, use.place]);
  };
  await site.sql`insert into site_content (page_name, section_name, content_key, content_value)
    values ('home', 'figures', 'text', 'Only $ 7.70, once $1,234.50 or $1234.5.'),
      ('home', 'figures', 'near', '$7.75, $77.70, $7.700, $7.70k, 7.70')`;
  await site.sql`insert into site_settings (setting_key, setting_value) values ('slogan', '$7.7')`;
  await site.sql`insert into testimonials (quote, author_name) values ('It was $7.70', 'Bea')`;
  await site.sql`insert into services (title, description) values ('At $7.70', '')`;
  await site.sql`insert into faq_items (question, answer) values ('How much?', 'From $7.70-$9')`;
  await site.sql`insert into pricing_items (service_name, rate, description)
    values ('Own rate', '$7.70', ''), ('In words', '$1', 'Instead of $7.70')`;
  expect(await uses(7.7)).toEqual([
    [7.7, "faq_items", "How much?"],
    [7.7, "pricing_items", "In words"],
    [7.7, "services", "At $7.70"],
    [7.7, "site_content", "home / figures / text"],
    [7.7, "site_settings", "slogan"],
    [7.7, "testimonials", "Bea"],
  ]);
  expect(await uses(1234.5, 9)).toEqual([
    [9, "faq_items", "How much?"],
    [1234.5, "site_content", "home / figures / text"],
  ]);
  expect(await uses()).toEqual([]);
  expect(await uses(-7.7, 1e9)).toEqual([]);
});

test.each([
  [2, "costs $2", true],
  [2, "costs $2.00 here", true],
  [2, "costs $2.", true],
  [2, "$2, or more", true],
  [2, "$2.50", false],
  [2, "$2,000", false],
  [2, "$2k", false],
  [2, "$20", false],
  [2000, "$2,000.00", true],
  [2000, "$2000", true],
  [1000000, "$1,000,000", true],
  [0.4, "$0.40-$1.00", true],
  [0.05, "$0.05", true],
  [0.05, "$0.5", false],
  [0, "$0 hidden fees", true],
])("the figure %d in %j: %s", async (amount, words, found) => {
  const [row] =
    await site.sql`select ${words} ~ private.figure_pattern(${amount}::numeric) as found`;
  expect(row?.found).toBe(found);
});
