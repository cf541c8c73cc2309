import { connect, type Sql, type Tx, withConnection } from "#server/backend/postgres/connection.ts";

/**
 * Every privilege of visitors, of signed-in users and of the secret key, and every policy, one line each. A
 * push must produce the same lines whatever default privileges a project has.
 */
export async function rightsOf(url: string): Promise<string[]> {
  return withConnection(url, async (sql) => {
    const held = await privilegesOf(sql, ["anon", "authenticated", "service_role"]);
    const rows = await sql`
      select format('%s %s %s', p.oid::regprocedure, role, has_function_privilege(role, p.oid, 'execute'))
        from pg_proc p, unnest(array['anon', 'authenticated', 'service_role']) role
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      union all
      select format('%s.%s %s %s %s %s %s', schemaname, tablename, policyname, cmd, roles, qual, with_check)
        from pg_policies where schemaname in ('public', 'private', 'storage')
      order by 1`;
    return [...held.filter(isOurs), ...rows.map(({ line }) => line as string)];
  });
}

/** The project owns the other schemas, and what its own roles grant on objects they create there. */
const isOurs = (line: string) => /^(default for \S+ in public|\w+ (public|private)\b)/.test(line);

/** Makes the project one that exposes each new table automatically, or one that doesn't. */
export async function exposeNewTables(url: string, exposes: boolean): Promise<void> {
  const sql = connect(url, 1);
  const verb = exposes ? "grant all on" : "revoke all on";
  const roles = `${exposes ? "to" : "from"} anon, authenticated, service_role`;
  for (const kind of ["tables", "functions", "sequences"])
    await sql.unsafe(`alter default privileges in schema public ${verb} ${kind} ${roles}`);
  if (exposes)
    await sql`grant all on storage.buckets, storage.objects to anon, authenticated, service_role`;
  await sql.end();
}

/**
 * Every privilege of these roles, read from the catalog, one line each: object, role and privilege. Includes
 * those granted to PUBLIC, explicitly or by default. Excludes owners' privileges, and those that PostgreSQL
 * granted in its own schemas when the database was created.
 */
export async function privilegesOf(sql: Sql | Tx, roles: readonly string[]): Promise<string[]> {
  const rows = await sql.unsafe(
    `with held as (${KINDS.join(" union all ")})
     select distinct held.kind || ' ' || held.name as what,
       case when a.grantee = 0 then 'PUBLIC' else a.grantee::regrole::text end as who,
       a.privilege_type || case when a.is_grantable then ' with grant option' else '' end as may
     from held, aclexplode(held.acl) a left join pg_roles r on r.oid = a.grantee
     where a.grantee <> held.owner and (a.grantee = 0 or r.rolname = any ($1))
     order by 1, 2, 3`,
    [roles as string[]],
  );
  return rows.map(({ what, who, may }) => `${what}: ${who} ${may}`);
}

/** Excludes PostgreSQL's own schemas, which are checked separately against their initial state. */
const OURS = `not in ('pg_catalog', 'information_schema', 'pg_toast') and nspname !~ '^pg_(toast_)?temp_'`;

/** Each kind of object with an access list (PostgreSQL manual, 5.8); acldefault covers missing ones. */
const KINDS = [
  `select case relkind when 'S' then 'sequence' else 'table' end as kind, nspname || '.' || relname as name,
     coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)) as acl, relowner as owner
   from pg_class c join pg_namespace n on n.oid = relnamespace
   where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and nspname ${OURS}`,
  `select 'column', nspname || '.' || relname || '.' || attname, attacl, relowner
   from pg_attribute t join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
   where attacl is not null and nspname ${OURS}`,
  `select 'function', nspname || '.' || proname, coalesce(proacl, acldefault('f', proowner)), proowner
   from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname ${OURS}`,
  `select 'schema', nspname, coalesce(nspacl, acldefault('n', nspowner)), nspowner
   from pg_namespace where nspname ${OURS}`,
  `select 'type', nspname || '.' || typname, coalesce(typacl, acldefault('T', typowner)), typowner
   from pg_type t join pg_namespace n on n.oid = typnamespace
     left join pg_class c on c.oid = typrelid
   where nspname ${OURS} and typelem = 0 and typtype <> 'm' and coalesce(relkind, 'c') = 'c'`,
  `select 'database', 'this', coalesce(datacl, acldefault('d', datdba)), datdba
   from pg_database where datname = current_database()`,
  `select 'large object', oid::text, coalesce(lomacl, acldefault('L', lomowner)), lomowner
   from pg_largeobject_metadata`,
  `select 'language', lanname, lanacl, lanowner from pg_language where lanname not in ('internal', 'c', 'sql', 'plpgsql')`,
  `select 'wrapper', fdwname, coalesce(fdwacl, acldefault('F', fdwowner)), fdwowner from pg_foreign_data_wrapper`,
  `select 'server', srvname, coalesce(srvacl, acldefault('S', srvowner)), srvowner from pg_foreign_server`,
  `select 'tablespace', spcname, spcacl, spcowner from pg_tablespace`,
  `select 'parameter', parname, paracl, 0::oid from pg_parameter_acl`,
  `select 'default for ' || defaclobjtype::text || ' in', coalesce(nspname, 'every schema'), defaclacl, defaclrole
   from pg_default_acl left join pg_namespace n on n.oid = defaclnamespace`,
];

/** Objects in PostgreSQL's own schemas whose access list differs from the initial one. */
export async function changedByOthers(sql: Sql): Promise<string[]> {
  const rows = await sql`
    with own as (
      select oid from pg_namespace where nspname = 'pg_catalog'
    ), held as (
      select 'pg_class'::regclass::oid as classoid, oid as objoid, relacl as acl,
        relnamespace::regnamespace || '.' || relname as name from pg_class where relnamespace in (select oid from own)
      union all
      select 'pg_proc'::regclass, oid, proacl, oid::regprocedure::text from pg_proc
        where pronamespace in (select oid from own)
      union all
      select 'pg_namespace'::regclass, oid, nspacl, nspname from pg_namespace where oid in (select oid from own)
    )
    select name from held left join pg_init_privs i
      on i.classoid = held.classoid and i.objoid = held.objoid and i.objsubid = 0
    where held.acl is distinct from i.initprivs order by 1`;
  return rows.map(({ name }) => name as string);
}
