-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.digest_choices (
  person_id uuid not null,
  wanted boolean not null,
  chosen_at timestamp with time zone not null default now(),
  constraint digest_choices_pkey PRIMARY KEY (person_id),
  constraint digest_choices_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.digest_choices enable row level security;

create table private.digest_links (
  token_hash text not null,
  person_id uuid not null,
  created_at timestamp with time zone not null default now(),
  kind text not null default 'digest'::text,
  constraint digest_links_pkey PRIMARY KEY (token_hash),
  constraint digest_links_kind_is_known CHECK ((kind = ANY (ARRAY['digest'::text, 'weekly'::text]))),
  constraint digest_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column private.digest_links.kind is 'The kind of email that the link turns off.';
CREATE INDEX digest_links_of_person ON private.digest_links USING btree (person_id, created_at);
alter table private.digest_links enable row level security;

create table private.digests (
  person_id uuid not null,
  day date not null,
  constraint digests_pkey PRIMARY KEY (person_id),
  constraint digests_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.digests enable row level security;

create table private.lead_reminders (
  submission_id uuid not null,
  due_at timestamp with time zone not null,
  mailed_at timestamp with time zone,
  constraint lead_reminders_pkey PRIMARY KEY (submission_id),
  constraint lead_reminders_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE
);
CREATE INDEX lead_reminders_due ON private.lead_reminders USING btree (due_at) WHERE (mailed_at IS NULL);
alter table private.lead_reminders enable row level security;

create table private.mail_leads (
  mail_id uuid not null,
  submission_id uuid not null,
  constraint mail_leads_pkey PRIMARY KEY (mail_id, submission_id),
  constraint mail_leads_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES public.mails(id) ON DELETE CASCADE,
  constraint mail_leads_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE
);
CREATE INDEX mail_leads_of_lead ON private.mail_leads USING btree (submission_id);
alter table private.mail_leads enable row level security;

create table private.weekly_choices (
  person_id uuid not null,
  wanted_at timestamp with time zone not null default now(),
  week date,
  constraint weekly_choices_pkey PRIMARY KEY (person_id),
  constraint weekly_choices_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table private.weekly_choices is 'People who get the weekly figures by email.';
alter table private.weekly_choices enable row level security;

CREATE OR REPLACE FUNCTION private.count_of(count bigint, one text, many text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select count || ' ' || case count when 1 then one else many end $function$;

CREATE OR REPLACE FUNCTION private.digest(moment timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  overdue_before constant timestamptz := private.overdue_before(moment);
  fresh bigint;
  overdue bigint;
  failed bigint;
  due bigint;
  answers bigint;
  leads jsonb;
begin
  select count(*), count(*) filter (where c.created_at < overdue_before) into fresh, overdue
    from public.contact_submissions c
    where c.status = 'new' and not c.is_spam and c.deleted_at is null;
  failed := (
    select count(*) from public.contact_submissions c
    where c.mail_status = 'failed' and not c.is_spam and c.deleted_at is null
  ) + (
    select count(*) from public.mails m
    where m.state = 'failed' and m.created_at > moment - interval '7 days' and exists (
      select from public.contact_submissions c
      where c.id = m.submission_id and not c.is_spam and c.deleted_at is null
    )
  );
  answers := (
    select count(*) from public.contact_submissions c
    where c.new_answer_at is not null and not c.is_spam and c.deleted_at is null
  );
  if fresh = 0 and failed = 0 and answers = 0 then
    return null;
  end if;
  due := (
    select count(*) from public.contact_submissions c
    where c.deleted_at is null and not c.is_spam
      and c.follow_up_on <= (moment at time zone (select private.company_zone()))::date
  );
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', l.id, 'line', concat_ws(
      ' · ', private.lead_line(l.name, l.business_name),
      to_char(l.created_at at time zone (select private.company_zone()), 'FMMon FMDD'),
      case when l.created_at < overdue_before then 'overdue' end
    )
  ) order by l.created_at, l.id), '[]') into leads
    from (
      select * from public.contact_submissions c
      where c.status = 'new' and not c.is_spam and c.deleted_at is null
      order by c.created_at, c.id limit 20
    ) l;
  return jsonb_build_object(
    'subject', array_to_string(array_remove(array[
      case when fresh > 0 then private.count_of(fresh, 'new lead', 'new leads') end,
      case when overdue > 0 then overdue || ' overdue' end,
      case when answers > 0 then private.count_of(answers, 'new reply', 'new replies') end,
      case when failed > 0 then private.count_of(failed, 'email failed', 'emails failed') end
    ], null), ', '),
    'leads', (select coalesce(jsonb_agg(l -> 'id'), '[]') from jsonb_array_elements(leads) as l),
    'body', jsonb_build_array(jsonb_build_object('facts', (
      select jsonb_agg(jsonb_build_array(f.name, f.value) order by f.place)
      from (values
        (1, 'New', fresh::text, true),
        (2, 'Overdue', overdue || ' (unanswered for more than 4 business hours)', overdue > 0),
        (3, 'New replies', answers::text, answers > 0),
        (4, 'Follow-ups due', due::text, due > 0),
        (5, 'Failed emails', failed::text, failed > 0)
      ) as f (place, name, value, said)
      where f.said
    ))) || case when leads = '[]' then leads else jsonb_build_array(jsonb_build_object('links', (
      select jsonb_agg(jsonb_build_array(l -> 'line', '/admin/contact-manager?open=' || (l ->> 'id')))
      from jsonb_array_elements(leads) as l
    ))) end || jsonb_build_array(
      jsonb_build_object('button', case when fresh > 0
        then '["Open the inbox", "/admin/contact-manager?status=new"]'::jsonb
        when answers > 0 then '["Open the inbox", "/admin/contact-manager?show=new-answer"]'::jsonb
        else '["Open the inbox", "/admin/contact-manager?show=failed-mail"]'::jsonb end),
      '{"note": "You''re getting this email because leads or replies are waiting, or an email failed. It is sent at 8:00 AM on workdays."}'::jsonb
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.digest_link(recipient text, kind text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.digest_unsubscribe(token text, turn_off boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.digest_unsubscribe(text,boolean) to anon, authenticated;

CREATE OR REPLACE FUNCTION private.eight_o_clock(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select (day + time '08:00') at time zone (select private.company_zone()) $function$;

CREATE OR REPLACE FUNCTION private.forget_in_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.lead_reminders r set mailed_at = null
    from private.mail_leads gone
    join public.mails m on m.id = gone.mail_id and m.kind = 'reminder' and m.send_after is not null
    join private.mail_leads other on other.mail_id = m.id
    where gone.submission_id = old.id and r.submission_id = other.submission_id;
  delete from public.mails m using private.mail_leads l
    where l.submission_id = old.id and m.id = l.mail_id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_lead_reminder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (now() at time zone (select private.company_zone()))::date;
begin
  delete from private.lead_reminders r where r.submission_id = new.id;
  if new.follow_up_on is not null then
    insert into private.lead_reminders (submission_id, due_at) values (new.id, greatest(
      private.eight_o_clock(new.follow_up_on),
      case when now() < private.eight_o_clock(today) then private.eight_o_clock(today)
        else private.eight_o_clock(today + 1) end
    ));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lead_line(name text, business text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(
    concat_ws(', ', left(name, 80), nullif(left(business, 80), '')), '[[:cntrl:]\u2028\u2029]+', ' ', 'g'
  )
$function$;

CREATE OR REPLACE FUNCTION private.move_reminders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before constant text :=
    coalesce(case when old.setting_key = 'time_zone' then old.setting_value end, private.default_zone());
begin
  if 'time_zone' in (old.setting_key, new.setting_key) and before <> private.company_zone() then
    update private.lead_reminders r
      set due_at = private.eight_o_clock((r.due_at at time zone before)::date)
      where r.mailed_at is null and r.due_at > now();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_digest()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  return coalesce((select c.wanted from private.digest_choices c where c.person_id = auth.uid()), true);
end
$function$;
grant execute on function public.my_digest() to authenticated;

CREATE OR REPLACE FUNCTION public.my_weekly()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  return exists (select from private.weekly_choices w where w.person_id = auth.uid());
end
$function$;
grant execute on function public.my_weekly() to authenticated;

CREATE OR REPLACE FUNCTION private.number_in_words(number numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select to_char(number, 'FM999,999,999,999,990') $function$;

CREATE OR REPLACE FUNCTION private.overdue_before(moment timestamp with time zone DEFAULT now())
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  clock constant timestamp := date_trunc('minute', moment at time zone (select private.company_zone()));
  owed integer := 241;
  span record;
begin
  for span in
    select d.day, h.opens, least(h.closes, case when d.ago = 0
      then extract(epoch from clock::time)::integer / 60 else h.closes end) as closes
    from (select clock::date - ago as day, ago from generate_series(0, 31) as ago) d
    join private.office_hours() h on h.weekday = extract(dow from d.day)
    order by d.ago, h.opens desc
  loop
    continue when span.closes <= span.opens;
    if span.closes - span.opens >= owed then
      return (span.day + make_interval(mins => span.closes - owed + 1))
        at time zone (select private.company_zone());
    end if;
    owed := owed - (span.closes - span.opens);
  end loop;
  return null;
end
$function$;
grant execute on function private.overdue_before(timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION private.remind(moment timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as materialized (
    select l.id, lower(a.address) as address, l.email is not null as owned, l.due_at,
      private.lead_line(l.name, l.business_name) as line
    from (
      select c.id, c.name, c.business_name, c.platforms, c.monthly_volume, o.email, r.due_at
      from private.lead_reminders r
      join public.contact_submissions c
        on c.id = r.submission_id and c.deleted_at is null and not c.is_spam
      left join auth.users o on o.id = c.owner_id
      where r.mailed_at is null and r.due_at <= moment
      order by r.due_at, r.submission_id limit 1000
    ) l
    cross join lateral (
      select l.email as address where l.email is not null
      union all
      select jsonb_array_elements_text(private.lead_recipients(l.platforms, l.monthly_volume))
      where l.email is null
    ) a
    where private.is_email(a.address)
  ), told as (
    update private.lead_reminders r set mailed_at = moment
      where r.submission_id in (select d.id from due d)
  ), grouped as materialized (
    select gen_random_uuid() as mail, d.address, count(*) as leads, bool_and(d.owned) as owned,
      bool_or(d.owned) as partly_owned
    from due d group by d.address
  ), written as (
    insert into public.mails (id, kind, submission_id, recipient, subject, heading, body)
      select g.mail, 'reminder', case g.leads when 1 then first.id end, g.address,
        case g.leads when 1 then 'Follow up with ' || first.line
          else g.leads || ' leads to follow up with' end,
        'Follow up today',
        jsonb_build_array(jsonb_build_object('links', (
          select jsonb_agg(jsonb_build_array(
            s.line || case when s.owned then '' else ' · no owner' end,
            '/admin/contact-manager?open=' || s.id
          ) order by s.due_at, s.id)
          from (
            select * from due d where d.address = g.address order by d.due_at, d.id limit 50
          ) s
        ))) || case when g.leads > 50
          then jsonb_build_array(jsonb_build_object('text', g.leads - 50 || ' more in the admin.'))
          else '[]' end
        || jsonb_build_array(
          '{"button": ["See all due follow-ups", "/admin/contact-manager?show=follow-up"]}'::jsonb,
          jsonb_build_object('note', case
            when g.owned and g.leads = 1 then 'You own this lead, and it''s due for a follow-up.'
            when g.owned then 'You own these leads, and they''re due for a follow-up.'
            else case
                when g.leads = 1 then 'This lead has no owner'
                when g.partly_owned then 'Some of these leads have no owner'
                else 'These leads have no owner'
              end || ', so everyone who gets lead notifications is reminded. Assign an owner, and only that person is.'
          end)
        )
      from grouped g
      cross join lateral (
        select d.id, d.line from due d where d.address = g.address order by d.due_at, d.id limit 1
      ) first
      returning id
  ), named as (
    insert into private.mail_leads (mail_id, submission_id)
      select g.mail, d.id from grouped g join due d on d.address = g.address
  )
  select count(*)::integer from written
$function$;

CREATE OR REPLACE FUNCTION public.reminders_due()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not pg_catalog.pg_try_advisory_xact_lock(
    pg_catalog.hashtextextended('private.lead_reminders', 0)
  ) then
    return 0;
  end if;
  return private.remind() + private.send_digests() + private.send_weekly_figures();
end
$function$;
grant execute on function public.reminders_due() to service_role;

CREATE OR REPLACE FUNCTION private.send_digests(moment timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (moment at time zone (select private.company_zone()))::date;
  eight constant timestamptz := private.eight_o_clock(today);
  said jsonb;
  person record;
  mail uuid;
  written integer := 0;
begin
  if moment < eight
    or not exists (select from private.office_hours() h where h.weekday = extract(dow from today))
  then
    return 0;
  end if;
  for person in
    insert into private.digests as d (person_id, day)
      select u.id, today
      from (
        select a.user_id, a.created_at from public.admins a
        union all select s.user_id, s.created_at from public.staff s where s.is_sales
      ) p
      join auth.users u on u.id = p.user_id
      left join private.digest_choices c on c.person_id = u.id
      where p.created_at < eight and u.email_confirmed_at is not null and private.is_email(u.email)
        and (c.wanted is null or (c.wanted and c.chosen_at < eight))
      on conflict (person_id) do update set day = excluded.day where d.day < excluded.day
      returning d.person_id as id, (select u.email from auth.users u where u.id = d.person_id) as email
  loop
    said := coalesce(said, private.digest(moment));
    exit when said is null;
    insert into public.mails (kind, recipient, subject, heading, body)
      values (
        'digest', lower(person.email), said ->> 'subject', 'Waiting for you this morning', said -> 'body'
      )
      returning id into mail;
    insert into private.mail_leads (mail_id, submission_id)
      select mail, l::uuid from jsonb_array_elements_text(said -> 'leads') as l;
    written := written + 1;
  end loop;
  return written;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_weekly_figures(moment timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.set_my_digest(wanted boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  insert into private.digest_choices (person_id, wanted) values (auth.uid(), set_my_digest.wanted)
    on conflict (person_id) do update set wanted = excluded.wanted, chosen_at = now();
  return wanted;
end
$function$;
grant execute on function public.set_my_digest(boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.set_my_weekly(wanted boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  if set_my_weekly.wanted then
    insert into private.weekly_choices (person_id) values (auth.uid()) on conflict (person_id) do nothing;
  else
    delete from private.weekly_choices w where w.person_id = auth.uid();
  end if;
  return wanted;
end
$function$;
grant execute on function public.set_my_weekly(boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.source_in_words(source text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    '{
      "": "Unknown", "direct": "Direct", "google": "Google", "google ads": "Google Ads", "bing": "Bing",
      "yahoo": "Yahoo", "duckduckgo": "DuckDuckGo", "facebook": "Facebook",
      "facebook / instagram": "Facebook / Instagram", "instagram": "Instagram", "microsoft ads": "Microsoft Ads",
      "linkedin": "LinkedIn", "pinterest": "Pinterest", "reddit": "Reddit", "tiktok": "TikTok", "youtube": "YouTube"
    }'::jsonb ->> source_in_words.source,
    left(regexp_replace(source_in_words.source, '[[:cntrl:]\u2028\u2029]+', ' ', 'g'), 80)
  )
$function$;

CREATE OR REPLACE FUNCTION private.week_pair(now bigint, before bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.number_in_words(week_pair.now)
    || coalesce(' (' || private.number_in_words(week_pair.before) || ' the week before)', '')
$function$;

CREATE OR REPLACE FUNCTION private.weekly_figures(monday date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      '{"note": "You''re getting this email on Mondays because you turned it on under Your account."}'::jsonb
    )
  );
end
$function$;
