-- How many mails about submissions the company gets, and in which order.
--
-- At most 60 an hour: a person can read no more, a mailbox provider takes more for a flood, and
-- one visitor's address alone may send about that many messages an hour. Nothing beyond is lost:
-- it stays due, is sent in a later hour, and is in the admin all the while. One mail an hour says
-- how many wait.
--
-- Whoever floods the form must gain nothing by it against an honest sender:
-- * Suspected spam is mailed only when no real message is due, and only in the first third of the
--   hour's mails, so two thirds are left for real ones.
-- * Who has just written is mailed at once in the first two thirds. The last third is kept for what
--   waits, since a flood would use up every mail as it is written.
-- * Of those that wait, addresses that had no mail within the hour come first; then by turns the
--   oldest, so that each has its turn however long the flood, and the newest, so that whoever writes
--   after a flood does not stand behind all of it.
--
-- What staff ask for themselves waits for no limit and is not counted.
--
-- One mail is claimed at a time. A batch would be held for five minutes together and sent one after
-- the other: behind a slow mail server the hold of the last ones ends before they are sent, and
-- another process sends them too.

create function private.mails_an_hour() returns integer
language sql immutable set search_path = ''
as 'select 60';

-- Each claimed mail, until an hour has passed: deleting a submission does not give its mail back.
create table private.company_mails (
  id uuid primary key default gen_random_uuid(),
  -- null: the mail that says how many wait
  submission_id uuid,
  claimed_at timestamptz not null default now()
);
alter table private.company_mails enable row level security;
revoke all on table private.company_mails from public, anon, authenticated, service_role;

-- How many mails the last hour has seen. Whoever asks is alone with the answer until the end of its
-- transaction, so that two processes never take the same one.
create function private.count_company_mails() returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended('private.company_mails', 0)
  );
  delete from private.company_mails where claimed_at <= now() - interval '1 hour';
  return (select count(*) from private.company_mails where submission_id is not null);
end
$$;

-- Where mails about submissions go, and in whose name.
create function private.company() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'company_email', (
      select s.setting_value from public.site_settings s where s.setting_key = 'contact_email'
    ),
    'company_name', (
      select s.setting_value from public.site_settings s where s.setting_key = 'company_name'
    )
  )
$$;

-- `message_id` is the same for each try at one mail, so that a mailbox can tell a repeat.
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
    'created_at', submission.created_at
  ) || private.company()
$$;

-- Takes the mail of a submission into one hand for five minutes.
create function private.hold_mail(wanted uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  held public.contact_submissions;
begin
  update public.contact_submissions c
    set mail_attempts = c.mail_attempts + 1, mail_next_attempt_at = now() + interval '5 minutes'
    where c.id = wanted
    returning c.* into held;
  if held.mail_requests = 0 then
    insert into private.company_mails (submission_id) values (held.id);
  end if;
  return private.mail_of(held);
end
$$;

-- Claims the mail of the submission that a visitor just stored, found by its request_id; for a
-- client that sends none, the newest one of that e-mail address in the last ten minutes.
-- Returns {"state": "claimed", "mail": {...}}; or {"state": "settled"} when it is sent, held by
-- another sender, spam, or waits for its turn; or {"state": "unknown"} when there is no such
-- submission.
create or replace function public.mail_claim(
  request_id uuid default null, visitor_email text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted public.contact_submissions;
  used integer;
begin
  if mail_claim.request_id is not null then
    select c.* into wanted from public.contact_submissions c
      where c.request_id = mail_claim.request_id;
  else
    select c.* into wanted from public.contact_submissions c
      where lower(c.email) = lower(visitor_email)
        and c.created_at > now() - interval '10 minutes'
      order by c.created_at desc limit 1;
  end if;
  if wanted.id is null then
    return jsonb_build_object('state', 'unknown');
  end if;
  used := private.count_company_mails();
  select c.* into wanted from public.contact_submissions c
    where c.id = wanted.id and not c.is_spam and c.mail_status <> 'sent'
      and (c.mail_attempts = 0 or c.mail_next_attempt_at <= now())
      and (
        c.mail_requests > 0
        or used < private.mails_an_hour() * case when c.spam_reason is null then 2 else 1 end / 3
      )
    for update;
  if not found then
    return jsonb_build_object('state', 'settled');
  end if;
  return jsonb_build_object('state', 'claimed', 'mail', private.hold_mail(wanted.id));
end
$$;

-- Claims the mail whose turn it is; returns a JSON array of it, or an empty one. `max_rows` is what
-- callers of earlier versions give: they get one at a time as well.
create or replace function public.mail_due(max_rows integer default 1) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  used integer := private.count_company_mails();
  turn uuid;
begin
  select c.id into turn from public.contact_submissions c
    where c.mail_next_attempt_at <= now() and c.mail_status <> 'sent' and not c.is_spam
      and max_rows > 0
      and (
        c.mail_requests > 0
        or used < private.mails_an_hour() / case when c.spam_reason is null then 1 else 3 end
      )
    order by
      c.mail_requests = 0,
      c.spam_reason is not null,
      lower(c.email) in (
        select lower(s.email) from private.company_mails m
        join public.contact_submissions s on s.id = m.submission_id
        where m.submission_id <> c.id
      ),
      case when used % 2 = 0 then c.created_at end,
      case when used % 2 = 1 then c.created_at end desc,
      c.id
    limit 1
    for update of c skip locked;
  if turn is null then
    return '[]'::jsonb;
  end if;
  return jsonb_build_array(private.hold_mail(turn));
end
$$;

-- A mail that could not be sent counts as none. Waits 1, 2, 4, ... minutes, then 6 hours at most;
-- gives up after 16 attempts (about two days) and leaves the submission for staff to see as failed.
create or replace function public.mail_failed(submission_id uuid, error text) returns void
language sql security definer set search_path = ''
as $$
  delete from private.company_mails where id = (
    select m.id from private.company_mails m
    where m.submission_id = mail_failed.submission_id order by m.claimed_at desc limit 1
  );
  update public.contact_submissions
    set mail_status = 'failed', mail_last_error = left(error, 500),
      mail_next_attempt_at = case
        when is_spam or mail_attempts >= 16 then null
        else now() + least(interval '1 minute' * 2 ^ greatest(mail_attempts - 1, 0), interval '6 hours')
      end
    where id = mail_failed.submission_id and mail_status <> 'sent'
$$;

-- Claims the mail that says how many wait beyond the hour's mails; null when none wait, or when
-- this hour had that mail already. `suspected` are those of `waiting` that are likely spam.
create function public.mail_waiting() returns jsonb
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
    'an_hour', private.mails_an_hour()
  ) || private.company();
end
$$;

-- That mail could not be sent: it may be tried again in ten minutes.
create function public.mail_waiting_failed(notice uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.company_mails set claimed_at = now() - interval '50 minutes'
    where id = notice and submission_id is null
$$;

-- Staff ask for the mail once more, also when it was sent before.
create or replace function public.resend_submission_mail(submission_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.contact_submissions
    set mail_status = 'pending', mail_attempts = 0, mail_last_error = null, mailed_at = null,
      mail_next_attempt_at = now(), mail_requests = mail_requests + 1
    where id = submission_id and not is_spam;
  if not found then
    raise exception 'This submission no longer exists, or is marked as spam.'
      using errcode = 'PT404';
  end if;
end
$$;

revoke all on function private.mails_an_hour() from public, anon, authenticated, service_role;
revoke all on function private.count_company_mails() from public, anon, authenticated, service_role;
revoke all on function private.hold_mail(uuid) from public, anon, authenticated, service_role;
revoke all on function private.company() from public, anon, authenticated, service_role;
revoke all on function public.mail_waiting() from public, anon, authenticated;
revoke all on function public.mail_waiting_failed(uuid) from public, anon, authenticated;
grant execute on function public.mail_waiting() to service_role;
grant execute on function public.mail_waiting_failed(uuid) to service_role;
