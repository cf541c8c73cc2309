-- A set can end by itself ("until Monday at 9:00 AM"): what it changed goes back to what was live before,
-- by the history. What somebody changed since stays as it is, and is decided about one by one. The same
-- job that publishes at a time ends too: as who chose the time, in one transaction, once, and late
-- rather than never.

alter table public.change_sets
  add column end_at timestamptz,
  add column ended_at timestamptz,
  add column ended_change uuid,
  add constraint change_sets_end_after_they_begin check (end_at > publish_at);

comment on column public.change_sets.end_at is 'When what was live before comes back by itself.';
comment on column public.change_sets.ended_change is
  'What history.change_id the end is; null before, and where nothing was left to do.';

create index change_sets_ending on public.change_sets (end_at)
  where status = 'published' and ended_at is null and problem is null;


-- change_set_remains: what a set changed and its end left alone, because somebody changed it since. Goes
-- when it is decided about. Admins read it; functions alone write it.

create table public.change_set_remains (
  id uuid primary key default gen_random_uuid(),
  set_id uuid not null references public.change_sets (id) on delete cascade,
  table_name text not null,
  row_id uuid not null,
  -- as the history had them at the end
  page text,
  label text,
  -- that were changed since; none: the row itself was
  columns text[] not null,

  constraint change_set_remains_one_of_a_row unique (set_id, table_name, row_id)
);

comment on table public.change_set_remains is 'What the end of a set left alone, to be decided about.';

alter table public.change_set_remains enable row level security;
revoke all on table public.change_set_remains from public, anon, authenticated, service_role;
grant select on table public.change_set_remains to authenticated;

create policy "Who may edit the content sees what ended sets left" on public.change_set_remains
  for select to authenticated using ((select private.may_edit_content()));


-- Sets the times, or takes them away where they are null. Of a set that is live the end alone is left to
-- choose.
drop function public.set_schedule(uuid, timestamptz);
create function public.set_schedule(
  of_set uuid, publish_at timestamptz default null, end_at timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  scheduled public.change_sets;
begin
  perform private.require_editor();
  select s.* into scheduled from public.change_sets s where s.id = of_set for update;
  if scheduled.status = 'published' and scheduled.ended_at is null then
    set_schedule.publish_at := scheduled.publish_at;
  else
    perform private.lock_set(of_set);
    if set_schedule.publish_at <= now() then
      raise exception 'Choose a time that is still to come.' using errcode = 'PT409';
    end if;
  end if;
  if set_schedule.end_at <= now() or set_schedule.end_at <= set_schedule.publish_at then
    raise exception 'Choose an end that comes after now, and after the set went live.'
      using errcode = 'PT409';
  end if;
  update public.change_sets s
    set publish_at = set_schedule.publish_at, end_at = set_schedule.end_at, problem = null,
      scheduled_by = case
        when coalesce(set_schedule.publish_at, set_schedule.end_at) is not null then auth.uid()
      end
    where s.id = of_set returning s.* into scheduled;
  return to_jsonb(scheduled);
end
$$;

-- As before; what kept it from going live in time is over.
create or replace function private.close_set(of_set uuid, change uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  update public.change_sets s
    set status = 'published', published_at = now(), published_change = change, problem = null
    where s.id = of_set;
end
$$;


-- What the end of a set comes to now: each step, as undoing the publishing would take it (see
-- private.history_steps), without what was changed since; `stays` are the columns that are left alone
-- for that: null for none, '{}' for the row itself.
create function private.set_end_steps(published_change uuid)
returns table (step private.history_step, stays text[])
language plpgsql stable set search_path = ''
as $$
begin
  -- Where all of it stood live already there was nothing to publish.
  if published_change is null then
    return;
  end if;
  for step in
    select * from private.history_steps(jsonb_build_object('change', published_change))
  loop
    stays := nullif(step.changed_since, '{}');
    if step.obstacle is not null or (step.action = 'delete' and stays is not null) then
      step.action := null;
      stays := '{}';
    elsif step.action = 'update' then
      -- What the set deleted and somebody brought back is theirs.
      if exists (
        select from public.history h
        where h.change_id = published_change and h.operation = 'DELETE'
          and h.table_name = step.table_name and h.row_id = step.row_id
      ) then
        stays := array(select jsonb_object_keys(step.target) order by 1);
      end if;
      step.target := step.target - coalesce(stays, '{}');
      step.present := step.present - coalesce(stays, '{}');
      step.action := case when step.target <> '{}' then 'update' end;
    end if;
    return next;
  end loop;
end
$$;

-- "Ended: Black Friday", with what was left alone; of a late one also the time that was meant.
create function private.set_end_note(the_set public.change_sets, remains integer) returns text
language sql stable set search_path = ''
as $$
  select 'Ended: ' || the_set.name
    || case when remains > 0 then ', but for ' || remains || ' changed since' else '' end
    || case when the_set.end_at < now() - interval '1 minute' then
      ' (planned for ' || to_char(the_set.end_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC)'
    else '' end
$$;

-- The set is over; `remains` are rows of change_set_remains.
create function private.close_end(of_set uuid, change uuid, remains jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  update public.change_sets s set ended_at = now(), ended_change = change where s.id = of_set;
  insert into public.change_set_remains (set_id, table_name, row_id, page, label, columns)
    select of_set, r.table_name, r.row_id, r.page, r.label, r.columns
    from jsonb_populate_recordset(null::public.change_set_remains, remains) r;
end
$$;

-- Ends a set whose row is locked: all of it or nothing, as one change of the history.
create function private.end_set(the_set public.change_sets) returns void
language plpgsql set search_path = ''
as $$
declare
  item record;
  remains jsonb;
begin
  perform private.require_editor();
  if the_set.published_change is not null and not exists (
    select from public.history h where h.change_id = the_set.published_change
  ) then
    raise exception 'The history does not reach back to what was live before.' using errcode = 'PT409';
  end if;
  -- From here on nobody changes live what is about to come back.
  for item in
    select h.table_name, h.row_id from public.history h
    where h.change_id = the_set.published_change order by h.table_name, h.row_id
  loop
    execute format('select from public.%I t where t.id = $1 for update', item.table_name)
      using item.row_id;
  end loop;
  select coalesce(jsonb_agg(jsonb_build_object(
      'table_name', (s.step).table_name, 'row_id', (s.step).row_id, 'page', (s.step).page,
      'label', (s.step).label, 'columns', s.stays)), '[]')
    into remains
    from private.set_end_steps(the_set.published_change) s where s.stays is not null;
  perform set_config('loading_dock.change_note',
    private.set_end_note(the_set, jsonb_array_length(remains)), true);
  set constraints all deferred;
  for item in
    select s.step from private.set_end_steps(the_set.published_change) s
    where (s.step).action is not null
  loop
    perform private.take_history_step(item.step);
  end loop;
  set constraints all immediate;
  perform set_config('loading_dock.change_note', '', true);
  perform private.close_end(the_set.id,
    nullif(current_setting('loading_dock.change', true), '')::uuid, remains);
end
$$;


-- Those that are due to be published or to end, and that nobody else is at, kept from changing until the
-- end of the transaction.
drop function private.due_sets();
create function private.due_sets(ending boolean) returns setof public.change_sets
language plpgsql security definer set search_path = ''
as $$
begin
  -- Others have no role of the API: the job of the database itself.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_editor();
  end if;
  if ending then
    return query
      select s.* from public.change_sets s
      where s.status = 'published' and s.ended_at is null and s.problem is null
        and s.end_at <= now()
      order by s.end_at, s.id for update skip locked;
  else
    return query
      select s.* from public.change_sets s
      where s.status = 'open' and s.problem is null and s.publish_at <= now()
      order by s.publish_at, s.id for update skip locked;
  end if;
end
$$;

-- Does what is due, each set by itself, as who chose its time; whoever is signed in does it as
-- themselves. Returns how many were published or ended. One that can't be is held, with the reason.
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


-- What is left to decide of one row: the step that would bring back what was live before, of the columns
-- that were left alone. Without an action there is nothing to bring back any more.
create function private.remain_step(remain public.change_set_remains) returns private.history_step
language plpgsql stable set search_path = ''
as $$
declare
  step private.history_step;
begin
  select s.* into step
    from public.change_sets c
    cross join lateral private.history_steps(
      jsonb_build_object(
      'change', c.published_change, 'kind', remain.table_name, 'row', remain.row_id)) s
    where c.id = remain.set_id;
  step.table_name := remain.table_name;
  step.row_id := remain.row_id;
  step.page := remain.page;
  step.label := remain.label;
  step.version :=
    (private.live_row(remain.table_name, remain.row_id) ->> 'updated_at')::timestamptz;
  if step.obstacle is not null then
    step.action := null;
  elsif step.action = 'update' then
    step.target := private.columns_of(step.target, remain.columns);
    step.present := private.columns_of(step.present, remain.columns);
    step.action := case when step.target <> '{}' then 'update' end;
  end if;
  return step;
end
$$;

-- What an ended set left to decide: a JSON array of steps of the history (see private.remain_step), each
-- with the "id" of what remains; by page, table and name.
create function public.set_end_review(of_set uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    select coalesce(jsonb_agg(
      to_jsonb(private.remain_step(r)) || jsonb_build_object('id', r.id)
      order by r.page nulls last, r.table_name, r.label, r.row_id), '[]')
    from public.change_set_remains r where r.set_id = of_set
  );
end
$$;

-- What remains, kept from being decided twice until the end of the transaction.
create function private.lock_remain(id uuid) returns public.change_set_remains
language plpgsql security definer set search_path = ''
as $$
declare
  remain public.change_set_remains;
begin
  perform private.require_editor();
  select r.* into remain from public.change_set_remains r where r.id = lock_remain.id for update;
  if remain.id is null then
    raise exception 'Somebody decided about this already.' using errcode = 'PT409';
  end if;
  return remain;
end
$$;

create function private.drop_remain(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  delete from public.change_set_remains r where r.id = drop_remain.id;
end
$$;

-- Decides about what an ended set left: `keep` is 'live', or 'before' for what was live before the set.
-- `version` is that of the live row, as the review gave it.
create function public.set_end_decide(remain uuid, version timestamptz, keep text) returns void
language plpgsql set search_path = ''
as $$
declare
  left_over constant public.change_set_remains := private.lock_remain(remain);
  step constant private.history_step := private.remain_step(left_over);
begin
  if step.version is distinct from set_end_decide.version then
    raise exception 'This was changed meanwhile. Look at it again.' using errcode = 'PT409';
  elsif keep = 'before' and step.action is not null then
    perform set_config('loading_dock.change_note', (
      select 'Ended: ' || s.name from public.change_sets s where s.id = left_over.set_id
    ), true);
    perform private.take_history_step(step);
    perform set_config('loading_dock.change_note', '', true);
  elsif keep not in ('live', 'before') then
    raise exception 'Keep what is live, or bring back what was before.' using errcode = '22023';
  end if;
  perform private.drop_remain(remain);
end
$$;


-- As before, with the sets that wait for somebody: they could not go live or end, or left something to decide.
create or replace function public.admin_dashboard() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := 'America/Los_Angeles';
  today date := (now() at time zone zone)::date;
begin
  perform private.require_admin();
  return (
    with real as (
      select id, name, status, platforms, created_at, mail_status
      from public.contact_submissions where not is_spam
    ), recent as (
      select (created_at at time zone zone)::date as day, count(*) as count
      from real where created_at >= (today - 29)::timestamp at time zone zone group by 1
    )
    select jsonb_build_object(
      'total', (select count(*) from real),
      'by_status', (
        select jsonb_object_agg(s.status, (select count(*) from real where real.status = s.status))
        from unnest(array['new', 'contacted', 'responded', 'closed']) as s (status)
      ),
      'per_day', (
        select jsonb_agg(
          jsonb_build_object('day', today - ago, 'count', coalesce(recent.count, 0))
          order by ago desc
        )
        from generate_series(0, 29) as ago left join recent on recent.day = today - ago
      ),
      'by_platform', coalesce((
        select jsonb_agg(to_jsonb(p) order by p.count desc, p.platform)
        from (
          select platform, count(distinct real.id) as count
          from real, unnest(real.platforms) as platform group by platform
        ) p
      ), '[]'::jsonb),
      'oldest_unanswered', (
        select jsonb_build_object('id', id, 'name', name, 'created_at', created_at)
        from real where status = 'new' order by created_at, id limit 1
      ),
      'failed_mail', (select count(*) from real where mail_status = 'failed'),
      'spam', (select count(*) from public.contact_submissions where spam_reason is not null),
      'active_prices', (select count(*) from public.pricing_items where is_active),
      'active_faqs', (select count(*) from public.faq_items where is_active),
      'images_without_alt_text', (
        select count(*) from public.media_library
        where mime_type like 'image/%' and coalesce(alt_text, '') !~ '\S'
      ),
      'waiting_sets', (
        select count(*) from public.change_sets s
        where s.problem is not null
          or exists (select from public.change_set_remains r where r.set_id = s.id)
      )
    )
  );
end
$$;


do $$
declare
  name text;
begin
  foreach name in array array[
    'set_end_steps(uuid)', 'set_end_note(public.change_sets, integer)',
    'close_end(uuid, uuid, jsonb)', 'end_set(public.change_sets)', 'due_sets(boolean)',
    'remain_step(public.change_set_remains)', 'lock_remain(uuid)', 'drop_remain(uuid)'
  ] loop
    execute format(
      'revoke all on function private.%s from public, anon, authenticated, service_role', name);
    execute format('grant execute on function private.%s to authenticated', name);
  end loop;
  foreach name in array array[
    'set_schedule(uuid, timestamptz, timestamptz)', 'set_end_review(uuid)',
    'set_end_decide(uuid, timestamptz, text)'
  ] loop
    execute format(
      'revoke all on function public.%s from public, anon, authenticated, service_role', name);
    execute format('grant execute on function public.%s to authenticated', name);
  end loop;
end
$$;
grant execute on function private.due_sets(boolean) to service_role;
