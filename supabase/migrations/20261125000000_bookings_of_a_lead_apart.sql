-- Anyone can tell of bookings that never were, up to 500 a day. That bound protects the disk, and must not be
-- turned against visitors who wrote: a lead's bookings are counted apart, ten a day at most.

create or replace function public.booking_add(event_uri text, attribution jsonb default null, request uuid default null)
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
  if (
    select count(*) from public.bookings b
    where b.created_at > now() - interval '1 day' and b.submission_id is not distinct from lead
  ) >= (case when lead is null then 500 else 10 end) then
    raise exception 'Too many bookings were told of today.' using errcode = 'PT429';
  end if;
  insert into public.bookings (event_uri, submission_id, attribution)
    values (booking_add.event_uri, lead, booking_add.attribution)
    on conflict on constraint bookings_one_row_per_event
    do update set submission_id = coalesce(bookings.submission_id, excluded.submission_id);
end
$$;
