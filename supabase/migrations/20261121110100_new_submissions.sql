-- What becomes of a message that a visitor sends.
--
-- One request, one message. A second row in the same transaction, which is a request's, is refused
-- before it is looked up or locked, so a statement of 5,000 rows does the work of one, takes one
-- lock and stores nothing.
--
-- Likely spam comes in two degrees. `spam_reason` says why a message is suspected; staff see it
-- labelled, and so does the mail. `is_spam` holds it back: no mail, and not counted among the real
-- ones. Only a filled trap does that, or staff. A form that was sent too fast may be a person with
-- autofill: it is labelled, and mailed. (Rows held back for that before this migration stay as staff
-- have seen them.)
--
-- `mail_requests` counts how often staff asked for the mail, by 'not spam' or by sending it anew:
-- such a mail is a new one and waits for no limit.

alter table public.contact_submissions add column mail_requests integer not null default 0
  constraint contact_submissions_mail_requests_not_negative check (mail_requests >= 0);

update public.contact_submissions set spam_reason = 'marked by staff'
  where is_spam and spam_reason is null;

comment on column public.contact_submissions.spam_reason is
  'Why it is suspected, as staff and the mail are told; held back only where is_spam says so.';

create index contact_submissions_of_address
  on public.contact_submissions (lower(email), created_at desc);

-- Runs as the caller: row security is active for visitors and staff, and not for the server's own
-- connection, which may restore rows as they were.
create or replace function private.guard_new_submission() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not row_security_active('public.contact_submissions') or public.is_admin_user() then
    if new.is_spam then
      new.spam_reason := coalesce(new.spam_reason, 'marked by staff');
    end if;
    return new;
  end if;

  if current_setting('loading_dock.request_has_message', true) = 'yes' then
    raise exception 'Please send one message at a time.' using errcode = '22023';
  end if;
  perform set_config('loading_dock.request_has_message', 'yes', true);

  if not private.is_email(new.email) then
    raise exception 'Please enter a valid email address' using errcode = '22023';
  end if;
  -- U+FFFD stands where a character could not be read: half an emoji, say.
  if new.name ~ '\uFFFD' or new.business_name ~ '\uFFFD' then
    raise exception 'The name has a character that can''t be read.' using errcode = '22023';
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
  new.is_spam := coalesce(new.spam_reason = 'trap filled', false);
  new.mail_status := 'pending';
  new.mail_attempts := 0;
  new.mail_requests := 0;
  new.mail_last_error := null;
  -- The browser asks for the mail right after the insert; the server's own retries wait a minute.
  new.mail_next_attempt_at := case when not new.is_spam then now() + interval '1 minute' end;
  new.mailed_at := null;
  return new;
end
$$;

-- 'Not spam' takes the label off, and owes the company the mail that was held back; 'spam' takes
-- back one not yet sent.
create or replace function private.reschedule_mail_of_spam() returns trigger
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

-- Also where is_spam was false before: then there is a label to take off.
drop trigger reschedule_mail_of_spam on public.contact_submissions;
create trigger reschedule_mail_of_spam before update of is_spam on public.contact_submissions
  for each row execute function private.reschedule_mail_of_spam();


-- The dashboard's 'likely spam' are those that are labelled so, held back or not; the other counts
-- leave out only what is held back.
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
      from public.contact_submissions where not is_spam
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
      'spam', (select count(*) from public.contact_submissions where spam_reason is not null),
      'active_prices', (select count(*) from public.pricing_items where is_active),
      'active_faqs', (select count(*) from public.faq_items where is_active),
      'images_without_alt_text', (
        select count(*) from public.media_library
        where mime_type like 'image/%' and coalesce(alt_text, '') !~ '\S'
      )
    )
  );
end
$$;
