-- Deleting a webhook locks it, then its deliveries, then its address. A result that is being recorded now locks in
-- the same order, so that the two can't end in a deadlock.

do $do$
declare
  body constant text := pg_get_functiondef('public.webhook_settle'::regproc);
  start constant text := E'\nbegin\n';
begin
  if position(start in body) = 0 then
    raise exception 'webhook_settle has no "begin"';
  end if;
  execute replace(body, start, start || $t$  perform from public.webhooks w
    where w.id = (select d.webhook_id from public.webhook_deliveries d where d.id = delivery)
    for key share;
$t$);
end
$do$;
