import { describe, expect, test } from "vitest";
import {
  add,
  changes,
  dana,
  items,
  live,
  prepared,
  price,
  remove,
  save,
  set,
  update,
  withSite,
} from "./steps.ts";

withSite();

describe("saving into a set", () => {
  test("changes the set only", async () => {
    const { id } = await price();
    const before = await live(id);
    const { row, stale } = await update(id, { rate: "$2" });
    expect([row.rate, stale]).toEqual(["$2", false]);
    expect(await prepared(id)).toEqual(row);
    expect(await live(id)).toEqual(before);
    expect(await changes()).toEqual([]);
  });

  test("merges further edits into one item, and drops it when they revert", async () => {
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
      // Columns with a default are filled in already.
      { operation: "INSERT", isBased: false, prepared: { rate: "$4", is_active: true } },
    ]);
    await remove(id);
    expect(await items()).toEqual([]);
    expect(await prepared(id)).toBeUndefined();
  });

  test("deletes a row, and restores it as it was or with new values", async () => {
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

  test("refuses what a direct save would, with the same message", async () => {
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
      of_set: set.id,
      list: "site_settings",
      id: crypto.randomUUID(),
      operation: "INSERT",
      patch: setting,
    });
    expect(twice.error?.code).toBe("23505");
    expect((await save("INSERT", id, { rate: "$1" })).error?.message).toBe(
      "This item already exists.",
    );
    expect(await items()).toEqual([]);
  });

  test("refuses outdated versions and missing rows", async () => {
    const { id, updated_at } = await price();
    await update(id, { rate: "$2" });
    const late = await save("UPDATE", id, { rate: "$9" }, updated_at).throwOnError();
    expect(late.data).toMatchObject({ stale: true, row: { rate: "$2" } });
    expect(await prepared(id)).toMatchObject({ rate: "$2" });
    const none = await save("UPDATE", crypto.randomUUID(), { rate: "$9" }).throwOnError();
    expect(none.data).toEqual({ row: null, stale: false });
  });

  test("accepts only content, and only while the set is open", async () => {
    for (const list of ["admins", "media_library", "contact_submissions", "no such"]) {
      const call = { of_set: set.id, list, id: crypto.randomUUID(), operation: "INSERT" };
      for (const refused of [
        await dana.rpc("set_save", call),
        await dana.rpc("set_rows", { of_set: set.id, list }),
        await dana.rpc("set_list", { of_set: set.id, list }),
      ])
        expect(refused.error?.message, list).toBe("This can't be saved in a change set.");
    }
    await dana.rpc("set_discard", { of_set: set.id }).throwOnError();
    expect((await save("DELETE", set.id)).error?.message).toBe(
      "This set was already published or discarded.",
    );
  });

  test("reorders a list in the set", async () => {
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
        "Someone else changed the list. Reload and try again.",
      );
  });
});

test("requires unique one-line names of open sets", async () => {
  const create = (name: string) => dana.rpc("set_create", { name });
  expect(set.name).toBe("Black Friday");
  expect((await create("BLACK friday")).error?.message).toBe("An open set already has this name.");
  for (const name of [" ", "Black\nFriday", "x".repeat(61)])
    expect((await create(name)).error).not.toBeNull();
});
