-- Mails about submissions look like the account's: in the company's color.

create or replace function private.company() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'company_email', max(s.setting_value) filter (where s.setting_key = 'contact_email'),
    'company_name', max(s.setting_value) filter (where s.setting_key = 'company_name'),
    'colour', max(s.setting_value) filter (where s.setting_key = 'brand_color_primary')
  )
  from public.site_settings s
$$;
