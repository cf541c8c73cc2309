-- When orders leave: a cutoff and the carrier's pickup ("14:00"), working days ("Mon, Tue") and holidays, one date a
-- line. The home page shows from these when an order leaves, next to the marketplace's deadline. Blank hides it.

-- The days of a week, each once and in order, Monday first.
create function private.is_weekdays(days text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select days = coalesce(
    (
      select string_agg(w.name, ', ' order by w.place)
      from unnest('{Mon,Tue,Wed,Thu,Fri,Sat,Sun}'::text[]) with ordinality as w (name, place)
      where strpos(days, w.name) > 0
    ), ''
  )
$$;

-- A date such as 2026-12-25 in each line, of days that exist.
create function private.is_date_list(dates text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select dates = '' or not exists (
    select from regexp_split_to_table(dates, '\n') as line
    where case
      when line !~ '^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$' then true
      else substr(line, 9)::integer > extract(
        day from make_date(substr(line, 1, 4)::integer, substr(line, 6, 2)::integer, 1)::timestamp
          + interval '1 month' - interval '1 day'
      )
    end
  )
$$;

revoke all on function private.is_weekdays(text), private.is_date_list(text)
from public, anon, authenticated, service_role;
grant execute on function private.is_weekdays(text), private.is_date_list(text)
to anon, authenticated, service_role;

alter table public.site_settings
  add constraint site_settings_dispatch_times_are_times check (
    setting_key not in ('dispatch_cutoff', 'dispatch_pickup')
    or setting_value ~ '^(([01]\d|2[0-3]):[0-5]\d)?$'
  ),
  add constraint site_settings_dispatch_days_are_weekdays check (
    setting_key <> 'dispatch_days' or private.is_weekdays(setting_value)
  ),
  add constraint site_settings_dispatch_holidays_are_dates check (
    setting_key <> 'dispatch_holidays' or private.is_date_list(setting_value)
  );

create policy "Anyone reads when orders leave" on public.site_settings
  for select to anon, authenticated using (
    setting_key in ('dispatch_cutoff', 'dispatch_pickup', 'dispatch_days', 'dispatch_holidays')
  );

-- A site that is in use has these settings blank: nobody has promised a cutoff there yet. A new site gets the seed's.
insert into public.site_settings (setting_key, setting_value, setting_type, description)
select added.key, '', added.type, added.description
from (values
  ('dispatch_cutoff', 'text', 'Orders in by this time on a working day leave on that day''s truck'),
  ('dispatch_pickup', 'text', 'When the carrier picks up, in the company''s time zone'),
  ('dispatch_days', 'text', 'Days on which orders leave'),
  ('dispatch_holidays', 'textarea', 'Working days on which nothing leaves, one date per line, like 2026-12-25')
) as added (key, type, description)
where exists (select from public.site_settings)
on conflict (setting_key) do nothing;

-- Its texts: those of the clock can be edited, and two that promised more than holds on every day get their
-- new words, unless staff had changed them.
insert into public.site_content (page_name, section_name, content_key, content_value, content_type)
select 'home', 'dispatch', added.key, added.words, added.type
from (values
  ('clock_description', 'textarea', 'Orders in by {cutoff} on a working day leave on that day''s {pickup} truck. All others leave with the next working day''s, before TikTok Shop''s deadline.'),
  ('cutoff_label', 'text', 'Cutoff'),
  ('truck_label', 'text', 'Our truck'),
  ('deadline_label', 'text', 'TikTok Shop''s deadline')
) as added (key, type, words)
where exists (select from public.site_content where page_name = 'home' and section_name = 'dispatch')
on conflict (page_name, section_name, content_key) do nothing;

update public.site_content c set content_value = changed.after
from (values
  ('promise_description',
    'from your shop to the truck, a quiet Tuesday or a viral one.',
    'on working days, from your shop to the truck.'),
  ('note',
    'Our clock runs in opening hours. What comes in after 6:00 PM PST on a weekday, after 2:00 PM on a Saturday, or on a Sunday starts the next working morning.',
    'TikTok Shop counts Monday to Friday, without federal holidays. Its last day ends at 11:59 PM Pacific Time.')
) as changed (key, before, after)
where c.page_name = 'home' and c.section_name = 'dispatch'
  and c.content_key = changed.key and c.content_value = changed.before;
