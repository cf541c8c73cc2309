-- What a new Supabase project has before anything is pushed to it, as far as migrations can tell: its roles
-- and what they may, the schemas extensions, auth and storage, and the rights that new tables get. Run by
-- supabase_admin, the only superuser there is. The tables of auth and storage come after it.

create role postgres login createdb createrole replication bypassrls;
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role dashboard_user nologin createdb createrole replication;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;
grant anon, authenticated, service_role to authenticator, postgres, supabase_storage_admin;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
-- There, an extension (supautils) lets postgres make policies on the tables of storage, which it does not
-- own; elsewhere only an owner can. Those of auth stay closed, as there.
grant supabase_storage_admin to postgres;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;

create schema extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;
grant create on schema extensions to postgres;
create extension "uuid-ossp" with schema extensions;
create extension pgcrypto with schema extensions;

create schema auth authorization supabase_auth_admin;
create schema storage authorization supabase_storage_admin;
grant usage on schema auth, storage to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth
  grant select, insert, update, delete, references, trigger on tables to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant usage, select on sequences to postgres;
alter default privileges for role supabase_storage_admin in schema storage
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_storage_admin in schema storage
  grant all on functions to postgres, anon, authenticated, service_role;

create schema vault;
-- What projects switch on, where this PostgreSQL has it: the linter's, and the clock.
do $$
begin
  if exists (select from pg_available_extensions where name = 'plpgsql_check') then
    create extension plpgsql_check with schema extensions;
  end if;
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension pg_cron with schema pg_catalog;
    grant usage on schema cron to postgres;
    grant select on cron.job to postgres;
  end if;
end
$$;
grant execute on all functions in schema extensions to postgres;
create publication supabase_realtime;

grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
