import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ASKED } from "#app/features/onboarding/rule/public-rows.ts";
import { resources } from "#app/features/resources.ts";
import { listFactsOf, tableNames, tables } from "#tests/tables/index.ts";
import { writtenSchema } from "../../scripts/write/schema.ts";
import { schemaTexts } from "../../scripts/write/schema-text.ts";
import { typesOf } from "../../scripts/write/types.ts";
import { site, withSite } from "./steps.ts";

/**
 * What holds for every table, whoever added it. Read from the database catalog, so that no table is left out.
 * access.test.ts checks permissions, constraints.test.ts refused rows.
 */
withSite();

const names = (rows: readonly Record<string, unknown>[]) => rows.map(({ name }) => name);

test("each table that the API serves has its facts in tests/tables", async () => {
  const rows = await site.sql`select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname not in ('history', 'lead_events', 'lead_erasures', 'media_trash', 'bookings', 'change_sets', 'change_set_items', 'change_set_remains',
        'preview_links', 'backup_runs', 'backup_downloads', 'mails', 'inbound_mails', 'webhooks', 'webhook_deliveries')
      and has_any_column_privilege('authenticated', oid, 'select, insert, update') order by 1`;
  expect(tableNames.toSorted()).toEqual(names(rows));
});

test("declares each ordered table with its form", async () => {
  const rows = await site.sql`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'display_order' order by 1`;
  expect(resources.map(({ table }) => table).toSorted()).toEqual(names(rows));
  expect(tableNames.filter((table) => tables[table].list).toSorted()).toEqual(names(rows));
});

test("each such table has an index in its order", async () => {
  const rows = await site.sql`select table_name as name from information_schema.columns c
    where table_schema = 'public' and column_name = 'display_order'
      and not exists (select from pg_indexes i where i.tablename = c.table_name
        and i.indexdef like '%(display_order, created_at, id)')`;
  expect(names(rows)).toEqual([]);
});

test.each(resources)("a form of $table stores each of its fields", ({ table }) => {
  const { schema, draft } = listFactsOf(table);
  expect(schema.safeParse(draft).error?.issues).toBeUndefined();
  expect(Object.keys(schema.safeParse(draft).data as object).toSorted()).toEqual(
    Object.keys(draft).toSorted(),
  );
});

/** The lists that visitors read. */
const publicLists = resources.filter(({ shownOn }) => shownOn.length > 0);

test("Make It Yours reads each public list that has demo rows; if not, add it to ASKED and LISTS", () => {
  const withDemo = publicLists.filter(({ seed }) => seed).map(({ table }) => table);
  expect(ASKED.map(({ table }) => table)).toEqual(expect.arrayContaining(withDemo));
});

test.each(publicLists)("a price that $table refers to is protected", async ({ table }) => {
  const text = "From {price: no-such-price}";
  const row = { ...tables[table].make(), [listFactsOf(table).names]: text };
  const [made] = await site.sql`insert into ${site.sql(table)} ${site.sql(row)} returning id`;
  const found = await site.sql`select source, words from private.texts_of_site()
    where row_id = ${made?.id}`;
  await site.sql`delete from ${site.sql(table)} where id = ${made?.id}`;
  expect(found).toMatchObject([{ source: table, words: expect.stringContaining(text) }]);
});

test("the types of the database are those of its migrations; run `npm run types:write` if not", async () => {
  expect(readFileSync("app/lib/data/database.generated.ts", "utf8")).toBe(await typesOf(site.sql));
});

test("supabase/schema is the schema after all migrations; run `npm run schema:write` if not", async () => {
  expect(writtenSchema()).toEqual(await site.sql.begin(schemaTexts));
});

test("makes each staff policy check a capability", async () => {
  const rows = await site.sql`select policyname as name from pg_policies
    where concat(qual, with_check) ~ 'is_admin_user'
      or roles = '{authenticated}'
        and concat(qual, with_check) !~ 'private\\.may_(edit_content|handle_leads|administer)\\(\\)'`;
  expect(names(rows)).toEqual([]);
  const [asked] = await site.sql`select count(*)::integer as policies from pg_policies
    where concat(qual, with_check) ~ 'private\\.may_'`;
  expect(asked?.policies).toBeGreaterThan(30);
});

/** Tables without a trigger that runs `does` at each of `events`. @param level row or statement, before or after */
const without = (does: string, level: number, events: number) => site.sql`
  not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = c.oid and t.tgenabled = 'O' and t.tgqual is null
      -- 'update of' some columns: only where no screen edits the others
      and (t.tgattr = '' or c.relname in ('contact_submissions', 'submission_notes'))
      and p.pronamespace = 'private'::regnamespace and p.proname = ${does}
      -- https://www.postgresql.org/docs/current/catalog-pg-trigger.html: 1 row, 2 before,
      -- 4 insert, 8 delete, 16 update, 32 truncate
      and t.tgtype & 3 = ${level} and t.tgtype & ${events}::int = ${events})`;

test("each table that has updated_at moves it by trigger, at insert and update", async () => {
  const rows = await site.sql`select c.relname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'updated_at'
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p') and not a.attisdropped
      and ${without("set_updated_at", 1 + 2, 4 + 16)}`;
  expect(names(rows)).toEqual([]);
});

test("notifies of every change to each public table", async () => {
  const rows = await site.sql`select c.relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and has_any_column_privilege('anon', oid, 'select')
      and exists (select from pg_policies where tablename = relname and cmd in ('SELECT', 'ALL')
        and roles && array['anon', 'public']::name[])
      and ${without("notify_content_changed", 0, 4 + 8 + 16 + 32)}`;
  expect(names(rows)).toEqual([]);
});

test("names each policy after the people that it lets in", async () => {
  const rows = await site.sql`select policyname as name from pg_policies
    where policyname ~ '^Admins? ' and concat(qual, with_check) !~ 'may_administer'
    or policyname ~ '^Editors? ' and concat(qual, with_check) !~ 'may_edit_content'`;
  expect(names(rows)).toEqual([]);
});

test("has row-level security and policies on each table", async () => {
  const open = await site.sql`select relname as name from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p') and not relrowsecurity`;
  expect(names(open)).toEqual([]);
  const idle = await site.sql`
    select distinct g.table_name || ': ' || g.grantee || ' may ' || lower(g.privilege_type) as name
    from information_schema.table_privileges g
    where g.table_schema = 'public' and g.grantee in ('anon', 'authenticated', 'PUBLIC')
      and not exists (select from pg_policies p
        where p.schemaname = 'public' and p.tablename = g.table_name
          and p.cmd in (g.privilege_type, 'ALL')
          and p.roles && array[lower(g.grantee), 'public']::name[])`;
  expect(names(idle)).toEqual([]);
});

test("each policy is named as a sentence", async () => {
  const rows = await site.sql`select policyname as name from pg_policies
    where schemaname = 'public' and policyname !~ '^[A-Z][a-z]+ [A-Za-z, '']+$'`;
  expect(names(rows)).toEqual([]);
});

test("names the roles of each policy", async () => {
  const rows = await site.sql`select tablename || ': ' || policyname as name from pg_policies
    where schemaname in ('public', 'private') and 'public' = any (roles)`;
  expect(names(rows)).toEqual([]);
});

test("each constraint is named after its table, its subject and its rule", async () => {
  const rows = await site.sql`select conname as name
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where connamespace = 'public'::regnamespace and contype in ('c', 'u')
      and (conname !~ ('^' || relname || '(_[a-z0-9]+){2,}$') or conname ~ '(?<!_one_row_per)_(check|key|excl)[0-9]*$')`;
  expect(names(rows)).toEqual([]);
});

test("gives each function an empty search path, and no default grants", async () => {
  const rows = await site.sql`select proname as name from pg_proc p
    where pronamespace = 'public'::regnamespace
      and exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0)`;
  expect(names(rows)).toEqual([]);
});

describe.each(tableNames)("%s", (table) => {
  const { make, needs, patch } = tables[table];
  const add = async () => ({ ...make(), ...(await needs?.(site.sql)) });

  test("has a version that moves with every update, even within one transaction", async () => {
    const row = await add();
    const versions = await site.sql.begin(async (tx) => {
      const past = { ...row, updated_at: "2000-01-01" };
      const [made] = await tx`insert into ${tx(table)} ${tx(past)} returning id, updated_at::text`;
      const seen = [made?.updated_at];
      for (const change of [patch, patch]) {
        const [changed] =
          await tx`update ${tx(table)} set ${tx({ ...change, updated_at: "2000-01-01" })}
          where id = ${made?.id} returning updated_at::text`;
        seen.push(changed?.updated_at);
      }
      return seen;
    });
    expect(new Set(versions).size).toBe(3);
    expect(versions.filter((version) => version.startsWith("2000"))).toEqual([]);
  });
});

// Visitors see the files of the library from the bucket, without reading its rows.
const seen = tableNames.filter(
  (table) => tables[table].rights.select[0] !== "none" || table === "media_library",
);
test.each(seen)("%s tells of each change once", async (table) => {
  const { make, needs, patch } = tables[table];
  const notifications: string[] = [];
  const stop = site.backend.onContentChange((name) => notifications.push(name));
  // Notifications arrive in commit order: after this one, none of an earlier test can follow.
  await site.sql`select pg_notify('content_changed', 'from now on')`;
  await expect.poll(() => notifications.at(-1)).toBe("from now on");
  notifications.length = 0;
  const row = { ...make(), ...(await needs?.(site.sql)) };
  const [made] = await site.sql`insert into ${site.sql(table)} ${site.sql(row)} returning id`;
  await expect.poll(() => notifications).toEqual([table]);
  await site.sql`update ${site.sql(table)} set ${site.sql(patch)} where id = ${made?.id}`;
  await expect.poll(() => notifications).toEqual([table, table]);
  await site.sql`delete from ${site.sql(table)} where id = ${made?.id}`;
  await expect.poll(() => notifications).toEqual([table, table, table]);
  stop();
});
