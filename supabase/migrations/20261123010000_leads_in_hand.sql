-- A lead in somebody's hand: who answers it (owner), when to come back to it (follow-up), and a trash
-- from which it can be taken back for 30 days. What a visitor sends has none of these.
--
-- The owner is an admin; where that person's rights or account go, the lead is nobody's again.
--
-- A lead in the trash keeps its notes and its story, is counted nowhere and owes no mail; taken back, it
-- owes the mail again that was not sent. What has lain there for 30 days goes for good, and all that
-- hangs on it goes with it.

alter table public.contact_submissions
  add column owner_id uuid references public.admins (user_id) on delete set null,
  add column follow_up_on date,
  add column deleted_at timestamptz;

comment on column public.contact_submissions.owner_id is 'Who of the staff answers it; null: nobody yet.';
comment on column public.contact_submissions.follow_up_on is
  'The day, on the company''s calendar, on which somebody wants to come back to it.';
comment on column public.contact_submissions.deleted_at is
  'Since when it lies in the trash; null: it does not.';

create index contact_submissions_of_owner
  on public.contact_submissions (owner_id) where owner_id is not null;
create index contact_submissions_in_trash
  on public.contact_submissions (deleted_at) where deleted_at is not null;

-- Runs as the caller: row security is active for visitors and staff, and not for the server's own
-- connection, which may restore rows as they were.
create function private.guard_hand_of_submission() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.contact_submissions') and not private.may_handle_leads() then
    new.owner_id := null;
    new.follow_up_on := null;
    new.deleted_at := null;
  end if;
  return new;
end
$$;
create trigger guard_hand_of_submission before insert on public.contact_submissions
  for each row execute function private.guard_hand_of_submission();

-- By its name it runs behind the triggers that make a mail due. The time in the trash is the database's,
-- and saying 'deleted' again does not lengthen it.
create function private.trash_is_quiet() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.deleted_at is not null then
    new.deleted_at := coalesce(old.deleted_at, now());
    new.mail_next_attempt_at := null;
  elsif old.deleted_at is not null and not new.is_spam and new.mail_status <> 'sent' then
    new.mail_next_attempt_at := now();
  end if;
  return new;
end
$$;
create trigger trash_is_quiet before update on public.contact_submissions
  for each row execute function private.trash_is_quiet();

drop trigger set_updated_at on public.contact_submissions;
create trigger set_updated_at
  before insert or update of name, email, business_name, monthly_volume, platforms, message,
    status, is_spam, spam_reason, owner_id, follow_up_on, deleted_at
  on public.contact_submissions
  for each row execute function private.set_updated_at();

create function private.require_lead_handler() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may_handle_leads() then
    raise exception 'Only an admin can do this.' using errcode = '42501';
  end if;
end
$$;

-- Empties the trash of what has lain there for 30 days, a batch at a time; returns how many went. The web
-- server does that by itself; on hosted Supabase pg_cron does where the project has it when this runs,
-- and otherwise the next look of an admin into the trash.
create function public.leads_clean(batch integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- Others have no role of the API: the job of the database itself.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_lead_handler();
  end if;
  delete from public.contact_submissions c where c.id in (
    select o.id from public.contact_submissions o
    where o.deleted_at < now() - interval '30 days'
    order by o.deleted_at limit greatest(least(batch, 10000), 0)
    for update skip locked
  );
  get diagnostics gone = row_count;
  return gone;
end
$$;

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$
      select cron.schedule('loading-dock-leads', '27 * * * *', 'select public.leads_clean(10000)')
    $cron$;
  end if;
end
$$;


-- The morning's figures, of what does not lie in the trash.
create or replace function public.admin_dashboard() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := 'America/Los_Angeles';
  today date := (now() at time zone zone)::date;
begin
  perform private.require_admin();
  return (
    with real as (
      select id, name, status, platforms, created_at, mail_status
      from public.contact_submissions where not is_spam and deleted_at is null
    ), recent as (
      select (created_at at time zone zone)::date as day, count(*) as count
      from real where created_at >= (today - 29)::timestamp at time zone zone group by 1
    )
    select jsonb_build_object(
      'total', (select count(*) from real),
      'by_status', (
        select jsonb_object_agg(s.status, (select count(*) from real where real.status = s.status))
        from unnest(array['new', 'contacted', 'responded', 'closed']) as s (status)
      ),
      'per_day', (
        select jsonb_agg(
          jsonb_build_object('day', today - ago, 'count', coalesce(recent.count, 0))
          order by ago desc
        )
        from generate_series(0, 29) as ago left join recent on recent.day = today - ago
      ),
      'by_platform', coalesce((
        select jsonb_agg(to_jsonb(p) order by p.count desc, p.platform)
        from (
          select platform, count(distinct real.id) as count
          from real, unnest(real.platforms) as platform group by platform
        ) p
      ), '[]'::jsonb),
      'oldest_unanswered', (
        select jsonb_build_object('id', id, 'name', name, 'created_at', created_at)
        from real where status = 'new' order by created_at, id limit 1
      ),
      'failed_mail', (select count(*) from real where mail_status = 'failed'),
      'spam', (
        select count(*) from public.contact_submissions
        where spam_reason is not null and deleted_at is null
      ),
      'active_prices', (select count(*) from public.pricing_items where is_active),
      'active_faqs', (select count(*) from public.faq_items where is_active),
      'images_without_alt_text', (
        select count(*) from public.media_library
        where mime_type like 'image/%' and coalesce(alt_text, '') !~ '\S'
      ),
      'waiting_sets', (
        select count(*) from public.change_sets s
        where s.problem is not null
          or exists (select from public.change_set_remains r where r.set_id = s.id)
      )
    )
  );
end
$$;

revoke all on function private.guard_hand_of_submission()
  from public, anon, authenticated, service_role;
revoke all on function private.trash_is_quiet() from public, anon, authenticated, service_role;
revoke all on function private.require_lead_handler() from public, anon, service_role;
revoke all on function public.leads_clean(integer) from public, anon;
grant execute on function private.require_lead_handler() to authenticated;
grant execute on function public.leads_clean(integer) to authenticated, service_role;
