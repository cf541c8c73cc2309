-- What the admin's "Find anything" looks in: texts of the site, settings, lists, files and leads, by the same
-- folded words (private.folded) as the inbox. A table of a list is found by the catalogue, so that a new one
-- is looked in without a word here. Runs as the caller: row security decides what is found.
--
-- Answers with at most `most` rows of each table, the last changed first: [{"table", "id", "row"}]. Every
-- word has to stand somewhere in a row's texts.
create function public.admin_find(words text, most integer default 5) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  wanted constant text[] := array(
    select w.word from regexp_split_to_table(private.folded(left(words, 200)), '\s+') as w (word)
    where w.word <> '' limit 8
  );
  kept constant integer := greatest(least(most, 20), 0);
  place record;
  part jsonb;
  answer jsonb := '[]';
begin
  perform private.require_editor();
  if cardinality(wanted) = 0 then
    return answer;
  end if;
  for place in
    select c.relname as list, string_agg(format('t.%I', a.attname), ', ' order by a.attnum) as texts
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'text'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (
        c.relname in ('site_content', 'site_settings', 'media_library')
        or exists (
          select from pg_catalog.pg_attribute o
          where o.attrelid = c.oid and o.attname = 'display_order' and not o.attisdropped
        )
      )
    group by c.relname order by c.relname
  loop
    execute format(
      $s$
        select coalesce(
          jsonb_agg(jsonb_build_object('table', %L, 'id', f.id, 'row', f.row) order by f.place), '[]')
        from (
          select t.id, to_jsonb(t) as row, row_number() over (order by t.updated_at desc, t.id) as place
          from public.%I t
          cross join lateral (select private.folded(concat_ws(E'\n', %s)) as texts) x
          where (select bool_and(pg_catalog.strpos(x.texts, w) > 0) from unnest($1) as w)
          order by t.updated_at desc, t.id limit $2
        ) f
      $s$, place.list, place.list, place.texts
    ) into part using wanted, kept;
    answer := answer || part;
  end loop;
  if private.may_handle_leads() then
    select coalesce(jsonb_agg(jsonb_build_object(
      'table', 'contact_submissions', 'id', f.id,
      'row', jsonb_build_object('name', f.name, 'email', f.email, 'business_name', f.business_name)
    ) order by f.created_at desc, f.id), '[]') into part
    from (
      select c.* from public.contact_submissions c
      -- Of many leads most lack the first word already.
      where c.deleted_at is null and pg_catalog.strpos(c.search_text, wanted[1]) > 0
        and (select bool_and(pg_catalog.strpos(c.search_text, w) > 0) from unnest(wanted) as w)
      order by c.created_at desc, c.id limit kept
    ) f;
    answer := answer || part;
  end if;
  return answer;
end
$$;
revoke all on function public.admin_find(text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.admin_find(text, integer) to authenticated;
