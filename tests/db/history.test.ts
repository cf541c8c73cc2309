import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryChange, HistoryEntry } from "#app/lib/data/database.types.ts";
import { closePool, openPool } from "#server/backend/postgres/pool.ts";
import { cleanHistory } from "#server/backend/self-hosted/cleaning.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
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
  await empty();
});

/** Only replication, which skips triggers, gets around the guard. */
const around = (statement: string) =>
  site.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement);
  });
const empty = () => around("truncate history");
/** Makes all that happened older. */
const wait = (interval: string) =>
  around(`update history set began_at = began_at - interval '${interval}',
    changed_at = changed_at - interval '${interval}'`);

const entries = () => site.sql<HistoryEntry[]>`select * from history order by changed_at, id`;
const text = { page_name: "home", section_name: "hero", content_key: "title" };

async function write(client: SupabaseClient, content_value: string) {
  const { error } = await client.from("site_content").update({ content_value }).match(text);
  expect(error).toBeNull();
}

async function addService(title = "Kitting") {
  const { data } = await dana
    .from("services")
    .insert({ title, display_order: 3 })
    .select()
    .single()
    .throwOnError();
  return data;
}

describe("what is recorded", () => {
  test("who changed which text, from what to what", async () => {
    const [row] = await site.sql`select id, content_value from site_content
      where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
    await write(dana, "Ship it today");
    const [user] = await site.sql`select id from auth.users where email = ${people.admin.email}`;
    expect(await entries()).toMatchObject([
      {
        actor: "person",
        actor_id: user?.id,
        actor_email: people.admin.email,
        table_name: "site_content",
        row_id: row?.id,
        operation: "UPDATE",
        page: "home",
        label: "hero / title",
        fields: ["content_value"],
        before: { content_value: row?.content_value },
        after: { content_value: "Ship it today" },
        note: null,
      },
    ]);
  });

  test("nothing, when a save changes nothing", async () => {
    await write(dana, "The same");
    await empty();
    await write(dana, "The same");
    expect(await entries()).toEqual([]);
  });

  test("what is added and deleted, whole", async () => {
    const service = await addService();
    await dana.from("services").delete().eq("id", service.id);
    const [added, deleted] = await entries();
    expect(added).toMatchObject({ operation: "INSERT", before: null, after: service });
    expect(deleted).toMatchObject({
      operation: "DELETE",
      before: service,
      after: null,
      label: "Kitting",
      page: "services",
    });
  });

  test("one person's edits of one field within ten minutes as one entry", async () => {
    await write(dana, "Start");
    await empty();
    for (const words of ["One", "Two", "Three"]) await write(dana, words);
    expect(await entries()).toMatchObject([
      { before: { content_value: "Start" }, after: { content_value: "Three" } },
    ]);
    await wait("11 minutes");
    await write(dana, "Four");
    expect((await entries()).map(({ after }) => after?.content_value)).toEqual(["Three", "Four"]);
  });

  test("each person's edits on their own, and the way back too", async () => {
    await write(dana, "Start");
    await empty();
    await write(dana, "One");
    await write(mia, "Two");
    await write(dana, "Three");
    await write(dana, "Two");
    expect(
      (await entries()).map(({ actor_email, after }) => [actor_email, after?.content_value]),
    ).toEqual([
      [people.admin.email, "One"],
      [people.stranger.email, "Two"],
      [people.admin.email, "Three"],
      [people.admin.email, "Two"],
    ]);
  });

  test("edits of another field of the row beside it", async () => {
    const { id } = await addService();
    await empty();
    const set = (values: object) =>
      dana.from("services").update(values).eq("id", id).throwOnError();
    await set({ title: "Packing" });
    await set({ description: "Boxes" });
    await set({ title: "Packing, kitting" });
    await set({ title: "All", description: "Of it" });
    expect((await entries()).map(({ after }) => after)).toEqual([
      { description: "Boxes" },
      { title: "Packing, kitting" },
      { title: "All", description: "Of it" },
    ]);
  });

  test("what is done at once as one change", async () => {
    const ids = [await addService("A"), await addService("B"), await addService("C")].map(
      ({ id }) => id,
    );
    await empty();
    for (const order of [ids, ids.toReversed()])
      await dana.rpc("reorder_items", { list: "services", ids: order }).throwOnError();
    const rows = await entries();
    expect(new Set(rows.map(({ change_id }) => change_id)).size).toBe(2);
    const { data } = await dana.rpc("history_list", {}).throwOnError();
    expect(data).toMatchObject([{ entries: 2 }, { entries: 3 }]);
  });

  test("who was at work without signing in", async () => {
    await site.sql`update services set title = title || '.' where id =
      (select id from services limit 1)`;
    await site.sql.begin(async (tx) => {
      await tx`set local loading_dock.actor = 'command line'`;
      await tx`delete from admins where user_id <> (select user_id from admins limit 1)`;
    });
    await site.sql`insert into admins (user_id)
      select id from auth.users where email = ${people.stranger.email}
      on conflict do nothing`;
    const rows = await entries();
    expect(rows.map(({ actor, actor_email }) => [actor, actor_email])).toEqual([
      ["database", null],
      ["command line", null],
      ["database", null],
    ]);
    expect(rows[1]).toMatchObject({ table_name: "admins", label: people.stranger.email });
  });

  test("a truncated table as rows that were deleted", async () => {
    await addService();
    const [row] = await site.sql`select count(*)::int as n from services`;
    await empty();
    await site.sql.begin(async (tx) => {
      await tx`truncate services`;
      const gone = await tx`select operation, count(*)::int as n from history group by 1`;
      expect(gone).toEqual([{ operation: "DELETE", n: row?.n }]);
      await tx`rollback and chain`;
    });
  });

  test("of a submission its status, and no word about the person", async () => {
    await site
      .visitor()
      .from("contact_submissions")
      .insert({
        name: "Ana Ruiz",
        email: "ana@example.com",
        monthly_volume: "101-500",
        platforms: ["Etsy"],
        message: "Secret plans",
      })
      .throwOnError();
    const [{ id } = {}] = await site.sql`select id from contact_submissions`;
    await dana.from("contact_submissions").update({ status: "contacted" }).eq("id", id);
    await dana.from("contact_submissions").update({ is_spam: true }).eq("id", id);
    await dana.from("contact_submissions").delete().eq("id", id);
    const rows = await entries();
    expect(rows).toMatchObject([
      {
        table_name: "contact_submissions",
        row_id: id,
        label: null,
        fields: ["status"],
        before: { status: "new" },
        after: { status: "contacted" },
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Ana|ana@|Secret/);
  });
});

test("says by whom, of what and where changes can be looked for", async () => {
  await addService();
  await write(mia, "By Mia");
  await site.sql`update site_settings set setting_value = setting_value || ' Inc'
    where setting_key = 'company_name'`;
  const { data } = await dana.rpc("history_filters").throwOnError();
  expect(data).toEqual({
    people: [people.admin.email, people.stranger.email, "database"],
    kinds: ["services", "site_content", "site_settings"],
    pages: ["home", "services"],
  });
});

test("lists changes by person, kind, page and time, page by page", async () => {
  for (const title of ["A", "B", "C"]) await addService(title);
  await write(mia, "By Mia, later");
  const list = async (what: object, more: object = {}) => {
    const { data } = await dana.rpc("history_list", { what, ...more }).throwOnError();
    return data as HistoryChange[];
  };
  const labels = (changes: HistoryChange[]) => changes.map(({ label }) => label);
  expect(labels(await list({}))).toEqual(["hero / title", "C", "B", "A"]);
  expect(labels(await list({ person: people.stranger.email }))).toEqual(["hero / title"]);
  expect(labels(await list({ person: "server" }))).toEqual([]);
  expect(labels(await list({ kind: "services" }))).toEqual(["C", "B", "A"]);
  expect(labels(await list({ page: "home" }))).toEqual(["hero / title"]);
  const first = await list({}, { page_size: 2 });
  const [, last] = first;
  expect(labels(first)).toEqual(["hero / title", "C"]);
  expect(labels(await list({}, { page_size: 2, older_than: last }))).toEqual(["B", "A"]);
  expect(labels(await list({ since: last?.changed_at }))).toEqual(["hero / title", "C"]);
  expect(labels(await list({ until: last?.changed_at }))).toEqual(["B", "A"]);
  const [home] = await list({ page: "home" });
  expect(home?.after).toEqual({ content_value: "By Mia, later" });
  await write(dana, "long ".repeat(100));
  expect((await list({}))[0]?.after).toEqual({});
});

describe("nobody writes it", () => {
  const statements = [
    "insert into history select * from history",
    "update history set label = 'Nobody'",
    "delete from history",
    "truncate history",
  ];
  test.each(statements)("not even its owner: %s", async (statement) => {
    await write(dana, `Owner ${statement}`);
    await expect(site.sql.unsafe(statement)).rejects.toMatchObject({
      code: "42501",
      message: "The history writes itself; nobody changes it.",
    });
  });

  test.each(["anon", "authenticated", "service_role"])("%s has no right to", async (role) => {
    await write(dana, `Role ${role}`);
    for (const statement of statements)
      await expect(
        site.sql.begin(async (tx) => {
          await tx.unsafe(`set local role ${role}`);
          await tx.unsafe(statement);
        }),
      ).rejects.toThrow(/permission denied/);
    const [rights] = await site.sql`select count(*)::int as n
      from information_schema.role_table_grants
      where table_name = 'history' and grantee = ${role} and privilege_type <> 'SELECT'`;
    expect(rights?.n).toBe(0);
  });

  test("only what is too old goes, in batches", async () => {
    for (const title of ["A", "B", "C"]) await addService(title);
    await wait("731 days");
    await write(dana, "Young");
    const { data } = await dana.rpc("history_clean", { batch: 2 }).throwOnError();
    expect(data).toBe(2);
    expect(await entries()).toHaveLength(2);
    await dana.rpc("history_clean").throwOnError();
    expect(await entries()).toMatchObject([{ after: { content_value: "Young" } }]);
  });

  test("the server's own cleaning goes on until nothing is too old, or it is told to stop", async () => {
    await around(`insert into history (change_id, began_at, changed_at, actor, table_name, row_id,
        operation, fields)
      select gen_random_uuid(), t, t, 'server', 'services', gen_random_uuid(), 'INSERT', '{}'
      from generate_series(1, 1500) as i, lateral (select now() - interval '9 days' + i * interval '1s')
        as s (t)`);
    await site.sql`update private.history_settings set days = 8`;
    const pool = openPool(site.env.databaseUrl as string, createLog("silent"), 1);
    await cleanHistory(pool, AbortSignal.abort());
    expect(await entries()).toHaveLength(1500);
    await cleanHistory(pool, new AbortController().signal);
    expect(await entries()).toEqual([]);
    await closePool(pool);
  });

  test("HISTORY_DAYS says how long, each time the server starts", async () => {
    const days = async () => (await site.sql`select days from private.history_settings`)[0]?.days;
    const start = (value: string) =>
      prepareDatabase(
        site.env.databaseUrl as string,
        { ...site.env, historyDays: readEnv({ HISTORY_DAYS: value }).historyDays },
        createLog("silent"),
      );
    await start("30");
    expect(await days()).toBe(30);
    await start("");
    expect(await days()).toBe(730);
  });
});
