-- With 200,000 leads the dashboard took a second, and the inbox and its filter choices half of one: all read whole
-- rows. Now they read indexes, which hold what is counted, and searches a trigram index (decision 0062).

-- pg_trgm is where the owner put it, or with pgcrypto.
create extension if not exists pg_trgm with schema extensions;

-- Platforms as one short value, which an index can hold: platforms can be longer than an index entry.
create function private.platforms_key(platforms text[]) returns uuid
language sql immutable parallel safe set search_path = ''
as $$
  select encode(substr(sha256(convert_to(array_to_string(platforms, E'\n'), 'UTF8')), 1, 16), 'hex')::uuid
$$;
revoke all on function private.platforms_key(text[]) from public, anon, authenticated, service_role;
grant execute on function private.platforms_key(text[]) to anon, authenticated, service_role;

alter table public.contact_submissions
  add column platforms_key uuid generated always as (private.platforms_key(platforms)) stored;
comment on column public.contact_submissions.platforms_key is
  'The same for the same platforms: counted and filtered by index, where platforms themselves may not fit.';

-- What the inbox filters by and the dashboard counts, so that neither reads rows.
drop index public.contact_submissions_newest_first;
create index contact_submissions_newest_first on public.contact_submissions (created_at desc, id)
  include (status, is_spam, spam_reason, deleted_at, monthly_volume, platforms_key, source, landing_page,
    owner_id, follow_up_on, mail_status);
create index contact_submissions_of_platforms on public.contact_submissions (platforms_key);
create index contact_submissions_of_volume on public.contact_submissions (monthly_volume);
create index contact_submissions_of_spam on public.contact_submissions (is_spam, spam_reason, deleted_at)
  where is_spam or spam_reason is not null;
create index contact_submissions_not_mailed on public.contact_submissions (created_at desc, id)
  where mail_status = 'failed';
do $$
begin
  execute format(
    'create index contact_submissions_search on public.contact_submissions using gin (search_text %I.gin_trgm_ops)',
    (
      select n.nspname from pg_catalog.pg_extension e
      join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'
    )
  );
end
$$;
-- An index is read alone only where vacuum has seen the rows, so it looks at new ones sooner.
alter table public.contact_submissions
  set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

-- The combinations of platforms that leads have, one step in the index for each.
create function private.lead_platforms() returns table (key uuid, platforms text[])
language sql stable set search_path = ''
as $$
  with recursive step as (
    (
      select c.platforms_key, c.platforms from public.contact_submissions c
      order by c.platforms_key limit 1
    )
    union all
    select next.platforms_key, next.platforms from step cross join lateral (
      select c.platforms_key, c.platforms from public.contact_submissions c
      where c.platforms_key > step.platforms_key order by c.platforms_key limit 1
    ) next
  )
  select s.platforms_key, s.platforms from step s
$$;

-- A piece of text as the search finds it by index.
create function private.search_for(piece text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select format('c.search_text like %L', '%' || regexp_replace(piece, '([\\%_])', '\\\1', 'g') || '%')
$$;

revoke all on function private.lead_platforms(), private.search_for(text)
from public, anon, authenticated, service_role;
grant execute on function private.lead_platforms() to authenticated;

-- What the inbox can be narrowed by: one step in an index for each value.
create or replace function public.lead_choices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return (
    with recursive volumes as (
      (
        select c.monthly_volume as value from public.contact_submissions c
        order by c.monthly_volume limit 1
      )
      union all
      select (
        select c.monthly_volume from public.contact_submissions c
        where c.monthly_volume > v.value order by c.monthly_volume limit 1
      ) from volumes v where v.value is not null
    ), sources as (
      (select c.source as value from public.contact_submissions c order by c.source limit 1)
      union all
      select (
        select c.source from public.contact_submissions c
        where c.source > s.value order by c.source limit 1
      ) from sources s where s.value is not null
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
        select jsonb_agg(v.value order by length(v.value), v.value)
        from (select value from volumes where value is not null limit 200) v
      ), '[]'::jsonb),
      'platforms', coalesce((
        select jsonb_agg(p.platform order by lower(p.platform), p.platform)
        from (
          select distinct platform from private.lead_platforms() k, unnest(k.platforms) as platform limit 200
        ) p
      ), '[]'::jsonb),
      'sources', coalesce((
        select jsonb_agg(s.value order by s.value)
        from (select value from sources where value is not null limit 200) s
      ), '[]'::jsonb)
    )
  );
end
$$;

-- As its owner, since row security would keep a search from its index; require_lead_handler asks what the policy
-- does. Pages and counts by index unless it searches.
create or replace function public.lead_list(
  what jsonb default '{}', page integer default 1, page_size integer default 50, after jsonb default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  show constant text := coalesce(what ->> 'show', '');
  sort constant text := coalesce(what ->> 'sort', '');
  by_volume constant boolean := sort in ('volume', 'lowest-volume');
  kept constant integer := greatest(least(page_size, 1000), 0);
  skipped constant bigint := (greatest(page, 1)::bigint - 1) * kept;
  last constant public.contact_submissions := jsonb_populate_record(null::public.contact_submissions, after);
  -- By this rows come, and the newest first where it is the same.
  place constant text := case sort
    when 'oldest' then 'extract(epoch from r.created_at)'
    when 'due' then $s$case when r.status = 'new' and not r.is_spam and r.deleted_at is null
      then extract(epoch from r.created_at) else 'infinity' end$s$
    when 'volume' then '-v.volume'
    when 'lowest-volume' then 'v.volume'
    else '0'
  end;
  conditions text[] := array_remove(array[
    case when show = 'trash' then 'c.deleted_at is not null' else 'c.deleted_at is null' end,
    case when what ->> 'status' <> '' then $s$c.status = $1 ->> 'status'$s$ end,
    case when what ->> 'volume' <> '' then $s$c.monthly_volume = $1 ->> 'volume'$s$ end,
    case when what ->> 'platform' <> '' then $s$c.platforms_key = any (array(
      select k.key from private.lead_platforms() k where k.platforms @> array[$1 ->> 'platform']
    ))$s$ end,
    case
      when what ->> 'source' = 'None' then 'c.source is null'
      when what ->> 'source' <> '' then $s$c.source = $1 ->> 'source'$s$
    end,
    case
      when what ->> 'owner' = 'none' then 'c.owner_id is null'
      when what ->> 'owner' = 'me' then 'c.owner_id = (select auth.uid())'
      when what ->> 'owner' <> '' then $s$c.owner_id::text = $1 ->> 'owner'$s$
    end,
    case when what ->> 'since' <> '' then $s$c.created_at >= ($1 ->> 'since')::timestamptz$s$ end,
    case when what ->> 'until' <> '' then $s$c.created_at < ($1 ->> 'until')::timestamptz$s$ end,
    case when what ->> 'arrived_after' <> '' then
      $s$c.created_at > ($1 ->> 'arrived_after')::timestamptz$s$
    end,
    case show
      when 'genuine' then 'c.spam_reason is null'
      when 'likely' then 'c.spam_reason is not null and not c.is_spam'
      when 'held' then 'c.is_spam'
      when 'spam' then 'c.spam_reason is not null'
      when 'failed-mail' then $s$not c.is_spam and (c.mail_status = 'failed'
        or c.id in (select m.submission_id from public.mails m where m.state = 'failed'))$s$
      when 'overdue' then
        $q$c.status = 'new' and not c.is_spam and c.created_at < (select private.overdue_before())$q$
      when 'follow-up' then
        $s$not c.is_spam and c.follow_up_on <= (now() at time zone (select private.company_zone()))::date$s$
    end
  ], null);
  searches constant boolean := coalesce(what ->> 'q', '') <> '';
  token text;
  digits text;
  answer jsonb;
begin
  perform private.require_lead_handler();
  -- The longest of three: a phrase, what is written like a telephone number, a word.
  for token in
    select t[1] from regexp_matches(
      private.folded(left(what ->> 'q', 500)),
      '"[^"]*"?|[+(]{0,2}[0-9][0-9 ()./-]{5,}[0-9]|\S+', 'g'
    ) as t limit 12
  loop
    digits := regexp_replace(token, '\D', '', 'g');
    conditions := conditions || case
      when token ~ '^"[^"]*"?$' then
        private.search_for(btrim(regexp_replace(btrim(token, '"'), '\s+', ' ', 'g')))
      when length(digits) >= 9 and token ~ '^[0-9 +()./-]+$' then
        private.search_for(right(digits, 9))
      -- Without its area code, or two numbers that are none of a telephone.
      when length(digits) >= 7 and token ~ '^[0-9 +()./-]+$' then
        format('(%s or %s)', private.search_for(digits), (
          select string_agg(private.search_for(w), ' and ')
          from regexp_split_to_table(token, '\s+') as w
        ))
      else private.search_for(token)
    end;
  end loop;
  execute format(
    $s$
      with found as %s (
        select c.id, c.created_at, c.is_spam%s from public.contact_submissions c where %s
      ), counted as (
        select count(*) filter (where $5 and r.is_spam) as held, count(*) as found from found r
      ), placed as (
        select r.id, r.created_at, (%s)::double precision as place from found r %s
        where not ($5 and r.is_spam)
      ), shown as (
        select p.* from placed p %s order by p.place, p.created_at desc, p.id limit $3 offset $4
      )
      select jsonb_build_object(
        'total', n.found - n.held,
        'held', n.held,
        'newest', (select max(c.created_at) from public.contact_submissions c),
        'rows', coalesce((
          select jsonb_agg(
            to_jsonb(c) - '{search_text,platforms_key,trap,filled_in_ms}'::text[]
            order by s.place, s.created_at desc, s.id
          )
          from shown s join public.contact_submissions c on c.id = s.id
        ), '[]'::jsonb)
      ) from counted n
    $s$,
    -- A search reads rows, so it is done once; without one, counting and paging each read an index.
    case when searches then 'materialized' else 'not materialized' end,
    case when by_volume then ', c.monthly_volume' when sort = 'due' then ', c.status, c.deleted_at' end,
    array_to_string(conditions, ' and '),
    place,
    -- Many leads have the same words: "offset 0" has them read once.
    case when by_volume then $s$join (
      select d.monthly_volume, private.volume_of(d.monthly_volume) as volume
      from (select distinct r.monthly_volume from found r) d offset 0
    ) v using (monthly_volume)$s$ end,
    case when after is not null then format(
      $s$cross join (
        select (%s)::double precision as place
        from (select ($2).*) r cross join lateral (select private.volume_of(r.monthly_volume) as volume) v
      ) a
      where p.place > a.place or p.place = a.place and (p.created_at < ($2).created_at
        or p.created_at = ($2).created_at and p.id > ($2).id)$s$,
      place
    ) end
  ) into answer using what, last, kept, skipped, show = '';
  return answer;
end
$$;

-- Counts by index. Runs as the caller: row security decides what is counted.
create or replace function public.admin_dashboard() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := (select private.company_zone());
  today date := (now() at time zone zone)::date;
  since constant timestamptz := (today - 29)::timestamp at time zone zone;
begin
  perform private.require_admin();
  return (
    with real as not materialized (
      select * from public.contact_submissions where not is_spam and deleted_at is null
    ), sums as materialized (
      select status, platforms_key, count(*) as count,
        count(*) filter (
          where status = 'new' and created_at < (select private.overdue_before())
        ) as overdue
      from real group by 1, 2
    ), month as materialized (
      select (created_at at time zone zone)::date as day, source, landing_page, count(*) as leads
      from real where created_at >= since group by 1, 2, 3
    ), recent as (
      select day, sum(leads) as count from month group by 1
    ), arrived as (
      select source, landing_page, leads as lead, 0 as booking from month
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
    ), unsent as (
      select 'notice' as what, r.id as lead, r.created_at from real r where r.mail_status = 'failed'
      union all
      select case m.kind when 'reply' then 'reply' else 'other' end, r.id, r.created_at
      from public.mails m join real r on r.id = m.submission_id where m.state = 'failed'
    )
    select jsonb_build_object(
      'total', (select coalesce(sum(count), 0) from sums),
      'by_status', (
        select jsonb_object_agg(s.status, (
          select coalesce(sum(sums.count), 0) from sums where sums.status = s.status
        ))
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
          select platform, sum(sums.count) as count
          from sums join private.lead_platforms() as kind on kind.key = sums.platforms_key,
            lateral (select distinct platform from unnest(kind.platforms) as platform) as each
          group by platform
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
      'overdue', (
        select coalesce(sum(overdue), 0) from sums
      ),
      'failed_mail', (
        select count(distinct lead) from unsent
      ),
      'email_saved', public.email_is_saved(),
      'unsent', coalesce((
        select jsonb_agg(to_jsonb(u) - 'place' order by u.place)
        from (
          select u.what, count(*) as count,
            (array_agg(u.lead order by u.created_at desc, u.lead))[1] as newest,
            case u.what when 'notice' then 1 when 'reply' then 2 else 3 end as place
          from unsent u group by u.what
        ) u
      ), '[]'::jsonb),
      'spam', (
        select count(*) from public.contact_submissions
        where spam_reason is not null and deleted_at is null
      ),
      'held_spam', (
        select count(*) from public.contact_submissions where is_spam and deleted_at is null
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

-- The newest leads that contain all of the words, for "Find anything": as its owner, since row security would keep
-- the search from its index.
create function private.lead_find(words text[], most integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.require_lead_handler();
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
    (select string_agg(private.search_for(w), ' and ' order by length(w) desc, w) from unnest(words) as w)
  ) into answer using most;
  return answer;
end
$$;
revoke all on function private.lead_find(text[], integer) from public, anon, authenticated, service_role;
grant execute on function private.lead_find(text[], integer) to authenticated;

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
    answer := answer || private.lead_find(wanted, kept);
  end if;
  return answer;
end
$$;

-- A person's data has no value that only an index needs.
do $$
declare
  definition constant text := pg_get_functiondef('public.lead_person_export(text)'::regprocedure);
begin
  if strpos(definition, $s$- 'search_text'$s$) = 0 then
    raise exception 'lead_person_export is not as this migration expects it.';
  end if;
  execute replace(definition, $s$- 'search_text'$s$, $s$- '{search_text,platforms_key}'::text[]$s$);
end
$$;
