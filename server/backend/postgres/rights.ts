import { SettingError } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import type { Sql } from "./connection.ts";
import { API_ROLES, loginNames } from "./roles.ts";

/**
 * What the user of DATABASE_URL lacks to start, upgrade and restore a site in this database.
 * @returns the statements that a superuser must run, without semicolons
 */
async function missingRights(sql: Sql): Promise<string[]> {
  const [me] = await sql<Me[]>`
    select quote_ident(current_user) as name, quote_ident(current_database()) as database,
      current_database()::text as plain, rolsuper as super, rolcreaterole as "createsRoles",
      current_setting('server_version_num')::int as version,
      has_database_privilege(current_database(), 'create') as "createsSchemas",
      coalesce((select has_schema_privilege(oid, 'create') from pg_namespace
        where nspname = 'public'), false) as "usesPublic"
    from pg_roles where rolname = current_user`;
  if (!me || me.super) return [];
  const { name, database } = me;
  const missing = await missingOfRoles(sql, me);
  if (!me.createsSchemas) missing.push(`grant create on database ${database} to ${name}`);
  if (!me.usesPublic) missing.push(`grant usage, create on schema public to ${name}`);
  return missing;
}

interface Me {
  /** quoted if necessary, like `database` */
  name: string;
  database: string;
  plain: string;
  super: boolean;
  createsRoles: boolean;
  version: number;
  createsSchemas: boolean;
  usesPublic: boolean;
}

async function missingOfRoles(sql: Sql, { name, plain, createsRoles, version }: Me) {
  const logins = Object.values(loginNames(plain));
  const roles = await sql<{ name: string; admin: boolean; member: boolean; has: string[] }[]>`
    select r.rolname::text as name,
      pg_has_role(current_user, r.oid, 'member with admin option') as admin,
      pg_has_role(current_user, r.oid, 'member') as member,
      array(select other::text from unnest(${API_ROLES}::text[]) as other
        join pg_roles on rolname = other where pg_has_role(r.oid, other, 'member')) as has
    from pg_roles r where r.rolname = any (${[...API_ROLES, ...logins]})`;
  const known = new Map(roles.map((role) => [role.name, role]));
  // PostgreSQL 16 and later require the admin option; before that, CREATEROLE can alter all of them.
  const changes = (role: string) => known.get(role)?.admin || (createsRoles && version < 160_000);
  const lacks = (login: string, role: string) => !known.get(login)?.has.includes(role);
  const missing: string[] = [];
  if (known.size < API_ROLES.length + logins.length && !createsRoles)
    missing.push(`alter role ${name} createrole`);
  for (const login of logins)
    if (known.get(login)?.member === false && !changes(login))
      missing.push(`grant "${login}" to ${name}`);
  for (const role of API_ROLES)
    if (known.has(role) && !changes(role) && logins.some((login) => lacks(login, role)))
      missing.push(`grant ${role} to ${name} with admin option`);
  return missing;
}

/** Logs what a restore or an upgrade of this site would lack. */
export async function warnAboutMissingRights(sql: Sql, log: Log): Promise<void> {
  const missing = await missingRights(sql);
  if (missing.length > 0)
    log.warn(
      { missing },
      "the user of DATABASE_URL lacks rights that a start or restore needs. Run these statements as a superuser",
    );
}

/** @throws SettingError when something is missing, before anything is written */
export async function requireRights(sql: Sql): Promise<void> {
  const missing = await missingRights(sql);
  if (missing.length > 0)
    throw new SettingError(
      `The user of DATABASE_URL lacks rights. Nothing was changed. Run deploy/postgres.sql (docs/deploy.md), or run as a superuser: ${missing.join("; ")}`,
    );
}
