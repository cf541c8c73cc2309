-- A token alone gives nobody rights: its session must be open, and be that person's. Whoever has learned how to sign
-- tokens could otherwise write one for the owner that no sign-out ends.

-- Whether the caller's token belongs to an open session of theirs. `not_after` is a limit that hosted Supabase sets.
create function private.has_open_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.user_id = auth.uid()
      and s.id = case
        when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then (auth.jwt() ->> 'session_id')::uuid
      end
      and (s.not_after is null or s.not_after > now())
  )
$$;

create or replace function public.is_admin_user() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.admins where user_id = auth.uid()) and private.has_open_session()
$$;

-- Our own server asks this at the beginning of each request of somebody signed in, in the same message that says
-- who asks. On hosted Supabase its gateway does as it does, and the rights above end with the session.
create function private.require_open_session() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.has_open_session() then
    raise exception 'Your session has ended. Sign in again.' using errcode = 'PT401';
  end if;
end
$$;

revoke all on function private.has_open_session() from public, anon, authenticated, service_role;
revoke all on function private.require_open_session() from public, anon, authenticated, service_role;
grant execute on function private.has_open_session() to authenticated;
grant execute on function private.require_open_session() to authenticated;
