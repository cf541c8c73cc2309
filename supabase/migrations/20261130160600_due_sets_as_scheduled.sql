-- Without the scheduled jobs, someone's visit publishes the sets that are due. It did so with the visitor's rights: an
-- owner's visit published a set that still needed an approval, and an editor's visit held one that needed none. The
-- rights are those of the person who chose the time, whatever runs it.

create or replace function public.set_publish_due()
returns integer language plpgsql set search_path to ''
as $$
declare
  due public.change_sets;
  ending boolean;
  done integer := 0;
  reason text;
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
        perform set_config('request.jwt.claims',
          jsonb_build_object('sub', due.scheduled_by, 'role', 'authenticated')::text, true);
        perform set_config('request.jwt.claim.sub', coalesce(due.scheduled_by::text, ''), true);
        perform set_config('request.jwt.claim.role', 'authenticated', true);
        perform set_config('loading_dock.scheduled_by', due.scheduled_by::text, true);
        perform set_config('role', 'authenticated', true);
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
      perform set_config('role', role_here, true);
      perform set_config('loading_dock.scheduled_by', '', true);
      perform set_config('request.jwt.claims', claims_here, true);
      perform set_config('request.jwt.claim.sub', person_here, true);
      perform set_config('request.jwt.claim.role', named_here, true);
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
