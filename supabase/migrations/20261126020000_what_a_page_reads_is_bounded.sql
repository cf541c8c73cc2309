-- What page_rows answers has a bound. A column could be named any number of times: 25 KB of question brought
-- 3.6 MB of answer. Now a part names each column once, and all parts together are 4 MB at most; a part
-- beyond that fails alone, with 54000, so that a page shows its built-in words for it.
--
-- On the built-in backend only pages call this (server/backend/gateway/operations.ts). On hosted Supabase
-- everybody can, within the same bounds.

create or replace function public.page_rows(asked jsonb) returns json
language plpgsql stable set search_path = '' set lock_timeout = '700ms'
as $$
declare
  part jsonb;
  name text;
  wanted text;
  condition text;
  placed text;
  moment timestamptz;
  found json;
  room integer := 4 * 1024 * 1024;
  answers json[] := '{}';
begin
  if jsonb_array_length(asked) > 40 then
    raise exception using errcode = '22023', message = 'Too much is asked for at once.';
  end if;
  for part in select value from jsonb_array_elements(asked) loop
    if jsonb_typeof(part -> 'columns') = 'array' and (
      select count(*) > count(distinct named) from jsonb_array_elements_text(part -> 'columns') as named
    ) then
      raise exception using errcode = '22023', message = 'A column is named twice.';
    end if;
    begin
      name := part ->> 'table';
      select string_agg(format('t.%I', wanted_column), ', ') into strict wanted
      from jsonb_array_elements_text(part -> 'columns') as wanted_column;
      select string_agg(format('t.%I = %L', key, value), ' and ') into strict condition
      from jsonb_each_text(coalesce(part -> 'where', '{}'));
      select case when count(*) > 0 then ' order by t.display_order, t.created_at, t.id' else '' end into strict placed
      from pg_catalog.pg_attribute
      where attrelid = to_regclass(format('public.%I', name)) and attname = 'display_order' and not attisdropped;
      moment := null;
      if to_regprocedure(format('public.%I()', name || '_change_at')) is not null then
        execute format('select public.%I()', name || '_change_at') into moment;
      end if;
      execute format(
        'select coalesce(json_agg(row), ''[]'') from (select %s from public.%I t where %s%s limit 1000) row',
        wanted, name, coalesce(condition, 'true'), placed
      ) into found;
      if octet_length(found::text) > room then
        raise exception using errcode = '54000', message = 'The answer would be larger than 4 MB.';
      end if;
      room := room - octet_length(found::text);
      answers := answers || json_build_object('rows', found, 'until', moment);
    exception when others then
      answers := answers || json_build_object('failed', sqlstate);
    end;
  end loop;
  return array_to_json(answers);
end
$$;
