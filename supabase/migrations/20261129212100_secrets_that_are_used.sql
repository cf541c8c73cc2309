-- Slack and Teams check no signature, so the signing secret of their webhooks is never shown.

do $do$
declare
  change record;
  body text := pg_get_functiondef('public.webhook_save'::regproc);
begin
  for change in
    select * from (values
      ($t$'secret', 'whsec_' || new_secret));$t$, $t$'secret', (
      select 'whsec_' || new_secret from public.webhooks w where w.id = webhook and w.format = 'standard'
    )));$t$),
      ($t$  return jsonb_build_object('id', stored.id, 'secret', 'whsec_' || new_secret);$t$,
        $t$  return jsonb_strip_nulls(jsonb_build_object('id', stored.id,
    'secret', case stored.format when 'standard' then 'whsec_' || new_secret end));$t$)
    ) as c (was, is_now)
  loop
    if position(change.was in body) = 0 then
      raise exception 'webhook_save has no "%"', change.was;
    end if;
    body := replace(body, change.was, change.is_now);
  end loop;
  execute body;
end
$do$;
