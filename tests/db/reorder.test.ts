import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { tableNames, tables } from "#tests/tables/index.ts";
import { admin, site, withAdmin } from "./steps.ts";

withAdmin();

/** The lists that staff reorder. */
const LISTS = tableNames.filter((table) =>
  tables[table].refuses.some(([rule]) => rule === "display_order_not_negative"),
);

describe("putting a list in order", () => {
  const idsOf = async (list: string): Promise<string[]> =>
    (await site.sql`select id from ${site.sql(list)} order by display_order, created_at, id`).map(
      (row) => row.id,
    );

  test("takes one call for every public table with a display order", async () => {
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

    // The list's own policies decide, whatever they check.
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
    "refuses a list called %s",
    async (list) => {
      const { error } = await admin.rpc("reorder_items", { list, ids: [] });
      expect(error?.code).toBe("22023");
    },
  );
});
