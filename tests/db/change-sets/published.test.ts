import { describe, expect, test } from "vitest";
import {
  add,
  changes,
  dana,
  items,
  live,
  price,
  publish,
  remove,
  review,
  set,
  setLive,
  site,
  update,
  withSite,
} from "./steps.ts";

withSite();

describe("publishing", () => {
  test("applies everything as one change, which is undone as one", async () => {
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
    expect((await publish()).error?.message).toMatch(/already published or discarded/);

    const what = { change: data.change };
    const steps = (await dana.rpc("history_look", { what }).throwOnError()).data;
    await dana.rpc("history_restore", { what, chosen: steps }).throwOnError();
    expect(await live(changed)).toMatchObject({ rate: "$1" });
    expect(await live(deleted)).toMatchObject({ service_name: "Returns" });
    expect(await live(added)).toBeUndefined();
  });

  test("publishes all or nothing", async () => {
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

  test("is refused for an empty set, or one changed since the review", async () => {
    expect((await publish()).error?.message).toBe("This set has no changes yet.");
    const { id } = await price();
    await update(id, { rate: "$2" });
    const seen = (await review()).set.version;
    await update(id, { rate: "$3" });
    expect((await publish(seen)).error?.message).toBe("Someone changed this set. Review it again.");
    expect(await live(id)).toMatchObject({ rate: "$1" });
  });

  test("skips what is already live or was discarded", async () => {
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

test("has each row whole in a preview, and hides deleted ones", async () => {
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
