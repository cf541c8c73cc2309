-- Consent: visitors are asked before analytics load, and the calendar can wait for a click. Pages read these settings;
-- only admins change them.

create policy "Anyone reads what visitors are asked" on public.site_settings
  for select to anon, authenticated
  using (setting_key in ('consent_ask', 'consent_text', 'calendar_on_click'));

alter table public.site_settings add constraint site_settings_consent_text_is_short
  check (setting_key <> 'consent_text' or (setting_value ~ '\S' and length(setting_value) <= 300));

create or replace function private.is_setting_of_admins(key text) returns boolean
language sql immutable set search_path = ''
as $$
  select key in ('contact_email', 'delete_spam', 'delete_closed_months', 'audit_log_months', 'ga_enabled',
    'ga_measurement_id', 'gtm_enabled', 'gtm_container_id', 'confirmation_enabled', 'confirmation_subject',
    'confirmation_text', 'consent_ask', 'consent_text', 'calendar_on_click')
$$;

create or replace function private.setting_for_audit(key text, value text) returns text
language sql immutable set search_path = ''
as $$
  select case when key in ('delete_spam', 'delete_closed_months', 'audit_log_months', 'ga_enabled', 'ga_measurement_id',
      'gtm_enabled', 'gtm_container_id', 'confirmation_enabled', 'consent_ask', 'calendar_on_click')
    then case value when 'true' then 'on' when 'false' then 'off' when '' then 'empty' else left(value, 40) end
  end
$$;
