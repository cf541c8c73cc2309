-- A reply or another mail about a lead that did not leave counts where the notice to the team that failed does:
-- in the list's "failed-mail", and on the dashboard. Both functions are otherwise as before.

create or replace function public.lead_list(
  what jsonb default '{}', page integer default 1, page_size integer default 50, after jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  show constant text := coalesce(what ->> 'show', '');
  oldest constant boolean := coalesce(what ->> 'sort' = 'oldest', false);
  kept constant integer := greatest(least(page_size, 1000), 0);
  skipped constant bigint := (greatest(page, 1)::bigint - 1) * kept;
  words constant text[] := (
    select array_agg(w.word) from (
      select word from regexp_split_to_table(private.folded(left(what ->> 'q', 500)), '\s+') as word
      where word <> '' limit 12
    ) w
  );
  conditions text[] := array[
    case when show = 'trash' then 'c.deleted_at is not null' else 'c.deleted_at is null' end
  ];
  sorted constant text := case when oldest then 'created_at, id' else 'created_at desc, id' end;
  answer jsonb;
begin
  perform private.require_lead_handler();
  conditions := conditions || array(
    select format('pg_catalog.strpos(c.search_text, $2[%s]) > 0', n)
    from generate_series(1, cardinality(words)) as n
  );
  conditions := conditions || array_remove(array[
    case when what ->> 'status' <> '' then $s$c.status = $1 ->> 'status'$s$ end,
    case when what ->> 'volume' <> '' then $s$c.monthly_volume = $1 ->> 'volume'$s$ end,
    case when what ->> 'platform' <> '' then $s$c.platforms @> array[$1 ->> 'platform']$s$ end,
    case
      when what ->> 'source' = 'None' then 'c.source is null'
      when what ->> 'source' <> '' then $s$c.source = $1 ->> 'source'$s$
    end,
    case
      when what ->> 'owner' = 'none' then 'c.owner_id is null'
      when what ->> 'owner' <> '' then $s$c.owner_id::text = $1 ->> 'owner'$s$
    end,
    case when what ->> 'since' <> '' then $s$c.created_at >= ($1 ->> 'since')::timestamptz$s$ end,
    case when what ->> 'until' <> '' then $s$c.created_at < ($1 ->> 'until')::timestamptz$s$ end,
    case show
      when 'spam' then 'c.spam_reason is not null'
      when 'genuine' then 'c.spam_reason is null'
      when 'failed-mail' then $s$not c.is_spam and (c.mail_status = 'failed'
        or c.id in (select m.submission_id from public.mails m where m.state = 'failed'))$s$
      when 'follow-up' then
        $s$c.follow_up_on <= (now() at time zone 'America/Los_Angeles')::date$s$
    end,
    case when after is not null then format(
      $s$(c.created_at %s ($3 ->> 'created_at')::timestamptz or (
        c.created_at = ($3 ->> 'created_at')::timestamptz and c.id > ($3 ->> 'id')::uuid))$s$,
      case when oldest then '>' else '<' end
    ) end
  ], null);
  execute format(
    $s$
      with found as materialized (
        select c.id, c.created_at from public.contact_submissions c where %s
      ), shown as (
        select f.id from found f order by %s
        limit $4 offset $5
      )
      select jsonb_build_object(
        'total', (select count(*) from found),
        'rows', coalesce((
          select jsonb_agg(
            to_jsonb(c) - '{search_text,trap,filled_in_ms}'::text[] order by %s
          )
          from shown s join public.contact_submissions c on c.id = s.id
        ), '[]'::jsonb)
      )
    $s$,
    array_to_string(conditions, ' and '),
    sorted,
    replace(replace(sorted, 'created_at', 'c.created_at'), ', id', ', c.id')
  ) into answer using what, words, after, kept, skipped;
  return answer;
end
$$;

create or replace function public.admin_dashboard() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := 'America/Los_Angeles';
  today date := (now() at time zone zone)::date;
  since constant timestamptz := (today - 29)::timestamp at time zone zone;
begin
  perform private.require_admin();
  return (
    with real as (
      select id, name, status, platforms, created_at, mail_status, source, landing_page
      from public.contact_submissions where not is_spam and deleted_at is null
    ), recent as (
      select (created_at at time zone zone)::date as day, count(*) as count
      from real where created_at >= since group by 1
    ), arrived as (
      select source, landing_page, 1 as lead, 0 as booking from real where created_at >= since
      union all
      -- A booking counts unless its message is spam or in the trash.
      select b.source, b.landing_page, 0, 1 from public.bookings b
      where b.created_at >= since
        and (b.submission_id is null or exists (select from real where real.id = b.submission_id))
    ), by_source as (
      select source as name, sum(lead) as leads, sum(booking) as bookings from arrived
      group by 1 order by 2 desc, 3 desc, 1 limit 50
    ), by_landing_page as (
      select landing_page as name, sum(lead) as leads, sum(booking) as bookings from arrived
      group by 1 order by 2 desc, 3 desc, 1 limit 50
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
      'by_source', coalesce((
        select jsonb_agg(to_jsonb(s) order by s.leads desc, s.bookings desc, s.name) from by_source s
      ), '[]'::jsonb),
      'by_landing_page', coalesce((
        select jsonb_agg(to_jsonb(l) order by l.leads desc, l.bookings desc, l.name)
        from by_landing_page l
      ), '[]'::jsonb),
      'oldest_unanswered', (
        select jsonb_build_object('id', id, 'name', name, 'created_at', created_at)
        from real where status = 'new' order by created_at, id limit 1
      ),
      'failed_mail', (
        select count(*) from real where mail_status = 'failed'
          or id in (select m.submission_id from public.mails m where m.state = 'failed')
      ),
      'spam', (
        select count(*) from public.contact_submissions
        where spam_reason is not null and deleted_at is null
      ),
      'active_prices', (select count(*) from public.pricing_items where is_active),
      'active_faqs', (select count(*) from public.faq_items where is_active),
      'images_without_alt_text', (
        select count(*) from public.media_library
        where mime_type like 'image/%' and coalesce(alt_text, '') !~ '\S'
      ),
      'waiting_sets', (
        select count(*) from public.change_sets s
        where s.problem is not null
          or exists (select from public.change_set_remains r where r.set_id = s.id)
      )
    )
  );
end
$$;
