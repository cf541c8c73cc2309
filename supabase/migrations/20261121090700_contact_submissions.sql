-- contact_submissions: what visitors send with the contact form. A visitor only adds; reading,
-- answering and deleting is for admins. Each row also carries what the company must not lose: that
-- the mail about it is still owed, and how often sending it was tried.
--
-- From a visitor the database takes name, email, business_name, monthly_volume, platforms,
-- message, request_id, and the two readings of the spam traps: `trap` (a field hidden from people)
-- and `filled_in_ms` (how long the form was open; null when unknown, as without script). The rest
-- is the database's: a visitor's own idea of an id, a status or a date is replaced, not refused.
--
-- request_id comes from the browser, one for each message written. A row that repeats one is left
-- out without an error, so a double click or a retry after a lost answer counts as success, with
-- a plain insert and no right to read.

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  business_name text,
  monthly_volume text not null,
  platforms text[] not null,
  message text,
  status text not null default 'new',
  trap text,
  filled_in_ms bigint,
  is_spam boolean not null default false,
  spam_reason text,
  mail_status text not null default 'pending',
  mail_attempts integer not null default 0,
  mail_last_error text,
  mail_next_attempt_at timestamptz default now() + interval '1 minute',
  mailed_at timestamptz,
  search_text text generated always as (
    lower(name || ' ' || email || ' ' || coalesce(business_name, ''))
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint contact_submissions_one_row_per_request unique (request_id),
  constraint contact_submissions_name_at_least_2_characters check (
    length(regexp_replace(name, '^\s+|\s+$', '', 'g')) >= 2
  ),
  constraint contact_submissions_name_on_one_line check (name !~ '[\n\r]'),
  constraint contact_submissions_name_at_most_200_characters check (length(name) <= 200),
  constraint contact_submissions_email_is_an_address check (private.is_email(email)),
  constraint contact_submissions_business_name_at_most_200_characters check (
    length(business_name) <= 200
  ),
  constraint contact_submissions_monthly_volume_required check (monthly_volume ~ '\S'),
  constraint contact_submissions_monthly_volume_at_most_100_characters check (
    length(monthly_volume) <= 100
  ),
  constraint contact_submissions_platforms_at_least_one check (cardinality(platforms) >= 1),
  constraint contact_submissions_platforms_at_most_20 check (cardinality(platforms) <= 20),
  constraint contact_submissions_platforms_are_names check (
    cardinality(platforms) = 0
    or (
      array_position(platforms, null) is null
      and array_to_string(platforms, E'\n') !~ '(^|\n)\s*(\n|$)'
      and length(array_to_string(platforms, '')) <= 1000
    )
  ),
  constraint contact_submissions_message_at_most_5000_characters check (length(message) <= 5000),
  constraint contact_submissions_status_is_known check (
    status in ('new', 'contacted', 'responded', 'closed')
  ),
  constraint contact_submissions_trap_at_most_200_characters check (length(trap) <= 200),
  constraint contact_submissions_spam_reason_is_known check (
    spam_reason in ('trap filled', 'too fast', 'marked by staff')
  ),
  constraint contact_submissions_mail_status_is_known check (
    mail_status in ('pending', 'sent', 'failed')
  ),
  constraint contact_submissions_mail_attempts_not_negative check (mail_attempts >= 0),
  constraint contact_submissions_mail_last_error_at_most_500_characters check (
    length(mail_last_error) <= 500
  )
);

comment on column public.contact_submissions.mail_next_attempt_at is
  'When the mail is due; while a sender holds it, when the hold ends; null: not due (sent, spam, or given up).';

create index contact_submissions_newest_first on public.contact_submissions (created_at desc, id);
create index contact_submissions_by_status
  on public.contact_submissions (status, created_at desc, id);
create index contact_submissions_mail_due
  on public.contact_submissions (mail_next_attempt_at) where mail_next_attempt_at is not null;


-- Whether a request was stored before, asked for a visitor who may not read. The lock makes two
-- simultaneous copies of a request wait for one another, so the second one finds the first.

create function private.request_is_stored(request uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(request::text, 1));
  return exists (select from public.contact_submissions c where c.request_id = request);
end
$$;
revoke all on function private.request_is_stored(uuid) from public;
grant execute on function private.request_is_stored(uuid) to anon, authenticated, service_role;

-- Runs as the caller: row security is active for visitors and staff, and not for the server's own
-- connection, which may restore rows as they were.
create function private.guard_new_submission() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not row_security_active('public.contact_submissions') or public.is_admin_user() then
    return new;
  end if;

  new.request_id := coalesce(new.request_id, gen_random_uuid());
  if private.request_is_stored(new.request_id) then
    return null;
  end if;

  new.id := gen_random_uuid();
  new.created_at := now();
  new.status := 'new';
  new.trap := left(new.trap, 200);
  new.spam_reason := case
    when new.trap ~ '\S' then 'trap filled'
    when new.filled_in_ms < 3000 then 'too fast'
  end;
  new.is_spam := new.spam_reason is not null;
  new.mail_status := 'pending';
  new.mail_attempts := 0;
  new.mail_last_error := null;
  -- The browser asks for the mail right after the insert; the server's own retries wait a minute.
  new.mail_next_attempt_at := case when not new.is_spam then now() + interval '1 minute' end;
  new.mailed_at := null;
  return new;
end
$$;

-- 'Not spam' owes the company the mail that was held back; 'spam' takes back one not yet sent.
create function private.reschedule_mail_of_spam() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.is_spam then
    new.spam_reason := coalesce(new.spam_reason, 'marked by staff');
    new.mail_next_attempt_at := null;
  else
    new.spam_reason := null;
    if new.mail_status <> 'sent' then
      new.mail_next_attempt_at := now();
    end if;
  end if;
  return new;
end
$$;

create trigger guard_new_submission before insert on public.contact_submissions
  for each row execute function private.guard_new_submission();
create trigger reschedule_mail_of_spam before update of is_spam on public.contact_submissions
  for each row when (new.is_spam is distinct from old.is_spam)
  execute function private.reschedule_mail_of_spam();
-- The mail's state is not an edit: a retry in the background must not make a person's save stale.
create trigger set_updated_at
  before insert or update of name, email, business_name, monthly_volume, platforms, message,
    status, is_spam, spam_reason
  on public.contact_submissions
  for each row execute function private.set_updated_at();

alter table public.contact_submissions enable row level security;
revoke all on table public.contact_submissions from public, anon, authenticated;
grant insert on table public.contact_submissions to anon;
grant select, insert, update, delete on table public.contact_submissions to authenticated;
grant all on table public.contact_submissions to service_role;

create policy "Anyone sends a new submission" on public.contact_submissions
  for insert to anon, authenticated
  with check (
    status = 'new' and mail_status = 'pending' and mail_attempts = 0 and mailed_at is null
    and created_at = now()
  );
create policy "Admins read and write all submissions" on public.contact_submissions
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));


-- submission_notes: what staff write to one another about a submission. The author is whoever is
-- signed in, set here and never taken from the client; the e-mail is kept when the account goes.

create table public.submission_notes (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.contact_submissions (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  author_email text,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint submission_notes_body_required check (body ~ '\S'),
  constraint submission_notes_body_at_most_5000_characters check (length(body) <= 5000)
);

create index submission_notes_of_submission
  on public.submission_notes (submission_id, created_at, id);

create function private.sign_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and auth.uid() is not null then
    new.author_id := auth.uid();
    new.author_email := (select u.email from auth.users u where u.id = auth.uid());
  elsif tg_op = 'UPDATE' then
    new.author_email := old.author_email;
    -- null: the account was deleted
    if new.author_id is not null then
      new.author_id := old.author_id;
    end if;
  end if;
  return new;
end
$$;

create trigger sign_note before insert or update on public.submission_notes
  for each row execute function private.sign_note();
create trigger set_updated_at before insert or update of body on public.submission_notes
  for each row execute function private.set_updated_at();

alter table public.submission_notes enable row level security;
revoke all on table public.submission_notes from public, anon, authenticated;
grant select, insert, update, delete on table public.submission_notes to authenticated;
grant all on table public.submission_notes to service_role;

create policy "Admins read and write notes" on public.submission_notes
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));
