import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { list, listAll } from "#app/features/contact_submissions/admin/queries.ts";
import type { Database, Lead } from "#app/lib/data/database.types.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

const ROWS = 10_000;

let site: TestBackend;
let admin: SupabaseClient<Database>;

beforeAll(async () => {
  site = await openTestBackend();
  admin = await site.admin();
  await site.sql`
    insert into contact_submissions
      (name, email, business_name, monthly_volume, platforms, message, status, is_spam, created_at)
    select 'Seller ' || n, 'seller' || n || '@example.com', 'Shop ' || n, '101-500',
      array['TikTok Shop', 'Etsy'], repeat('We ship candles. ', 20),
      (array['new', 'contacted', 'responded', 'closed'])[1 + n % 4], n % 50 = 0,
      -- two at each moment, so that equal times are put in order too
      timestamptz '2026-01-01' + (n / 2) * interval '1 minute'
    from generate_series(1, ${ROWS}) as n`;
  await site.sql`analyze contact_submissions`;
});
afterAll(() => site.close());

const page = { q: "", page: 1, pageSize: 25 };
const ask = (more: object) => list({ ...page, ...more }, admin);

describe("10,000 submissions", () => {
  test("newest first, or oldest first", async () => {
    const times = async (sort: string) =>
      (await ask({ sort })).rows.map(({ created_at }) => created_at);
    expect(await times("")).toEqual((await times("")).toSorted().toReversed());
    expect(await times("oldest")).toEqual((await times("oldest")).toSorted());
  });

  test("counted and narrowed by the database", async () => {
    expect(await ask({})).toMatchObject({ total: ROWS - ROWS / 50, held: ROWS / 50 });
    expect((await ask({ filters: { status: "new" } })).total).toBe(ROWS / 4 - ROWS / 100);
    expect((await ask({ filters: { show: "held" } })).total).toBe(ROWS / 50);
    expect((await ask({ filters: { show: "genuine" } })).total).toBe(ROWS - ROWS / 50);
    expect((await ask({ filters: { show: "failed-mail" } })).total).toBe(0);
    expect((await ask({ q: "SELLER9999@", filters: { status: "closed" } })).total).toBe(1);
    expect(await ask({ page: 401 })).toMatchObject({ rows: [], total: ROWS - ROWS / 50 });
  });

  test.each(["", "oldest", "due", "volume"])("reads each one once (sort: '%s')", async (sort) => {
    const rows: Lead[] = [];
    const wanted = { q: "shop", sort };
    for await (const part of listAll(wanted, new AbortController().signal, admin)) {
      expect(part.rows.length).toBeLessThanOrEqual(1000);
      rows.push(...part.rows);
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(ROWS - ROWS / 50);
    expect(rows).toHaveLength(ROWS - ROWS / 50);
  });
});

test.each([
  ["100%", "100% Wool"],
  ["a_b", "a_b Traders"],
  ["c\\d", "c\\d Logistics"],
  ['the "best", (really)', 'The "best", (really)'],
  ["5*", "5* Candles"],
  ["a.b", "A.b Traders"],
  ["c^d", "c^d Logistics"],
  ['5" nails', '5" Nails'],
  ["{$[|?+]}:;&=#'/", "{$[|?+]}:;&=#'/ Signs"],
  ["zoë 🕯️", "Zoë 🕯️ & Söhne"],
])("searches for %s literally", async (q, business) => {
  for (const business_name of [business, "100 Wool", "axb Traders", "cxd Logistics", "5x nails"])
    await site.sql`insert into contact_submissions
      (name, email, business_name, monthly_volume, platforms)
      values ('Odd One', 'odd@example.net', ${business_name}, '0-50', array['Other'])`;
  const { rows } = await ask({ q });
  expect(rows.map(({ business_name }) => business_name)).toEqual([business]);
  await site.sql`delete from contact_submissions where email = 'odd@example.net'`;
});
