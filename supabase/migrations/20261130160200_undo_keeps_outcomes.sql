-- A reply reopens a closed lead, so its outcome ends. Undoing the reply closed the lead again, but lost that it was won,
-- its value, and when it was closed.

alter table public.mails add lead_before jsonb;
comment on column public.mails.lead_before is
  'Of a reply: times and outcome of its lead before, which taking it back restores.';

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.reply_send', $t$    send_after, status_before, answer_before
$t$, $t$    send_after, status_before, answer_before, lead_before
$t$),
      ('public.reply_send', $t$ asked.status, asked.new_answer_at
$t$, $t$ asked.status, asked.new_answer_at,
      jsonb_build_object('answered_at', asked.answered_at, 'closed_at', asked.closed_at, 'outcome', asked.outcome,
        'outcome_value', asked.outcome_value, 'outcome_reason', asked.outcome_reason)
$t$),
      ('public.reply_take_back', $t$  update public.contact_submissions c set status = taken.status_before
    where $t$, $t$  update public.contact_submissions c set status = taken.status_before,
      (answered_at, closed_at, outcome, outcome_value, outcome_reason) = (
        select b.answered_at, b.closed_at, b.outcome, b.outcome_value, b.outcome_reason
        from jsonb_populate_record(c, taken.lead_before) b
      )
    where $t$)
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
