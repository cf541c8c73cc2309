-- A new password locks the account and then its invitation. Accepting or revoking an invitation locked the invitation first,
-- and changes of the team in between, so two of these could deadlock. Now the order is one: the team, the account, its
-- invitation.

do $do$
declare
  team constant text := $t$  perform pg_advisory_xact_lock(hashtextextended('public.admins', 0));
$t$;
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.accept_admin_invitation', $t$  select i.* into invitation
$t$, team || $t$  perform from auth.users u where u.id = caller for no key update;
$t$),
      -- It may delete the account, which changes the team.
      ('public.admin_revoke_invitation', $t$  if not private.revoke_invitation($t$, team),
      ('private.revoke_invitation', $t$  delete from public.admin_invitations i where$t$,
        $t$  perform from auth.users u where lower(u.email) = address for no key update;
$t$)
    ) as c (function, was, before)
  loop
    body := pg_get_functiondef(change.function::regproc);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, change.before || change.was);
  end loop;
end
$do$;
