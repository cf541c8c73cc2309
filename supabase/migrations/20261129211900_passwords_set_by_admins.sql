-- A password that an admin sets for someone with a role has at least 10 characters, as the one that the person
-- chooses (rule A-10). The sentence for fewer than 6 stays the same for everyone.

do $do$
declare
  was constant text := $t$  elsif octet_length(new_password) > 72 then$t$;
  is_now constant text := $t$  elsif length(new_password) < 10 and private.roles_of(admin_reset_password.user_id) <> '{}' then
    raise exception 'Password must be at least 10 characters long.' using errcode = '22023';
$t$;
  body constant text := pg_get_functiondef('public.admin_reset_password'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'admin_reset_password has no "%"', was;
  end if;
  execute replace(body, was, is_now || was);
end
$do$;
