-- Whether texts refer to a price is asked of what a set comes to, not of each change on the way there: a
-- set may delete a price and change the texts that refer to it, or add a price and a text that does. The
-- same holds for what is undone as one.

-- Saves a row into a set, as before. Where a rule that may wait until the end of a transaction (a deferrable
-- constraint trigger) refuses the row by itself, it is asked again with the rest of the set in place.
create or replace function public.set_save(
  of_set uuid, list text, id uuid, operation text, patch jsonb default '{}',
  seen timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  was public.change_set_items;
  item public.change_set_items;
  live jsonb;
  shown jsonb;
  stored jsonb;
  step private.history_step;
  other private.history_step;
begin
  perform private.lock_set(of_set);
  if not private.may_be_prepared(list) then
    raise exception 'Changes of this table can''t be prepared.' using errcode = '22023';
  end if;
  select i.* into was from public.change_set_items i
    where i.set_id = of_set and i.table_name = list and i.row_id = set_save.id;
  live := private.live_row(list, id);
  shown := private.row_in_set(live, was);
  if operation = 'INSERT' and shown is not null then
    raise exception 'There is such a row already.' using errcode = '23505';
  elsif operation <> 'INSERT' and shown is null then
    return jsonb_build_object('row', null, 'stale', false);
  elsif operation = 'UPDATE' and seen is distinct from (shown ->> 'updated_at')::timestamptz then
    return jsonb_build_object('row', shown, 'stale', true);
  end if;

  item := was;
  item.id := coalesce(was.id, gen_random_uuid());
  item.set_id := of_set;
  item.table_name := list;
  item.row_id := set_save.id;
  -- What was prepared before keeps the version that it was made from.
  item.base := coalesce(live, was.base) || private.columns_of(
    coalesce(was.base, '{}'), array(select jsonb_object_keys(
      case was.operation when 'DELETE' then was.base else was.prepared end)));
  if operation = 'DELETE' then
    item.operation := 'DELETE';
    item.prepared := '{}';
  else
    item.operation := case when item.base is null then 'INSERT' else 'UPDATE' end;
    item.prepared := coalesce(was.prepared, '{}') || patch - 'id'
      || case operation when 'INSERT' then jsonb_build_object('id', set_save.id) else '{}' end;
    if was.operation = 'INSERT' then
      item.operation := 'INSERT';
      item.base := null;
    end if;
  end if;

  step := private.set_step_of(item);
  if step.action is not null then
    begin
      set constraints all deferred;
      perform private.take_history_step(step);
      stored := private.live_row(list, id);
      begin
        set constraints all immediate;
      exception when sqlstate 'PT409' then
        -- It is refused by itself: what publishing the set comes to decides, and says so in its words.
        for other in
          select (s.step).* from private.set_steps(of_set) s
          where (s.item).id <> item.id and (s.step).action is not null
            and (s.step).obstacle is null and (s.step).changed_since = '{}'
        loop
          perform private.take_history_step(other);
        end loop;
        set constraints all immediate;
      end;
      raise sqlstate 'LD001';
    exception when sqlstate 'LD001' then null;
    end;
  end if;
  -- What triggers made of it comes along.
  if item.operation = 'INSERT' and live is null then
    item.prepared := stored - 'updated_at';
  elsif item.operation <> 'DELETE' then
    item.prepared := coalesce((
      select jsonb_object_agg(s.key, s.value) from jsonb_each(stored) as s
      where s.key not in ('id', 'created_at', 'updated_at')
        and (live is null or s.value is distinct from live -> s.key)
    ), '{}');
  end if;
  item.version := private.keep_item(item,
    case item.operation when 'DELETE' then live is not null else item.prepared <> '{}' end);
  if operation = 'DELETE' then
    return jsonb_build_object('row', shown, 'stale', false);
  end if;
  return jsonb_build_object('row',
    case when item.prepared = '{}' then live else private.row_in_set(live, item) end,
    'stale', false);
end
$$;


-- Publishes the version of the set that was looked at: all of it or nothing, as one change of the history.
-- Returns {"changed", "change"}: how many rows that touched, and the history's change_id. A person
-- publishes no set whose end is over; by itself one that is late does both.
create or replace function public.set_publish(of_set uuid, seen timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  the_set public.change_sets;
  item record;
  step private.history_step;
  changed integer := 0;
  change uuid;
begin
  the_set := private.lock_set(of_set);
  if the_set.version is distinct from seen then
    raise exception 'This set was changed meanwhile. Look at it again.' using errcode = 'PT409';
  elsif not exists (select from public.change_set_items i where i.set_id = of_set) then
    raise exception 'There is nothing in this set yet.' using errcode = 'PT409';
  elsif the_set.end_at <= now() and (the_set.publish_at <= now() and the_set.problem is null) is not true
  then
    raise exception 'The time at which it ends is over. Choose another one first.'
      using errcode = 'PT409';
  end if;
  -- From here on nobody changes live what is about to be.
  for item in
    select i.table_name, i.row_id from public.change_set_items i where i.set_id = of_set
    order by i.table_name, i.row_id
  loop
    execute format('select from public.%I t where t.id = $1 for update', item.table_name)
      using item.row_id;
  end loop;
  if exists (
    select from private.set_steps(of_set) s
    where (s.step).obstacle is not null or (s.step).changed_since <> '{}'
  ) then
    raise exception 'Some of this was changed live meanwhile. Decide about it in the review first.'
      using errcode = 'PT409';
  end if;

  perform set_config('loading_dock.change_note', private.set_note(the_set), true);
  set constraints all deferred;
  for step in
    select (s.step).* from private.set_steps(of_set) s where (s.step).action is not null
  loop
    perform private.take_history_step(step);
    changed := changed + 1;
  end loop;
  set constraints all immediate;
  perform set_config('loading_dock.change_note', '', true);
  change := nullif(current_setting('loading_dock.change', true), '')::uuid;
  perform private.close_set(of_set, change);
  return jsonb_build_object('changed', changed, 'change', change);
end
$$;


-- Puts back the rows that were chosen after a look, all or none: `chosen` is a JSON array of
-- {"table_name", "row_id", "version"}, as the look gave them. Returns how many rows that were.
create or replace function public.history_restore(what jsonb, chosen jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  step private.history_step;
  wanted integer := jsonb_array_length(chosen);
  restored integer := 0;
begin
  perform private.require_editor();
  perform set_config('loading_dock.change_note', 'Restored', true);
  set constraints all deferred;
  for step in select * from private.history_steps(what) loop
    continue when not exists (
      select from jsonb_to_recordset(chosen) as c (table_name text, row_id uuid, version timestamptz)
      where c.table_name = step.table_name and c.row_id = step.row_id
        and c.version is not distinct from step.version
    );
    if step.obstacle = 'file gone' then
      raise exception 'The file itself was deleted. Upload it again.' using errcode = 'PT409';
    elsif step.obstacle = 'file stays' then
      raise exception 'An uploaded file is deleted in the media library.' using errcode = 'PT409';
    elsif step.obstacle = 'deleted since' then
      raise exception 'This was deleted since. Restore the deletion first.' using errcode = 'PT409';
    end if;
    perform private.take_history_step(step);
    restored := restored + 1;
  end loop;
  set constraints all immediate;
  if restored <> wanted then
    raise exception 'Someone changed this meanwhile. Look again at what would be restored.'
      using errcode = 'PT409';
  end if;
  perform set_config('loading_dock.change_note', '', true);
  return restored;
end
$$;
