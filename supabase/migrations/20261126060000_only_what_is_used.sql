-- Each role gets the privileges that the product uses, and no other. Row-level security does not hold for
-- TRUNCATE, REFERENCES and TRIGGER, so nobody but the owner has them. MAINTAIN came with PostgreSQL 17 and has
-- no name before: everything is revoked, and what was there of the four is granted again.

create function private.keep_four_privileges(role_name text, only_schema text) returns void
language plpgsql set search_path = ''
as $$
declare
  relation regclass;
  four text;
begin
  for relation in
    select c.oid from pg_catalog.pg_class c
    where c.relnamespace = only_schema::regnamespace and c.relkind in ('r', 'p', 'v')
  loop
    select string_agg(privilege, ', ') into four
      from unnest(array['select', 'insert', 'update', 'delete']) as privilege
      where has_table_privilege(role_name, relation, privilege);
    execute format('revoke all on table %s from %I', relation, role_name);
    if four is not null then
      execute format('grant %s on table %s to %I', four, relation, role_name);
    end if;
  end loop;
-- On hosted Supabase the tables of storage are another role's. Where it lets nobody else revoke, its own
-- policies stand before them, and its API has no call for what is left.
exception when insufficient_privilege then
  raise notice 'The privileges of % in the schema % are the project''s own.', role_name, only_schema;
end
$$;

-- Who is an admin is for functions of the database alone.
revoke all on table public.admins, public.admin_invitations from service_role;
select private.keep_four_privileges('service_role', 'public');
select private.keep_four_privileges('anon', 'storage');
select private.keep_four_privileges('authenticated', 'storage');
select private.keep_four_privileges('service_role', 'storage');
drop function private.keep_four_privileges(text, text);


-- Functions that were everybody's to call because nothing was said. A trigger's function needs no privilege to run.
do $$
declare
  of_trigger regprocedure;
begin
  for of_trigger in
    select oid from pg_catalog.pg_proc
    where pronamespace = 'private'::regnamespace and prorettype = 'trigger'::regtype
  loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', of_trigger);
  end loop;
end
$$;
revoke all on all functions in schema private from public;
revoke all on type private.history_step from public;
grant execute on function private.is_email(text) to anon, authenticated, service_role;
grant execute on function private.is_link(text) to anon, authenticated, service_role;
grant execute on function private.require_admin() to anon, authenticated, service_role;

-- These are for admins; a project that gives new functions away gave them to the secret key, too.
do $$
declare
  for_admins regprocedure;
begin
  for for_admins in
    select oid from pg_catalog.pg_proc
    where pronamespace = 'public'::regnamespace and proname = any (array[
      'admin_backup_download', 'admin_backups', 'admin_own_address', 'admin_system',
      'webhook_delete', 'webhook_list', 'webhook_rotate', 'webhook_save', 'webhook_send_again', 'webhook_test'
    ])
  loop
    execute format('revoke all on function %s from service_role', for_admins);
  end loop;
end
$$;


-- What comes later is nobody's until a migration says whose.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
