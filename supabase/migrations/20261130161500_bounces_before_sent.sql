-- An email that bounced before its sender stored that it was sent was then stored as sent: nobody heard of the bounce, and
-- the next email to that address didn't ask. What came back was sent, so the report says so first.

do $do$
declare
  was constant text := $t$  insert into private.refused_addresses (digest) values (private.address_digest(returned.recipient))
$t$;
  is_now constant text := $t$  update public.mails m set state = 'sent', sent_at = now(), send_after = null, held_until = null
    where m.id = returned.id and m.held_until is not null;
$t$;
  body constant text := pg_get_functiondef('private.report_came'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'report_came has no "%"', was;
  end if;
  execute replace(body, was, is_now || was);
end
$do$;
