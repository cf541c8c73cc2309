-- faq_items: the questions and answers on /faqs.

create table public.faq_items (
  id uuid primary key default gen_random_uuid(),
  question text not null,
  answer text not null,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint faq_items_question_required check (question ~ '\S'),
  constraint faq_items_question_at_most_500_characters check (length(question) <= 500),
  constraint faq_items_answer_required check (answer ~ '\S'),
  constraint faq_items_answer_at_most_10000_characters check (length(answer) <= 10000),
  constraint faq_items_display_order_not_negative check (display_order >= 0)
);

create index faq_items_in_order on public.faq_items (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.faq_items
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.faq_items for each statement execute function private.notify_content_changed();

alter table public.faq_items enable row level security;
revoke all on table public.faq_items from public, anon, authenticated;
grant select on table public.faq_items to anon, authenticated;
grant insert, update, delete on table public.faq_items to authenticated;
grant all on table public.faq_items to service_role;

create policy "Visitors read active FAQs" on public.faq_items
  for select to anon, authenticated using (is_active);
create policy "Admins read and write all FAQs" on public.faq_items
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));
