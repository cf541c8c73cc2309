-- lead_recipients: who gets the notice of a new lead. An address gets those of the platforms and of the
-- monthly volumes that stand beside it; without any it gets all. What no address wants, and all while the
-- list is empty, goes to the contact e-mail in Site Settings, so that nobody's message is nobody's.
--
-- Who administers the site says where people's messages go; the history of it is theirs as well.

create table public.lead_recipients (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  platforms text[] not null default '{}',
  volumes text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint lead_recipients_email_is_an_address check (private.is_email(email)),
  constraint lead_recipients_email_is_in_lower_case check (email = lower(email)),
  constraint lead_recipients_email_at_most_once unique (email),
  constraint lead_recipients_platforms_at_most_50 check (cardinality(platforms) <= 50),
  constraint lead_recipients_platforms_are_names check (
    array_position(platforms, null) is null
    and array_position(platforms, '') is null
    and length(array_to_string(platforms, '')) <= 2500
  ),
  constraint lead_recipients_volumes_at_most_50 check (cardinality(volumes) <= 50),
  constraint lead_recipients_volumes_are_names check (
    array_position(volumes, null) is null
    and array_position(volumes, '') is null
    and length(array_to_string(volumes, '')) <= 2500
  )
);

comment on column public.lead_recipients.platforms is 'One of them is enough; empty: any.';
comment on column public.lead_recipients.volumes is 'As visitors choose them; empty: any.';

create trigger set_updated_at before insert or update on public.lead_recipients
  for each row execute function private.set_updated_at();
create trigger note_editor after insert or update or delete on public.lead_recipients
  for each row execute function private.note_editor();

-- One mail goes to all of them.
create function private.bound_lead_recipients() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended('public.lead_recipients', 0)
  );
  if (select count(*) from public.lead_recipients) > 50 then
    raise exception 'At most 50 addresses get notices of leads.' using errcode = '22023';
  end if;
  return null;
end
$$;
create trigger bound_lead_recipients after insert on public.lead_recipients
  for each statement execute function private.bound_lead_recipients();
revoke all on function private.bound_lead_recipients()
  from public, anon, authenticated, service_role;

select private.keep_history('public.lead_recipients', '{email}');

alter policy "Who may see a thing reads its history" on public.history
  using (
    case
      when table_name in ('admins', 'lead_recipients') then (select private.may_administer())
      when table_name = 'contact_submissions' then (select private.may_handle_leads())
      else (select private.may_edit_content())
    end
  );

alter table public.lead_recipients enable row level security;
revoke all on table public.lead_recipients from public, anon, authenticated;
grant select, insert, update, delete on table public.lead_recipients to authenticated;
grant all on table public.lead_recipients to service_role;

create policy "Who administers reads and writes whom leads are told" on public.lead_recipients
  for all to authenticated
  using ((select private.may_administer())) with check ((select private.may_administer()));


-- The addresses that are told of a lead, as a JSON array; of all leads, where neither is given. Never
-- empty while there is a contact e-mail.
create function private.lead_recipients(platforms text[], volume text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select jsonb_agg(r.email order by r.created_at, r.id) from public.lead_recipients r
      where r.is_active
        and (cardinality(r.platforms) = 0 or r.platforms && lead_recipients.platforms)
        and (cardinality(r.volumes) = 0 or lead_recipients.volume = any (r.volumes))
    ),
    (
      select jsonb_agg(s.setting_value) from public.site_settings s
      where s.setting_key = 'contact_email'
    ),
    '[]'
  )
$$;
revoke all on function private.lead_recipients(text[], text)
  from public, anon, authenticated, service_role;

create or replace function private.mail_of(submission public.contact_submissions) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', submission.id,
    'message_id', concat_ws('.', 'submission-' || submission.id, nullif(submission.mail_requests, 0)),
    'suspected', submission.spam_reason is not null,
    'name', submission.name,
    'email', submission.email,
    'business_name', submission.business_name,
    'monthly_volume', submission.monthly_volume,
    'platforms', submission.platforms,
    'message', submission.message,
    'estimate', submission.estimate,
    'created_at', submission.created_at,
    'recipients', private.lead_recipients(submission.platforms, submission.monthly_volume)
  ) || private.company()
$$;

-- The mail that says how many wait is about leads of every kind: it goes to whom each of them is told.
create or replace function public.mail_waiting() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  used integer := private.count_company_mails();
  waiting integer;
  suspected integer;
  notice uuid;
begin
  if used < private.mails_an_hour() / 3
    or exists (select from private.company_mails where submission_id is null)
  then
    return null;
  end if;
  select count(*), count(*) filter (where c.spam_reason is not null) into waiting, suspected
    from public.contact_submissions c
    where c.mail_next_attempt_at <= now() and c.mail_status <> 'sent' and not c.is_spam
      and c.mail_requests = 0
      and (used >= private.mails_an_hour() or c.spam_reason is not null);
  if waiting = 0 then
    return null;
  end if;
  insert into private.company_mails (submission_id) values (null) returning id into notice;
  return jsonb_build_object(
    'id', notice,
    'message_id', 'waiting-' || notice,
    'waiting', waiting,
    'suspected', suspected,
    'an_hour', private.mails_an_hour(),
    'recipients', private.lead_recipients('{}', null)
  ) || private.company();
end
$$;
