-- testimonials: what customers said. The home page shows the first active one marked featured,
-- else the first active one.

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  quote text not null,
  author_name text not null,
  author_title text,
  author_company text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  featured boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint testimonials_quote_required check (quote ~ '\S'),
  constraint testimonials_quote_at_most_5000_characters check (length(quote) <= 5000),
  constraint testimonials_author_name_required check (author_name ~ '\S'),
  constraint testimonials_author_name_at_most_200_characters check (length(author_name) <= 200),
  constraint testimonials_author_title_at_most_200_characters check (length(author_title) <= 200),
  constraint testimonials_author_company_at_most_200_characters check (length(author_company) <= 200),
  constraint testimonials_display_order_not_negative check (display_order >= 0)
);

create index testimonials_in_order on public.testimonials (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.testimonials
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.testimonials for each statement execute function private.notify_content_changed();

alter table public.testimonials enable row level security;
revoke all on table public.testimonials from public, anon, authenticated;
grant select on table public.testimonials to anon, authenticated;
grant insert, update, delete on table public.testimonials to authenticated;
grant all on table public.testimonials to service_role;

create policy "Visitors read active testimonials" on public.testimonials
  for select to anon, authenticated using (is_active);
create policy "Admins read and write all testimonials" on public.testimonials
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));
