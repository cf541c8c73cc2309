-- The mail about a submission. The row itself is the queue: it is owed until mail_status is
-- 'sent', so a crash loses nothing. Two senders work on it, the function `send-contact-email`
-- right after the visitor's insert, and the server's retries. Whoever claims a mail holds it for
-- five minutes (mail_next_attempt_at moves there), longer than any attempt may take, so a mail is
-- never in two hands; a sender that dies loses its hold and the mail is due again.
--
-- Only the server and the function's secret key may call these; the last one is for admins.

-- What a sender needs: the stored row, never what the browser repeats, and the company's address.
create function private.mail_of(submission public.contact_submissions) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', submission.id,
    'name', submission.name,
    'email', submission.email,
    'business_name', submission.business_name,
    'monthly_volume', submission.monthly_volume,
    'platforms', submission.platforms,
    'message', submission.message,
    'created_at', submission.created_at,
    'company_email', (
      select s.setting_value from public.site_settings s where s.setting_key = 'contact_email'
    ),
    'company_name', (
      select s.setting_value from public.site_settings s where s.setting_key = 'company_name'
    )
  )
$$;

-- Claims the mail of the submission that a visitor just stored, found by its request_id; for a
-- client that sends none, the newest one of that e-mail address in the last ten minutes.
-- Returns {"state": "claimed", "mail": {...}}; or {"state": "settled"} when it is sent, held by
-- another sender, or spam; or {"state": "unknown"} when there is no such submission.
create function public.mail_claim(request_id uuid default null, visitor_email text default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  submission_id uuid := (
    select c.id from public.contact_submissions c
    where c.request_id = mail_claim.request_id or (
      mail_claim.request_id is null and lower(c.email) = lower(visitor_email)
      and c.created_at > now() - interval '10 minutes'
    )
    order by c.created_at desc limit 1
  );
  claimed public.contact_submissions;
begin
  if submission_id is null then
    return jsonb_build_object('state', 'unknown');
  end if;
  update public.contact_submissions c
    set mail_attempts = c.mail_attempts + 1, mail_next_attempt_at = now() + interval '5 minutes'
    where c.id = submission_id and not c.is_spam and c.mail_status <> 'sent'
      and (c.mail_attempts = 0 or c.mail_next_attempt_at <= now())
    returning c.* into claimed;
  if not found then
    return jsonb_build_object('state', 'settled');
  end if;
  return jsonb_build_object('state', 'claimed', 'mail', private.mail_of(claimed));
end
$$;

-- Claims up to `max_rows` mails that are due, oldest first; returns a JSON array of mails.
create function public.mail_due(max_rows integer default 10) returns jsonb
language sql security definer set search_path = ''
as $$
  with due as (
    select c.id from public.contact_submissions c
    where c.mail_next_attempt_at <= now() and c.mail_status <> 'sent' and not c.is_spam
    order by c.mail_next_attempt_at
    limit greatest(least(max_rows, 100), 0)
    for update skip locked
  ), claimed as (
    update public.contact_submissions c
      set mail_attempts = c.mail_attempts + 1, mail_next_attempt_at = now() + interval '5 minutes'
      from due where c.id = due.id
      returning c.*
  )
  select coalesce(
    jsonb_agg(
      private.mail_of(row(claimed.*)::public.contact_submissions) order by claimed.created_at
    ), '[]'::jsonb)
  from claimed
$$;

create function public.mail_done(submission_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.contact_submissions
    set mail_status = 'sent', mailed_at = now(), mail_next_attempt_at = null,
      mail_last_error = null
    where id = submission_id
$$;

-- Waits 1, 2, 4, ... minutes, then 6 hours at most; gives up after 16 attempts (about two days)
-- and leaves the submission for staff to see as failed.
create function public.mail_failed(submission_id uuid, error text) returns void
language sql security definer set search_path = ''
as $$
  update public.contact_submissions
    set mail_status = 'failed', mail_last_error = left(error, 500),
      mail_next_attempt_at = case
        when is_spam or mail_attempts >= 16 then null
        else now() + least(interval '1 minute' * 2 ^ greatest(mail_attempts - 1, 0), interval '6 hours')
      end
    where id = submission_id and mail_status <> 'sent'
$$;

-- Staff ask for the mail once more, also when it was sent before.
create function public.resend_submission_mail(submission_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.contact_submissions
    set mail_status = 'pending', mail_attempts = 0, mail_last_error = null, mailed_at = null,
      mail_next_attempt_at = now()
    where id = submission_id and not is_spam;
  if not found then
    raise exception 'This submission no longer exists, or is marked as spam.'
      using errcode = 'PT404';
  end if;
end
$$;

revoke all on function private.mail_of(public.contact_submissions)
  from public, anon, authenticated, service_role;
revoke all on function public.mail_claim(uuid, text) from public, anon, authenticated;
revoke all on function public.mail_due(integer) from public, anon, authenticated;
revoke all on function public.mail_done(uuid) from public, anon, authenticated;
revoke all on function public.mail_failed(uuid, text) from public, anon, authenticated;
revoke all on function public.resend_submission_mail(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.mail_claim(uuid, text) to service_role;
grant execute on function public.mail_due(integer) to service_role;
grant execute on function public.mail_done(uuid) to service_role;
grant execute on function public.mail_failed(uuid, text) to service_role;
grant execute on function public.resend_submission_mail(uuid) to authenticated;
