import { createHash } from "node:crypto";
import {
  atomically,
  type Sql,
  setSearchPath,
  type Tx,
} from "#server/backend/postgres/connection.ts";
import { AUTH_TABLES, STORAGE_TABLES } from "./migrations/supabase-schemas.ts";

/**
 * What hosted Supabase has before the first migration runs: the API's roles, and the schemas auth,
 * storage and extensions. Migrations rely on it, so it can't be one of them. It also creates our
 * schema loading_dock, closed to API roles, for the server's own data (secrets, limits). Every
 * statement is safe to repeat, and all are skipped while their text is unchanged.
 */
export async function bootstrap(sql: Sql | Tx): Promise<void> {
  const text = [ROLES, AUTH_TABLES, MAILED_LINKS, AUTH_HELPERS, STORAGE_TABLES, GRANTS].join("\n");
  const digest = createHash("sha256").update(text).digest("hex");

  await setSearchPath(sql);
  await sql.unsafe(PRIVATE_SCHEMA).simple();
  const [done] = await sql`select value from loading_dock.state where key = 'bootstrap'`;
  if (done?.value === digest) return;

  await atomically(sql, async (tx) => {
    await tx.unsafe(text).simple();
    await tx`insert into loading_dock.state (key, value) values ('bootstrap', ${digest})
      on conflict (key) do update set value = excluded.value`;
  });
}

const PRIVATE_SCHEMA = `
create schema if not exists loading_dock;
create table if not exists loading_dock.state (key text primary key, value text not null);
-- The one that the server's keys are derived from, where it does not lie in DATA_DIR. No backup reads it.
create table if not exists loading_dock.secrets (
  one boolean primary key default true check (one),
  value text not null
);
create table if not exists loading_dock.files_to_remove (
  version text primary key,
  due_at timestamptz not null default now()
);
-- Mails in DATA_DIR/outbox that have to go: to or about whom an admin erased.
create table if not exists loading_dock.outbox_erasures (
  id uuid primary key,
  leads uuid[] not null,
  address_hash bytea not null,
  erased_at timestamptz not null default now()
);
create table if not exists loading_dock.auth_mail (
  kind text not null,
  address text not null,
  attempts integer not null,
  due_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (kind, address)
);
-- Earlier the link waited here too. It is made with the mail now, and what waits gets a new one.
alter table loading_dock.auth_mail drop column if exists link;
`;

// A managed PostgreSQL may not let us grant BYPASSRLS; nothing here needs service_role then.
const ROLES = `
do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin noinherit', name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(current_user, name, 'member') then
      begin
        execute format('grant %I to current_user', name);
      exception when insufficient_privilege then null;
      end;
    end if;
  end loop;
  -- Roles are the server's, not the database's: of two sites that start at once on one server, altering the
  -- same role would fail one.
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    begin
      alter role service_role bypassrls;
    exception when insufficient_privilege then null;
    end;
  end if;
end
$$;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create schema if not exists auth;
create schema if not exists storage;
`;

// The table of the same name on hosted Supabase, with the columns that links need; `token_hash` is
// SHA-256.
export const MAILED_LINKS = `
create table if not exists auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  token_hash text not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, token_type)
);
`;

// As on hosted Supabase, these read both the single claims and the JSON of all claims.
export const AUTH_HELPERS = `
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;
create or replace function auth.email() returns text language sql stable as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;
`;

// Row-level security protects storage rows, but not against TRUNCATE and the like. Earlier versions granted
// these roles rights on later objects too, as hosted Supabase does.
const GRANTS = `
grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;
revoke all on storage.buckets, storage.objects from anon, authenticated, service_role;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
`;
