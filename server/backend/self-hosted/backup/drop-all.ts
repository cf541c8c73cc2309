import type { Tx } from "#server/backend/postgres/connection.ts";

/** Drops everything that bootstrap and migrate create. In `public`, objects of extensions stay. */
export const dropAllObjects = (tx: Tx) => tx.unsafe(EMPTY).simple();

const EMPTY = `
drop schema if exists private, auth, storage, loading_dock, supabase_migrations cascade;
do $$
declare
  made record;
begin
  for made in
    select case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' else 'table' end as kind, format('%I.%I', 'public', c.relname) as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select 'routine', format('%I.%I(%s)', 'public', p.proname, pg_get_function_identity_arguments(p.oid))
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'type', format('%I.%I', 'public', t.typname)
    from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
  loop
    execute format('drop %s if exists %s cascade', made.kind, made.name);
  end loop;
end
$$;
`;
