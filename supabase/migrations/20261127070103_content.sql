-- The texts and settings of the site, the company's clock and opening hours, and what a page reads.


-- Texts that visitors and search engines can't do without are never blank: a page's headline, the
-- words on the contact form's button, the site's title, the company's name and a service's title.
-- Which they are is in the catalogue (`required` in app/content), for the sentence at the field;
-- tests/db/required.test.ts compares every text of the catalogue with the rules here, both ways.


-- site_content: every editable text of the public pages, one row a field, found by page, section
-- and key. Staff edit content_value on /admin/content; the catalogue in app/content/ says which
-- rows exist and what is shown when one is missing. Anyone reads, admins write.

create table public.site_content (
  id uuid primary key default gen_random_uuid(),
  page_name text not null,
  section_name text not null,
  content_key text not null,
  content_value text not null default '',
  content_type text not null default 'text',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint site_content_one_row_per_key unique (page_name, section_name, content_key),
  constraint site_content_page_name_is_a_name check (page_name ~ '^[A-Za-z0-9_-]{1,64}$'),
  constraint site_content_section_name_is_a_name check (section_name ~ '^[A-Za-z0-9_-]{1,64}$'),
  constraint site_content_key_is_a_name check (content_key ~ '^[A-Za-z0-9_.-]{1,100}$'),
  constraint site_content_type_is_a_word check (content_type ~ '^[a-z][a-z_]{1,29}$'),
  constraint site_content_value_at_most_20000_characters check (length(content_value) <= 20000),
  constraint site_content_calendly_url_is_an_https_address check (
    content_key <> 'calendly_url' or content_value = ''
    or content_value ~ '^https://[^\s"<>\\]+$'
  ),
  constraint site_content_value_required check (
  content_value ~ '\S'
  or (section_name, content_key) not in (('hero', 'title'), ('contact_form', 'submit_button'))
),
  constraint site_content_web_addresses_have_no_password check (
  (content_type <> 'url' and content_key !~ '_url$') or not private.has_credentials(content_value)
)
);

create trigger set_updated_at before insert or update on public.site_content
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.site_content for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.site_content
  for each row execute function private.note_editor();

alter table public.site_content enable row level security;
revoke all on table public.site_content from public, anon, authenticated, service_role;
grant select on table public.site_content to anon;
grant select, insert, update, delete on table public.site_content to authenticated, service_role;

create policy "Anyone reads the site's texts" on public.site_content
  for select to anon, authenticated using (true);
create policy "Admins write the site's texts" on public.site_content
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));


-- The company's time zone is a setting, and every date and time of the company goes by it: opening hours,
-- reminders, digests, the dashboard's days, backups and emails. private.company_zone() says it; no other
-- function names a zone. What has its time already (a set to publish, an announcement) keeps its instant.

-- An IANA name of PostgreSQL. Not "EST" or "PST8PDT", which mean another time for half the year, and nothing
-- that only this machine knows ("localtime", "posix/…").
create function private.is_time_zone(name text) returns boolean
language sql stable set search_path = ''
as $$
  select name ~ '^(UTC|[A-Z]\w*(/[\w+-]+)+)$'
    and exists (select from pg_catalog.pg_timezone_names z where z.name = is_time_zone.name)
$$;


-- When the company is open, day by day, as a setting: "Mo 08:00-12:00,13:00-18:00; Sa 09:00-14:00". A day that
-- it leaves out is closed. Blank, as on every site until someone fills it in, the hours are read from the lines
-- of the contact page; those lines stay what visitors read.

-- One or two spans a day, each day once, its times one after the other.
create function private.is_opening_hours(hours text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select hours = '' or (
    hours ~ (
      select format('^%1$s(; %1$s)*$', format('%1$s %2$s(,%2$s)?', '(Mo|Tu|We|Th|Fr|Sa|Su)',
        '([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)'))
    )
    and not exists (
      select from regexp_split_to_table(hours, '; ') as day
      cross join lateral (
        select string_to_array(translate(substr(day, 4), '-', ','), ',') as times
      ) t
      where t.times <> array(select distinct one collate "C" from unnest(t.times) as one order by 1)
    )
    and (
      select count(*) = count(distinct left(day, 2)) from regexp_split_to_table(hours, '; ') as day
    )
  )
$$;


-- site_settings: one value a key: the company's name and addresses, colours, social links and
-- analytics. The pages of the public site need the keys named in the policy below and may read
-- those; a key that an admin adds for other purposes stays among admins.
--
-- The rules look at the key as well as the type, so that changing a row's type can't turn a
-- logo's address into a script or a colour into a style sheet.

create table public.site_settings (
  id uuid primary key default gen_random_uuid(),
  setting_key text not null,
  setting_value text not null default '',
  setting_type text not null default 'text',
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint site_settings_one_row_per_key unique (setting_key),
  constraint site_settings_key_is_a_name check (setting_key ~ '^[a-z][a-z0-9_]{0,63}$'),
  constraint site_settings_type_is_known check (
    setting_type in ('text', 'textarea', 'email', 'tel', 'url', 'color', 'boolean')
  ),
  constraint site_settings_value_at_most_5000_characters check (length(setting_value) <= 5000),
  constraint site_settings_description_at_most_500_characters check (length(description) <= 500),
  constraint site_settings_boolean_is_true_or_false check (
    (setting_type <> 'boolean' and setting_key not in ('ga_enabled', 'gtm_enabled'))
    or setting_value in ('true', 'false')
  ),
  constraint site_settings_email_is_an_address check (
    (setting_type <> 'email' and setting_key <> 'contact_email')
    or (setting_value = '' and setting_key <> 'contact_email')
    or private.is_email(setting_value)
  ),
  constraint site_settings_phone_is_a_number check (
    (setting_type <> 'tel' and setting_key <> 'contact_phone')
    or setting_value = ''
    or (setting_value ~ '^[0-9+(). x-]{5,40}$' and setting_value ~ '[0-9]')
  ),
  constraint site_settings_url_is_an_address check (
    (setting_type <> 'url' and setting_key !~ '_url$') or private.is_link(setting_value)
  ),
  constraint site_settings_color_is_hex check (
    (setting_type <> 'color' and setting_key !~ '^brand_color_')
    or setting_value ~ '^#[0-9A-Fa-f]{6}$'
  ),
  constraint site_settings_ga_id_looks_like_g check (
    setting_key <> 'ga_measurement_id' or setting_value ~ '^(G-[A-Z0-9]+)?$'
  ),
  constraint site_settings_gtm_id_looks_like_gtm check (
    setting_key <> 'gtm_container_id' or setting_value ~ '^(GTM-[A-Z0-9]+)?$'
  ),
  constraint site_settings_value_required check (
  setting_value ~ '\S' or setting_key not in ('company_name', 'site_title')
),
  constraint site_settings_free_storage_orders_is_a_number check (
    setting_key <> 'free_storage_orders' or setting_value ~ '^([1-9][0-9]{0,6})?$'
  ),
  constraint site_settings_delete_closed_months_is_a_number check (
    setting_key <> 'delete_closed_months' or setting_value ~ '^([1-9][0-9]?|1[01][0-9]|120)?$'
  ),
  constraint site_settings_web_addresses_have_no_password check (
  (setting_type <> 'url' and setting_key !~ '_url$') or not private.has_credentials(setting_value)
),
  constraint site_settings_time_zone_is_known check (
    setting_key <> 'time_zone' or private.is_time_zone(setting_value)
  ),
  constraint site_settings_opening_hours_are_hours check (
    setting_key <> 'opening_hours' or private.is_opening_hours(setting_value)
  )
);

create trigger set_updated_at before insert or update on public.site_settings
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.site_settings for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.site_settings
  for each row execute function private.note_editor();

alter table public.site_settings enable row level security;
revoke all on table public.site_settings from public, anon, authenticated, service_role;
grant select on table public.site_settings to anon;
grant select, insert, update, delete on table public.site_settings to authenticated, service_role;

create policy "Anyone reads the settings that pages need" on public.site_settings
  for select to anon, authenticated using (
    setting_key in (
      'site_title', 'site_description', 'site_keywords',
      'company_name', 'contact_email', 'contact_phone', 'website_url',
      'favicon_url', 'logo_url', 'og_image_url',
      'brand_color_primary', 'brand_color_secondary',
      'facebook_url', 'twitter_url', 'linkedin_url', 'instagram_url',
      'ga_enabled', 'ga_measurement_id', 'gtm_enabled', 'gtm_container_id'
    )
  );
create policy "Admins read and write all settings" on public.site_settings
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));
-- From how many orders a month storage costs nothing: the pricing page counts by it, so visitors may read it.
create policy "Anyone reads from how many orders storage is free" on public.site_settings
  for select to anon, authenticated using (setting_key = 'free_storage_orders');
create policy "Anyone reads where the company is" on public.site_settings
  for select to anon, authenticated
  using (
    setting_key in (
      'address_street', 'address_city', 'address_region', 'address_postal_code', 'address_country'
    )
  );
create policy "Anyone reads what is kept of visitors" on public.site_settings
  for select to anon, authenticated using (setting_key = 'privacy_text');
create policy "Who administers says how long leads are kept" on public.site_settings
  as restrictive for update to authenticated
  using (
    setting_key not in ('delete_spam', 'delete_closed_months') or (select private.may_administer())
  );
create policy "Who administers begins to say how long leads are kept" on public.site_settings
  as restrictive for insert to authenticated
  with check (
    setting_key not in ('delete_spam', 'delete_closed_months') or (select private.may_administer())
  );
-- Whether the office is open now is worked out in the visitor's browser.
create policy "Anyone reads the company's time zone" on public.site_settings
  for select to anon, authenticated using (setting_key = 'time_zone');
create policy "Anyone reads when the company is open" on public.site_settings
  for select to anon, authenticated using (setting_key = 'opening_hours');

-- The opening hours on the contact page, as the screens read them (app/lib/domain/business-hours.ts): lines
-- such as "Monday-Friday" and "8:00 AM - 6:00 PM PST". Weekday 0 is Sunday; minutes after midnight. No row
-- where a line can't be understood, or no day is open.
create function private.read_hours(labels text[], hours text[])
returns table (weekday integer, opens integer, closes integer)
language plpgsql immutable set search_path = ''
as $$
declare
  days constant text[] := '{sun,mon,tue,wed,thu,fri,sat}';
  found integer[] := '{}';
  names text[];
  first_day integer;
  last_day integer;
  times integer[];
begin
  for line in 1 .. cardinality(labels) loop
    continue when labels[line] !~ '\S';
    names := regexp_split_to_array(lower(labels[line]), '\s*(?:-|–|—|\mto\M|\mthrough\M)\s*');
    names := array(
      select substring(name from '^\s*([a-z]{3,9})\s*$') from unnest(names) with ordinality as n (name, place)
      order by place
    );
    first_day := array_position(days, left(names[1], 3));
    last_day := array_position(days, left(coalesce(names[2], names[1]), 3));
    if cardinality(names) > 2 or array_position(names, null) is not null
      or first_day is null or last_day is null
    then
      return;
    end if;
    continue when hours[line] ~* '^\s*closed\M';
    times := array(
      select (t[1]::integer % 12) * 60 + coalesce(t[2], '0')::integer
        + case lower(t[3]) when 'p' then 720 else 0 end
      from regexp_matches(hours[line], '([0-9]{1,2})(?::([0-5][0-9]))?\s*([ap])\.?m\M', 'gi')
        with ordinality as m (t, place)
      order by place
    );
    if cardinality(times) <> 2 or times[2] <= times[1] then
      return;
    end if;
    for step in 0 .. (last_day - first_day + 7) % 7 loop
      found := found || array[(first_day - 1 + step) % 7, times[1], times[2]];
    end loop;
  end loop;
  return query
    select found[n], found[n + 1], found[n + 2]
    from generate_series(1, cardinality(found), 3) as n;
end
$$;

-- What a page reads of several tables, in one question: a page that nobody kept costs one way to the database,
-- not one for each of its parts. It runs with the caller's rights, so it shows nothing that a request
-- for the table would not; and only to look at, never to change anything.
--
-- Each part names a table, the columns that are wanted and, under "where", what columns must equal:
--   [{"table": "services", "columns": ["id", "title"]},
--    {"table": "site_content", "columns": ["content_value"], "where": {"page_name": "home"}}]
-- Its answer is at the same place: {"rows": [...], "until": null}. Rows of a table that staff put in order
-- come in that order. "until" is when they change by the clock alone, which a table says by a function of its
-- name (announcements_change_at). A part that fails is {"failed": <SQLSTATE>}, and the others are there all the
-- same: a page shows its built-in words for what is missing alone. So is one whose table someone holds: it is
-- given up before the statement is, of which all parts would be lost.
--
-- The answer is bounded: a part names each column once, and all parts together are 4 MB at most; a part beyond
-- that fails alone, with 54000. On the built-in backend only pages call this
-- (server/backend/gateway/operations). On hosted Supabase everyone can, within the same bounds.
create function public.page_rows(asked jsonb) returns json
language plpgsql stable set search_path = '' set lock_timeout = '700ms'
as $$
declare
  part jsonb;
  name text;
  wanted text;
  condition text;
  placed text;
  moment timestamptz;
  found json;
  room integer := 4 * 1024 * 1024;
  answers json[] := '{}';
begin
  if jsonb_array_length(asked) > 40 then
    raise exception using errcode = '22023', message = 'Too much is asked for at once.';
  end if;
  for part in select value from jsonb_array_elements(asked) loop
    if jsonb_typeof(part -> 'columns') = 'array' and (
      select count(*) > count(distinct named) from jsonb_array_elements_text(part -> 'columns') as named
    ) then
      raise exception using errcode = '22023', message = 'A column is named twice.';
    end if;
    begin
      name := part ->> 'table';
      select string_agg(format('t.%I', wanted_column), ', ') into strict wanted
      from jsonb_array_elements_text(part -> 'columns') as wanted_column;
      select string_agg(format('t.%I = %L', key, value), ' and ') into strict condition
      from jsonb_each_text(coalesce(part -> 'where', '{}'));
      select case when count(*) > 0 then ' order by t.display_order, t.created_at, t.id' else '' end into strict placed
      from pg_catalog.pg_attribute
      where attrelid = to_regclass(format('public.%I', name)) and attname = 'display_order' and not attisdropped;
      moment := null;
      if to_regprocedure(format('public.%I()', name || '_change_at')) is not null then
        execute format('select public.%I()', name || '_change_at') into moment;
      end if;
      execute format(
        'select coalesce(json_agg(row), ''[]'') from (select %s from public.%I t where %s%s limit 1000) row',
        wanted, name, coalesce(condition, 'true'), placed
      ) into found;
      if octet_length(found::text) > room then
        raise exception using errcode = '54000', message = 'The answer would be larger than 4 MB.';
      end if;
      room := room - octet_length(found::text);
      answers := answers || json_build_object('rows', found, 'until', moment);
    exception when others then
      answers := answers || json_build_object('failed', sqlstate);
    end;
  end loop;
  return array_to_json(answers);
end
$$;

-- Until the settings name another.
create function private.default_zone() returns text
language sql immutable parallel safe set search_path = ''
as $$ select 'America/Los_Angeles' $$;

create function private.company_zone() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select s.setting_value from public.site_settings s where s.setting_key = 'time_zone'),
    private.default_zone()
  )
$$;

-- What the server and its emails know of the company: where emails about submissions go, and in whose name.
create function private.company() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'company_email', max(s.setting_value) filter (where s.setting_key = 'contact_email'),
    'company_name', max(s.setting_value) filter (where s.setting_key = 'company_name'),
    'colour', max(s.setting_value) filter (where s.setting_key = 'brand_color_primary'),
    'time_zone', private.company_zone()
  )
  from public.site_settings s
$$;

-- The setting's; else those that staff wrote, else the ones that the site has from the beginning.
create function private.office_hours()
returns table (weekday integer, opens integer, closes integer)
language sql stable security definer set search_path = ''
as $$
  with beginning (key, words) as (
    values
      ('day_1_label', 'Monday-Friday'), ('day_1_hours', '8:00 AM - 6:00 PM PST'),
      ('day_2_label', 'Saturday'), ('day_2_hours', '9:00 AM - 2:00 PM PST'),
      ('day_3_label', 'Sunday'), ('day_3_hours', 'Closed')
  ), lines as (
    select
      array_agg(coalesce(c.content_value, b.words) order by b.key) filter (where b.key like '%label') as labels,
      array_agg(coalesce(c.content_value, b.words) order by b.key) filter (where b.key like '%hours') as hours,
      array_agg(b.words order by b.key) filter (where b.key like '%label') as first_labels,
      array_agg(b.words order by b.key) filter (where b.key like '%hours') as first_hours
    from beginning b
    left join public.site_content c
      on c.page_name = 'contact' and c.section_name = 'business_hours' and c.content_key = b.key
  ), chosen as (
    select array_position('{Su,Mo,Tu,We,Th,Fr,Sa}', left(day, 2)) - 1 as weekday,
      extract(epoch from split_part(span, '-', 1)::interval)::integer / 60 as opens,
      extract(epoch from split_part(span, '-', 2)::interval)::integer / 60 as closes
    from public.site_settings s
    cross join lateral regexp_split_to_table(s.setting_value, '; ') as day
    cross join lateral regexp_split_to_table(substr(day, 4), ',') as span
    where s.setting_key = 'opening_hours' and s.setting_value <> ''
  ), written as (
    select h.* from lines l cross join lateral private.read_hours(l.labels, l.hours) h
      where not exists (select from chosen)
  )
  select * from chosen
  union all
  select * from written
  union all
  select h.* from lines l cross join lateral private.read_hours(l.first_labels, l.first_hours) h
    where not exists (select from chosen) and not exists (select from written)
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  private.company(),
  public.page_rows(jsonb),
  private.read_hours(text[], text[]),
  private.office_hours(),
  private.is_time_zone(text),
  private.default_zone(),
  private.company_zone(),
  private.is_opening_hours(text)
from public, anon, authenticated, service_role;

grant execute on function
  public.page_rows(jsonb),
  private.is_time_zone(text),
  private.is_opening_hours(text)
to anon, authenticated, service_role;

grant execute on function private.company_zone() to authenticated, service_role;
