-- "Not spam" for a lead in the trash emailed the team at once. Now the email waits until the lead is restored.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.mail_claim', $t$ and not c.is_spam and c.mail_status <> 'sent'
$t$, $t$ and not c.is_spam and c.deleted_at is null and c.mail_status <> 'sent'
$t$),
      ('public.resend_submission_mail', $t$ and not is_spam;
$t$, $t$ and not is_spam and deleted_at is null;
$t$),
      ('public.resend_submission_mail', 'This lead no longer exists or is marked', 'This lead was deleted or is marked')
    ) as c (function, was, is_now)
  loop
    body := pg_get_functiondef(change.function::regproc);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;
