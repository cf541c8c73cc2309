-- A change of status means that someone dealt with the lead's new reply. Undoing that change didn't bring the mark back,
-- so the reply was no longer found; undoing one after a reply had arrived took its mark off, too.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.lead_change', $t$            'outcome_value', c.outcome_value, 'outcome_reason', c.outcome_reason) as with_status
$t$, $t$            'outcome_value', c.outcome_value, 'outcome_reason', c.outcome_reason,
            'new_answer_at', c.new_answer_at) as with_status
$t$),
      ('public.lead_change_back', $t$  back uuid[];
$t$, $t$  back uuid[];
  answers jsonb;
$t$),
      ('public.lead_change_back', $t$  execute format(
$t$, $t$  if changed_column = 'status' then
    select jsonb_object_agg(waiting.id, waiting.since) filter (where waiting.since is not null) into answers
      from (
        select c.id, least(c.new_answer_at, before.new_answer_at) as since
        from public.contact_submissions c
        join jsonb_populate_recordset(null::public.contact_submissions, undo) as before on before.id = c.id
        order by c.id for update of c
      ) waiting;
  end if;
  execute format(
$t$),
      ('public.lead_change_back', $t$  if changed_column = 'is_spam' then
$t$, $t$  -- Undone, the change dealt with no new reply.
  update public.contact_submissions c set new_answer_at = (answers ->> c.id::text)::timestamptz
    where c.id = any (back) and answers ? c.id::text;
  if changed_column = 'is_spam' then
$t$)
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
