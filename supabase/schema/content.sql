-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table public.site_content (
  id uuid not null default gen_random_uuid(),
  page_name text not null,
  section_name text not null,
  content_key text not null,
  content_value text not null default ''::text,
  content_type text not null default 'text'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint site_content_pkey PRIMARY KEY (id),
  constraint site_content_calendly_url_is_an_https_address CHECK (((content_key <> 'calendly_url'::text) OR (content_value = ''::text) OR (content_value ~ '^https://[^\s"<>\\]+$'::text))),
  constraint site_content_key_is_a_name CHECK ((content_key ~ '^[A-Za-z0-9_.-]{1,100}$'::text)),
  constraint site_content_one_row_per_key UNIQUE (page_name, section_name, content_key),
  constraint site_content_page_name_is_a_name CHECK ((page_name ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint site_content_section_name_is_a_name CHECK ((section_name ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
  constraint site_content_type_is_a_word CHECK ((content_type ~ '^[a-z][a-z_]{1,29}$'::text)),
  constraint site_content_value_at_most_20000_characters CHECK ((length(content_value) <= 20000)),
  constraint site_content_value_required CHECK (((content_value ~ '\S'::text) OR (((section_name <> 'hero'::text) OR (content_key <> 'title'::text)) AND ((section_name <> 'contact_form'::text) OR (content_key <> 'submit_button'::text))))),
  constraint site_content_web_addresses_are_links CHECK ((((content_type <> 'url'::text) AND (content_key !~ '_url$'::text)) OR private.is_link(content_value))),
  constraint site_content_web_addresses_have_no_password CHECK ((((content_type <> 'url'::text) AND (content_key !~ '_url$'::text)) OR (NOT private.has_credentials(content_value))))
);
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.site_content FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.site_content FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.site_content FOR EACH ROW EXECUTE FUNCTION private.record_history('section_name,content_key', '', 'page_name', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.site_content FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('section_name,content_key', '', 'page_name', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.site_content FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.site_content enable row level security;
grant select on table public.site_content to anon;
grant delete, insert, select, update on table public.site_content to authenticated;
grant delete, insert, select, update on table public.site_content to service_role;
create policy "Anyone reads the site's texts" on public.site_content
  as permissive for select to anon, authenticated
  using (true);
create policy "Editors write the site's texts" on public.site_content
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));

create table public.site_settings (
  id uuid not null default gen_random_uuid(),
  setting_key text not null,
  setting_value text not null default ''::text,
  setting_type text not null default 'text'::text,
  description text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint site_settings_pkey PRIMARY KEY (id),
  constraint site_settings_audit_log_months_is_a_number CHECK (((setting_key <> 'audit_log_months'::text) OR (setting_value ~ '^([3-9]|[1-5][0-9]|60)$'::text))),
  constraint site_settings_boolean_is_true_or_false CHECK ((((setting_type <> 'boolean'::text) AND (setting_key <> ALL (ARRAY['ga_enabled'::text, 'gtm_enabled'::text]))) OR (setting_value = ANY (ARRAY['true'::text, 'false'::text])))),
  constraint site_settings_color_is_hex CHECK ((((setting_type <> 'color'::text) AND (setting_key !~ '^brand_color_'::text)) OR (setting_value ~ '^#[0-9A-Fa-f]{6}$'::text))),
  constraint site_settings_consent_text_is_short CHECK (((setting_key <> 'consent_text'::text) OR ((setting_value ~ '\S'::text) AND (length(setting_value) <= 300)))),
  constraint site_settings_delete_closed_months_is_a_number CHECK (((setting_key <> 'delete_closed_months'::text) OR (setting_value ~ '^([1-9][0-9]?|1[01][0-9]|120)?$'::text))),
  constraint site_settings_description_at_most_500_characters CHECK ((length(description) <= 500)),
  constraint site_settings_dispatch_days_are_weekdays CHECK (((setting_key <> 'dispatch_days'::text) OR private.is_weekdays(setting_value))),
  constraint site_settings_dispatch_holidays_are_dates CHECK (((setting_key <> 'dispatch_holidays'::text) OR private.is_date_list(setting_value))),
  constraint site_settings_dispatch_times_are_times CHECK (((setting_key <> ALL (ARRAY['dispatch_cutoff'::text, 'dispatch_pickup'::text])) OR (setting_value ~ '^(([01]\d|2[0-3]):[0-5]\d)?$'::text))),
  constraint site_settings_email_is_an_address CHECK ((((setting_type <> 'email'::text) AND (setting_key <> 'contact_email'::text)) OR ((setting_value = ''::text) AND (setting_key <> 'contact_email'::text)) OR private.is_email(setting_value))),
  constraint site_settings_free_storage_orders_is_a_number CHECK (((setting_key <> 'free_storage_orders'::text) OR (setting_value ~ '^([1-9][0-9]{0,6})?$'::text))),
  constraint site_settings_ga_id_looks_like_g CHECK (((setting_key <> 'ga_measurement_id'::text) OR (setting_value ~ '^(G-[A-Z0-9]+)?$'::text))),
  constraint site_settings_gtm_id_looks_like_gtm CHECK (((setting_key <> 'gtm_container_id'::text) OR (setting_value ~ '^(GTM-[A-Z0-9]+)?$'::text))),
  constraint site_settings_key_is_a_name CHECK ((setting_key ~ '^[a-z][a-z0-9_]{0,63}$'::text)),
  constraint site_settings_one_row_per_key UNIQUE (setting_key),
  constraint site_settings_opening_hours_are_hours CHECK (((setting_key <> 'opening_hours'::text) OR private.is_opening_hours(setting_value))),
  constraint site_settings_phone_is_a_number CHECK ((((setting_type <> 'tel'::text) AND (setting_key <> 'contact_phone'::text)) OR (setting_value = ''::text) OR ((setting_value ~ '^[0-9+(). x-]{5,40}$'::text) AND (setting_value ~ '[0-9]'::text)))),
  constraint site_settings_time_zone_is_known CHECK (((setting_key <> 'time_zone'::text) OR private.is_time_zone(setting_value))),
  constraint site_settings_type_is_known CHECK ((setting_type = ANY (ARRAY['text'::text, 'textarea'::text, 'email'::text, 'tel'::text, 'url'::text, 'color'::text, 'boolean'::text]))),
  constraint site_settings_url_is_an_address CHECK ((((setting_type <> 'url'::text) AND (setting_key !~ '_url$'::text)) OR private.is_link(setting_value))),
  constraint site_settings_value_at_most_5000_characters CHECK ((length(setting_value) <= 5000)),
  constraint site_settings_value_required CHECK (((setting_value ~ '\S'::text) OR (setting_key <> ALL (ARRAY['company_name'::text, 'site_title'::text])))),
  constraint site_settings_web_addresses_have_no_password CHECK ((((setting_type <> 'url'::text) AND (setting_key !~ '_url$'::text)) OR (NOT private.has_credentials(setting_value))))
);
CREATE TRIGGER audit_setting AFTER INSERT OR DELETE OR UPDATE ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.audit_setting();
CREATE TRIGGER move_reminders AFTER INSERT OR DELETE OR UPDATE ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.move_reminders();
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.site_settings FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.record_history('setting_key', '', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.site_settings FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('setting_key', '', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.site_settings enable row level security;
grant select on table public.site_settings to anon;
grant delete, insert, select, update on table public.site_settings to authenticated;
grant delete, insert, select, update on table public.site_settings to service_role;
create policy "Anyone reads from how many orders storage is free" on public.site_settings
  as permissive for select to anon, authenticated
  using ((setting_key = 'free_storage_orders'::text));
create policy "Anyone reads the company's time zone" on public.site_settings
  as permissive for select to anon, authenticated
  using ((setting_key = 'time_zone'::text));
create policy "Anyone reads the settings that pages need" on public.site_settings
  as permissive for select to anon, authenticated
  using ((setting_key = ANY (ARRAY['site_title'::text, 'site_description'::text, 'site_keywords'::text, 'company_name'::text, 'contact_email'::text, 'contact_phone'::text, 'website_url'::text, 'favicon_url'::text, 'logo_url'::text, 'og_image_url'::text, 'brand_color_primary'::text, 'brand_color_secondary'::text, 'facebook_url'::text, 'twitter_url'::text, 'linkedin_url'::text, 'instagram_url'::text, 'ga_enabled'::text, 'ga_measurement_id'::text, 'gtm_enabled'::text, 'gtm_container_id'::text])));
create policy "Anyone reads what is kept of visitors" on public.site_settings
  as permissive for select to anon, authenticated
  using ((setting_key = 'privacy_text'::text));
create policy "Anyone reads what visitors are asked" on public.site_settings
  as permissive for select to anon, authenticated
  using ((setting_key = ANY (ARRAY['consent_ask'::text, 'consent_text'::text, 'calendar_on_click'::text])));
create policy "Anyone reads when orders leave" on public.site_settings
  as permissive for select to anon, authenticated
  using ((setting_key = ANY (ARRAY['dispatch_cutoff'::text, 'dispatch_pickup'::text, 'dispatch_days'::text, 'dispatch_holidays'::text])));
create policy "Anyone reads when the company is open" on public.site_settings
  as permissive for select to anon, authenticated
  using ((setting_key = 'opening_hours'::text));
create policy "Anyone reads where the company is" on public.site_settings
  as permissive for select to anon, authenticated
  using ((setting_key = ANY (ARRAY['address_street'::text, 'address_city'::text, 'address_region'::text, 'address_postal_code'::text, 'address_country'::text])));
create policy "Editors read and write settings" on public.site_settings
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));
create policy "Only admins add settings of admins" on public.site_settings
  as restrictive for insert to authenticated
  with check (((NOT private.is_setting_of_admins(setting_key)) OR ( SELECT private.may_administer() AS may_administer)));
create policy "Only admins change settings of admins" on public.site_settings
  as restrictive for update to authenticated
  using (((NOT private.is_setting_of_admins(setting_key)) OR ( SELECT private.may_administer() AS may_administer)));
create policy "Only admins delete settings of admins" on public.site_settings
  as restrictive for delete to authenticated
  using (((NOT private.is_setting_of_admins(setting_key)) OR ( SELECT private.may_administer() AS may_administer)));

CREATE OR REPLACE FUNCTION private.company()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'company_email', max(s.setting_value) filter (where s.setting_key = 'contact_email'),
    'company_name', max(s.setting_value) filter (where s.setting_key = 'company_name'),
    'colour', max(s.setting_value) filter (where s.setting_key = 'brand_color_primary'),
    'time_zone', private.company_zone()
  )
  from public.site_settings s
$function$;

CREATE OR REPLACE FUNCTION private.company_day()
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (now() at time zone (select private.company_zone()))::date
$function$;

CREATE OR REPLACE FUNCTION private.company_zone()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select s.setting_value from public.site_settings s where s.setting_key = 'time_zone'),
    private.default_zone()
  )
$function$;
grant execute on function private.company_zone() to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.default_zone()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select 'America/Los_Angeles' $function$;

CREATE OR REPLACE FUNCTION private.is_date_list(dates text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.is_date_list(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_opening_hours(hours text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.is_opening_hours(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_setting_of_admins(key text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select key in ('contact_email', 'delete_spam', 'delete_closed_months', 'audit_log_months', 'ga_enabled',
    'ga_measurement_id', 'gtm_enabled', 'gtm_container_id', 'confirmation_enabled', 'confirmation_subject',
    'confirmation_text', 'consent_ask', 'consent_text', 'calendar_on_click')
$function$;
grant execute on function private.is_setting_of_admins(text) to authenticated;

CREATE OR REPLACE FUNCTION private.is_time_zone(name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select name ~ '^(UTC|[A-Z]\w*(/[\w+-]+)+)$'
    and exists (select from pg_catalog.pg_timezone_names z where z.name = is_time_zone.name)
$function$;
grant execute on function private.is_time_zone(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_weekdays(days text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select days = coalesce(
    (
      select string_agg(w.name, ', ' order by w.place)
      from unnest('{Mon,Tue,Wed,Thu,Fri,Sat,Sun}'::text[]) with ordinality as w (name, place)
      where strpos(days, w.name) > 0
    ), ''
  )
$function$;
grant execute on function private.is_weekdays(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.office_hours()
 RETURNS TABLE(weekday integer, opens integer, closes integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.page_rows(asked jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET lock_timeout TO '700ms'
AS $function$
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
$function$;
grant execute on function public.page_rows(jsonb) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.read_hours(labels text[], hours text[])
 RETURNS TABLE(weekday integer, opens integer, closes integer)
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.zone_name(zone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    case zone
      when 'America/New_York' then 'Eastern'
      when 'America/Chicago' then 'Central'
      when 'America/Denver' then 'Mountain'
      when 'America/Phoenix' then 'Arizona'
      when 'America/Los_Angeles' then 'Pacific'
      when 'America/Anchorage' then 'Alaska'
      when 'Pacific/Honolulu' then 'Hawaii'
    end || ' Time',
    replace(regexp_replace(zone, '^.*/', ''), '_', ' ') || ' time'
  )
$function$;
