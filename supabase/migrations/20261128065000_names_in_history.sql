-- The history names people by their address, which identifies them. Screens show their names.

-- The names of people in the history, of admins and of those who downloaded a backup, by address:
-- {"dana@example.com": "Dana Ortiz"}. Without those who have no name or share it with someone else: only
-- the address tells them apart.
create function public.staff_names() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    select coalesce(jsonb_object_agg(n.email, n.name) filter (where n.sharing = 1), '{}')
    from (
      select p.email, p.name, count(*) over (partition by lower(p.name)) as sharing
      from (
        select u.email, left(private.name_of(u.id), 100) as name from auth.users u
        where exists (select from public.admins a where a.user_id = u.id)
          or exists (select from public.backup_downloads d where d.person_id = u.id)
          or exists (select from public.history h where h.actor = 'person' and h.actor_email = u.email)
      ) p
      where p.name <> p.email
    ) n
  );
end
$$;

revoke all on function public.staff_names() from public, anon, authenticated, service_role;
grant execute on function public.staff_names() to authenticated;
