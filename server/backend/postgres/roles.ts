import { SettingError } from "#server/runtime/env.ts";
import { type Sql, type Tx, withConnection } from "./connection.ts";
import { asDatabaseError, isPoolerRefusal } from "./errors.ts";

/** The logins of the server's two pools. Neither is a superuser, and neither owns anything. */
export interface Logins {
  /** can only become a visitor, a signed-in person or the service, like PostgREST's authenticator */
  api: string;
  /** the same, and can read and write the server's own data: accounts, due emails, files */
  server: string;
}

/**
 * Creates the two roles of this database and grants their rights. Roles belong to the whole cluster, so
 * their names include the database's. Safe to run again; the caller holds the migration lock.
 * @param owner a connection of the database's owner, which requests never get
 * @param password letters, digits, - and _
 */
export async function ensureLogins(
  owner: Sql | Tx,
  databaseUrl: string,
  password: string,
): Promise<Logins> {
  const [row] = await owner`select current_database()::text as database`;
  const { api, server } = loginNames(String(row?.database));
  for (const role of [api, server]) await owner.unsafe(login(role, password)).simple();
  await owner.unsafe(NO_TEMPORARY_TABLES).simple();
  await owner.unsafe(serverRights(server)).simple();
  return { api: urlAs(databaseUrl, api, password), server: urlAs(databaseUrl, server, password) };
}

/** The roles that a database's requests log in as. */
export function loginNames(database: string): Logins {
  const name = roleName(database);
  return { api: `${name}_api`, server: `${name}_server` };
}

/** The roles that a login can become: a visitor, a signed-in person, the service. */
export const API_ROLES = ["anon", "authenticated", "service_role"];

/** PostgreSQL cuts names after 63 bytes, so a long name is shortened with a hash to stay unique. */
function roleName(database: string): string {
  const plain = database.replaceAll(/[^\w-]/g, "_");
  return plain === database && plain.length <= 48
    ? plain
    : `${plain.slice(0, 40)}_${hash(database)}`;
}

const hash = (text: string) =>
  [...text].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7).toString(36);

const settings = (role: string, password: string) => `
    alter role "${role}" password '${password}';
    alter role "${role}" set statement_timeout = '8s';
    alter role "${role}" set idle_in_transaction_session_timeout = '30s';`;

/** An owner without the right to alter roles switches to the role, which may alter itself. */
const login = (role: string, password: string) => `
do $$
declare
  name text;
begin
  if not exists (select from pg_roles where rolname = '${role}') then
    begin
      create role "${role}" login noinherit;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if exists (
    select from pg_roles where rolname = '${role}'
      and (not rolcanlogin or rolinherit or rolcreatedb or rolcreaterole)
  ) then
    alter role "${role}" with login noinherit nocreatedb nocreaterole;
  end if;
  begin${settings(role, password)}
  exception when insufficient_privilege then
    set local role "${role}";${settings(role, password)}
    set local role none;
  end;
  foreach name in array array['${API_ROLES.join("', '")}'] loop
    if not pg_has_role('${role}', name, 'member') then
      execute format('grant %I to "${role}"', name);
    end if;
  end loop;
  if not has_database_privilege('${role}', current_database(), 'connect') then
    execute format('grant connect on database %I to "${role}"', current_database());
  end if;
end
$$;
`;

/** Nothing here needs temporary tables. If the database isn't ours, its owner decides. */
const NO_TEMPORARY_TABLES = `
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
exception when insufficient_privilege then null;
end
$$;
`;

/** The owner reads secrets once, at startup, so the server role gets no access to them. */
const serverRights = (role: string) => `
grant usage on schema auth, storage, loading_dock to "${role}";
grant select, insert, update, delete on all tables in schema auth, loading_dock to "${role}";
revoke all on loading_dock.state, loading_dock.secrets from "${role}";
grant select on storage.objects to "${role}";
grant usage on schema private to "${role}";
grant execute on function private.mailbox_of(text), private.roles_of(uuid), private.company_zone(),
  private.browser_in_words(text), private.audit_failed_sign_in(text, text, text) to "${role}";
drop policy if exists "The server finds every file" on storage.objects;
create policy "The server finds every file" on storage.objects for select to "${role}" using (true);
`;

function urlAs(databaseUrl: string, role: string, password: string): string {
  // A URL without a host (it may be in the query) has no place for a user.
  const url = new URL(databaseUrl.replace(/^(\w+:\/\/)(?=\/)/, "$1localhost"));
  url.username = role;
  url.password = password;
  return url.href;
}

/** @throws SettingError when the database refuses the role */
export async function checkLogin(url: string): Promise<void> {
  await withConnection(url, (sql) => sql`select 1`).catch((cause) => {
    const refused = /^28/.test(asDatabaseError(cause)?.code ?? "") || isPoolerRefusal(cause);
    if (!refused) throw cause;
    const role = decodeURIComponent(new URL(url).username);
    throw new SettingError(
      `Requests log in as role "${role}", and the database rejected that login. Allow it to log in with a password: in pg_hba.conf, or by auth_query in a pooler (deploy/pgbouncer.ini).`,
    );
  });
}
