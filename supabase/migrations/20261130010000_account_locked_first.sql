-- Resetting two-step verification locks the account before its factors and sessions, as every other change of an
-- account does. In another order, a reset and the person's own change could deadlock.

do $do$
declare
  was constant text := $t$  delete from auth.mfa_factors f where f.user_id = person;$t$;
  is_now constant text := $t$  perform from auth.users u where u.id = person for no key update;
$t$;
  body constant text := pg_get_functiondef('private.remove_second_factor'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'remove_second_factor has no "%"', was;
  end if;
  execute replace(body, was, is_now || was);
end
$do$;
