-- A lead that was held as spam, cleared while it was in the trash and then restored never reached the webhooks.

do $do$
declare
  was constant text := $t$  if new.is_spam or new.deleted_at is not null then
$t$;
  is_now constant text := $t$  -- Of one that is cleared in the trash, the delivery waits until it is restored.
  if new.is_spam or new.deleted_at is not null and not (tg_op = 'UPDATE' and old.is_spam) then
$t$;
  body constant text := pg_get_functiondef('private.tell_webhooks_of_lead'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'tell_webhooks_of_lead has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
