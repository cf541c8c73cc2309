-- Three questions of the admin screens that take many rows to answer and one call to ask. They run
-- as the caller, so row security decides what is counted and changed; asking first whether the
-- caller is an admin turns 'zero rows' into a clear refusal.

-- Puts a list into the order of `ids` in one statement: display_order 0, 1, 2, ...
-- `list` is services, pricing_items, faq_items or testimonials. An id that is gone or given twice
-- refuses the whole call, since the list on that screen is out of date.
create function public.reorder_items(list text, ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  found_items integer;
begin
  perform private.require_admin();
  if list is null or list not in ('services', 'pricing_items', 'faq_items', 'testimonials') then
    raise exception 'There is no list of this name to put in order.' using errcode = '22023';
  end if;
  execute format('select count(*) from public.%I where id = any ($1)', list)
    into found_items using ids;
  if found_items <> coalesce(cardinality(ids), 0) then
    raise exception 'The list changed meanwhile. Reload it and try again.' using errcode = 'PT409';
  end if;
  execute format(
    'update public.%I t set display_order = o.place - 1
       from unnest($1) with ordinality as o (id, place)
       where t.id = o.id and t.display_order <> o.place - 1', list)
    using ids;
end
$$;


-- What a person looks for in the morning, in one JSON object. Spam does not count. Days are
-- calendar days in the company's time zone, today last.
create function public.admin_dashboard() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := 'America/Los_Angeles';
  today date := (now() at time zone zone)::date;
begin
  perform private.require_admin();
  return (
    with real as (
      select id, name, status, platforms, created_at, mail_status
      from public.contact_submissions where not is_spam
    ), recent as (
      select (created_at at time zone zone)::date as day, count(*) as count
      from real where created_at >= (today - 29)::timestamp at time zone zone group by 1
    )
    select jsonb_build_object(
      'total', (select count(*) from real),
      'by_status', (
        select jsonb_object_agg(s.status, (select count(*) from real where real.status = s.status))
        from unnest(array['new', 'contacted', 'responded', 'closed']) as s (status)
      ),
      'per_day', (
        select jsonb_agg(
          jsonb_build_object('day', today - ago, 'count', coalesce(recent.count, 0))
          order by ago desc
        )
        from generate_series(0, 29) as ago left join recent on recent.day = today - ago
      ),
      'by_platform', coalesce((
        select jsonb_agg(to_jsonb(p) order by p.count desc, p.platform)
        from (
          select platform, count(distinct real.id) as count
          from real, unnest(real.platforms) as platform group by platform
        ) p
      ), '[]'::jsonb),
      'oldest_unanswered', (
        select jsonb_build_object('id', id, 'name', name, 'created_at', created_at)
        from real where status = 'new' order by created_at, id limit 1
      ),
      'failed_mail', (select count(*) from real where mail_status = 'failed'),
      'spam', (select count(*) from public.contact_submissions where is_spam),
      'active_prices', (select count(*) from public.pricing_items where is_active),
      'active_faqs', (select count(*) from public.faq_items where is_active),
      'images_without_alt_text', (
        select count(*) from public.media_library
        where mime_type like 'image/%' and coalesce(alt_text, '') !~ '\S'
      )
    )
  );
end
$$;


-- Where a file of the media library is used: rows whose value contains its path.
create function public.media_usage(file_path text)
returns table (source text, place text, row_id uuid)
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_admin();
  if coalesce(media_usage.file_path, '') !~ '\S' then
    return;
  end if;
  return query
    select 'site_content', concat_ws(' / ', c.page_name, c.section_name, c.content_key), c.id
      from public.site_content c where position(media_usage.file_path in c.content_value) > 0
    union all
    select 'site_settings', s.setting_key, s.id
      from public.site_settings s where position(media_usage.file_path in s.setting_value) > 0
    order by 1, 2;
end
$$;

revoke all on function public.reorder_items(text, uuid[])
  from public, anon, authenticated, service_role;
revoke all on function public.admin_dashboard() from public, anon, authenticated, service_role;
revoke all on function public.media_usage(text) from public, anon, authenticated, service_role;
grant execute on function public.reorder_items(text, uuid[]) to authenticated;
grant execute on function public.admin_dashboard() to authenticated;
grant execute on function public.media_usage(text) to authenticated;
