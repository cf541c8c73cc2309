-- A token alone gives nobody rights: its session must be open, and be that person's. Somebody who has the signing key
-- could otherwise make a token for the owner that no sign-out ends.

-- Whether the caller's token belongs to an open session of theirs. `not_after` is a limit that hosted Supabase sets.
-- What somebody scheduled is done in their name when they have long signed out: the job below says so, where no token
-- and no request can.
create function private.has_open_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.uid()::text = current_setting('loading_dock.scheduled_by', true), false) or exists (
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

-- As before; what is done in somebody's name needs no session of theirs.
create or replace function public.set_publish_due() returns integer
language plpgsql set search_path = ''
as $$
declare
  due public.change_sets;
  ending boolean;
  done integer := 0;
  reason text;
  is_person constant boolean := coalesce(auth.role() = 'authenticated', false);
  -- what is at work here, to be it again after each set
  role_here constant text := current_setting('role');
  claims_here constant text := coalesce(current_setting('request.jwt.claims', true), '');
  person_here constant text := coalesce(current_setting('request.jwt.claim.sub', true), '');
  named_here constant text := coalesce(current_setting('request.jwt.claim.role', true), '');
begin
  -- One that is late for both is published first, and then ends: visitors see nothing of it.
  foreach ending in array array[false, true] loop
    for due in select * from private.due_sets(ending) loop
      reason := null;
      begin
        if not is_person then
          perform set_config('request.jwt.claims',
            jsonb_build_object('sub', due.scheduled_by, 'role', 'authenticated')::text, true);
          perform set_config('request.jwt.claim.sub', coalesce(due.scheduled_by::text, ''), true);
          perform set_config('request.jwt.claim.role', 'authenticated', true);
          perform set_config('loading_dock.scheduled_by', due.scheduled_by::text, true);
          perform set_config('role', 'authenticated', true);
        end if;
        if ending then
          perform private.end_set(due);
        else
          perform public.set_publish(due.id, due.version);
        end if;
        done := done + 1;
      exception
        -- Another try may go well: the next turn takes it.
        when transaction_rollback or lock_not_available or insufficient_resources then
          raise;
        when others then
          get stacked diagnostics reason = message_text;
      end;
      if not is_person then
        perform set_config('role', role_here, true);
        perform set_config('loading_dock.scheduled_by', '', true);
        perform set_config('request.jwt.claims', claims_here, true);
        perform set_config('request.jwt.claim.sub', person_here, true);
        perform set_config('request.jwt.claim.role', named_here, true);
      end if;
      -- The next set is another change.
      perform set_config('loading_dock.change', '', true);
      if reason is not null then
        perform private.hold_set(due.id, reason);
      end if;
    end loop;
  end loop;
  return done;
end
$$;

revoke all on function private.has_open_session() from public, anon, authenticated, service_role;
revoke all on function private.require_open_session() from public, anon, authenticated, service_role;
grant execute on function private.has_open_session() to authenticated;
grant execute on function private.require_open_session() to authenticated;
