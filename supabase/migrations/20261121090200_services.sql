-- services: the cards on /services, in the order that staff chose. Visitors see the active ones;
-- 'active' is a rule here, not a filter that a page may forget.

create table public.services (
  id uuid primary key default gen_random_uuid(),
  title text not null default '',
  description text not null default '',
  icon_name text not null default 'Package',
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint services_title_at_most_200_characters check (length(title) <= 200),
  constraint services_description_at_most_5000_characters check (length(description) <= 5000),
  constraint services_icon_name_is_a_name check (icon_name ~ '^[A-Za-z][A-Za-z0-9]{0,49}$'),
  constraint services_display_order_not_negative check (display_order >= 0)
);

create index services_in_order on public.services (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.services
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.services for each statement execute function private.notify_content_changed();

alter table public.services enable row level security;
revoke all on table public.services from public, anon, authenticated;
grant select on table public.services to anon, authenticated;
grant insert, update, delete on table public.services to authenticated;
grant all on table public.services to service_role;

create policy "Visitors read active services" on public.services
  for select to anon, authenticated using (is_active);
create policy "Admins read and write all services" on public.services
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));
