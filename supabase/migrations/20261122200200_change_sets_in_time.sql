-- A set can be published by itself, at a time that an admin chose ("Friday at 8:00 AM, Los Angeles time"),
-- as the one who chose it: with their rights as they are then, under their name in the history.
--
-- The web server looks every other second. On hosted Supabase pg_cron does every minute, where the project
-- has it when this runs; otherwise the next visit of an admin to a screen that takes sets. Whoever looks
-- first locks the set, so that it is published once. What could not be done in time is done late, and the
-- history says what time was meant.

alter table public.change_sets
  add column publish_at timestamptz,
  add column scheduled_by uuid references auth.users (id) on delete set null,
  -- why it could not be published then; it waits for a person
  add column problem text;

comment on column public.change_sets.publish_at is 'When it is to be published by itself.';
comment on column public.change_sets.scheduled_by is 'As whom: who chose the time.';

create index change_sets_due on public.change_sets (publish_at)
  where status = 'open' and problem is null;

-- "Published: Black Friday"; of a late one also the time that was meant.
create or replace function private.set_note(the_set public.change_sets) returns text
language sql stable set search_path = ''
as $$
  select 'Published: ' || the_set.name || case
    when the_set.publish_at < now() - interval '1 minute' then
      ' (planned for ' || to_char(the_set.publish_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC)'
    else ''
  end
$$;

-- Sets the time, or takes it away where it is null.
create function public.set_schedule(of_set uuid, publish_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  scheduled public.change_sets;
begin
  perform private.lock_set(of_set);
  if set_schedule.publish_at <= now() then
    raise exception 'Choose a time that is still to come.' using errcode = 'PT409';
  end if;
  update public.change_sets s
    set publish_at = set_schedule.publish_at, problem = null,
      scheduled_by = case when set_schedule.publish_at is not null then auth.uid() end
    where s.id = of_set returning s.* into scheduled;
  return to_jsonb(scheduled);
end
$$;

-- Those that are due and that nobody else is at, kept from changing until the end of the transaction.
create function private.due_sets() returns setof public.change_sets
language plpgsql security definer set search_path = ''
as $$
begin
  -- Others have no role of the API: the job of the database itself.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_editor();
  end if;
  return query
    select s.* from public.change_sets s
    where s.status = 'open' and s.problem is null and s.publish_at <= now()
    order by s.publish_at, s.id for update skip locked;
end
$$;

-- It could not be published: a person has to see to it.
create function private.hold_set(of_set uuid, problem text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_editor();
  end if;
  update public.change_sets s set problem = hold_set.problem where s.id = of_set;
end
$$;

-- Publishes what is due, each set by itself, as who chose its time; whoever is signed in does it as
-- themselves. Returns how many were published. One that can't be is held, with the reason.
create function public.set_publish_due() returns integer
language plpgsql set search_path = ''
as $$
declare
  due public.change_sets;
  published integer := 0;
  reason text;
  is_person constant boolean := coalesce(auth.role() = 'authenticated', false);
  -- what is at work here, to be it again after each set
  role_here constant text := current_setting('role');
  claims_here constant text := coalesce(current_setting('request.jwt.claims', true), '');
  person_here constant text := coalesce(current_setting('request.jwt.claim.sub', true), '');
  named_here constant text := coalesce(current_setting('request.jwt.claim.role', true), '');
begin
  for due in select * from private.due_sets() loop
    reason := null;
    begin
      if not is_person then
        perform set_config('request.jwt.claims',
          jsonb_build_object('sub', due.scheduled_by, 'role', 'authenticated')::text, true);
        perform set_config('request.jwt.claim.sub', coalesce(due.scheduled_by::text, ''), true);
        perform set_config('request.jwt.claim.role', 'authenticated', true);
        perform set_config('role', 'authenticated', true);
      end if;
      perform public.set_publish(due.id, due.version);
      published := published + 1;
    exception
      -- Another try may go well: the next turn takes it.
      when transaction_rollback or lock_not_available or insufficient_resources then
        raise;
      when others then
        get stacked diagnostics reason = message_text;
    end;
    if not is_person then
      perform set_config('role', role_here, true);
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
  return published;
end
$$;

revoke all on function private.due_sets() from public, anon, authenticated, service_role;
revoke all on function private.hold_set(uuid, text) from public, anon, authenticated, service_role;
revoke all on function public.set_schedule(uuid, timestamptz)
  from public, anon, authenticated, service_role;
revoke all on function public.set_publish_due() from public, anon, authenticated, service_role;
grant execute on function private.due_sets() to authenticated, service_role;
grant execute on function private.hold_set(uuid, text) to authenticated, service_role;
grant execute on function public.set_schedule(uuid, timestamptz) to authenticated;
grant execute on function public.set_publish_due() to authenticated, service_role;

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$
      select cron.schedule('loading-dock-sets', '* * * * *', 'select public.set_publish_due()')
    $cron$;
  end if;
end
$$;
