-- Where a lead comes from, as the visitor's tab remembers it: the page it landed on, the host that it
-- came from, and the campaign's utm_* parameters, of the first arrival in that tab and of the last.
-- Nothing of it names a person. The visitor's browser sends it, so it is as little proof as the message
-- beside it, and it never costs a message: what is wrong in it is cut or left out.
--
-- {"first": {"landing_page": "/pricing", "referrer": "google.com", "utm_source": "newsletter", …},
--  "last": {…, left out where it is the first}}

-- One arrival in its one spelling; null where nothing is left of it. An address that names somebody
-- ("@") stays out, as mailings put it into their links.
create function private.clean_touch(touch jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select nullif(jsonb_object_agg(spelled.key, spelled.value), '{}')
  from (
    select part.key, case part.key
      when 'landing_page' then substring(
        regexp_replace(left(part.value, 2000), '(.)/*([?#].*)?$', '\1') from '^/(?!/)[!-?A-~]{0,199}'
      )
      when 'referrer' then substring(
        regexp_replace(lower(btrim(left(part.value, 300))), '^www\.', '')
        from '^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$'
      )
      else nullif(rtrim(left(btrim(regexp_replace(
        lower(private.visible_text(left(part.value, 1000), ' ')), '\s+', ' ', 'g'
      )), 100)), '')
    end as value
    from (
      select e.key, e.value #>> '{}' as value
      from jsonb_each(case when jsonb_typeof(touch) = 'object' then touch else '{}' end) e
      where jsonb_typeof(e.value) = 'string'
    ) part
    where part.key in (
      'landing_page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'
    ) and part.value not like '%@%' and part.value not ilike '%\%40%'
  ) spelled
  where spelled.value is not null
$$;

create function private.clean_attribution(attribution jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when coalesce(first, last) is not null then
    jsonb_build_object('first', coalesce(first, last))
      || case when last is distinct from coalesce(first, last) and last is not null
        then jsonb_build_object('last', last) else '{}' end
  end
  from (
    select private.clean_touch(attribution -> 'first') as first,
      private.clean_touch(attribution -> 'last') as last
  ) touches
$$;

-- The one word for where an arrival came from: the campaign's utm_source, else the host, whereby the
-- addresses of a large service are one ("l.facebook.com", "google.co.uk"); null for neither.
create function private.source_of_touch(touch jsonb) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    touch ->> 'utm_source',
    substring(touch ->> 'referrer' from
      '(?:^|\.)(google|bing|yahoo|duckduckgo|facebook|instagram|linkedin|pinterest|reddit|tiktok|youtube)\.(?:com?|[a-z]{2})(?:\.[a-z]{2})?$'),
    touch ->> 'referrer'
  )
$$;

-- The first arrival that says where it came from decides. "direct": none does; null: nothing is known.
create function private.source_of(attribution jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case when attribution is not null then coalesce(
    private.source_of_touch(attribution -> 'first'),
    private.source_of_touch(attribution -> 'last'),
    'direct'
  ) end
$$;

-- Bounds and spelling for every writer, whatever a stranger posts: it mends, where a constraint would
-- refuse the message.
create function private.keep_attribution() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.attribution := private.clean_attribution(new.attribution);
  return new;
end
$$;

alter table public.contact_submissions
  add column attribution jsonb,
  add column source text generated always as (private.source_of(attribution)) stored,
  add column landing_page text generated always as (attribution #>> '{first,landing_page}') stored;

comment on column public.contact_submissions.attribution is
  'Where the visitor''s tab came from, at first and at last: landing page, referrer''s host, utm_*; null where nothing is known.';
comment on column public.contact_submissions.source is
  'The campaign''s source or the referrer; "direct" for neither, null where nothing is known.';
comment on column public.contact_submissions.landing_page is 'The path that the tab began with.';

create trigger keep_attribution before insert or update of attribution on public.contact_submissions
  for each row execute function private.keep_attribution();


-- bookings: calls that visitors booked in the calendar on the contact page, as the calendar's frame told
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

comment on table public.bookings is 'Calls booked in the calendar, as visitors'' browsers told.';
comment on column public.bookings.event_uri is
  'By which the calendar''s provider knows it; it can''t be guessed, and says nothing without the provider''s key.';
comment on column public.bookings.submission_id is 'The lead that was written in the same tab; null: none.';
comment on column public.bookings.source is 'As of contact_submissions.';

create index bookings_newest_first on public.bookings (created_at desc, id);
create index bookings_of_lead on public.bookings (submission_id) where submission_id is not null;

alter table public.bookings enable row level security;
revoke all on table public.bookings from public, anon, authenticated, service_role;
grant select on table public.bookings to authenticated;

create policy "Who handles leads reads the bookings" on public.bookings
  for select to authenticated using ((select private.may_handle_leads()));

create trigger keep_attribution before insert or update of attribution on public.bookings
  for each row execute function private.keep_attribution();

-- A visitor's browser tells of a booking; told again, it is the same one. `request` is the request id of
-- a message from the same tab, which only that tab knows: the booking is joined to it, now or, told
-- again, later, and never to another one.
create function public.booking_add(event_uri text, attribution jsonb default null, request uuid default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  lead constant uuid := (
    select c.id from public.contact_submissions c where c.request_id = booking_add.request
  );
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
  -- More than any office can answer; whoever makes them up fills no disk.
  if (select count(*) from public.bookings b where b.created_at > now() - interval '1 day') >= 500 then
    raise exception 'Too many bookings were told of today.' using errcode = 'PT429';
  end if;
  insert into public.bookings (event_uri, submission_id, attribution)
    values (booking_add.event_uri, lead, booking_add.attribution)
    on conflict on constraint bookings_one_row_per_event
    do update set submission_id = coalesce(bookings.submission_id, excluded.submission_id);
end
$$;


-- A booking is part of its lead's story, at the time at which it was made.
alter table public.lead_events drop constraint lead_events_kind_is_known;
alter table public.lead_events add constraint lead_events_kind_is_known check (
  kind in (
    'created', 'status', 'owner', 'follow_up', 'spam', 'note', 'notice', 'deleted', 'restored', 'booking'
  )
);

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

-- A generated column is computed as whoever writes the row.
revoke all on function private.source_of(jsonb) from public;
revoke all on function private.source_of_touch(jsonb) from public;
grant execute on function private.source_of(jsonb) to anon, authenticated, service_role;
grant execute on function private.source_of_touch(jsonb) to anon, authenticated, service_role;
revoke all on function private.clean_touch(jsonb) from public, anon, authenticated, service_role;
revoke all on function private.clean_attribution(jsonb) from public, anon, authenticated, service_role;
revoke all on function private.keep_attribution() from public, anon, authenticated, service_role;
revoke all on function private.tell_of_booking() from public, anon, authenticated, service_role;
revoke all on function public.booking_add(text, jsonb, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.booking_add(text, jsonb, uuid) to anon, authenticated;
