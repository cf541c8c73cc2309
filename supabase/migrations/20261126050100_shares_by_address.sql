-- What a stranger may use up is counted by their address before it is counted for all (decision 0043). Until now
-- 500 invented bookings, or 200 messages, kept every visitor's booking or confirmation out for a day.

-- Who asks, as the gate in front of the database says it (PostgREST's request.headers): our server puts the
-- visitor's address there and nothing else, Supabase what its own gate adds. Null: it is not known, or is the
-- address of this machine or network: no visitor's, but of a proxy that nobody told the server of (TRUST_PROXY).
create function private.client_address() returns inet
language plpgsql stable set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  address inet;
begin
  address := btrim(coalesce(
    headers ->> 'cf-connecting-ip', substring(headers ->> 'x-forwarded-for' from '[^,]*$')
  ))::inet;
  if address <<= '::ffff:0:0/96'::inet then
    address := '0.0.0.0'::inet + (address - '::ffff:0:0'::inet);
  end if;
  return case when not address <<= any (array[
    '127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16',
    '::1', 'fc00::/7', 'fe80::/10'
  ]::inet[]) then address end;
exception
  when invalid_text_representation then
    return null;
end
$$;

-- What was done today from which network, by hash: no address is stored here.
create table private.visitor_shares (
  what text not null,
  -- what came of it
  subject uuid not null,
  -- an IPv4 address, or the /64 that an IPv6 user has to themselves; null: it is not known
  near bytea,
  -- the /24 or the /48 around it, which is often one hand's
  wide bytea,
  used_at timestamptz not null default now(),

  primary key (what, subject)
);
create index visitor_shares_by_time on private.visitor_shares (what, used_at);
alter table private.visitor_shares enable row level security;
revoke all on table private.visitor_shares from public, anon, authenticated, service_role;

-- Uses one of what an address may do in a day, or says that it has had its share: ten of an address and 40 of
-- the networks around it, one and five while there is a crowd. Two at once count one after the other.
create function private.take_share(what text, subject uuid, crowded boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  address constant inet := private.client_address();
  of_near constant bytea := pg_catalog.sha256(convert_to(
    network(set_masklen(address, case family(address) when 4 then 32 else 64 end))::text, 'UTF8'
  ));
  of_wide constant bytea := pg_catalog.sha256(convert_to(
    network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text, 'UTF8'
  ));
  used_near integer;
  used_wide integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended('private.visitor_shares ' || take_share.what, 0)
  );
  delete from private.visitor_shares s
    where s.what = take_share.what and s.used_at <= now() - interval '1 day';
  select count(*) filter (where s.near is not distinct from of_near), count(*)
    into used_near, used_wide
    from private.visitor_shares s
    where s.what = take_share.what and s.wide is not distinct from of_wide;
  if crowded and (used_near >= 1 or used_wide >= 5)
    or address is not null and (used_near >= 10 or used_wide >= 40)
  then
    return false;
  end if;
  insert into private.visitor_shares (what, subject, near, wide)
    values (take_share.what, take_share.subject, of_near, of_wide);
  return true;
end
$$;


-- The host of the calendar that staff entered; null: there is none, and no call is booked here.
create function private.calendar_host() returns text
language sql stable security definer set search_path = ''
as $$
  select regexp_replace(lower(substring(c.content_value from '^https://([^/?#:]+)')), '^www\.', '')
  from public.site_content c
  where c.page_name = 'contact' and c.section_name = 'onboarding_call' and c.content_key = 'calendly_url'
$$;

-- As before, but only of the configured calendar, and counted by address. Of bookings that belong to no
-- message 500 a day are kept: one more takes the place of the oldest from the network that has most of them.
create or replace function public.booking_add(event_uri text, attribution jsonb default null, request uuid default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  lead constant uuid := (
    select c.id from public.contact_submissions c where c.request_id = booking_add.request
  );
  calendar constant text := private.calendar_host();
  booking constant uuid := gen_random_uuid();
  last_day integer;
begin
  if booking_add.event_uri is null or length(booking_add.event_uri) > 300
    or booking_add.event_uri !~ '^https://[a-z0-9][a-z0-9.-]{0,252}(/[A-Za-z0-9_.~-]+)+$'
  then
    raise exception 'This is no address of a booking.' using errcode = '22023';
  end if;
  update public.bookings b set submission_id = coalesce(b.submission_id, lead)
    where b.event_uri = booking_add.event_uri;
  if found then
    return;
  end if;
  -- The provider's own address of a booking is its API's: api.calendly.com for calendly.com.
  if substring(booking_add.event_uri from '^https://([^/]+)') in (calendar, 'api.' || calendar, 'www.' || calendar)
  is not true
  then
    raise exception 'This is no booking in the calendar of this site.' using errcode = '22023';
  end if;
  if lead is null then
    select count(*) into last_day from public.bookings b
      where b.created_at > now() - interval '1 day' and b.submission_id is null;
    if not private.take_share('booking', booking, last_day >= 250) then
      raise exception 'Too many bookings were told of today.' using errcode = 'PT429';
    end if;
    if last_day >= 500 then
      with crowded_out as (
        delete from public.bookings o where o.id in (
          select b.id
          from public.bookings b
          left join private.visitor_shares s on s.what = 'booking' and s.subject = b.id
          where b.created_at > now() - interval '1 day' and b.submission_id is null
          order by count(*) over (partition by s.wide) desc, b.created_at, b.id
          limit last_day - 499
        ) returning o.id
      )
      delete from public.webhook_deliveries d using crowded_out o
        where d.kind = 'booking.created' and d.submission_id is null and d.outcome = 'waiting'
          and d.payload #>> '{data,booking,id}' = o.id::text;
    end if;
  elsif (
    select count(*) from public.bookings b
    where b.created_at > now() - interval '1 day' and b.submission_id = lead
  ) >= 10 then
    raise exception 'Too many bookings were told of today.' using errcode = 'PT429';
  end if;
  insert into public.bookings (id, event_uri, submission_id, attribution)
    values (booking, booking_add.event_uri, lead, booking_add.attribution)
    on conflict on constraint bookings_one_row_per_event
    do update set submission_id = coalesce(bookings.submission_id, excluded.submission_id);
end
$$;


-- The one spelling of a mailbox: what stands behind a plus goes, and the dots that Gmail does not see.
create function private.mailbox_of(address text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select split_part(split_part(lower(address), '@', 1), '+', 1) as name,
      split_part(lower(address), '@', 2) as domain
  ) parts
$$;

create or replace function private.mailbox_digest(address text) returns bytea
language sql immutable set search_path = ''
as $$
  select private.address_digest(private.mailbox_of(address))
$$;

-- As before, but counted by the visitor's address before it is counted for all. 2,000 a day in all keep the
-- company's own name as a sender: nobody reaches them from fewer than some hundred networks.
create or replace function private.queue_confirmation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  setting constant jsonb := (
    select coalesce(jsonb_object_agg(s.setting_key, s.setting_value), '{}')
    from public.site_settings s
    where s.setting_key in (
      'confirmation_enabled', 'confirmation_subject', 'confirmation_text', 'contact_email', 'company_name'
    )
  );
  mailbox constant bytea := private.mailbox_digest(new.email);
  last_day integer;
  of_mailbox integer;
  last_hour boolean;
begin
  if setting ->> 'confirmation_enabled' is distinct from 'true' or new.is_spam
    or new.spam_reason is not null
    -- What staff or the server itself store is no message that somebody waits to hear of.
    or coalesce(auth.role() not in ('anon', 'authenticated') or public.is_admin_user(), true)
    or coalesce(setting ->> 'confirmation_subject', '') !~ '\S'
    or coalesce(setting ->> 'confirmation_text', '') !~ '\S'
    or exists (
      select from private.refused_addresses r where r.digest = private.address_digest(new.email)
    )
    -- A queue that is nearly full is needed for other mails; a message is never lost for one.
    or (select count(*) >= 5000 from (
      select from public.mails m where m.send_after is not null limit 5000
    ) waiting)
  then
    return null;
  end if;
  -- Two messages at once count one after the other.
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended('private.confirmations', 0)
  );
  delete from private.confirmations c where c.queued_at <= now() - interval '1 day';
  select count(*), count(*) filter (where c.digest = mailbox),
    coalesce(bool_or(c.digest = mailbox and c.queued_at > now() - interval '1 hour'), false)
    into last_day, of_mailbox, last_hour
    from private.confirmations c;
  if of_mailbox >= 3 or last_hour or last_day >= 2000
    or not private.take_share('confirmation', new.id, last_day >= 200)
  then
    return null;
  end if;
  insert into private.confirmations (digest) values (mailbox);
  insert into public.mails (kind, submission_id, recipient, reply_to, reply_to_name, subject, body)
    values (
      'confirmation', new.id, new.email,
      case when private.is_email(setting ->> 'contact_email') then setting ->> 'contact_email' end,
      left(regexp_replace(setting ->> 'company_name', '[[:cntrl:]\u2028\u2029]+', ' ', 'g'), 200),
      left(regexp_replace(setting ->> 'confirmation_subject', '[[:cntrl:]\u2028\u2029]+', ' ', 'g'), 200),
      jsonb_build_array(jsonb_build_object('text', btrim(setting ->> 'confirmation_text')))
    );
  return null;
end
$$;

-- As before, and forgets by the hour what a day's shares were counted by.
create or replace function public.leads_clean(batch integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant jsonb := (
    select jsonb_object_agg(s.setting_key, s.setting_value) from public.site_settings s
    where s.setting_key in ('delete_spam', 'delete_closed_months')
  );
  spam constant boolean := coalesce(kept ->> 'delete_spam' = 'true', false);
  months constant integer := nullif(kept ->> 'delete_closed_months', '')::integer;
  gone integer := 0;
  one record;
begin
  -- Others have no role of the API: the job of the database itself.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_lead_handler();
  end if;
  delete from private.visitor_shares s where s.used_at <= now() - interval '1 day';
  delete from private.confirmations c where c.queued_at <= now() - interval '1 day';
  for one in
    with over as materialized (
      select c.id, private.time_is_over(c, spam, months) as reason
      from public.contact_submissions c
      where (
        c.deleted_at < now() - interval '30 days'
        or spam and c.is_spam and c.deleted_at is null
        or months is not null and c.status = 'closed' and c.deleted_at is null
      ) and private.time_is_over(c, spam, months) is not null
      order by c.updated_at limit greatest(least(batch, 10000), 0)
      for update skip locked
    ), deleted as (
      delete from public.contact_submissions c using over where c.id = over.id returning over.reason
    )
    select d.reason, count(*) as many from deleted d group by 1
  loop
    gone := gone + one.many;
    perform private.note_erasure(one.reason, jsonb_build_object('contact_submissions', one.many));
  end loop;
  return gone;
end
$$;

revoke all on function private.client_address() from public, anon, authenticated, service_role;
revoke all on function private.take_share(text, uuid, boolean)
  from public, anon, authenticated, service_role;
revoke all on function private.calendar_host() from public, anon, authenticated, service_role;
revoke all on function private.mailbox_of(text) from public, anon, authenticated, service_role;
