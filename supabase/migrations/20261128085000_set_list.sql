-- A list as a change set has it: searched, filtered, sorted and paged here. Before, the browser read the whole list and
-- did that. set_rows stays for set_reorder and for tabs that were open during the upgrade.

-- What a list shows where the set is on.
--   what       {"words": "...", "search": [columns that may contain the words], "filters": {column: value},
--              "order": [[column, "asc" or "desc"], ...]}, each left out where it asks for nothing. It means what the
--              same request means of the live table.
--   page       from 1
--   page_size  at most 1000
-- Answers {"rows": [...], "total": of all pages, "facts": {"total", "active", "highestOrder"} of the whole list}.
create function public.set_list(
  of_set uuid,
  list text,
  what jsonb default '{}',
  page integer default 1,
  page_size integer default 1000
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  size constant integer := greatest(least(page_size, 1000), 0);
  -- a regular expression that takes everything behind it as it is
  containing constant text := '***=' || coalesce(what ->> 'words', '');
  narrowed text;
  ordered text;
  result jsonb;
begin
  perform private.require_editor();
  if not private.may_be_prepared(list) then
    raise exception 'This can''t be saved in a change set.' using errcode = '22023';
  end if;
  if exists (
    select jsonb_object_keys(what -> 'filters')
    union all select jsonb_array_elements_text(what -> 'search')
    union all select o.by ->> 0 from jsonb_array_elements(what -> 'order') as o (by)
    except select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = to_regclass(format('public.%I', list)) and a.attnum > 0 and not a.attisdropped
  ) then
    raise exception 'This list has no such column.' using errcode = '42703';
  end if;

  select string_agg(c.condition, ' and ') into narrowed from (
    select format('t.%I = %L', f.name, f.value) as condition
      from jsonb_each_text(what -> 'filters') as f (name, value)
    union all
    select '(' || string_agg(format('t.%I ~* %L', s.name, containing), ' or ') || ')'
      from jsonb_array_elements_text(what -> 'search') as s (name) where what ->> 'words' <> ''
  ) c;
  select string_agg(
      format('t.%I %s', o.by ->> 0, case o.by ->> 1 when 'desc' then 'desc' else 'asc' end), ', ' order by o.place)
    into ordered
    from jsonb_array_elements(what -> 'order') with ordinality as o (by, place);

  execute format(
    $query$
      with items as (
        select i.* from public.change_set_items i where i.set_id = $1 and i.table_name = %2$L
      ), whole as materialized (
        select t.* from public.%1$I t where not exists (select from items i where i.row_id = t.id)
        union all
        select r.* from items i
          left join public.%1$I t on t.id = i.row_id
          cross join lateral jsonb_populate_record(
            null::public.%1$I, private.row_in_set(to_jsonb(t), i)) as r
          where i.operation <> 'DELETE'
      ), found as materialized (
        select t.* from whole t %3$s
      ), shown as (
        select t.* from found t %4$s limit $2 offset $3
      )
      select jsonb_build_object(
        'rows', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from shown s),
        'total', (select count(*) from found),
        'facts', (
          select jsonb_build_object(
            'total', count(*),
            'active', count(*) filter (where w.it -> 'is_active' = 'true'),
            'highestOrder', max((w.it ->> 'display_order')::integer))
          from (select to_jsonb(t) as it from whole t) w
        ))
    $query$, list, list, 'where ' || narrowed, 'order by ' || ordered
  ) into result
    using of_set, size, (greatest(page, 1) - 1)::bigint * size;
  return result;
end
$$;

revoke all on function public.set_list(uuid, text, jsonb, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.set_list(uuid, text, jsonb, integer, integer) to authenticated;
