-- Emails with leads' names that are due to someone who may no longer see leads are dropped. One that had failed once was
-- still retried, and so was the one about a reply that bounced.

do $do$
declare
  was constant text := $t$m.state = 'waiting'
        and m.kind in ('digest', 'weekly', 'reminder')$t$;
  is_now constant text := $t$m.send_after is not null
        and m.kind in ('digest', 'weekly', 'reminder', 'returned')$t$;
  body constant text := pg_get_functiondef('private.revoke_what_is_left'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'revoke_what_is_left has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
