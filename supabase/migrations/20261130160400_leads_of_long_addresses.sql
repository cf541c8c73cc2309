-- No lead could be created from an email without a name whose address has more than 200 characters.

do $do$
declare
  was constant text := $t$ else arrived.sender end,$t$;
  is_now constant text := $t$ else left(arrived.sender, 200) end,$t$;
  body constant text := pg_get_functiondef('public.inbound_lead'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'inbound_lead has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
