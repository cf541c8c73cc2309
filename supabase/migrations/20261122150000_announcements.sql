-- announcements: the bar above every public page, for what holds for a while: the last day to send stock
-- in before the peak season, a holiday. Staff say from when and until when it stands there; both may be left open.

create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  message text not null,
  link_label text,
  link_url text,
  shown_from timestamptz,
  shown_until timestamptz,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint announcements_message_required check (message ~ '\S'),
  constraint announcements_message_at_most_300_characters check (length(message) <= 300),
  constraint announcements_link_label_at_most_60_characters check (length(link_label) <= 60),
  constraint announcements_link_label_needs_a_link_url
    check (link_label is null or link_url is not null),
  constraint announcements_link_url_needs_a_link_label check (link_url is null or coalesce(link_label, '') ~ '\S'),
  constraint announcements_link_url_is_a_web_address_or_a_path
    check (link_url <> '' and private.is_link(link_url) and length(link_url) <= 2000),
  constraint announcements_shown_until_is_later_than_shown_from check (shown_until > shown_from),
  constraint announcements_display_order_not_negative check (display_order >= 0)
);

create index announcements_in_order on public.announcements (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.announcements
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.announcements for each statement execute function private.notify_content_changed();

select private.keep_history('public.announcements', '{message}');

alter table public.announcements enable row level security;
revoke all on table public.announcements from public, anon, authenticated;
grant select on table public.announcements to anon, authenticated;
grant insert, update, delete on table public.announcements to authenticated;
grant all on table public.announcements to service_role;

create policy "Visitors read active announcements in their time" on public.announcements
  for select to anon, authenticated
  using (
    is_active
    and coalesce(shown_from, '-infinity') <= now()
    and now() < coalesce(shown_until, 'infinity')
  );
create policy "Staff read and write all announcements" on public.announcements
  for all to authenticated
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));


-- When what visitors read here changes next by the clock alone, for pages that are kept until then. It
-- tells the moment and nothing of what comes; null: never.
create function public.announcements_change_at() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(moment)
  from public.announcements, unnest(array[shown_from, shown_until]) as moment
  where is_active and moment > now()
$$;

revoke all on function public.announcements_change_at() from public, anon, authenticated, service_role;
grant execute on function public.announcements_change_at() to anon, authenticated, service_role;
