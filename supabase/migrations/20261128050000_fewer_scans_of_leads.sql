-- With 100,000 leads most of the time goes into reading them all: once is enough.

-- What the inbox can be narrowed by: the people who can own a lead, and the volumes, platforms and sources that
-- leads have, at most 200 of each.
create or replace function public.lead_choices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return (
    with kinds as materialized (
      select distinct c.monthly_volume, c.platforms, c.source from public.contact_submissions c
    )
    select jsonb_build_object(
      'people', coalesce((
        select jsonb_agg(
          jsonb_build_object('id', a.user_id, 'name', private.name_of(a.user_id))
          order by lower(private.name_of(a.user_id)), a.user_id
        )
        from public.admins a
      ), '[]'::jsonb),
      'volumes', coalesce((
        select jsonb_agg(v.monthly_volume order by length(v.monthly_volume), v.monthly_volume)
        from (select distinct k.monthly_volume from kinds k limit 200) v
      ), '[]'::jsonb),
      'platforms', coalesce((
        select jsonb_agg(p.platform order by lower(p.platform), p.platform)
        from (select distinct platform from kinds k, unnest(k.platforms) as platform limit 200) p
      ), '[]'::jsonb),
      'sources', coalesce((
        select jsonb_agg(s.source order by s.source)
        from (select distinct k.source from kinds k where k.source is not null limit 200) s
      ), '[]'::jsonb)
    )
  );
end
$$;

-- What the admin's "Find anything" looks in: texts of the site, settings, lists, files and leads, by the same
-- folded words (private.folded) as the inbox. A table of a list is found by the catalogue, so that a new one
-- is looked in without a word here. Runs as the caller: row security decides what is found.
--
-- Answers with at most `most` rows of each table, the last changed first: [{"table", "id", "row"}]. Every
-- word has to be somewhere in a row's texts.
create or replace function public.admin_find(words text, most integer default 5) returns jsonb
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
    execute format(
      $s$
        select coalesce(jsonb_agg(jsonb_build_object(
          'table', 'contact_submissions', 'id', f.id,
          'row', jsonb_build_object('name', f.name, 'email', f.email, 'business_name', f.business_name)
        ) order by f.created_at desc, f.id), '[]')
        from (
          select c.id, c.name, c.email, c.business_name, c.created_at from public.contact_submissions c
          where c.deleted_at is null and %s
          order by c.created_at desc, c.id limit $1
        ) f
      $s$,
      -- The longest word first: most leads lack it, and the others are not looked for there.
      (
        select string_agg(format('pg_catalog.strpos(c.search_text, %L) > 0', w), ' and ' order by length(w) desc, w)
        from unnest(wanted) as w
      )
    ) into part using kept;
    answer := answer || part;
  end if;
  return answer;
end
$$;
