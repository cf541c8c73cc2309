-- pricing_items: the rows of the price table on /pricing. A rate is text ('$1.00-$5.00 per
-- order'), because it is read by people and never added up.

create table public.pricing_items (
  id uuid primary key default gen_random_uuid(),
  service_name text not null,
  rate text not null,
  description text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint pricing_items_service_name_required check (service_name ~ '\S'),
  constraint pricing_items_service_name_at_most_200_characters check (length(service_name) <= 200),
  constraint pricing_items_rate_required check (rate ~ '\S'),
  constraint pricing_items_rate_at_most_200_characters check (length(rate) <= 200),
  constraint pricing_items_description_at_most_2000_characters check (length(description) <= 2000),
  constraint pricing_items_display_order_not_negative check (display_order >= 0)
);

create index pricing_items_in_order on public.pricing_items (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.pricing_items
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.pricing_items for each statement execute function private.notify_content_changed();

alter table public.pricing_items enable row level security;
revoke all on table public.pricing_items from public, anon, authenticated;
grant select on table public.pricing_items to anon, authenticated;
grant insert, update, delete on table public.pricing_items to authenticated;
grant all on table public.pricing_items to service_role;

create policy "Visitors read active prices" on public.pricing_items
  for select to anon, authenticated using (is_active);
create policy "Admins read and write all prices" on public.pricing_items
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));
