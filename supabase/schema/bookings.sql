-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table public.bookings (
  id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  event_uri text not null,
  submission_id uuid,
  attribution jsonb,
  source text generated always as (private.source_of(attribution)) stored,
  landing_page text generated always as ((attribution #>> '{first,landing_page}'::text[])) stored,
  constraint bookings_pkey PRIMARY KEY (id),
  constraint bookings_event_uri_is_an_address CHECK (((event_uri ~ '^https://[a-z0-9][a-z0-9.-]{0,252}(/[A-Za-z0-9_.~-]+)+$'::text) AND (length(event_uri) <= 300))),
  constraint bookings_one_row_per_event UNIQUE (event_uri),
  constraint bookings_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE
);
comment on table public.bookings is 'Calls booked in the calendar, as reported by visitors'' browsers.';
comment on column public.bookings.event_uri is 'By which the calendar''s provider knows it; it can''t be guessed, and says nothing without the provider''s key.';
comment on column public.bookings.submission_id is 'The lead that was written in the same tab; null: none.';
comment on column public.bookings.source is 'As of contact_submissions.';
CREATE INDEX bookings_newest_first ON public.bookings USING btree (created_at DESC, id);
CREATE INDEX bookings_of_lead ON public.bookings USING btree (submission_id) WHERE (submission_id IS NOT NULL);
CREATE TRIGGER keep_attribution BEFORE INSERT OR UPDATE OF attribution ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.keep_attribution();
CREATE TRIGGER tell_of_booking AFTER INSERT OR UPDATE OF submission_id ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.tell_of_booking();
CREATE TRIGGER tell_webhooks_of_join AFTER UPDATE ON public.bookings FOR EACH ROW WHEN (((old.submission_id IS NULL) AND (new.submission_id IS NOT NULL))) EXECUTE FUNCTION private.tell_webhooks_of_booking();
CREATE TRIGGER tell_webhooks_of_new AFTER INSERT ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.tell_webhooks_of_booking();
alter table public.bookings enable row level security;
grant select on table public.bookings to authenticated;
create policy "Who handles leads reads the bookings" on public.bookings
  as permissive for select to authenticated
  using (( SELECT private.may_handle_leads() AS may_handle_leads));

create table private.visitor_shares (
  what text not null,
  subject uuid not null,
  near bytea,
  wide bytea,
  used_at timestamp with time zone not null default now(),
  constraint visitor_shares_pkey PRIMARY KEY (what, subject)
);
CREATE INDEX visitor_shares_by_time ON private.visitor_shares USING btree (what, used_at);
alter table private.visitor_shares enable row level security;

CREATE OR REPLACE FUNCTION public.booking_add(event_uri text, attribution jsonb DEFAULT NULL::jsonb, request uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.booking_add(text,jsonb,uuid) to anon, authenticated;

CREATE OR REPLACE FUNCTION private.calendar_host()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select regexp_replace(lower(substring(c.content_value from '^https://([^/?#:]+)')), '^www\.', '')
  from public.site_content c
  where c.page_name = 'contact' and c.section_name = 'onboarding_call' and c.content_key = 'calendly_url'
$function$;

CREATE OR REPLACE FUNCTION private.client_address()
 RETURNS inet
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.take_share(what text, subject uuid, crowded boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.submission_id is not null and (tg_op = 'INSERT' or old.submission_id is null) then
    insert into public.lead_events (submission_id, kind, happened_at, actor, details)
      values (new.submission_id, 'booking', new.created_at, 'visitor',
        jsonb_build_object('booking', new.id));
  end if;
  return null;
end
$function$;
