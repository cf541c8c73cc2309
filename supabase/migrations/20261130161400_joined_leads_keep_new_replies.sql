-- A change of one joined message took the mark of a new reply off the others, whose replies nobody had read, and Undo didn't
-- bring it back. The mark stays now; a further reply, which reopens such a message, must not take it off either.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('private.keep_outcome', $t$    if new.new_answer_at is not distinct from old.new_answer_at then
$t$, $t$    -- Within a trigger, the message changes with a joined one, and its own reply may be unread.
    if new.new_answer_at is not distinct from old.new_answer_at and pg_trigger_depth() = 1 then
$t$),
      ('private.answer_came', $t$AS $function$
begin
$t$, $t$AS $function$
declare
  since timestamptz;
begin
$t$),
      ('private.answer_came', $t$  update public.contact_submissions c set
      new_answer_at = coalesce(c.new_answer_at, mail.arrived_at),
      deleted_at = null,
$t$, $t$  select c.new_answer_at into since
    from public.contact_submissions c where c.id = mail.submission_id for update;
  update public.contact_submissions c set
      deleted_at = null,
$t$),
      ('private.answer_came', $t$  if found then
$t$, $t$  if found then
    -- On its own, as a change of status takes the mark off.
    update public.contact_submissions c set new_answer_at = coalesce(since, mail.arrived_at)
      where c.id = mail.submission_id;
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
