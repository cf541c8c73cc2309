-- A reminder spoke of "these leads" for one lead, of "today" for a day that was over, and said that none of its leads has
-- an owner where one of them had none.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ($t$count(*) as leads, bool_and(d.owned) as owned
$t$, $t$count(*) as leads, bool_and(d.owned) as owned,
      bool_or(d.owned) as partly_owned
$t$),
      ($t$jsonb_build_object('note', case when g.owned
            then 'You own these leads, and their follow-up date is today.'
            else 'These leads have no owner, so everyone who gets lead notifications got this email. Assign an owner, and only that person is reminded.'
          end)$t$, $t$jsonb_build_object('note', case
            when g.owned and g.leads = 1 then 'You own this lead, and it''s due for a follow-up.'
            when g.owned then 'You own these leads, and they''re due for a follow-up.'
            else case
                when g.leads = 1 then 'This lead has no owner'
                when g.partly_owned then 'Some of these leads have no owner'
                else 'These leads have no owner'
              end || ', so everyone who gets lead notifications is reminded. Assign an owner, and only that person is.'
          end)$t$)
    ) as c (was, is_now)
  loop
    body := pg_get_functiondef('private.remind'::regproc);
    if position(change.was in body) = 0 then
      raise exception 'remind has no "%"', change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;
