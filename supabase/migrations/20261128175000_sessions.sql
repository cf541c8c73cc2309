-- A person's own sessions, for the account page: where they are signed in, and an end for each of them.

-- This session first, then the newest. A session that didn't prove its second factor learns nothing. Some of Supabase's
-- columns have other types there than here: text works for both.
create function public.my_sessions() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(own) order by own.current desc, own.created_at desc, own.id), '[]')
  from (
    select s.id, left(s.user_agent, 300) as browser, host(s.ip) as address, s.created_at,
      -- refreshed_at has no time zone, and is in UTC.
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') as seen_at,
      s.id = private.session_id() as current
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and private.has_full_session()
    order by current desc, s.created_at desc, s.id
    limit 100
  ) as own
$$;
revoke execute on function public.my_sessions() from public;
grant execute on function public.my_sessions() to authenticated;

-- Ends one of the caller's own sessions. Its refresh tokens are deleted with it, by their foreign key.
create function public.my_session_end(session uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s
    where s.id = my_session_end.session and s.user_id = auth.uid() and private.has_full_session();
  if not found then
    raise exception 'This session has already ended.' using errcode = 'PT404';
  end if;
end
$$;
revoke execute on function public.my_session_end(uuid) from public;
grant execute on function public.my_session_end(uuid) to authenticated;
