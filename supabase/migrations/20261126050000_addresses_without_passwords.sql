-- Addresses that pages show hold no name and no password: "https://ana:secret@example.com" tells every visitor
-- both. Where one is stored, they are taken out; from now on it is refused.

-- As a browser reads an address: what precedes the last @ before the first slash, question mark or hash.
create function private.has_credentials(address text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select address ~* '^\s*(https?:[/\\]*|[/\\]{2})[^/\\?#]*@'
$$;

create function private.without_credentials(address text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select regexp_replace(address, '^(\s*(?:https?:[/\\]*|[/\\]{2}))[^/\\?#]*@', '\1', 'i')
$$;

update public.site_settings set setting_value = private.without_credentials(setting_value)
  where (setting_type = 'url' or setting_key ~ '_url$') and private.has_credentials(setting_value);
update public.site_content set content_value = private.without_credentials(content_value)
  where (content_type = 'url' or content_key ~ '_url$') and private.has_credentials(content_value);
update public.announcements set link_url = private.without_credentials(link_url)
  where private.has_credentials(link_url);
update public.team_members set photo_url = private.without_credentials(photo_url)
  where private.has_credentials(photo_url);

alter table public.site_settings add constraint site_settings_web_addresses_have_no_password check (
  (setting_type <> 'url' and setting_key !~ '_url$') or not private.has_credentials(setting_value)
);
alter table public.site_content add constraint site_content_web_addresses_have_no_password check (
  (content_type <> 'url' and content_key !~ '_url$') or not private.has_credentials(content_value)
);
alter table public.announcements add constraint announcements_link_url_has_no_password check (
  not private.has_credentials(link_url)
);
alter table public.team_members add constraint team_members_photo_url_has_no_password check (
  not private.has_credentials(photo_url)
);

drop function private.without_credentials(text);
-- A check runs as whoever writes the row.
revoke all on function private.has_credentials(text) from public;
grant execute on function private.has_credentials(text) to anon, authenticated, service_role;
