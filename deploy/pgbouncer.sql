-- Lets PgBouncer look up the passwords of one site's roles, in the site's database. As a superuser:
--   psql -d loading_dock -f deploy/pgbouncer.sql -c '\password pgbouncer'
-- Put the same password into /etc/pgbouncer/userlist.txt: "pgbouncer" "PASSWORD"
do $$
begin
  create role pgbouncer login;
exception when duplicate_object then null;
end
$$;
create schema if not exists pgbouncer;
create or replace function pgbouncer.secret_of(wanted text, out name text, out secret text)
  language sql security definer set search_path = '' as $$
  select rolname::text, rolpassword from pg_catalog.pg_authid
  where rolname = wanted and rolcanlogin and not rolsuper
    and rolname in ('loading_dock', 'loading_dock_api', 'loading_dock_server')
$$;
revoke all on function pgbouncer.secret_of(text) from public;
grant usage on schema pgbouncer to pgbouncer;
grant execute on function pgbouncer.secret_of(text) to pgbouncer;
