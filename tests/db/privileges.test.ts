import { expect, test } from "vitest";
import { PRIVILEGES } from "#tests/access/privileges.ts";
import { changedByOthers, privilegesOf } from "../../scripts/hosted/rights.ts";
import { site, withSite } from "./steps.ts";

/** Every privilege of every role that a request can act as: tests/access/privileges.ts lists them. */
let name: string;
let roles: string[];

withSite(async () => {
  const [row] = await site.sql`select current_database()::text as name`;
  name = String(row?.name);
  roles = ["anon", "authenticated", "service_role", `${name}_api`, `${name}_server`];
});

const held = async () =>
  (await privilegesOf(site.sql, roles)).map((line) => line.replace(`${name}_`, "site_"));

test("the database has exactly the listed privileges", async () => {
  // Everyone may use an extension's functions and types, which read none of our data.
  const ours = (await held()).filter(
    (line) => !/^(function|type) extensions\.\w+: PUBLIC/.test(line),
  );
  expect(ours.toSorted()).toEqual([...new Set(PRIVILEGES)].toSorted());
});

test.each([
  ["truncate on storage.objects", "anon", "table storage.objects: anon TRUNCATE"],
  ["references (id) on public.admins", "authenticated", "column public.admins.id: "],
  ["trigger on public.services", "service_role", "table public.services: service_role TRIGGER"],
  ["create on schema private", "anon", "schema private: anon CREATE"],
  ["temporary on database this", "public", "database this: PUBLIC TEMPORARY"],
  ["execute on function private.add_history", "public", "function private.add_history: PUBLIC"],
])("a grant of %s to %s is found", async (grant, role, line) => {
  const undo = new Error("seen");
  const before = await held();
  const seen = site.sql.begin(async (tx) => {
    const what = grant
      .replace("database this", `database "${name}"`)
      .replace("(id) on public.admins", "(user_id) on public.admins");
    await tx.unsafe(`grant ${what} to ${role}`);
    const more = (await privilegesOf(tx, roles)).map((one) => one.replace(`${name}_`, "site_"));
    expect(more.filter((one) => !before.includes(one)).join("\n")).toContain(
      line.replace("admins.id", "admins.user_id"),
    );
    throw undo;
  });
  await expect(seen).rejects.toBe(undo);
});

test("grants nothing on later objects", async () => {
  const undo = new Error("seen");
  const before = await held();
  const seen = site.sql.begin(async (tx) => {
    await tx`create table public.later (id bigint generated always as identity)`;
    await tx`create sequence public.later_numbers`;
    expect(await privilegesOf(tx, roles)).toHaveLength(before.length);
    await tx`grant usage on sequence public.later_numbers to anon`;
    await tx`select lo_create(424242)`;
    await tx`grant select on large object 424242 to authenticated`;
    const more = await privilegesOf(tx, roles);
    expect(more).toContain("sequence public.later_numbers: anon USAGE");
    expect(more).toContain("large object 424242: authenticated SELECT");
    throw undo;
  });
  await expect(seen).rejects.toBe(undo);
});

test("leaves PostgreSQL's own objects unchanged", async () => {
  expect(await changedByOthers(site.sql)).toEqual([]);
});

test("gives these roles no rights by attribute or membership", async () => {
  const attributes = await site.sql`
    select rolname from pg_roles where rolname = any (${roles})
      and (rolsuper or rolinherit or rolcreaterole or rolcreatedb or rolreplication
        or rolbypassrls and rolname <> 'service_role')`;
  expect(attributes).toEqual([]);
  const members = await site.sql`
    select member::regrole::text || ' is ' || roleid::regrole::text as line from pg_auth_members
    where member::regrole::text = any (${roles}) order by 1`;
  expect(members.map(({ line }) => line.replace(`${name}_`, "site_"))).toEqual(
    ["site_api", "site_server"].flatMap((login) =>
      ["anon", "authenticated", "service_role"].map((role) => `${login} is ${role}`),
    ),
  );
  const owned = await site.sql`
    select relname from pg_class where relowner::regrole::text = any (${roles})`;
  expect(owned).toEqual([]);
});
