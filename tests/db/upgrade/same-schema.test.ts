import { expect, test } from "vitest";
import type { Sql } from "#server/backend/postgres/connection.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { isBaseline } from "#server/backend/self-hosted/migrations/baseline.ts";
import { migrate, migrateBefore, seed } from "#server/backend/self-hosted/migrations/migrate.ts";
import { schemaTexts } from "../../../scripts/write/schema-text.ts";
import { rowsOf, schemaOf, withEmpty } from "./steps.ts";

/** A stub of pg_cron that only records its arguments, which is all that migrations need. */
const CRON = `
create schema cron;
create table cron.job (name text primary key, schedule text, command text);
create function cron.schedule(text, text, text) returns void language sql
  as 'insert into cron.job values ($1, $2, $3)';
insert into pg_catalog.pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  values (9999999, 'pg_cron', 10, 'cron'::regnamespace, false, '1');
`;

/** As on hosted Supabase, in projects that expose new tables by default. */
const GIVES_ALL = ["tables", "sequences", "functions"]
  .map(
    (kind) =>
      `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role;`,
  )
  .join("\n");

const PLAIN_WORDS = "20261128060000";

/** The result of one way to create the schema. */
const made = (before: string, make: (sql: Sql) => Promise<unknown>) =>
  withEmpty(async (sql) => {
    await bootstrap(sql);
    await sql.unsafe(before).simple();
    await make(sql);
    const schema = await schemaOf(sql);
    const rows = await rowsOf(sql);
    await seed(sql);
    return { schema, rows, seeded: await rowsOf(sql) };
  });

test.each([
  ["a server of our own", ""],
  ["a project with clocks that exposes new tables without being asked", CRON + GIVES_ALL],
])("new and older databases have the same schema after all migrations: %s", async (_, before) => {
  const [old, baseline] = await Promise.all([
    made(before, async (sql) => {
      await migrateBefore(sql);
      await migrate(sql);
    }),
    made(before, (sql) => migrate(sql)),
  ]);
  expect(Object.keys(baseline.schema).length).toBeGreaterThan(15);
  expect(baseline.schema).toEqual(old.schema);
  expect(baseline.rows["storage.buckets"]).toHaveLength(1);
  expect(baseline.rows["cron.job"] ?? []).toHaveLength(before ? 5 : 0);
  expect(baseline.rows).toEqual(old.rows);
  expect(baseline.seeded).toEqual(old.seeded);
});

test("detects a differing function, constraint or privilege", async () => {
  await withEmpty(async (sql) => {
    await bootstrap(sql);
    await migrate(sql, { only: isBaseline });
    const before = await schemaOf(sql);
    const after = (change: string) =>
      sql.begin(async (tx) => {
        await tx.unsafe(change);
        const changed = await schemaTexts(tx);
        await tx`rollback`;
        return changed;
      });
    for (const change of [
      "create or replace function private.default_zone() returns text language sql immutable parallel safe set search_path = '' as 'select ''UTC'''",
      "alter function private.default_zone() stable",
      "grant execute on function private.default_zone() to anon",
      "alter table public.services drop constraint services_title_required",
      "alter table public.services alter title set default ''",
      "alter table public.services alter icon_name drop not null",
      "alter table public.services add column width integer",
      "alter table public.services disable trigger set_updated_at",
      "alter table public.services disable row level security",
      "drop index public.services_in_order",
      "drop trigger note_editor on public.services",
      'alter policy "Visitors read active services" on public.services using (true)',
      "grant update (title) on public.services to anon",
      "comment on column public.services.title is 'What it is called.'",
      "alter default privileges in schema public grant select on tables to anon",
      "grant create on schema private to anon",
      "grant truncate on storage.objects to anon",
    ])
      expect(Object.fromEntries(await after(change)), change).not.toEqual(before);
  });
});

test("plain words: a function with neither the old nor the new sentence stops the migration", async () => {
  const before = (version: string) => version < PLAIN_WORDS;
  await withEmpty(async (sql) => {
    await bootstrap(sql);
    await migrate(sql, { only: before });
    await sql`create or replace function private.digest(moment timestamptz default now())
      returns jsonb language sql stable security definer set search_path = '' as 'select null::jsonb'`;
    await expect(migrate(sql)).rejects.toThrow(/ private\.digest\(.*\) has neither /);
  });
});

test("plain words: running the migration again changes nothing", async () => {
  const until = (version: string) => version <= PLAIN_WORDS;
  await withEmpty(async (sql) => {
    await bootstrap(sql);
    await migrateBefore(sql);
    await migrate(sql, { only: until });
    const once = await schemaOf(sql);
    await sql`delete from supabase_migrations.schema_migrations where version = ${PLAIN_WORDS}`;
    expect(await migrate(sql, { only: until })).toEqual([PLAIN_WORDS]);
    expect(await schemaOf(sql)).toEqual(once);
  });
});
