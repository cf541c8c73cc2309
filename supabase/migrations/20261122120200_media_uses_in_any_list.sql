-- Where a file of the media library is used, for staff who are about to replace or delete it: settings,
-- texts, and every list that staff put in order, now and later, into whose texts someone may have pasted
-- its address. The catalogue says which lists there are (`reorder_items` reads it so too).
--
-- An item is named as its own screen names it: by its first text, unless a column's comment says that
-- this one names it.

comment on column public.testimonials.author_name is 'Names the item.';

create or replace function public.media_usage(file_path text)
returns table (source text, place text, row_id uuid)
language plpgsql stable set search_path = ''
as $$
declare
  items text;
begin
  perform private.require_admin();
  if coalesce(media_usage.file_path, '') !~ '\S' then
    return;
  end if;
  select coalesce(string_agg(
      format(' union all select %L, i.%I, i.id, pg_catalog.to_jsonb(i)::text from public.%I i',
        list.name, list.named_by, list.name), ''), '')
    into items
    from (
      select c.relname as name, (
          select a.attname from pg_catalog.pg_attribute a
            where a.attrelid = c.oid and a.atttypid = 'text'::regtype and not a.attisdropped
            order by pg_catalog.col_description(c.oid, a.attnum) is distinct from 'Names the item.',
              a.attnum
            limit 1
        ) as named_by
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute o on o.attrelid = c.oid and o.attname = 'display_order'
          and not o.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    ) as list
    where list.named_by is not null;
  return query execute format(
    'select used.source, used.place, used.id
       from (
         select %L, concat_ws(%L, c.page_name, c.section_name, c.content_key), c.id,
             c.content_value
           from public.site_content c
         union all
         select %L, s.setting_key, s.id, s.setting_value from public.site_settings s
         %s
       ) as used (source, place, id, words)
       where position($1 in used.words) > 0
       order by 1, 2, 3',
    'site_content', ' / ', 'site_settings', items)
    using media_usage.file_path;
end
$$;
