import { describe, expect, test } from "vitest";
import { actAs } from "#tests/support/backend.ts";
import { tables } from "#tests/tables/index.ts";
import { admin, site, withAdmin } from "../steps.ts";

withAdmin();

describe("the dashboard", () => {
  test.each(["America/Los_Angeles", "Pacific/Kiritimati"])(
    "counts by day in %s, by platform and by status, without spam",
    async (zone) => {
      // In one transaction, during which no new day begins.
      const { data, times } = await site.sql.begin(async (tx) => {
        await tx`delete from contact_submissions`;
        await tx`update site_settings set setting_value = ${zone} where setting_key = 'time_zone'`;
        const { make } = tables.contact_submissions;
        const add = (more: object) =>
          tx`insert into contact_submissions ${tx({ ...make(), ...more })}`;
        const [times] = await tx`select
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

        await actAs(tx, admin);
        const [row] = await tx`select public.admin_dashboard() as data`;
        return { data: row?.data, times };
      });
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
    },
  );

  test("says what needs attention", async () => {
    await site.sql`insert into media_library ${site.sql(tables.media_library.make())}`;
    await site.sql`update pricing_items set is_active = false`;
    const { data } = await admin.rpc("admin_dashboard");
    expect([data.images_without_alt_text, data.active_prices]).toEqual([1, 0]);
    await site.sql`update media_library set is_decorative = true`;
    expect((await admin.rpc("admin_dashboard")).data.images_without_alt_text).toBe(0);
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

test("finds a figure in texts and items in any format", async () => {
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
