-- Which texts name a price: texts_of_site() named its tables, so a price could be deleted although a newer list
-- referred to it. Now it searches every list that visitors read: all its texts, except addresses.
create or replace function private.texts_of_site()
returns table (source text, place text, row_id uuid, words text)
language plpgsql stable set search_path = ''
as $$
declare
  list record;
begin
  return query
    select 'site_content', concat_ws(' / ', c.page_name, c.section_name, c.content_key), c.id,
        c.content_value
      from public.site_content c
    union all
    select 'site_settings', s.setting_key, s.id, s.setting_value from public.site_settings s
    union all
    -- Not its rate: a price doesn't repeat itself.
    select 'pricing_items', p.service_name, p.id, concat_ws(' ', p.service_name, p.description)
      from public.pricing_items p;
  for list in
    select c.relname as name,
        string_agg(format('l.%I', a.attname), ', ' order by a.attnum) as texts,
        -- as private.keep_history() gave it to the recorder: the columns that name a row
        string_to_array(split_part(encode(t.tgargs, 'escape'), '\000', 1), ',') as label
      from pg_catalog.pg_class c
      join pg_catalog.pg_trigger t on t.tgrelid = c.oid and t.tgname = 'record_history'
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid = 'text'::regtype and a.attname !~ '_(url|path|address)$'
      where c.relnamespace = 'public'::regnamespace and c.relname <> 'pricing_items'
        and has_table_privilege('anon', c.oid, 'select')
        and exists (
          select from pg_catalog.pg_attribute o
          where o.attrelid = c.oid and o.attname = 'display_order' and not o.attisdropped
        )
      group by c.relname, t.tgargs
  loop
    return query execute format(
      'select %L, concat_ws('' / '', %s), l.id, concat_ws('' '', %s) from public.%I as l',
      list.name, (select string_agg(format('l.%I', c), ', ') from unnest(list.label) as c),
      list.texts, list.name);
  end loop;
end
$$;
