-- The email to the team about a new lead: who gets it, in which order, and at most how many in an hour.


-- The email about a submission. The row itself is the queue: it is owed until mail_status is
-- 'sent', so a crash loses nothing. Two senders work on it, the function `send-contact-email`
-- right after the visitor's insert, and the server's retries. Anyone who claims an email holds it for
-- five minutes (mail_next_attempt_at moves there), longer than any attempt may take, so an email is
-- never in two hands; a sender that dies loses its hold and the email is due again.
--
-- Only the server and the function's secret key may call these; the last one is for admins.

create function public.mail_done(submission_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.contact_submissions
    set mail_status = 'sent', mailed_at = now(), mail_next_attempt_at = null,
      mail_last_error = null
    where id = submission_id
$$;

-- 'Not spam' takes the label off, and owes the company the email that was held back; 'spam' takes
-- back one not yet sent.
create function private.reschedule_mail_of_spam() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.is_spam then
    new.spam_reason := coalesce(new.spam_reason, 'marked by staff');
    new.mail_next_attempt_at := null;
  else
    new.spam_reason := null;
    if old.is_spam and new.mail_status <> 'sent' then
      new.mail_requests := old.mail_requests + 1;
      new.mail_next_attempt_at := now();
    end if;
  end if;
  return new;
end
$$;

create trigger reschedule_mail_of_spam before update of is_spam on public.contact_submissions
  for each row execute function private.reschedule_mail_of_spam();


-- How many emails about submissions the company gets, and in which order.
--
-- At most 60 an hour: a person can read no more, a mailbox provider takes more for a flood, and
-- one visitor's address alone may send about that many messages an hour. Nothing beyond is lost:
-- it stays due, is sent in a later hour, and is in the admin all the while. One email an hour says
-- how many wait.
--
-- Anyone who floods the form must gain nothing by it against an honest sender:
-- * Suspected spam is mailed only when no real message is due, and only in the first third of the
--   hour's emails, so two thirds are left for real ones.
-- * Who has just written is mailed at once in the first two thirds. The last third is kept for what
--   waits, since a flood would use up every email as it is written.
-- * Of those that wait, addresses that had no email within the hour come first; then by turns the
--   oldest, so that each has its turn however long the flood, and the newest, so that anyone who writes
--   after a flood does not stand behind all of it.
--
-- What staff ask for themselves waits for no limit and is not counted.
--
-- One email is claimed at a time. A batch would be held for five minutes together and sent one after
-- the other: behind a slow mail server the hold of the last ones ends before they are sent, and
-- another process sends them too.

create function private.mails_an_hour() returns integer
language sql immutable set search_path = ''
as 'select 60';

-- Each claimed email, until an hour has passed: deleting a submission does not give its email back.
create table private.company_mails (
  id uuid primary key default gen_random_uuid(),
  -- null: the email that says how many wait
  submission_id uuid,
  claimed_at timestamptz not null default now(),
  only_spam boolean not null default false
);

comment on column private.company_mails.only_spam is
  'Of a notice about what waits: it named likely spam only, so one about leads may still follow.';

alter table private.company_mails enable row level security;
revoke all on table private.company_mails from public, anon, authenticated, service_role;

-- How many emails the last hour has seen. Anyone who asks is alone with the answer until the end of its
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

-- Takes the email of a submission into one hand for five minutes.
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

-- Claims the email of the submission that a visitor just stored, found by its request_id; for a
-- client that sends none, the newest one of that email address in the last ten minutes.
-- Returns {"state": "claimed", "mail": {...}}; or {"state": "settled"} when it is sent, held by
-- another sender, spam, or waits for its turn; or {"state": "unknown"} when there is no such
-- submission.
create function public.mail_claim(
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

-- Claims the email whose turn it is; returns a JSON array of it, or an empty one. `max_rows` is what
-- callers of earlier versions give: they get one at a time as well.
create function public.mail_due(max_rows integer default 1) returns jsonb
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

-- An email that could not be sent counts as none. Waits 1, 2, 4, ... minutes, then 6 hours at most;
-- gives up after 16 attempts (about two days) and leaves the submission for staff to see as failed.
create function public.mail_failed(submission_id uuid, error text) returns void
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

-- That email could not be sent: it may be retried in ten minutes.
create function public.mail_waiting_failed(notice uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.company_mails set claimed_at = now() - interval '50 minutes'
    where id = notice and submission_id is null
$$;

-- Staff ask for the email once more, also when it was sent before.
create function public.resend_submission_mail(submission_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.contact_submissions
    set mail_status = 'pending', mail_attempts = 0, mail_last_error = null, mailed_at = null,
      mail_next_attempt_at = now(), mail_requests = mail_requests + 1
    where id = submission_id and not is_spam;
  if not found then
    raise exception 'This lead no longer exists or is marked as spam.'
      using errcode = 'PT404';
  end if;
end
$$;


-- lead_recipients: who gets the notice of a new lead. An address gets those of the platforms and of the
-- monthly volumes that are next to it; without any it gets all. What no address wants, and all while the
-- list is empty, goes to the contact email in Site Settings, so that nobody's message is nobody's.
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

alter table public.lead_recipients enable row level security;
revoke all on table public.lead_recipients from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.lead_recipients to authenticated, service_role;

create policy "Who administers reads and writes whom leads are told" on public.lead_recipients
  for all to authenticated
  using ((select private.may_administer())) with check ((select private.may_administer()));

-- One email goes to all of them.
create function private.bound_lead_recipients() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended('public.lead_recipients', 0)
  );
  if (select count(*) from public.lead_recipients) > 50 then
    raise exception 'At most 50 addresses can get lead notices.' using errcode = '22023';
  end if;
  return null;
end
$$;

create trigger bound_lead_recipients after insert on public.lead_recipients
  for each statement execute function private.bound_lead_recipients();

-- The addresses that get notices of a lead, as a JSON array; of all leads, where neither is given. Never
-- empty while there is a contact email.
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

-- What a sender needs: the stored row, never what the browser repeats, and who gets it. `message_id` is the same
-- for each try at one email, so that a mailbox can tell a repeat.
create function private.mail_of(submission public.contact_submissions) returns jsonb
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


-- The hourly notice says how many leads wait, and likely spam apart from them: one about likely spam alone no longer
-- uses up the one about leads. And the screen of a lead can say when its own notice is expected to leave.

-- The leads whose notice waits for its turn: neither in a sender's hands nor waiting for a retry.
create function private.waiting_notices()
returns table (id uuid, created_at timestamptz, suspected boolean)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.created_at, c.spam_reason is not null from public.contact_submissions c
  where c.mail_next_attempt_at is not null and c.mail_status <> 'sent' and not c.is_spam
    and c.mail_requests = 0
    and (c.mail_attempts = 0 or c.mail_next_attempt_at <= now())
$$;

-- Claims the email that says how many wait beyond the hour's emails; null when none wait, or when this hour had
-- that email already. It goes to everyone who gets notices of leads. `waiting` counts all that wait, `suspected` those
-- of them that are likely spam. While the hour has emails left, leads are sent within minutes, and a notice would
-- be wrong before it arrives. `next_at` is when the next email can leave.
create function public.mail_waiting() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  used constant integer := private.count_company_mails();
  leads integer;
  suspected integer;
  notice uuid;
begin
  if used < private.mails_an_hour() / 3 then
    return null;
  end if;
  select count(*) filter (where not w.suspected), count(*) filter (where w.suspected)
    into leads, suspected from private.waiting_notices() w;
  if leads + suspected = 0 or (leads > 0 and used < private.mails_an_hour())
    or exists (
      select from private.company_mails m
      where m.submission_id is null and (leads = 0 or not m.only_spam)
    )
  then
    return null;
  end if;
  insert into private.company_mails (submission_id, only_spam) values (null, leads = 0)
    returning id into notice;
  return jsonb_build_object(
    'id', notice,
    'message_id', 'waiting-' || notice,
    'waiting', leads + suspected,
    'suspected', suspected,
    'an_hour', private.mails_an_hour(),
    'next_at', (
      select min(m.claimed_at) + interval '1 hour' from private.company_mails m
      where m.submission_id is not null
    ),
    'recipients', private.lead_recipients('{}', null)
  ) || private.company();
end
$$;

-- When the email at a place of the queue leaves (0: the next one), if at most `most` leave in any hour.
-- claims: when the last ones left, oldest first. No email leaves before `earliest`.
create function private.turn_in_queue(
  claims timestamptz[], most integer, place bigint, earliest timestamptz
) returns timestamptz
language sql immutable set search_path = ''
as $$
  select greatest(
    earliest, claims[cardinality(claims) - most + 1 + place % most] + interval '1 hour'
  ) + place / most * interval '1 hour'
$$;

-- When the notice about a lead is expected to leave, if the hourly limit holds it back; null when it does not. An
-- estimate: leads that arrive meanwhile may be sent first.
create function public.lead_notice_at(lead uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  most integer := private.mails_an_hour();
  earliest timestamptz := now();
  own record;
  claims timestamptz[];
  turn timestamptz;
begin
  perform private.require_lead_handler();
  -- The oldest and the newest go by turns (mail_due).
  select w.suspected, w.leads, least(w.older * 2, w.newer * 2 + 1) as place into own
    from (
      select n.id, n.suspected,
        count(*) filter (where not n.suspected) over () as leads,
        row_number() over (partition by n.suspected order by n.created_at, n.id) - 1 as older,
        row_number() over (partition by n.suspected order by n.created_at desc, n.id desc) - 1 as newer
      from private.waiting_notices() n
    ) w
    where w.id = lead;
  if not found then
    return null;
  end if;
  claims := array(
    select m.claimed_at from private.company_mails m
    where m.submission_id is not null and m.claimed_at > now() - interval '1 hour'
    order by m.claimed_at
  );
  if own.suspected then
    -- After all leads, and only in the first third of an hour's emails.
    if own.leads > 0 then
      earliest := private.turn_in_queue(claims, most, own.leads - 1, earliest);
    end if;
    claims := claims || array(
      select private.turn_in_queue(claims, most, place, now())
      from generate_series(greatest(own.leads - most / 3, 0), own.leads - 1) as place
      order by place
    );
    most := most / 3;
  end if;
  turn := private.turn_in_queue(claims, most, own.place, earliest);
  return case when turn > now() + interval '2 minutes' then turn end;
end
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  private.reschedule_mail_of_spam(),
  private.mail_of(public.contact_submissions),
  public.mail_claim(uuid, text),
  public.mail_due(integer),
  public.mail_done(uuid),
  public.mail_failed(uuid, text),
  public.resend_submission_mail(uuid),
  private.mails_an_hour(),
  private.count_company_mails(),
  private.hold_mail(uuid),
  public.mail_waiting(),
  public.mail_waiting_failed(uuid),
  private.bound_lead_recipients(),
  private.lead_recipients(text[], text),
  private.waiting_notices(),
  private.turn_in_queue(timestamptz[], integer, bigint, timestamptz),
  public.lead_notice_at(uuid)
from public, anon, authenticated, service_role;

grant execute on function
  public.mail_claim(uuid, text),
  public.mail_due(integer),
  public.mail_done(uuid),
  public.mail_failed(uuid, text),
  public.mail_waiting(),
  public.mail_waiting_failed(uuid)
to service_role;

grant execute on function public.resend_submission_mail(uuid), public.lead_notice_at(uuid) to authenticated;
