import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChangeSet, SetReview } from "#app/lib/data/database.types.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

let site: TestBackend;
let dana: SupabaseClient;
let mia: SupabaseClient;
let set: ChangeSet;
beforeAll(async () => {
  site = await openTestBackend();
  dana = await site.admin();
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email}`;
  mia = await site.stranger();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.sql`delete from change_sets`;
  await site.sql`delete from pricing_items`;
  const { data } = await dana.rpc("set_create", { name: " Black Friday " }).throwOnError();
  set = data;
});

const price = async (rate = "$1", service_name = "Storage") =>
  (
    await dana
      .from("pricing_items")
      .insert({ service_name, rate, display_order: 7 })
      .select()
      .single()
      .throwOnError()
  ).data;
const live = async (id: string) =>
  (await site.sql`select * from pricing_items where id = ${id}`)[0];
const setLive = (id: string, values: object) =>
  mia.from("pricing_items").update(values).eq("id", id).throwOnError();

/** The row as the set has it. */
async function prepared(id: string, list = "pricing_items") {
  const { data } = await dana.rpc("set_rows", { of_set: set.id, list }).throwOnError();
  return (data as { id: string; updated_at: string; rate: string }[]).find((row) => row.id === id);
}
type Operation = "INSERT" | "UPDATE" | "DELETE";
const save = (operation: Operation, id: string, patch: object = {}, seen?: string) =>
  dana.rpc("set_save", {
    ...{ of_set: set.id, list: "pricing_items", id, operation, patch },
    seen: seen ?? null,
  });
const update = async (id: string, patch: object) =>
  (await save("UPDATE", id, patch, (await prepared(id))?.updated_at).throwOnError()).data;
const add = async (id = crypto.randomUUID(), patch: object = {}) => {
  await save("INSERT", id, {
    ...{ service_name: "Kitting", rate: "$3", display_order: 2 },
    ...patch,
  }).throwOnError();
  return id;
};
const remove = (id: string) => save("DELETE", id).throwOnError();
const items = () =>
  site.sql`select operation, prepared, base is not null as "isBased" from change_set_items
    where set_id = ${set.id} order by operation`;
const review = async (): Promise<SetReview> =>
  (await dana.rpc("set_review", { of_set: set.id }).throwOnError()).data;
const publish = async (seen?: string, client = dana) =>
  client.rpc("set_publish", {
    of_set: set.id,
    seen: seen ?? (await review()).set.version,
  });
const decide = async (keep: string) => {
  const [item] = (await review()).items;
  return dana.rpc("set_decide", {
    ...{ of_set: set.id, item_id: item?.id, keep },
    ...{ item_version: item?.item_version, version: item?.version },
  });
};
const changes = () => site.sql`select distinct change_id, note from history where note is not null`;

describe("saving into a set", () => {
  test("changes what the set shows, and nothing live", async () => {
    const { id } = await price();
    const before = await live(id);
    const { row, stale } = await update(id, { rate: "$2" });
    expect([row.rate, stale]).toEqual(["$2", false]);
    expect(await prepared(id)).toEqual(row);
    expect(await live(id)).toEqual(before);
    expect(await changes()).toEqual([]);
  });

  test("makes one item of further edits, and none of those that lead back", async () => {
    const { id } = await price();
    await update(id, { rate: "$2" });
    await update(id, { rate: "$3", description: "a pallet" });
    expect(await items()).toEqual([
      { operation: "UPDATE", isBased: true, prepared: { rate: "$3", description: "a pallet" } },
    ]);
    await update(id, { rate: "$1", description: null });
    expect(await items()).toEqual([]);
    expect(await prepared(id)).toMatchObject({ rate: "$1" });
  });

  test("adds, changes and deletes a new row, which leaves nothing", async () => {
    const id = await add();
    await update(id, { rate: "$4" });
    expect(await items()).toMatchObject([
      // What a column's own default says is there already.
      { operation: "INSERT", isBased: false, prepared: { rate: "$4", is_active: true } },
    ]);
    await remove(id);
    expect(await items()).toEqual([]);
    expect(await prepared(id)).toBeUndefined();
  });

  test("deletes a row, and takes it back as it was or is given now", async () => {
    const row = await price();
    await remove(row.id);
    expect(await prepared(row.id)).toBeUndefined();
    await save("INSERT", row.id, row).throwOnError();
    expect(await items()).toEqual([]);
    await update(row.id, { rate: "$2" });
    const changed = await prepared(row.id);
    await remove(row.id);
    expect(await items()).toMatchObject([{ operation: "DELETE", prepared: {} }]);
    await save("INSERT", row.id, changed).throwOnError();
    expect(await items()).toMatchObject([{ operation: "UPDATE", prepared: { rate: "$2" } }]);
  });

  test("refuses what a direct save would, in its words", async () => {
    const { id } = await price();
    const direct = await dana.from("pricing_items").update({ rate: "" }).eq("id", id);
    const { updated_at } = (await prepared(id)) ?? {};
    const inSet = await save("UPDATE", id, { rate: "" }, updated_at);
    expect(direct.error?.code).toBe("23514");
    expect([inSet.error?.code, inSet.error?.message]).toEqual([
      direct.error?.code,
      direct.error?.message,
    ]);
    const setting = { setting_key: "company_name", setting_value: "Other" };
    const twice = await dana.rpc("set_save", {
      ...{ of_set: set.id, list: "site_settings", id: crypto.randomUUID() },
      ...{ operation: "INSERT", patch: setting },
    });
    expect(twice.error?.code).toBe("23505");
    expect((await save("INSERT", id, { rate: "$1" })).error?.message).toBe(
      "There is such a row already.",
    );
    expect(await items()).toEqual([]);
  });

  test("changes nothing over another version than was seen, or where there is no row", async () => {
    const { id, updated_at } = await price();
    await update(id, { rate: "$2" });
    const late = await save("UPDATE", id, { rate: "$9" }, updated_at).throwOnError();
    expect(late.data).toMatchObject({ stale: true, row: { rate: "$2" } });
    expect(await prepared(id)).toMatchObject({ rate: "$2" });
    const none = await save("UPDATE", crypto.randomUUID(), { rate: "$9" }).throwOnError();
    expect(none.data).toEqual({ row: null, stale: false });
  });

  test("takes content alone, as the history does, and open sets", async () => {
    for (const list of ["admins", "media_library", "contact_submissions", "no such"]) {
      const call = { of_set: set.id, list, id: crypto.randomUUID(), operation: "INSERT" };
      for (const refused of [
        await dana.rpc("set_save", call),
        await dana.rpc("set_rows", { of_set: set.id, list }),
      ])
        expect(refused.error?.message, list).toBe("Changes of this table can't be prepared.");
    }
    await dana.rpc("set_discard", { of_set: set.id }).throwOnError();
    expect((await save("DELETE", set.id)).error?.message).toBe(
      "This set is no longer open: it was published or discarded.",
    );
  });

  test("puts a list in order, as it stands in the set", async () => {
    const { id: first } = await price("$1", "First");
    const { id: second } = await price("$1", "Second");
    const third = await add();
    const reorder = (ids: string[]) =>
      dana.rpc("set_reorder", { of_set: set.id, list: "pricing_items", ids });
    await reorder([third, second, first]).throwOnError();
    const order = await Promise.all([third, second, first].map((id) => prepared(id)));
    expect(order).toMatchObject([0, 1, 2].map((display_order) => ({ display_order })));
    expect(await live(first)).toMatchObject({ display_order: 7 });
    for (const ids of [
      [first, first],
      [first, crypto.randomUUID()],
    ])
      expect((await reorder(ids)).error?.message).toBe(
        "The list changed meanwhile. Reload it and try again.",
      );
  });
});

test("an open set's name is its own, said on one line", async () => {
  const create = (name: string) => dana.rpc("set_create", { name });
  expect(set.name).toBe("Black Friday");
  expect((await create("BLACK friday")).error?.message).toBe(
    "There is an open set of this name already.",
  );
  for (const name of [" ", "Black\nFriday", "x".repeat(61)])
    expect((await create(name)).error).not.toBeNull();
});

describe("publishing", () => {
  test("does all at once, as one change, which is undone as one", async () => {
    const { id: changed } = await price();
    const { id: deleted } = await price("$5", "Returns");
    await update(changed, { rate: "$2" });
    await remove(deleted);
    const added = await add();
    expect((await review()).items).toMatchObject([
      { label: "Kitting", page: "pricing", action: "insert", changed_since: [], obstacle: null },
      { label: "Returns", action: "delete" },
      { label: "Storage", action: "update", present: { rate: "$1" }, target: { rate: "$2" } },
    ]);
    const { data } = await publish();
    expect(data.changed).toBe(3);
    expect(await live(changed)).toMatchObject({ rate: "$2" });
    expect(await live(deleted)).toBeUndefined();
    expect(await live(added)).toMatchObject({ service_name: "Kitting" });
    expect(await changes()).toEqual([{ change_id: data.change, note: "Published: Black Friday" }]);
    expect(await site.sql`select status, published_change from change_sets`).toEqual([
      { status: "published", published_change: data.change },
    ]);
    expect((await publish()).error?.message).toMatch(/no longer open/);

    const what = { change: data.change };
    const steps = (await dana.rpc("history_look", { what }).throwOnError()).data;
    await dana.rpc("history_restore", { what, chosen: steps }).throwOnError();
    expect(await live(changed)).toMatchObject({ rate: "$1" });
    expect(await live(deleted)).toMatchObject({ service_name: "Returns" });
    expect(await live(added)).toBeUndefined();
  });

  test("does nothing where one item can't be: all or nothing", async () => {
    const { id } = await price();
    await update(id, { rate: "$2" });
    await add();
    await site.sql`alter table pricing_items add constraint later check (service_name <> 'Kitting') not valid`;
    const refused = await publish();
    await site.sql`alter table pricing_items drop constraint later`;
    expect(refused.error?.code).toBe("23514");
    expect(await live(id)).toMatchObject({ rate: "$1" });
    expect(await site.sql`select from pricing_items where service_name = 'Kitting'`).toHaveLength(
      0,
    );
    expect(await site.sql`select status from change_sets`).toEqual([{ status: "open" }]);
    expect((await items()).length).toBe(2);
  });

  test("is refused for a set that is empty, or another than was looked at", async () => {
    expect((await publish()).error?.message).toBe("There is nothing in this set yet.");
    const { id } = await price();
    await update(id, { rate: "$2" });
    const seen = (await review()).set.version;
    await update(id, { rate: "$3" });
    expect((await publish(seen)).error?.message).toBe(
      "This set was changed meanwhile. Look at it again.",
    );
    expect(await live(id)).toMatchObject({ rate: "$1" });
  });

  test("leaves alone what stands live already, and what was discarded", async () => {
    const { id } = await price();
    const { id: other } = await price("$5", "Returns");
    await update(id, { rate: "$2" });
    await update(other, { rate: "$6" });
    await setLive(id, { rate: "$2" });
    const [same, different] = (await review()).items.toSorted((a, b) =>
      String(a.action).localeCompare(String(b.action)),
    );
    expect([same?.action, different?.action]).toEqual([null, "update"]);
    const drop = { of_set: set.id, items: [different?.id] };
    expect((await dana.rpc("set_drop", drop).throwOnError()).data).toBe(1);
    expect((await dana.rpc("set_drop", drop).throwOnError()).data).toBe(0);
    expect((await publish()).data).toEqual({ changed: 0, change: null });
    expect(await live(other)).toMatchObject({ rate: "$5" });
  });
});

describe("what changed live meanwhile", () => {
  test("another column is no conflict", async () => {
    const { id } = await price();
    await update(id, { rate: "$2" });
    await setLive(id, { description: "theirs" });
    expect((await publish()).error).toBeNull();
    expect(await live(id)).toMatchObject({ rate: "$2", description: "theirs" });
  });

  test.each([
    ["live", { rate: "$9", description: "mine" }],
    ["prepared", { rate: "$2", description: "mine" }],
  ])("the same column is decided for what is %s", async (keep, becomes) => {
    const { id } = await price();
    await update(id, { rate: "$2", description: "mine" });
    await setLive(id, { rate: "$9" });
    // A further edit in the set is no decision.
    await update(id, { description: "mine" });
    expect((await review()).items).toMatchObject([
      { changed_since: ["rate"], present: { rate: "$9" }, target: { rate: "$2" } },
    ]);
    expect((await publish()).error?.message).toBe(
      "Some of this was changed live meanwhile. Decide about it in the review first.",
    );
    expect((await decide("neither")).error?.message).toBe(
      "Keep what is live, or what was prepared.",
    );
    await decide(keep);
    expect((await publish()).error).toBeNull();
    expect(await live(id)).toMatchObject(becomes);
  });

  test.each([
    ["live", undefined],
    ["prepared", { rate: "$2", service_name: "Storage" }],
  ])("a row that is gone is decided for what is %s", async (keep, becomes) => {
    const { id } = await price();
    await update(id, { rate: "$2" });
    await site.sql`delete from pricing_items where id = ${id}`;
    expect(await prepared(id)).toMatchObject({ rate: "$2" });
    expect((await review()).items).toMatchObject([{ obstacle: "deleted since" }]);
    expect((await publish()).error?.message).toMatch(/^Some of this was changed live/);
    await add();
    expect((await decideOn(id, keep)).error).toBeNull();
    expect((await publish()).error).toBeNull();
    if (becomes) expect(await live(id)).toMatchObject(becomes);
    else expect(await live(id)).toBeUndefined();
  });

  test.each([
    ["live", { rate: "$9" }],
    ["prepared", undefined],
  ])("a row that is to be deleted is decided for what is %s", async (keep, becomes) => {
    const { id } = await price();
    await remove(id);
    await setLive(id, { rate: "$9" });
    expect((await publish()).error?.message).toMatch(/^Some of this was changed live/);
    await add();
    expect((await decideOn(id, keep)).error).toBeNull();
    expect((await publish()).error).toBeNull();
    if (becomes) expect(await live(id)).toMatchObject(becomes);
    else expect(await live(id)).toBeUndefined();
  });

  test("who takes back a deletion does not overwrite what came live meanwhile", async () => {
    const row = await price();
    await remove(row.id);
    await setLive(row.id, { rate: "$9" });
    await save("INSERT", row.id, row).throwOnError();
    expect((await review()).items).toMatchObject([{ changed_since: ["rate"] }]);
  });

  test("who decides about another version than they saw is refused", async () => {
    const { id } = await price();
    await update(id, { rate: "$2" });
    await setLive(id, { rate: "$8" });
    const [item] = (await review()).items;
    await setLive(id, { rate: "$9" });
    const { error } = await dana.rpc("set_decide", {
      ...{ of_set: set.id, item_id: item?.id, keep: "prepared" },
      ...{ item_version: item?.item_version, version: item?.version },
    });
    expect(error?.message).toBe("This was changed meanwhile. Look at it again.");
  });

  async function decideOn(row: string, keep: string) {
    const item = (await review()).items.find(({ row_id }) => row_id === row);
    return dana.rpc("set_decide", {
      ...{ of_set: set.id, item_id: item?.id, keep },
      ...{ item_version: item?.item_version, version: item?.version },
    });
  }
});

test("a preview has each row whole, and the deleted ones as ones that nobody sees", async () => {
  const { id } = await price();
  const { id: gone } = await price("$5", "Returns");
  await update(id, { rate: "$2" });
  await remove(gone);
  const { data } = await dana.rpc("set_preview", { of_set: set.id }).throwOnError();
  expect(
    data.pricing_items.toSorted((a: Row, b: Row) => a.rate.localeCompare(b.rate)),
  ).toMatchObject([
    { id, rate: "$2", service_name: "Storage", is_active: true },
    { id: gone, rate: "$5", is_active: false },
  ]);
});
type Row = { rate: string };
