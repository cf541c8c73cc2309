-- What stays to be said about privileges once every table and function has its own. Each role gets what the
-- product uses, and no other. Row-level security does not hold for TRUNCATE, REFERENCES and TRIGGER, so nobody
-- but the owner has them. MAINTAIN came with PostgreSQL 17 and has no name before: everything is revoked, and
-- what was there of the four is granted again.

do $$
declare
  role_name text;
  relation regclass;
  four text;
begin
  foreach role_name in array array['anon', 'authenticated', 'service_role'] loop
    begin
      for relation in
        select c.oid from pg_catalog.pg_class c
        where c.relnamespace = 'storage'::regnamespace and c.relkind in ('r', 'p', 'v')
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
    -- policies protect them, and its API has no call for what is left.
    exception when insufficient_privilege then
      raise notice 'The privileges of % in the schema storage are the project''s own.', role_name;
    end;
  end loop;
end
$$;


-- What comes later is nobody's until a migration says whose.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
