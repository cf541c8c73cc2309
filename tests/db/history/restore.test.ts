import { expect, test } from "vitest";
import type { HistorySelection } from "#app/lib/data/database.types.ts";
import { people } from "#tests/support/people.ts";
import {
  dana,
  entries,
  latest,
  look,
  mia,
  price,
  restore,
  setPrice,
  site,
  stored,
} from "./restore-steps.ts";
import { withSite } from "./steps.ts";

withSite();

const restoreAll = async (what: HistorySelection) =>
  (await restore(what, await look(what)).throwOnError()).data;

test("undoes a reviewed change as its own change", async () => {
  const { id } = await price("$1");
  await setPrice(dana, id, { rate: "$2", description: "a pallet" });
  const what = { change: (await latest()).change_id };
  const steps = await look(what);
  expect(steps).toMatchObject([
    {
      table_name: "pricing_items",
      row_id: id,
      page: "pricing",
      label: "Storage",
      action: "update",
      present: { rate: "$2", description: "a pallet" },
      target: { rate: "$1", description: null },
      changed_since: [],
      obstacle: null,
    },
  ]);
  expect((await restore(what, steps).throwOnError()).data).toBe(1);
  expect(await stored(id)).toMatchObject({ rate: "$1", description: null });
  expect(await latest()).toMatchObject({
    note: "Restored",
    actor_email: people.admin.email,
    after: { rate: "$1", description: null },
  });
  expect(await look(what)).toEqual([]);
});

test("never merges a restored field into an earlier edit", async () => {
  const { id } = await price("$1");
  await setPrice(dana, id, { rate: "$2" });
  const first = (await latest()).id;
  await setPrice(mia, id, { rate: "$3" });
  await setPrice(dana, id, { rate: "$4" });
  const row = { kind: "pricing_items", row: id, field: "rate" };
  await restoreAll({ ...row, after: first });
  expect((await stored(id))?.rate).toBe("$2");
  await setPrice(dana, id, { rate: "$5" });
  expect((await entries()).slice(0, 3).map(({ note, after }) => [note, after?.rate])).toEqual([
    [null, "$5"],
    ["Restored", "$2"],
    [null, "$4"],
  ]);
});

test("a version of one field leaves the others as they are", async () => {
  const { id } = await price("$1");
  await setPrice(dana, id, { rate: "$2" });
  const { id: from } = await latest();
  await setPrice(mia, id, { description: "a pallet", rate: "$3" });
  await restoreAll({ kind: "pricing_items", row: id, field: "rate", from });
  expect(await stored(id)).toMatchObject({ rate: "$1", description: "a pallet" });
});

test("a deleted row comes back with its id, its place and its date", async () => {
  const row = await price("$1");
  await dana.from("pricing_items").delete().eq("id", row.id);
  const what = { change: (await latest()).change_id };
  expect(await look(what)).toMatchObject([{ action: "insert", version: null }]);
  await restoreAll(what);
  const { updated_at: _, ...same } = row;
  const { data } = await dana.from("pricing_items").select().eq("id", row.id).single();
  expect(data).toMatchObject(same);
  expect((await restore(what, await look(what)).throwOnError()).data).toBe(0);
});

test("restores a deleted row with its children, and removes an added one with them", async () => {
  await site.sql.unsafe(`
    create table a_parent (id uuid primary key default gen_random_uuid(), name text,
      updated_at timestamptz default now());
    create table b_child (id uuid primary key default gen_random_uuid(), name text,
      parent uuid not null references a_parent on delete cascade, updated_at timestamptz default now());
    select private.keep_history('public.a_parent', '{name}'), private.keep_history('public.b_child');
    grant all on a_parent, b_child to authenticated;`);
  await site.sql.begin(async (tx) => {
    const [parent] = await tx`insert into a_parent (name) values ('Pallets') returning id`;
    for (const name of ["one", "two"])
      await tx`insert into b_child ${tx({ name, parent: parent?.id })}`;
  });
  const added = (await latest()).change_id;
  const family = () =>
    site.sql`select a.id, a.name, b.id as child, b.name as child_name
    from a_parent a join b_child b on b.parent = a.id order by b.name`;
  const before = await family();
  await site.sql`delete from a_parent`;
  await restoreAll({ change: (await latest()).change_id });
  expect(await family()).toEqual(before);
  await restoreAll({ change: added });
  expect(await family()).toEqual([]);
  expect(await site.sql`select from a_parent`).toEqual([]);
  await site.sql`drop table b_child, a_parent`;
});

test("restores everything since a time on one page, and nothing else", async () => {
  const [unchanged, changed] = [await price("$1", "Kept"), await price("$2", "Changed")];
  const deleted = await price("$3", "Deleted");
  const [{ now } = {}] = await site.sql`select clock_timestamp()::text as now`;
  await setPrice(dana, changed.id, { rate: "$20" });
  await setPrice(mia, changed.id, { rate: "$21" });
  await dana.from("pricing_items").delete().eq("id", deleted.id);
  const added = await price("$4", "Added");
  await dana.from("faq_items").insert({ question: "How soon?", answer: "Today." }).throwOnError();
  const what = { since: now, page: "pricing" };
  const steps = await look(what);
  expect(steps.map(({ label, action }) => [label, action])).toEqual([
    ["Added", "delete"],
    ["Deleted", "insert"],
    ["Changed", "update"],
  ]);
  await restore(what, steps).throwOnError();
  expect((await stored(unchanged.id))?.rate).toBe("$1");
  expect((await stored(changed.id))?.rate).toBe("$2");
  expect((await stored(deleted.id))?.rate).toBe("$3");
  expect(await stored(added.id)).toBeUndefined();
  const [faq] = await site.sql`select from faq_items where question = 'How soon?'`;
  expect(faq).toBeDefined();
  const changes = await dana.rpc("history_list", { what }).throwOnError();
  expect(changes.data[0]).toMatchObject({
    note: "Restored",
    entries: 3,
    tables: 1,
    operations: { INSERT: 1, UPDATE: 1, DELETE: 1 },
  });
});

test("restores only what was chosen of a period", async () => {
  const [a, b] = [await price("$1", "A"), await price("$1", "B")];
  const [{ now } = {}] = await site.sql`select clock_timestamp()::text as now`;
  for (const { id } of [a, b]) await setPrice(dana, id, { rate: "$2" });
  const what = { since: now, page: "pricing" };
  const steps = await look(what);
  await restore(
    what,
    steps.filter(({ row_id }) => row_id === a.id),
  ).throwOnError();
  expect([(await stored(a.id))?.rate, (await stored(b.id))?.rate]).toEqual(["$1", "$2"]);
});

test("restores a deleted testimonial as it was", async () => {
  const { data: before } = await dana
    .from("testimonials")
    .insert({ quote: "On time.", author_name: "Ana Ruiz", featured: true })
    .select()
    .single()
    .throwOnError();
  await dana.from("testimonials").delete().eq("id", before.id).throwOnError();
  await restoreAll({ change: (await latest()).change_id });
  const { data: now } = await dana.from("testimonials").select().eq("id", before.id).single();
  expect({ ...now, updated_at: "" }).toEqual({ ...before, updated_at: "" });
});
