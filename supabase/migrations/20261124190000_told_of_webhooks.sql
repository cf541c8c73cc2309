-- A webhook takes every lead out of the house, from then on and silently. So each admin is mailed of a new one
-- and of another address, the one who did it too: it may have been somebody else with their session.

alter table private.account_notices drop constraint account_notices_kind_check;
alter table private.account_notices
  add constraint account_notices_kind_check check (
    kind in ('password_changed', 'admin_granted', 'admin_removed', 'backup_trouble', 'webhook_changed')
  );

create function private.note_webhook_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.account_notices (email, kind, detail)
    select u.email, 'webhook_changed', format(
      'It is called "%s" and sends to %s.%s', w.name, w.host,
      ' ' || (select 'This was done by ' || who.email || '.' from auth.users who where who.id = auth.uid())
    )
    from public.admins a join auth.users u on u.id = a.user_id, public.webhooks w
    where u.email is not null and w.id = new.webhook_id;
  return null;
end
$$;
create trigger note_new_webhook after insert on private.webhook_endpoints
  for each row execute function private.note_webhook_address();
create trigger note_webhook_address after update on private.webhook_endpoints
  for each row when (new.url <> old.url) execute function private.note_webhook_address();

revoke all on function private.note_webhook_address() from public, anon, authenticated, service_role;
