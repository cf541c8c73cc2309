-- Sentences that people read, in plainer words: "reply" for emails in both directions, "bounced" for those that come back,
-- "notifications" for the emails about new leads.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('private.digest', $t$private.count_of(answers, 'new answer', 'new answers')$t$,
        $t$private.count_of(answers, 'new reply', 'new replies')$t$),
      ('private.digest', $t$(3, 'New answers', answers::text, answers > 0)$t$,
        $t$(3, 'New replies', answers::text, answers > 0)$t$),
      ('private.digest',
        $t${"note": "You get this email at 8:00 AM on workdays if leads or answers are waiting, or an email failed."}$t$,
        $t${"note": "You''re getting this email because leads or replies are waiting, or an email failed. It is sent at 8:00 AM on workdays."}$t$),
      ('private.weekly_figures',
        $t${"note": "You get this email on Mondays because you turned it on under Your account."}$t$,
        $t${"note": "You''re getting this email on Mondays because you turned it on under Your account."}$t$),
      ('private.remind', $t$everyone who gets lead notices got this email$t$,
        $t$everyone who gets lead notifications got this email$t$),
      ('private.bound_lead_recipients', $t$At most 50 addresses can get lead notices.$t$,
        $t$At most 50 addresses can get lead notifications.$t$),
      ('public.reply_send', $t$'An earlier email to % came back.'$t$, $t$'An earlier email to % bounced.'$t$),
      ('private.report_came', $t$'It came back.'$t$, $t$'It bounced.'$t$),
      ('private.report_came', $t$'It was sent to %s and came back.'$t$, $t$'It was sent to %s but bounced.'$t$),
      ('public.inbound_lead', $t$This email has no sender that can be answered.$t$,
        $t$This email has no sender you can reply to.$t$),
      ('private.require_approval', $t$Your changes need an approval.$t$, $t$Your changes need approval.$t$)
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
