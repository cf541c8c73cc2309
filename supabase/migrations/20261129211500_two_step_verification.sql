-- Screens and emails say "two-step verification", as people know it from their other accounts, for what the schema calls a
-- second factor.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('private.remove_second_factor', $t$'This person has no second factor.'$t$,
        $t$'This person hasn''t set up two-step verification.'$t$),
      ('public.set_second_factor_rules', $t$'Set up your own second factor first.'$t$,
        $t$'Set up two-step verification for yourself first.'$t$)
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
