import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryEntry, HistorySelection, HistoryStep } from "#app/lib/data/database.types.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

let site: TestBackend;
let dana: SupabaseClient;
let mia: SupabaseClient;
beforeAll(async () => {
  site = await openTestBackend();
  dana = await site.admin();
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email}`;
  mia = await site.stranger();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate history`;
  });
});

const entries = () => site.sql<HistoryEntry[]>`select * from history order by changed_at desc, id`;
const latest = async () => (await entries())[0] as HistoryEntry;
const price = async (rate: string, service_name = "Storage") =>
  (
    await dana
      .from("pricing_items")
      .insert({ service_name, rate, display_order: 7 })
      .select()
      .single()
      .throwOnError()
  ).data;
const setPrice = (client: SupabaseClient, id: string, values: object) =>
  client.from("pricing_items").update(values).eq("id", id).throwOnError();
const stored = async (id: string) =>
  (await site.sql`select * from pricing_items where id = ${id}`)[0];
const look = async (what: HistorySelection): Promise<HistoryStep[]> =>
  (await dana.rpc("history_look", { what }).throwOnError()).data;
const restore = (what: HistorySelection, steps: HistoryStep[], client = dana) =>
  client.rpc("history_restore", {
    what,
    chosen: steps.map(({ table_name, row_id, version }) => ({ table_name, row_id, version })),
  });
const restoreAll = async (what: HistorySelection) =>
  (await restore(what, await look(what)).throwOnError()).data;

test("one change is undone after a look, as a change of its own", async () => {
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

test("a restored field is never an edit within ten minutes", async () => {
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

test("a deleted row comes back with its children, and an added one goes with them", async () => {
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

test("everything since a time on one page, and nothing else", async () => {
  const [kept, changed] = [await price("$1", "Kept"), await price("$2", "Changed")];
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
  expect((await stored(kept.id))?.rate).toBe("$1");
  expect((await stored(changed.id))?.rate).toBe("$2");
  expect((await stored(deleted.id))?.rate).toBe("$3");
  expect(await stored(added.id)).toBeUndefined();
  const [faq] = await site.sql`select from faq_items where question = 'How soon?'`;
  expect(faq).toBeDefined();
  const changes = await dana.rpc("history_list", { what }).throwOnError();
  expect(changes.data[0]).toMatchObject({ note: "Restored", entries: 3 });
});

test("of a stretch only what was chosen", async () => {
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

describe("what stands in the way", () => {
  test("says what somebody changed since", async () => {
    const { id } = await price("$1");
    await setPrice(dana, id, { rate: "$2", description: "a pallet" });
    const what = { change: (await latest()).change_id };
    await setPrice(mia, id, { rate: "$3" });
    expect(await look(what)).toMatchObject([{ changed_since: ["rate"] }]);
  });

  test("refuses what changed after the look, and then all of it", async () => {
    const [a, b] = [await price("$1", "A"), await price("$1", "B")];
    const [{ now } = {}] = await site.sql`select clock_timestamp()::text as now`;
    for (const { id } of [a, b]) await setPrice(dana, id, { rate: "$2" });
    const what = { since: now, kind: "pricing_items" };
    const steps = await look(what);
    await setPrice(mia, a.id, { description: "Meanwhile" });
    const { error, status } = await restore(what, steps);
    expect([status, error?.message]).toEqual([
      409,
      "Someone changed this meanwhile. Look again at what would be restored.",
    ]);
    expect([(await stored(a.id))?.rate, (await stored(b.id))?.rate]).toEqual(["$2", "$2"]);
  });

  test("an older change of a row that is gone", async () => {
    const { id } = await price("$1");
    await setPrice(dana, id, { rate: "$2" });
    const what = { change: (await latest()).change_id };
    await dana.from("pricing_items").delete().eq("id", id);
    const steps = await look(what);
    expect(steps).toMatchObject([{ obstacle: "deleted since" }]);
    expect((await restore(what, steps)).error?.message).toBe(
      "This was deleted since. Restore the deletion first.",
    );
  });

  test("a constraint that came meanwhile", async () => {
    const { id } = await price("$1");
    await setPrice(dana, id, { rate: "$2" });
    const what = { change: (await latest()).change_id };
    await site.sql`alter table pricing_items add constraint no_ones check (rate <> '$1') not valid`;
    expect((await restore(what, await look(what))).error?.code).toBe("23514");
    await site.sql`alter table pricing_items drop constraint no_ones`;
  });

  test("a file that was deleted with its row, or is still there", async () => {
    const file = {
      filename: "1.png",
      original_filename: "dock.png",
      file_path: "uploads/1.png",
      file_size: 3,
      mime_type: "image/png",
    };
    await site.sql`insert into storage.objects (bucket_id, name) values ('media', 'uploads/1.png')`;
    await dana.from("media_library").insert(file).throwOnError();
    const added = { change: (await latest()).change_id };
    const stays = await look(added);
    expect(stays).toMatchObject([{ obstacle: "file stays" }]);
    expect((await restore(added, stays)).error?.message).toBe(
      "An uploaded file is deleted in the media library.",
    );
    await dana.from("media_library").delete().eq("file_path", file.file_path);
    const what = { change: (await latest()).change_id };
    expect(await look(what)).toMatchObject([{ action: "insert", obstacle: null }]);
    await site.sql`delete from storage.objects where name = 'uploads/1.png'`;
    const steps = await look(what);
    expect(steps).toMatchObject([{ obstacle: "file gone" }]);
    expect((await restore(what, steps)).error?.message).toBe(
      "The file itself was deleted. Upload it again.",
    );
  });

  test("rights and submissions, which are not undone here", async () => {
    await site.sql`delete from admins where user_id =
      (select id from auth.users where email = ${people.stranger.email})`;
    expect(await look({ change: (await latest()).change_id })).toEqual([]);
  });

  test("a request that names nothing", async () => {
    for (const what of [{}, { page: "home" }]) {
      const { status, error } = await dana.rpc("history_look", { what });
      expect([status, error?.message]).toEqual([400, "Say which changes are meant."]);
    }
  });
});
