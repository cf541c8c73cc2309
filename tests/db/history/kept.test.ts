import { describe, expect, test, vi } from "vitest";
import type { HistoryChange } from "#app/lib/data/database.types.ts";
import { closePool, openPool } from "#server/backend/postgres/pool.ts";
import { cleanHistory } from "#server/backend/self-hosted/cleaning.ts";
import { prepareDatabase } from "#server/backend/self-hosted/prepare.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { people } from "#tests/support/people.ts";
import { addService, around, dana, entries, mia, site, wait, withSite, write } from "./steps.ts";

// The server's own jobs would delete old entries a minute after the start.
vi.mock("#server/runtime/jobs.ts", () => ({ every: () => async () => {} }));

withSite();

test("lists the people, kinds and places to filter by", async () => {
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

describe("no one can write it", () => {
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
      message: "History entries can't be changed.",
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

  test("deletes only old entries, in batches", async () => {
    for (const title of ["A", "B", "C"]) await addService(title);
    await wait("731 days");
    await write(dana, "Young");
    const { data } = await dana.rpc("history_clean", { batch: 2 }).throwOnError();
    expect(data).toBe(2);
    expect(await entries()).toHaveLength(2);
    await dana.rpc("history_clean").throwOnError();
    expect(await entries()).toMatchObject([{ after: { content_value: "Young" } }]);
  });

  test("cleans until nothing is too old, or until stopped", async () => {
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

  test("HISTORY_DAYS sets the limit at each server start", async () => {
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
