-- saved_replies: texts that staff answer leads with again and again, in the order in which they are offered.
-- {name} and {business} in one become the lead's. Visitors never read them.

create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  body text not null,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint saved_replies_title_required check (title ~ '\S'),
  constraint saved_replies_title_at_most_200_characters check (length(title) <= 200),
  constraint saved_replies_body_required check (body ~ '\S'),
  constraint saved_replies_body_at_most_10000_characters check (length(body) <= 10000),
  constraint saved_replies_display_order_not_negative check (display_order >= 0)
);

create index saved_replies_in_order on public.saved_replies (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.saved_replies
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.saved_replies for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.saved_replies
  for each row execute function private.note_editor();

select private.keep_history('public.saved_replies', '{title}');

alter table public.saved_replies enable row level security;
revoke all on table public.saved_replies from public, anon, authenticated;
grant select, insert, update, delete on table public.saved_replies to authenticated;
grant all on table public.saved_replies to service_role;

create policy "Staff read and write every saved reply" on public.saved_replies
  for all to authenticated
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));
create policy "Who handles leads reads every saved reply" on public.saved_replies
  for select to authenticated using ((select private.may_handle_leads()));
