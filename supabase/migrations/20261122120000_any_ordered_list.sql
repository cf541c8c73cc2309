-- Order, for whatever list staff have, now and later. A list is any table of `public` whose rows have an
-- `id` and a `display_order`: the catalogue says so, and no list of lists has to. Who may put one in
-- order is its own policies' answer, because the call runs as the caller.

-- Puts a list into the order of `ids` in one statement: display_order 0, 1, 2, ...
-- An id that is gone or given twice refuses the whole call, since the list on that screen is out of date.
create or replace function public.reorder_items(list text, ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted integer := coalesce(cardinality(ids), 0);
  may_change integer;
  refused boolean;
begin
  if not exists (
    select from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relname = list and c.relkind in ('r', 'p')
      and a.attname in ('id', 'display_order') and not a.attisdropped
    having count(*) = 2
  ) then
    raise exception 'There is no list of this name to put in order.' using errcode = '22023';
  end if;
  -- Rows that can be locked are those that the caller's policies let them change.
  execute format(
    'with mine as (select from public.%I where id = any ($1) order by id for update)
       select count(*) from mine', list)
    into may_change using ids;
  if wanted = 0 or may_change <> wanted then
    execute format(
      'with mine as (select from public.%1$I limit 1 for update)
         select exists (select from public.%1$I) and not exists (select from mine)', list)
      into refused;
    if refused then
      raise exception 'You may not put this list in order.' using errcode = '42501';
    end if;
  end if;
  if may_change <> wanted then
    raise exception 'The list changed meanwhile. Reload it and try again.' using errcode = 'PT409';
  end if;
  execute format(
    'update public.%I t set display_order = o.place - 1
       from unnest($1) with ordinality as o (id, place)
       where t.id = o.id and t.display_order <> o.place - 1', list)
    using ids;
end
$$;
