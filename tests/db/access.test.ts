import { describe, expect, test } from "vitest";
import { RPC_BOUNDS } from "#server/backend/gateway/operations/index.ts";
import { arrange } from "#tests/access/arrange.ts";
import { perPerson, signInEveryone } from "#tests/access/everyone.ts";
import { functions, HELPERS } from "#tests/access/functions.ts";
import { isOwnHistory, keyOf, rights, selects, writes } from "#tests/access/tables.ts";
import { ACCOUNTS, ADMINS, ANYBODY, EDITORS, NOBODY, SALES, STAFF } from "#tests/tables/facts.ts";
import { type Table, tables } from "#tests/tables/index.ts";
import { site, withSite } from "./steps.ts";

/**
 * The access table of rule R-8, cell by cell, through supabase-js. tests/access lists what each role gets.
 */
let people: Awaited<ReturnType<typeof signInEveryone>>;

withSite(async () => {
  people = await signInEveryone(site);
  await site.sql`insert into site_settings (setting_key) values ('internal_note')`;
  // No lead's notice gets due: the server's job would change rows while a test compares them.
  await site.sql`create function private.never_due() returns trigger language plpgsql set search_path = ''
    as 'begin new.mail_next_attempt_at := null; return new; end'`;
  await site.sql`create trigger zz_never_due before insert or update on contact_submissions
    for each row execute function private.never_due()`;
});

describe("tables", () => {
  test.each(selects)("$who selects from $table: $gets", async ({ table, who, gets }) => {
    await arrange(site.sql, table);
    const { isShown, shown, border = [] } = tables[table as Table] ?? {};
    for (const row of shown ? [shown, ...border] : []) await arrange(site.sql, table, row);
    const rows = await site.sql`select * from ${site.sql(table)}`;
    const expected = rows.filter((row) => {
      if (gets === "shown") return isShown?.(row);
      return gets === "own" ? isOwnHistory(who, row.table_name) : gets === "all";
    });
    const key = keyOf(table);
    // A response has at most 1,000 rows, and this file leaves more in the history.
    const { data } = await people[who].from(table).select(key).order(key);
    const seen = ((data ?? []) as unknown as Record<string, string>[]).map((row) => row[key]);
    const keys = expected.map((row) => row[key]).toSorted();
    expect(seen.toSorted()).toEqual(keys.slice(0, 1000));
    if (gets === "shown") {
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.length).toBeLessThan(rows.length);
    }
  });

  // Rows that visitors see get no more write access than others.
  const onBoth = writes.flatMap((cell) => {
    const { shown } = tables[cell.table as Table] ?? {};
    const hidden = { ...cell, what: cell.table as string, more: {} };
    return shown
      ? [hidden, { ...cell, what: `${cell.table}, a row that visitors see`, more: shown }]
      : [hidden];
  });
  test.each(onBoth)(
    "$who may $operation in $what: $gets",
    async ({ table, operation, who, gets, more }) => {
      // Everyone writes only their own notes.
      const own =
        table === "submission_notes" && gets === "yes"
          ? { author_id: (await people[who].auth.getUser()).data.user?.id }
          : {};
      const { match, row, patch } = await arrange(site.sql, table, { ...more, ...own });
      const before = await rowsOf(table);
      const from = people[who].from(table);
      const { error } =
        operation === "insert"
          ? await from.insert<object>(row)
          : operation === "update"
            ? await from.update(patch).match(match)
            : await from.delete().match(match);
      const after = await rowsOf(table);
      if (gets === "yes") {
        expect(error).toBeNull();
        expect(after).not.toEqual(before);
      } else {
        expect(after).toEqual(before);
        if (error) expect(error.code).toBe("42501");
        else expect(operation).not.toBe("insert");
      }
    },
  );

  const noAdmin = onBoth.filter((cell) => cell.operation === "update" && cell.gets === "no");
  test.each(noAdmin)("$who changes nothing in $what by an upsert", async ({ table, who, more }) => {
    const { match, row, patch } = await arrange(site.sql, table, more);
    const before = await rowsOf(table);
    const { error } = await people[who].from(table).upsert({ ...row, ...match, ...patch });
    const after = await rowsOf(table);
    // A visitor's message is always a new row, whatever id it claims.
    if (table === "contact_submissions" && !error)
      expect(after).toEqual(expect.arrayContaining(before));
    else expect(after).toEqual(before);
  });

  test("lists the rights of every table", async () => {
    const rows = await site.sql`select table_name from information_schema.tables
      where table_schema = 'public' order by 1`;
    expect(rights.map(({ table }) => table as string).toSorted()).toEqual(
      rows.map(({ table_name }) => table_name),
    );
  });

  test("grants API roles no other tables", async () => {
    const rights =
      await site.sql`select table_name, grantee from information_schema.table_privileges
      where table_schema = 'private' and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')`;
    expect(rights).toEqual([]);
  });

  test("every table has row-level security", async () => {
    const open = await site.sql`select relname from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and relkind in ('r', 'p') and not relrowsecurity`;
    expect(open).toEqual([]);
  });
});

describe("functions", () => {
  /** The callers in the bounds table, by who passes the permission check. */
  const WHO = new Map([
    [ANYBODY, ["anybody", "page"]],
    [ACCOUNTS, ["account"]],
    [STAFF, ["staff"]],
    [SALES, ["sales"]],
    [EDITORS, ["editor"]],
    [ADMINS, ["admin"]],
    [NOBODY, ["server"]],
  ]);
  test.each(functions)("the table of bounds says who calls %s", (name, _args, gets) => {
    expect(WHO.get(gets)).toContain(RPC_BOUNDS.get(name)?.who);
  });

  test("has exactly one row of limits per function of the API", () => {
    expect([...RPC_BOUNDS.keys()].toSorted()).toEqual(functions.map(([name]) => name).toSorted());
  });

  // Some functions are open to everyone in the database, but only to pages in the gateway.
  const throughGateway = ([name, args, gets]: (typeof functions)[number]) =>
    perPerson({ name, args }, RPC_BOUNDS.get(name)?.who === "page" ? NOBODY : gets);
  const calls = functions.flatMap(throughGateway);
  test.each(calls)("$who calls $name: $gets", async ({ name, args, who, gets }) => {
    const answer = await people[who].rpc(name, args);
    if (gets === "yes") expect([200, 204, 404, 409]).toContain(answer.status);
    else
      expect([answer.status, answer.error?.code]).toEqual([who === "visitor" ? 401 : 403, "42501"]);
    if (name === "is_admin_user") expect(answer.data).toBe(who === "admin" || who === "owner");
  });

  test("lists the facts of every function of the API", async () => {
    const rows = await site.sql`select distinct proname from pg_proc
      where pronamespace = 'public'::regnamespace`;
    expect(functions.map(([name]) => name).toSorted()).toEqual(
      rows.map((row) => row.proname).toSorted(),
    );
  });

  // A function that checks its caller would refuse anyway: this is the layer in front of it.
  test("grants each function only to the roles that may call it", async () => {
    const rows = await site.sql`
      select nspname as schema, proname as name,
        array_remove(array[
          case when has_function_privilege('anon', p.oid, 'execute') then 'anon' end,
          case when has_function_privilege('authenticated', p.oid, 'execute') then 'authenticated' end
        ], null) as roles
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where nspname in ('public', 'private') and prorettype <> 'trigger'::regtype`;
    const granted = (schema: string) =>
      rows.filter((row) => row.schema === schema).map(({ name, roles }) => [name, roles.join(" ")]);
    const expected = functions.map(([name, , gets]) => [
      name,
      [gets[0] === "yes" && "anon", gets.includes("yes") && "authenticated"]
        .filter(Boolean)
        .join(" "),
    ]);
    expect(Object.fromEntries(granted("public"))).toEqual(Object.fromEntries(expected));
    const helpers = granted("private").filter(([, roles]) => roles !== "");
    const open = Object.entries(HELPERS).flatMap(([roles, names]) =>
      names.map((name) => [name, roles]),
    );
    expect(Object.fromEntries(helpers)).toEqual(Object.fromEntries(open));
  });

  test("pins the search path of each function", async () => {
    const rows = await site.sql`select proname from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not coalesce(proconfig @> array['search_path=""'], false)`;
    expect(rows).toEqual([]);
  });
});

const rowsOf = async (table: string) =>
  (await site.sql`select to_jsonb(t)::text as row from ${site.sql(table)} t order by 1`).map(
    ({ row }) => row,
  );
