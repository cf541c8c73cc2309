-- team_members: the people who pack, with their role and a photo, on the page that says why. Without any
-- the page shows nothing in their place. The company's postal address stands beside them, in settings that
-- visitors read; none of it has a row until staff write it.

create table public.team_members (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  role text,
  photo_url text,
  photo_alt text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint team_members_name_required check (name ~ '\S'),
  constraint team_members_name_at_most_200_characters check (length(name) <= 200),
  constraint team_members_role_at_most_200_characters check (length(role) <= 200),
  constraint team_members_photo_url_is_a_web_address_or_a_path
    check (photo_url <> '' and private.is_link(photo_url) and length(photo_url) <= 2000),
  constraint team_members_photo_alt_at_most_300_characters check (length(photo_alt) <= 300),
  constraint team_members_display_order_not_negative check (display_order >= 0)
);

create index team_members_in_order on public.team_members (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.team_members
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.team_members for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.team_members
  for each row execute function private.note_editor();

select private.keep_history('public.team_members', '{name}');

alter table public.team_members enable row level security;
revoke all on table public.team_members from public, anon, authenticated;
grant select on table public.team_members to anon, authenticated;
grant insert, update, delete on table public.team_members to authenticated;
grant all on table public.team_members to service_role;

create policy "Visitors read every active team member" on public.team_members
  for select to anon, authenticated using (is_active);
create policy "Staff read and write every team member" on public.team_members
  for all to authenticated
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));


create policy "Anyone reads where the company is" on public.site_settings
  for select to anon, authenticated
  using (
    setting_key in (
      'address_street', 'address_city', 'address_region', 'address_postal_code', 'address_country'
    )
  );

-- The words beside them, for a site that has its texts already; a new one gets them with the others.
insert into public.site_content (page_name, section_name, content_key, content_value, content_type)
select seed.page_name, seed.section_name, seed.content_key, seed.content_value, seed.content_type
from (values
  ('why-us', 'people', 'title', 'Who packs your boxes', 'text'),
  (
    'why-us', 'people', 'description',
    'Not a call center. These are the people between your shelf and the truck.',
    'textarea'
  ),
  ('why-us', 'people', 'place_label', 'You find us at', 'text'),
  ('contact', 'contact_info', 'address_label', 'Address', 'text')
) as seed (page_name, section_name, content_key, content_value, content_type)
where exists (select from public.site_content)
on conflict (page_name, section_name, content_key) do nothing;
