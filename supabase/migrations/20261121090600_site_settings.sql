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
  )
);

create trigger set_updated_at before insert or update on public.site_settings
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.site_settings for each statement execute function private.notify_content_changed();

alter table public.site_settings enable row level security;
revoke all on table public.site_settings from public, anon, authenticated;
grant select on table public.site_settings to anon, authenticated;
grant insert, update, delete on table public.site_settings to authenticated;
grant all on table public.site_settings to service_role;

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
