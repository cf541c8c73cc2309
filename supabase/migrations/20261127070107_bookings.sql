-- Calls that visitors booked, and how much a stranger's address may use up in a day.


-- Where a lead comes from, as the visitor's tab remembers it: the page it landed on, the host that it
-- came from, and the campaign's utm_* parameters, of the first arrival in that tab and of the last.
-- Nothing of it names a person. The visitor's browser sends it, so it is as little proof as the message
-- next to it, and it never costs a message: what is wrong in it is cut or left out.
--
-- {"first": {"landing_page": "/pricing", "referrer": "google.com", "utm_source": "newsletter", …},
--  "last": {…, left out where it is the first}}

-- bookings: calls that visitors booked in the calendar on the contact page, as the calendar's frame reported
-- their browser. A stranger can make bookings up: they are a hint, bounded in size and number, and hold
-- nothing that names a person. Who wrote in the same tab has the booking joined to the lead, and it goes
-- with the lead.
--
-- Visitors add by booking_add and read nothing; who handles leads reads them.
create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  event_uri text not null,
  submission_id uuid references public.contact_submissions (id) on delete cascade,
  attribution jsonb,
  source text generated always as (private.source_of(attribution)) stored,
  landing_page text generated always as (attribution #>> '{first,landing_page}') stored,

  constraint bookings_event_uri_is_an_address check (
    event_uri ~ '^https://[a-z0-9][a-z0-9.-]{0,252}(/[A-Za-z0-9_.~-]+)+$' and length(event_uri) <= 300
  ),
  constraint bookings_one_row_per_event unique (event_uri)
);

comment on table public.bookings is 'Calls booked in the calendar, as reported by visitors'' browsers.';
comment on column public.bookings.event_uri is
  'By which the calendar''s provider knows it; it can''t be guessed, and says nothing without the provider''s key.';
comment on column public.bookings.submission_id is 'The lead that was written in the same tab; null: none.';
comment on column public.bookings.source is 'As of contact_submissions.';

create index bookings_newest_first on public.bookings (created_at desc, id);
create index bookings_of_lead on public.bookings (submission_id) where submission_id is not null;

create trigger keep_attribution before insert or update of attribution on public.bookings
  for each row execute function private.keep_attribution();

alter table public.bookings enable row level security;
revoke all on table public.bookings from public, anon, authenticated, service_role;
grant select on table public.bookings to authenticated;

create policy "Who handles leads reads the bookings" on public.bookings
  for select to authenticated using ((select private.may_handle_leads()));

create function private.tell_of_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.submission_id is not null and (tg_op = 'INSERT' or old.submission_id is null) then
    insert into public.lead_events (submission_id, kind, happened_at, actor, details)
      values (new.submission_id, 'booking', new.created_at, 'visitor',
        jsonb_build_object('booking', new.id));
  end if;
  return null;
end
$$;

create trigger tell_of_booking after insert or update of submission_id on public.bookings
  for each row execute function private.tell_of_booking();


-- What a stranger may use up is counted by their address before it is counted for all (decision 0043).

-- Who asks, as the gate in front of the database says it (PostgREST's request.headers): our server puts the
-- visitor's address there and nothing else, Supabase what its own gate adds. Null: it is not known, or is the
-- address of this machine or network: no visitor's, but of a proxy that the server does not know of (TRUST_PROXY).
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

-- A visitor's browser reports a booking; reported again, it is the same one. `request` is the request id of
-- a message from the same tab, which only that tab knows: the booking is joined to it, now or, reported
-- again, later, and never to another one.
--
-- Only of the configured calendar, and counted by address. Of bookings that belong to no message 500 a day are
-- kept: one more takes the place of the oldest from the network that has most of them. A lead's bookings are
-- counted apart, ten a day at most: a bound that protects the disk must not be turned against visitors who wrote.
create function public.booking_add(event_uri text, attribution jsonb default null, request uuid default null)
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
    raise exception 'This isn''t a booking address.' using errcode = '22023';
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
    raise exception 'This booking isn''t from this site''s calendar.' using errcode = '22023';
  end if;
  if lead is null then
    select count(*) into last_day from public.bookings b
      where b.created_at > now() - interval '1 day' and b.submission_id is null;
    if not private.take_share('booking', booking, last_day >= 250) then
      raise exception 'Too many bookings were reported today.' using errcode = 'PT429';
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
    raise exception 'Too many bookings were reported today.' using errcode = 'PT429';
  end if;
  insert into public.bookings (id, event_uri, submission_id, attribution)
    values (booking, booking_add.event_uri, lead, booking_add.attribution)
    on conflict on constraint bookings_one_row_per_event
    do update set submission_id = coalesce(bookings.submission_id, excluded.submission_id);
end
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  public.booking_add(text, jsonb, uuid),
  private.tell_of_booking(),
  private.client_address(),
  private.take_share(text, uuid, boolean),
  private.calendar_host()
from public, anon, authenticated, service_role;

grant execute on function public.booking_add(text, jsonb, uuid) to anon, authenticated;
