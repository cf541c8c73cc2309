-- Two people who joined leads of the same two conversations at once swapped parts of them, and neither was joined as asked.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.lead_join', $t$  -- In one order, so that two who join the same ones wait for each other.
$t$),
      ('public.lead_part', $t$  delete from private.lead_conversations m where m.submission_id = lead
$t$)
    ) as c (function, was)
  loop
    body := pg_get_functiondef(change.function::regproc);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, $t$  -- One after the other, as a whole conversation changes.
  perform pg_advisory_xact_lock(hashtextextended('private.lead_conversations', 0));
$t$ || case change.function when 'public.lead_part' then change.was else '' end);
  end loop;
end
$do$;
