-- The figures of a week by email, on Monday morning, for people who handle leads and turned it on. Each email has a link
-- that turns it off, as the morning digest has (decision 0049).

-- Who wants them. Deleted with the account.
create table private.weekly_choices (
  person_id uuid not null references auth.users (id) on delete cascade,
  wanted_at timestamptz not null default now(),
  -- the Monday of the last one; null: none yet
  week date,
  constraint weekly_choices_pkey primary key (person_id)
);
comment on table private.weekly_choices is 'People who get the weekly figures by email.';
revoke all on private.weekly_choices from public, anon, authenticated, service_role;
alter table private.weekly_choices enable row level security;

alter table private.digest_links add column kind text not null default 'digest'
  constraint digest_links_kind_is_known check (kind in ('digest', 'weekly'));
comment on column private.digest_links.kind is 'The kind of email that the link turns off.';

-- The figures without the check of who asks, for the email.
do $do$
declare
  body constant text := pg_get_functiondef('public.visit_insights'::regproc);
  name constant text := 'FUNCTION public.visit_insights(';
  ask constant text := 'perform private.require_lead_handler();';
begin
  if position(name in body) = 0 or position(ask in body) = 0 then
    raise exception 'public.visit_insights has no "%"', ask;
  end if;
  execute replace(replace(body, name, 'FUNCTION private.visit_figures('), ask, '');
end
$do$;
create or replace function public.visit_insights("from" date default null, until date default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return private.visit_figures("from", until);
end
$$;

-- The names that app/lib/attribution/names.ts shows.
create function private.source_in_words(source text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    '{
      "": "Unknown", "direct": "Direct", "google": "Google", "google ads": "Google Ads", "bing": "Bing",
      "yahoo": "Yahoo", "duckduckgo": "DuckDuckGo", "facebook": "Facebook",
      "facebook / instagram": "Facebook / Instagram", "instagram": "Instagram", "microsoft ads": "Microsoft Ads",
      "linkedin": "LinkedIn", "pinterest": "Pinterest", "reddit": "Reddit", "tiktok": "TikTok", "youtube": "YouTube"
    }'::jsonb ->> source_in_words.source,
    left(regexp_replace(source_in_words.source, '[[:cntrl:]\u2028\u2029]+', ' ', 'g'), 80)
  )
$$;

create function private.number_in_words(number numeric) returns text
language sql immutable set search_path = ''
as $$ select to_char(number, 'FM999,999,999,999,990') $$;

-- "1,200 (800 the week before)"
create function private.week_pair(now bigint, before bigint) returns text
language sql immutable set search_path = ''
as $$
  select private.number_in_words(week_pair.now)
    || coalesce(' (' || private.number_in_words(week_pair.before) || ' the week before)', '')
$$;

-- The email about the seven days before a Monday; null if they weren't all recorded or nobody came.
create function private.weekly_figures(monday date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  zone constant text := private.company_zone();
  figures constant jsonb := private.visit_figures(monday - 7, monday - 1);
  recorded constant date := figures ->> 'recorded_from';
  visits constant bigint := figures #>> '{now,visits}';
  -- The week before that, if it was recorded.
  before constant jsonb := case when recorded <= monday - 14 then figures -> 'before' end;
  began constant timestamptz := (monday - 7)::timestamp at time zone zone;
  ended constant timestamptz := monday::timestamp at time zone zone;
  earlier constant timestamptz := (monday - 14)::timestamp at time zone zone;
  leads bigint;
  leads_before bigint;
  won bigint;
  won_before bigint;
  sources jsonb;
begin
  if coalesce(recorded > monday - 7, true) or visits = 0 then
    return null;
  end if;
  select count(*) filter (where c.created_at >= began), count(*) filter (where c.created_at < began)
    into leads, leads_before
    from public.contact_submissions c
    where not c.is_spam and c.deleted_at is null and c.created_at >= earlier and c.created_at < ended;
  select count(*) filter (where c.closed_at >= began), count(*) filter (where c.closed_at < began)
    into won, won_before
    from public.contact_submissions c
    where c.outcome = 'won' and not c.is_spam and c.deleted_at is null
      and c.closed_at >= earlier and c.closed_at < ended;
  select jsonb_agg(jsonb_build_array(
      private.source_in_words(s.one ->> 'name'),
      private.week_pair((s.one ->> 'visits')::bigint,
        case when before is not null then (s.one ->> 'visits_before')::bigint end)
    ) order by s.place)
    into sources
    from jsonb_array_elements(figures -> 'sources') with ordinality as s (one, place)
    where s.one ->> 'name' is not null and s.place <= 5;
  return jsonb_build_object(
    'subject', 'Last week: ' || private.number_in_words(visits) || case visits when 1 then ' visit, ' else ' visits, ' end
      || private.number_in_words(leads) || case leads when 1 then ' lead' else ' leads' end,
    'heading', to_char(monday - 7, 'FMMonth FMDD') || ' to ' || to_char(monday - 1, 'FMMonth FMDD'),
    'body', jsonb_build_array(
      jsonb_build_object('facts', (
        select jsonb_agg(jsonb_build_array(f.label, private.week_pair(
            (figures -> 'now' ->> f.name)::bigint, (before ->> f.name)::bigint)) order by f.place)
        from (values
          (1, 'visits', 'Visits'),
          (2, 'contact', 'Reached the contact page'),
          (3, 'started', 'Started the form'),
          (4, 'sent', 'Sent the form'),
          (5, 'booked', 'Booked a call')
        ) as f (place, name, label)
      ) || jsonb_build_array(
        jsonb_build_array('New leads', private.week_pair(leads, leads_before)),
        jsonb_build_array('Leads won', private.week_pair(won, won_before))
      ))
    ) || case when sources is null then '[]' else jsonb_build_array(
      '{"text": "Visits by source:"}'::jsonb, jsonb_build_object('facts', sources)
    ) end || jsonb_build_array(
      '{"button": ["Open Insights", "/admin/insights?tab=visitors"]}'::jsonb,
      '{"note": "You get this email on Mondays because you turned it on under Your account."}'::jsonb
    )
  );
end
$$;

-- Queues last week's figures for those who wanted them, and had the role, before Monday at 8:00. Each gets a week's
-- once; after an outage, later that week.
create function private.send_weekly_figures(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  monday constant date := date_trunc('week', moment at time zone private.company_zone())::date;
  eight constant timestamptz := private.eight_o_clock(monday);
  said jsonb;
  person record;
  written integer := 0;
begin
  if moment < eight then
    return 0;
  end if;
  for person in
    update private.weekly_choices w set week = monday
      from auth.users u
      where u.id = w.person_id and w.wanted_at < eight and (w.week is null or w.week < monday)
        and u.email_confirmed_at is not null and private.is_email(u.email)
        and exists (
          select from public.admins a where a.user_id = u.id and a.created_at < eight
          union all
          select from public.staff s where s.user_id = u.id and s.is_sales and s.created_at < eight
        )
      returning lower(u.email) as email
  loop
    said := coalesce(said, private.weekly_figures(monday));
    exit when said is null;
    insert into public.mails (kind, recipient, subject, heading, body)
      values ('weekly', person.email, said ->> 'subject', said ->> 'heading', said -> 'body');
    written := written + 1;
  end loop;
  return written;
end
$$;

create or replace function public.reminders_due() returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  if not pg_catalog.pg_try_advisory_xact_lock(
    pg_catalog.hashtextextended('private.lead_reminders', 0)
  ) then
    return 0;
  end if;
  return private.remind() + private.send_digests() + private.send_weekly_figures();
end
$$;

create function public.my_weekly() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return exists (select from private.weekly_choices w where w.person_id = auth.uid());
end
$$;

create function public.set_my_weekly(wanted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  if set_my_weekly.wanted then
    insert into private.weekly_choices (person_id) values (auth.uid()) on conflict (person_id) do nothing;
  else
    delete from private.weekly_choices w where w.person_id = auth.uid();
  end if;
  return wanted;
end
$$;

-- A link turns off the kind of email it is in.
drop function private.digest_link(text);
create function private.digest_link(recipient text, kind text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  -- 244 random bits, in letters that an address may have
  token constant text := translate(encode(sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64'), '+/=', '-_');
  person constant uuid := (select u.id from auth.users u where lower(u.email) = digest_link.recipient limit 1);
begin
  if person is null then
    return null;
  end if;
  delete from private.digest_links l
    where l.person_id = person and l.created_at < now() - interval '1 year';
  insert into private.digest_links (token_hash, person_id, kind)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), person, digest_link.kind);
  return '/unsubscribe/' || token;
end
$$;

create or replace function public.digest_unsubscribe(token text, turn_off boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  link private.digest_links;
begin
  select * into link from private.digest_links l
    where l.token_hash = encode(sha256(convert_to(digest_unsubscribe.token, 'UTF8')), 'hex');
  if link.person_id is null then
    return null;
  end if;
  if link.kind = 'weekly' then
    if turn_off then
      delete from private.weekly_choices w where w.person_id = link.person_id;
    end if;
    return exists (select from private.weekly_choices w where w.person_id = link.person_id);
  end if;
  if turn_off then
    insert into private.digest_choices (person_id, wanted) values (link.person_id, false)
      on conflict (person_id) do update set wanted = false, chosen_at = now();
  end if;
  return coalesce((select c.wanted from private.digest_choices c where c.person_id = link.person_id), true);
end
$$;

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.queued_mail_claim', $t$case held.kind when 'digest' then private.digest_link(held.recipient) end$t$,
        $t$case when held.kind in ('digest', 'weekly') then private.digest_link(held.recipient, held.kind) end$t$),
      -- Who no longer handles leads gets no figures that wait.
      ('private.revoke_what_is_left', $t$m.kind in ('digest', 'reminder')$t$,
        $t$m.kind in ('digest', 'weekly', 'reminder')$t$)
    ) as c (function, was, is_now)
  loop
    body := pg_get_functiondef(change.function::regproc);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;

revoke all on function private.visit_figures(date, date), private.source_in_words(text), private.number_in_words(numeric),
  private.week_pair(bigint, bigint), private.weekly_figures(date), private.send_weekly_figures(timestamptz),
  private.digest_link(text, text), public.my_weekly(), public.set_my_weekly(boolean)
from public, anon, authenticated, service_role;
grant execute on function public.my_weekly(), public.set_my_weekly(boolean) to authenticated;
