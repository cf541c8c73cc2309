-- A webhook's old address may still answer after an admin has replaced it: that says nothing about the new one.

do $do$
declare
  was constant text := $t$      failing_since = case when new_host is null then e.failing_since end
$t$;
  is_now constant text := $t$      failing_since = case when new_host is null then e.failing_since end,
      -- What the old address answers from now on is ignored, and its delivery stays due.
      lease = case when new_secret is null then e.lease end,
      leased_until = case when new_secret is null then e.leased_until end
$t$;
  body constant text := pg_get_functiondef('public.webhook_save'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'webhook_save has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
