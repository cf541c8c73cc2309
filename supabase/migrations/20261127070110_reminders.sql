-- Reminders of leads and the morning's digest, by the company's clock.


-- Nobody forgotten. At 8:00 by the company's clock, an email for each lead whose day to come back has come, to
-- its owner, or to those who get notices of such leads where it has none; one email an address. And on work
-- days at 8:00 a digest for each admin who wants it: what is new, what waits longer than the promise, which
-- emails did not arrive. Without any of these no digest goes out.
--
-- Both are rows of public.mails, written by public.reminders_due(): the web server asks every minute, and on
-- hosted Supabase pg_cron does where the project has it when this runs, or the function send-emails. Several
-- that ask at once do the work of one. What was missed while nothing ran is made up for as soon as something
-- does: a reminder whenever that is, a digest until midnight.

-- When a day's emails are due. Clocks change at night, so there is one such moment each day.
create function private.eight_o_clock(day date) returns timestamptz
language sql stable set search_path = ''
as $$ select (day + time '08:00') at time zone (select private.company_zone()) $$;

-- When each lead comes up again: at 8:00 of its day, or, where that is over already, at the next 8:00.
create table private.lead_reminders (
  submission_id uuid primary key references public.contact_submissions (id) on delete cascade,
  due_at timestamptz not null,
  mailed_at timestamptz
);

create index lead_reminders_due on private.lead_reminders (due_at) where mailed_at is null;

alter table private.lead_reminders enable row level security;
revoke all on table private.lead_reminders from public, anon, authenticated, service_role;

create function private.keep_lead_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;

create trigger keep_lead_reminder_of_new after insert on public.contact_submissions
  for each row when (new.follow_up_on is not null) execute function private.keep_lead_reminder();

create trigger keep_lead_reminder after update of follow_up_on on public.contact_submissions
  for each row when (new.follow_up_on is distinct from old.follow_up_on)
  execute function private.keep_lead_reminder();

-- Which leads an email about several names. Where one of them is deleted permanently, so does the email; what it would
-- have said of the others is said again.
create table private.mail_leads (
  mail_id uuid not null references public.mails (id) on delete cascade,
  submission_id uuid not null references public.contact_submissions (id) on delete cascade,
  primary key (mail_id, submission_id)
);

create index mail_leads_of_lead on private.mail_leads (submission_id);

alter table private.mail_leads enable row level security;
revoke all on table private.mail_leads from public, anon, authenticated, service_role;

create function private.forget_in_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;

create trigger forget_in_mails before delete on public.contact_submissions
  for each row execute function private.forget_in_mails();

-- A lead in one line of an email: "Ana Ruiz, Halfmoon Nails".
create function private.lead_line(name text, business text) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(
    concat_ws(', ', left(name, 80), nullif(left(business, 80), '')), '[[:cntrl:]\u2028\u2029]+', ' ', 'g'
  )
$$;

create function private.count_of(count bigint, one text, many text) returns text
language sql immutable set search_path = ''
as $$ select count || ' ' || case count when 1 then one else many end $$;

-- Writes the reminders that are due; returns how many emails. At most 1000 leads at a time, 50 of them named in
-- an email. A lead in the trash, or held back as spam, waits until it is none.
create function private.remind(moment timestamptz default now()) returns integer
language sql security definer set search_path = ''
as $$
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
    select gen_random_uuid() as mail, d.address, count(*) as leads, bool_and(d.owned) as owned
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
          jsonb_build_object('note', case when g.owned
            then 'You own these leads, and their follow-up date is today.'
            else 'These leads have no owner, so everyone who gets lead notices got this email. Assign an owner, and only that person is reminded.'
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
$$;

-- A new lead that came before this moment waits longer than the promised 4 hours of opening time (240
-- minutes, each counted whole). Null: the office was not open that long in a month.
create function private.overdue_before(moment timestamptz default now()) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
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
$$;

-- Who wants no digest, or wants it again; without a row it is wanted.
create table private.digest_choices (
  person_id uuid primary key references auth.users (id) on delete cascade,
  wanted boolean not null,
  chosen_at timestamptz not null default now()
);

alter table private.digest_choices enable row level security;
revoke all on table private.digest_choices from public, anon, authenticated, service_role;

-- The last day whose digest is settled: sent, or there was nothing to say.
create table private.digests (
  person_id uuid primary key references auth.users (id) on delete cascade,
  day date not null
);

alter table private.digests enable row level security;
revoke all on table private.digests from public, anon, authenticated, service_role;

-- Whether the caller gets it.
create function public.my_digest() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return coalesce((select c.wanted from private.digest_choices c where c.person_id = auth.uid()), true);
end
$$;

create function public.set_my_digest(wanted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  insert into private.digest_choices (person_id, wanted) values (auth.uid(), set_my_digest.wanted)
    on conflict (person_id) do update set wanted = excluded.wanted, chosen_at = now();
  return wanted;
end
$$;

-- Writes the digests of the day; returns how many. A work day is one on which the office opens. Who became an
-- admin, or wanted it again, after 8:00 begins with the next one.
create function private.send_digests(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = ''
as $$
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
      select u.id, today from public.admins a
      join auth.users u on u.id = a.user_id
      left join private.digest_choices c on c.person_id = u.id
      where a.created_at < eight and u.email_confirmed_at is not null and private.is_email(u.email)
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
$$;

-- Writes what is due of both; returns how many emails. Anyone who asks is alone until its transaction ends.
create function public.reminders_due() returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  if not pg_catalog.pg_try_advisory_xact_lock(
    pg_catalog.hashtextextended('private.lead_reminders', 0)
  ) then
    return 0;
  end if;
  return private.remind() + private.send_digests();
end
$$;

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$
      select cron.schedule('loading-dock-reminders', '* * * * *', 'select public.reminders_due()')
    $cron$;
  end if;
end
$$;


-- Every digest has a link that turns it off without signing in, for email programs too (List-Unsubscribe, RFC 8058).
-- A link belongs to one email and one person. Only the SHA-256 of its token is kept, as for previews: who reads the
-- table, or a backup of it, can use none.

create table private.digest_links (
  token_hash text primary key,
  person_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index digest_links_of_person on private.digest_links (person_id, created_at);

alter table private.digest_links enable row level security;
revoke all on table private.digest_links from public, anon, authenticated, service_role;

-- A new link for whom a digest goes to: the path on this site. Null when there is no such account. A person's links
-- work for a year.
create function private.digest_link(recipient text) returns text
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
  insert into private.digest_links (token_hash, person_id)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), person);
  return '/unsubscribe/' || token;
end
$$;

-- Whether anyone who has this link gets the digest; null: there is no such link. turn_off: they no longer want it.
create function public.digest_unsubscribe(token text, turn_off boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := (
    select l.person_id from private.digest_links l
    where l.token_hash = encode(sha256(convert_to(digest_unsubscribe.token, 'UTF8')), 'hex')
  );
begin
  if person is null then
    return null;
  end if;
  if turn_off then
    insert into private.digest_choices (person_id, wanted) values (person, false)
      on conflict (person_id) do update set wanted = false, chosen_at = now();
  end if;
  return coalesce((select c.wanted from private.digest_choices c where c.person_id = person), true);
end
$$;

-- What a digest says at this moment: {"subject", "body", "leads"}; null when there is nothing to say. How to turn
-- it off is below each one (queued_mail_claim).
create function private.digest(moment timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  overdue_before constant timestamptz := private.overdue_before(moment);
  fresh bigint;
  overdue bigint;
  failed bigint;
  due bigint;
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
    where m.state = 'failed' and m.created_at > moment - interval '7 days'
  );
  if fresh = 0 and failed = 0 then
    return null;
  end if;
  due := (
    select count(*) from public.contact_submissions c
    where c.deleted_at is null
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
      case when failed > 0 then private.count_of(failed, 'email failed', 'emails failed') end
    ], null), ', '),
    'leads', (select coalesce(jsonb_agg(l -> 'id'), '[]') from jsonb_array_elements(leads) as l),
    'body', jsonb_build_array(jsonb_build_object('facts', (
      select jsonb_agg(jsonb_build_array(f.name, f.value) order by f.place)
      from (values
        (1, 'New', fresh::text, true),
        (2, 'Overdue', overdue || ' (unanswered for more than 4 business hours)', overdue > 0),
        (3, 'Follow-ups due', due::text, due > 0),
        (4, 'Failed emails', failed::text, failed > 0)
      ) as f (place, name, value, said)
      where f.said
    ))) || case when leads = '[]' then leads else jsonb_build_array(jsonb_build_object('links', (
      select jsonb_agg(jsonb_build_array(l -> 'line', '/admin/contact-manager?open=' || (l ->> 'id')))
      from jsonb_array_elements(leads) as l
    ))) end || jsonb_build_array(
      jsonb_build_object('button', case when fresh > 0
        then '["Open the inbox", "/admin/contact-manager?status=new"]'::jsonb
        else '["Open the inbox", "/admin/contact-manager?show=failed-mail"]'::jsonb end),
      '{"note": "You get this email at 8:00 AM on workdays if leads are waiting or an email failed."}'::jsonb
    )
  );
end
$$;

-- A reminder that is still to come stays on its day, at 8:00 of the new clock.
create function private.move_reminders() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;

create trigger move_reminders after insert or update or delete on public.site_settings
  for each row execute function private.move_reminders();


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  private.eight_o_clock(date),
  private.keep_lead_reminder(),
  private.forget_in_mails(),
  private.lead_line(text, text),
  private.count_of(bigint, text, text),
  private.remind(timestamptz),
  private.overdue_before(timestamptz),
  public.my_digest(),
  public.set_my_digest(boolean),
  private.digest(timestamptz),
  private.send_digests(timestamptz),
  public.reminders_due(),
  private.digest_link(text),
  public.digest_unsubscribe(text, boolean),
  private.move_reminders()
from public, anon, authenticated, service_role;

grant execute on function public.my_digest(), public.set_my_digest(boolean) to authenticated;

grant execute on function public.reminders_due() to service_role;

grant execute on function public.digest_unsubscribe(text, boolean) to anon, authenticated;
