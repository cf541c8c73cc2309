import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { moveToNoon } from "#tests/support/clock.ts";
import { loadRenderer } from "#tests/support/samples/render-page.ts";
import { admin, site, withAdmin } from "../steps.ts";

withAdmin();
beforeAll(() => moveToNoon(site.sql));
beforeEach(async () => {
  await site.sql`delete from redirects`;
  await site.sql`delete from private.broken_addresses`;
  await site.sql`delete from private.visitor_shares`;
});

const add = (from_path: string, to_address: string, more: object = {}) =>
  site.sql`insert into redirects ${site.sql({ from_path, to_address, ...more })}`;
const chain = async (...paths: string[]) => {
  for (const [at, path] of paths.entries()) if (paths[at + 1]) await add(path, paths[at + 1] ?? "");
};

describe("redirects", () => {
  test("can't hide a page, a file or an address of the server", async () => {
    const { addresses } = await loadRenderer();
    const server = ["server/serve.ts", "server/http/middleware/health.ts"]
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/"(\/[a-z0-9/.:*-]+)"/g)])
      .map(([, path = ""]) => path.replace(/\/?[:*].*$/, "/x"));
    const own = [
      ...addresses,
      ...server,
      "/assets/app.js",
      "/admin/redirects",
      "/services/index.html",
    ];
    expect(own.length).toBeGreaterThan(30);
    const open = await site.sql`select path from unnest(${own}::text[]) as path
      where not private.is_own_path(path)`;
    expect(open).toEqual([]);
    expect(
      await site.sql`select private.is_own_path(path) as own
      from unnest('{/old,/servicesx,/administration,/our/services}'::text[]) as path`,
    ).toEqual(Array(4).fill({ own: false }));
  });

  test.each([
    ["/a", "/a"],
    ["/a", "/A/?from=a#top"],
    ["/c", "/a"],
    ["/c", "/b#top"],
  ])("may not lead from %s to %s, back to itself", async (from, to) => {
    await chain("/a", "/b", "/c");
    await site.sql`delete from redirects where from_path = ${from}`;
    await expect(add(from, to)).rejects.toThrow(`The address ${from} would lead back to itself.`);
  });

  test("may close no circle when one is switched on or changed", async () => {
    await chain("/a", "/b", "/c");
    await add("/c", "/a", { is_active: false });
    const back = "would lead back to itself";
    await expect(site.sql`update redirects set is_active = true`).rejects.toThrow(back);
    await expect(
      site.sql`update redirects set to_address = '/a' where from_path = '/b'`,
    ).rejects.toThrow(back);
    expect(await site.sql`select to_address from redirects where is_active order by 1`).toEqual([
      { to_address: "/b" },
      { to_address: "/c" },
    ]);
  });

  test("follow each other at most 5 times, however they are joined", async () => {
    const tooMany =
      "More than 5 redirects would follow each other. Choose the last address instead.";
    await chain("/1", "/2", "/3", "/4", "/5", "/6");
    await expect(add("/6", "/7")).rejects.toThrow(tooMany);
    await expect(add("/0", "/1")).rejects.toThrow(tooMany);
    await site.sql`delete from redirects where from_path = '/3'`;
    await add("/6", "/7");
    await expect(add("/3", "/4")).rejects.toThrow(tooMany);
    await add("/other", "/5");
  });

  test("are at most 1,000", async () => {
    const many = (
      from: number,
      to: number,
    ) => site.sql`insert into redirects (from_path, to_address)
      select '/old-' || n, '/services' from generate_series(${from}::int, ${to}::int) as n`;
    await many(1, 1000);
    await expect(many(1001, 1001)).rejects.toThrow("There can be at most 1,000 redirects.");
  });
});

describe("a file of redirects", () => {
  const entry = (line: number, from: string, to = "/services") => ({
    line,
    from,
    to,
    permanent: true,
  });
  const imported = async (entries: object[], save: boolean) => {
    const { data } = await admin.rpc("redirects_import", { entries, save }).throwOnError();
    return data;
  };
  const paths = async () =>
    (await site.sql`select from_path from redirects order by display_order`).map(
      (row) => row.from_path,
    );

  test("is added whole or not at all, and each problem names its line", async () => {
    await add("/there", "/services");
    const entries = [
      entry(2, "/b"),
      entry(3, "/there"),
      entry(4, "/c", "javascript:alert(1)"),
      entry(5, "/services"),
      entry(6, "/d", "/e"),
      entry(7, "/e", "/d"),
    ];
    expect(await imported(entries, true)).toMatchObject([
      { line: 3, rule: "redirects_from_path_at_most_once" },
      { line: 4, rule: "redirects_to_address_is_a_web_address_or_a_path" },
      { line: 5, rule: null, said: expect.stringContaining("is a page of your site") },
      { line: 7, rule: null, said: "The address /e would lead back to itself." },
    ]);
    expect(await paths()).toEqual(["/there"]);
    const right = [entry(2, "/b"), entry(6, "/d", "/e")];
    expect(await imported(right, false)).toEqual([]);
    expect(await paths()).toEqual(["/there"]);
    expect(await imported(right, true)).toEqual([]);
    expect(await paths()).toEqual(["/there", "/b", "/d"]);
  });
});

describe("visits of addresses without a page", () => {
  const count = (counted: object[], address?: string) =>
    site.sql.begin(async (tx) => {
      const headers = address ? JSON.stringify({ "x-forwarded-for": address }) : "";
      await tx`select set_config('request.headers', ${headers}, true)`;
      await tx`select broken_addresses_count(${tx.json(counted as never)})`;
    });
  const visit = (path: string, visits = 1, referrer: string | null = null) => ({
    path,
    visits,
    referrer,
  });
  const stored = () =>
    site.sql`select path, visits::int, referrer from private.broken_addresses order by visits desc, path`;

  test("add up by path, with the latest referrer", async () => {
    await count([visit("/old", 2, "shop.example/a"), visit("/gone")]);
    await count([visit("/old", 1, "shop.example/b"), visit("/gone")]);
    await count([visit("/old")]);
    expect(await stored()).toEqual([
      { path: "/old", visits: 4, referrer: "shop.example/b" },
      { path: "/gone", visits: 2, referrer: null },
    ]);
  });

  test("are not stored for pages, other spellings and invalid counts", async () => {
    await count([
      visit("/services"),
      visit("/admin/nothing"),
      visit("/Old"),
      visit("/a?b=1"),
      visit(`/${"a".repeat(500)}`),
      visit("/none", 0),
      visit("/negative", -5),
      visit("/million", 1_000_000),
    ]);
    expect(await stored()).toEqual([{ path: "/million", visits: 1000, referrer: null }]);
    await count(Array.from({ length: 101 }, (_, n) => visit(`/too-many-${n}`)));
    expect(await stored()).toHaveLength(1);
  });

  test("are kept for 1,000 paths and 90 days; the least visited and oldest go first", async () => {
    await site.sql`insert into private.broken_addresses (path, visits, last_day)
      select '/real-' || n, 3, private.company_day() - 80 from generate_series(1, 600) as n`;
    await site.sql`insert into private.broken_addresses (path, visits, last_day)
      select '/once-' || n, 1, private.company_day() - n % 2 from generate_series(1, 400) as n`;
    await site.sql`insert into private.broken_addresses (path, visits, last_day)
      values ('/forgotten', 500, private.company_day() - 91)`;
    await count(Array.from({ length: 100 }, (_, n) => visit(`/invented-${n}`)));
    const left = await site.sql`select substring(path from '^/[a-z]+') as kind, count(*)::int
      from private.broken_addresses group by 1 order by 1`;
    expect(left).toEqual([
      { kind: "/invented", count: 100 },
      { kind: "/once", count: 300 },
      { kind: "/real", count: 600 },
    ]);
    const [once] = await site.sql`select count(*)::int from private.broken_addresses
      where path like '/once-%' and last_day = private.company_day()`;
    expect(once).toEqual({ count: 200 });
  });

  test("are taken from an address on the internet only ten times a day", async () => {
    for (let n = 0; n < 12; n += 1) await count([visit("/invented")], "203.0.113.9");
    await count([visit("/invented")], "127.0.0.1");
    expect(await stored()).toMatchObject([{ path: "/invented", visits: 11 }]);
  });
});
