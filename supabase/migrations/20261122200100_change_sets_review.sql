-- What becomes of a set: it is looked at, live against prepared; where both changed, somebody decides, one
-- by one; and it is published, all or nothing.

-- The steps of publishing, in the order in which they have to be taken (see private.history_steps).
create function private.set_steps(of_set uuid)
returns table (item public.change_set_items, step private.history_step)
language sql stable set search_path = ''
as $$
  select s.item, s.step
  from (
    select i as item, private.set_step_of(i) as step from public.change_set_items i
    where i.set_id = of_set
    offset 0
  ) s
  order by (s.step).action <> 'delete',
    private.history_depth((s.step).table_name) * case (s.step).action when 'delete' then -1 else 1 end,
    (s.step).table_name, (s.step).row_id
$$;

-- {"set", "items"}: the set, and of each item what publishing it would do now: a step of the history (see
-- private.set_step_of) with the item's "id" and "item_version"; by page, table and name.
create function public.set_review(of_set uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    select jsonb_build_object('set', to_jsonb(s), 'items', coalesce((
      select jsonb_agg(
        to_jsonb(t.step)
          || jsonb_build_object('id', (t.item).id, 'item_version', (t.item).version)
        order by (t.step).page nulls last, (t.step).table_name, (t.step).label, (t.step).row_id)
      from private.set_steps(s.id) t
    ), '[]'::jsonb))
    from public.change_sets s where s.id = of_set
  );
end
$$;

-- Takes items out of their set; returns how many. Those that are gone already are no error.
create function public.set_drop(of_set uuid, items uuid[]) returns integer
language plpgsql set search_path = ''
as $$
declare
  item public.change_set_items;
  dropped integer := 0;
begin
  perform private.lock_set(of_set);
  for item in
    select i.* from public.change_set_items i where i.set_id = of_set and i.id = any (items)
  loop
    perform private.keep_item(item, false);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;

-- Decides about an item whose row was changed live meanwhile: `keep` is 'live' or 'prepared'.
-- `item_version` and `version` are those of the item and of the live row, as the review gave them.
create function public.set_decide(
  of_set uuid, item_id uuid, item_version timestamptz, version timestamptz, keep text
) returns void
language plpgsql set search_path = ''
as $$
declare
  item public.change_set_items;
  live jsonb;
  step private.history_step;
begin
  perform private.lock_set(of_set);
  select i.* into item from public.change_set_items i where i.set_id = of_set and i.id = item_id;
  step := private.set_step_of(item);
  if item.version is distinct from set_decide.item_version
    or step.version is distinct from set_decide.version
  then
    raise exception 'This was changed meanwhile. Look at it again.' using errcode = 'PT409';
  end if;
  live := private.live_row(item.table_name, item.row_id);
  if keep = 'prepared' then
    item.base := case
      when live is null then null
      when item.operation = 'UPDATE'
        then item.base || private.columns_of(live, step.changed_since)
      else live
    end;
    item.prepared := case when live is null then step.target - 'updated_at' else item.prepared end;
    item.operation := case
      when live is null then 'INSERT'
      when item.operation = 'INSERT' then 'UPDATE'
      else item.operation
    end;
    perform private.keep_item(item, true);
  elsif keep = 'live' then
    item.prepared := item.prepared - step.changed_since;
    perform private.keep_item(item,
      live is not null and item.operation = 'UPDATE' and item.prepared <> '{}');
  else
    raise exception 'Keep what is live, or what was prepared.' using errcode = '22023';
  end if;
end
$$;

create function private.close_set(of_set uuid, change uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  update public.change_sets s
    set status = 'published', published_at = now(), published_change = change where s.id = of_set;
end
$$;

-- What the history says of the change.
create function private.set_note(the_set public.change_sets) returns text
language sql stable set search_path = ''
as $$
  select 'Published: ' || the_set.name
$$;

-- Publishes the version of the set that was looked at: all of it or nothing, as one change of the history.
-- Returns {"changed", "change"}: how many rows that touched, and the history's change_id.
create function public.set_publish(of_set uuid, seen timestamptz) returns jsonb
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
  for step in
    select (s.step).* from private.set_steps(of_set) s where (s.step).action is not null
  loop
    perform private.take_history_step(step);
    changed := changed + 1;
  end loop;
  perform set_config('loading_dock.change_note', '', true);
  change := nullif(current_setting('loading_dock.change', true), '')::uuid;
  perform private.close_set(of_set, change);
  return jsonb_build_object('changed', changed, 'change', change);
end
$$;

-- What the site looks like with the set: {"<table>": [row, …]}, of each item the whole row; one that the
-- set deletes with "is_active": false, which is how pages leave a row out.
create function public.set_preview(of_set uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    select coalesce(jsonb_object_agg(t.table_name, t.rows), '{}'::jsonb)
    from (
      select i.table_name, jsonb_agg(coalesce(
        private.row_in_set(private.live_row(i.table_name, i.row_id), i),
        i.base || '{"is_active": false}'
      )) as rows
      from public.change_set_items i where i.set_id = of_set
      group by i.table_name
    ) t
  );
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'may_be_prepared(text)', 'columns_of(jsonb, text[])', 'live_row(text, uuid)',
    'row_in_set(jsonb, public.change_set_items)', 'set_step_of(public.change_set_items)',
    'lock_set(uuid)', 'keep_item(public.change_set_items, boolean)', 'set_steps(uuid)',
    'close_set(uuid, uuid)', 'set_note(public.change_sets)'
  ] loop
    execute format('revoke all on function private.%s from public, anon, service_role', name);
    execute format('grant execute on function private.%s to authenticated', name);
  end loop;
  foreach name in array array[
    'set_create(text)', 'set_discard(uuid)', 'set_rows(uuid, text)',
    'set_save(uuid, text, uuid, text, jsonb, timestamptz)', 'set_reorder(uuid, text, uuid[])',
    'set_review(uuid)', 'set_drop(uuid, uuid[])',
    'set_decide(uuid, uuid, timestamptz, timestamptz, text)', 'set_publish(uuid, timestamptz)',
    'set_preview(uuid)'
  ] loop
    execute format(
      'revoke all on function public.%s from public, anon, authenticated, service_role', name);
    execute format('grant execute on function public.%s to authenticated', name);
  end loop;
end
$$;
