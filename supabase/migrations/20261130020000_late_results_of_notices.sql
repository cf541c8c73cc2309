-- The result of an attempt to email a lead settles it only if staff haven't asked for another email since.

do $do$
declare
  was constant text := $t$    'suspected', submission.spam_reason is not null,
$t$;
  is_now constant text := $t$    'requests', submission.mail_requests,
    'suspected', submission.spam_reason is not null,
$t$;
  body constant text := pg_get_functiondef('private.mail_of'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'mail_of has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;

-- @param requests mail_requests as claimed. If staff have asked again since, the lead still owes that email, and its
-- activity says what became of the earlier one. Null, as earlier versions call it: settles in any case.
drop function public.mail_done(uuid);
create function public.mail_done(submission_id uuid, requests integer default null) returns void
language sql security definer set search_path = ''
as $$
  update public.contact_submissions
    set mail_status = 'sent', mailed_at = now(), mail_next_attempt_at = null,
      mail_last_error = null
    where id = submission_id and mail_requests = coalesce(requests, mail_requests);
  select private.add_lead_event(c.id, 'notice', '{"to": "sent", "earlier": true}')
    from public.contact_submissions c where c.id = submission_id and c.mail_requests > requests
$$;

-- An email that could not be sent counts as none. Waits 1, 2, 4, ... minutes, then 6 hours at most;
-- gives up after 16 attempts (about two days) and leaves the submission for staff to see as failed.
-- @param requests as in mail_done
drop function public.mail_failed(uuid, text);
create function public.mail_failed(submission_id uuid, error text, requests integer default null) returns void
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
      and mail_requests = coalesce(requests, mail_requests);
  select private.add_lead_event(c.id, 'notice',
      jsonb_build_object('to', 'failed', 'error', left(error, 500), 'earlier', true))
    from public.contact_submissions c
    where c.id = mail_failed.submission_id and c.mail_requests > requests
$$;

revoke execute on function public.mail_done(uuid, integer), public.mail_failed(uuid, text, integer)
from public, anon, authenticated, service_role;
grant execute on function public.mail_done(uuid, integer), public.mail_failed(uuid, text, integer)
to service_role;
