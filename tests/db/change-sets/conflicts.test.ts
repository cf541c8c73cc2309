import { describe, expect, test } from "vitest";
import {
  add,
  dana,
  live,
  prepared,
  price,
  publish,
  remove,
  review,
  save,
  set,
  setLive,
  site,
  update,
  withSite,
} from "./steps.ts";

withSite();

const decide = async (keep: string) => {
  const [item] = (await review()).items;
  return dana.rpc("set_decide", {
    of_set: set.id,
    item_id: item?.id,
    keep,
    item_version: item?.item_version,
    version: item?.version,
  });
};

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
    // Another edit in the set is not a decision.
    await update(id, { description: "mine" });
    expect((await review()).items).toMatchObject([
      { changed_since: ["rate"], present: { rate: "$9" }, target: { rate: "$2" } },
    ]);
    expect((await publish()).error?.message).toBe(
      "Some of this was changed on the live site. Resolve it in the review first.",
    );
    expect((await decide("neither")).error?.message).toBe(
      "Keep the live version, or use the version in this set.",
    );
    await decide(keep);
    expect((await publish()).error).toBeNull();
    expect(await live(id)).toMatchObject(becomes);
  });

  test.each([
    ["live", undefined],
    ["prepared", { rate: "$2", service_name: "Storage" }],
  ])("asks about a deleted row, deciding for what is %s", async (keep, becomes) => {
    const { id } = await price();
    await update(id, { rate: "$2" });
    await site.sql`delete from pricing_items where id = ${id}`;
    expect(await prepared(id)).toMatchObject({ rate: "$2" });
    expect((await review()).items).toMatchObject([{ obstacle: "deleted since" }]);
    expect((await publish()).error?.message).toMatch(/^Some of this was changed on the live site/);
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
    expect((await publish()).error?.message).toMatch(/^Some of this was changed on the live site/);
    await add();
    expect((await decideOn(id, keep)).error).toBeNull();
    expect((await publish()).error).toBeNull();
    if (becomes) expect(await live(id)).toMatchObject(becomes);
    else expect(await live(id)).toBeUndefined();
  });

  test("does not overwrite newer live content when a deletion is undone", async () => {
    const row = await price();
    await remove(row.id);
    await setLive(row.id, { rate: "$9" });
    await save("INSERT", row.id, row).throwOnError();
    expect((await review()).items).toMatchObject([{ changed_since: ["rate"] }]);
  });

  test("refuses a decision about an outdated version", async () => {
    const { id } = await price();
    await update(id, { rate: "$2" });
    await setLive(id, { rate: "$8" });
    const [item] = (await review()).items;
    await setLive(id, { rate: "$9" });
    const { error } = await dana.rpc("set_decide", {
      of_set: set.id,
      item_id: item?.id,
      keep: "prepared",
      item_version: item?.item_version,
      version: item?.version,
    });
    expect(error?.message).toBe("Someone changed this in the meantime. Review it again.");
  });

  async function decideOn(row: string, keep: string) {
    const item = (await review()).items.find(({ row_id }) => row_id === row);
    return dana.rpc("set_decide", {
      of_set: set.id,
      item_id: item?.id,
      keep,
      item_version: item?.item_version,
      version: item?.version,
    });
  }
});
