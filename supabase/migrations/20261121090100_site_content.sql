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
  )
);

create trigger set_updated_at before insert or update on public.site_content
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.site_content for each statement execute function private.notify_content_changed();

alter table public.site_content enable row level security;
revoke all on table public.site_content from public, anon, authenticated;
grant select on table public.site_content to anon, authenticated;
grant insert, update, delete on table public.site_content to authenticated;
grant all on table public.site_content to service_role;

create policy "Anyone reads the site's texts" on public.site_content
  for select to anon, authenticated using (true);
create policy "Admins write the site's texts" on public.site_content
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));
