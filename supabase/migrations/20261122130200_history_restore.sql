-- Undoing: what was changed is put back, after a look at what that would change now. Both functions
-- take the same `what` as the list (see history_list) and undo all entries that it means, so that one
-- mechanism serves a version of a field, one change, and "everything since Tuesday on the pricing page".
-- They run as the caller, and write as the caller's own save would: row security, constraints and
-- triggers decide, and the history gets an entry of its own, with the note "Restored".
--
-- Admin rights and the status of submissions are not undone here: rights are given by invitation, and
-- a submission is not content.

-- One row to put back.
create type private.history_step as (
  table_name text,
  row_id uuid,
  page text,
  label text,
  -- insert, update or delete; null: nothing to do
  action text,
  -- the row's present version, its updated_at; null: there is no such row
  version timestamptz,
  -- of the columns that would change: what they hold now, and what they would
  present jsonb,
  target jsonb,
  -- of these columns: who undoes would also undo what somebody changed since
  changed_since text[],
  -- why this can't be put back: 'deleted since', 'file gone', 'file stays'
  obstacle text
);


-- What undoing the entries of one row comes to. `entries`: newest first.
create function private.history_step_of(entries public.history[], field text)
returns private.history_step
language plpgsql stable set search_path = ''
as $$
declare
  newest constant public.history := entries[1];
  entry public.history;
  step private.history_step;
  present jsonb;
  -- the row as it was before all of them: whether it was there (null: as now), and its columns
  was_there boolean;
  target jsonb := '{}';
  -- the columns as the newest of the entries left them
  left_as jsonb := '{}';
  columns constant text[] := array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', newest.table_name)::regclass
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  );
begin
  foreach entry in array entries loop
    case entry.operation
      when 'INSERT' then was_there := false; target := '{}';
      when 'DELETE' then was_there := true; target := entry.before;
      else target := target || entry.before;
    end case;
    left_as := coalesce(entry.after, '{}') || left_as;
  end loop;

  step.table_name := newest.table_name;
  step.row_id := newest.row_id;
  step.page := newest.page;
  step.label := newest.label;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', newest.table_name)
    into present using newest.row_id;
  step.version := (present ->> 'updated_at')::timestamptz;

  if was_there is false then
    step.action := case when present is not null then 'delete' end;
    step.present := present;
    step.changed_since := array(
      select p.key from jsonb_each(present) as p
      where p.key <> 'updated_at' and p.value is distinct from left_as -> p.key
      order by p.key
    );
  elsif present is null then
    step.action := 'insert';
    step.target := target;
    step.obstacle := case when was_there is null then 'deleted since' end;
  else
    select jsonb_object_agg(t.key, present -> t.key), jsonb_object_agg(t.key, t.value),
        coalesce(array_agg(t.key order by t.key)
          filter (where present -> t.key is distinct from left_as -> t.key and left_as ? t.key), '{}')
      into step.present, step.target, step.changed_since
      from jsonb_each(target) as t
      where t.key = any (columns) and t.key not in ('id', 'created_at', 'updated_at')
        and (field is null or t.key = field)
        and t.value is distinct from present -> t.key;
    step.action := case when step.target is not null then 'update' end;
  end if;

  -- A file goes with its row and comes with an upload; neither is to be had back, or to be left over.
  if newest.table_name = 'media_library' then
    if step.action = 'delete' then
      step.obstacle := 'file stays';
    elsif step.target ? 'file_path' and not exists (
      select from storage.objects o
      where o.bucket_id = 'media' and o.name = step.target ->> 'file_path'
    ) then
      step.obstacle := coalesce(step.obstacle, 'file gone');
    end if;
  end if;
  return step;
end
$$;


-- How many tables a table's rows hang on, at most, one on another: 0 for one without a parent.
create function private.history_depth(name text) returns integer
language sql stable set search_path = ''
as $$
  with recursive up as (
    select format('public.%I', name)::regclass::oid as relation, 0 as depth
    union all
    select c.confrelid, up.depth + 1 from up
    join pg_catalog.pg_constraint c on c.conrelid = up.relation and c.contype = 'f'
    where c.confrelid <> c.conrelid and up.depth < 10
  )
  select max(depth) from up
$$;


-- All steps, in the order in which they have to be taken: what goes, children first; then what comes or
-- changes, parents first. Otherwise backwards in time.
create function private.history_steps(what jsonb) returns setof private.history_step
language plpgsql stable set search_path = ''
as $$
begin
  if not (what ?| array['change', 'since', 'after', 'from']) then
    raise exception 'Say which changes are meant.' using errcode = '22023';
  end if;
  return query execute format(
    $query$
      select (s.step).*
      from (
        select private.history_step_of(
            array_agg(h order by h.changed_at desc, h.id desc), %L
          ) as step,
          max(h.changed_at) as last
        from public.history h
        where %s and h.table_name not in ('admins', 'contact_submissions')
        group by h.table_name, h.row_id
        offset 0
      ) s
      where (s.step).action is not null
      order by (s.step).action <> 'delete',
        private.history_depth((s.step).table_name)
          * case (s.step).action when 'delete' then -1 else 1 end,
        s.last desc, (s.step).row_id
    $query$,
    what ->> 'field', private.history_condition(what, 'h')
  );
end
$$;


-- What undoing would change: a JSON array of steps (see private.history_step).
create function public.history_look(what jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    select coalesce(jsonb_agg(to_jsonb(s)), '[]'::jsonb) from private.history_steps(what) s
  );
end
$$;


-- Takes one step, if the row is still as the look found it.
create function private.take_history_step(step private.history_step) returns void
language plpgsql set search_path = ''
as $$
declare
  columns constant text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', step.table_name)::regclass
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname <> 'updated_at' and step.target ? a.attname
  );
  touched integer;
begin
  if step.action = 'insert' then
    execute format(
      'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
      step.table_name, columns) using step.target;
  elsif step.action = 'update' then
    execute format(
      'update public.%1$I t
        set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
        where t.id = $2 and t.updated_at = $3',
      step.table_name, columns) using step.target, step.row_id, step.version;
  else
    execute format('delete from public.%I t where t.id = $1 and t.updated_at = $2', step.table_name)
      using step.row_id, step.version;
  end if;
  get diagnostics touched = row_count;
  if touched <> 1 then
    raise exception 'Someone changed this meanwhile. Look again at what would be restored.'
      using errcode = 'PT409';
  end if;
end
$$;


-- Puts back the rows that were chosen after a look, all or none: `chosen` is a JSON array of
-- {"table_name", "row_id", "version"}, as the look gave them. Returns how many rows that were.
create function public.history_restore(what jsonb, chosen jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  step private.history_step;
  wanted integer := jsonb_array_length(chosen);
  restored integer := 0;
begin
  perform private.require_editor();
  perform set_config('loading_dock.change_note', 'Restored', true);
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
  if restored <> wanted then
    raise exception 'Someone changed this meanwhile. Look again at what would be restored.'
      using errcode = 'PT409';
  end if;
  perform set_config('loading_dock.change_note', '', true);
  return restored;
end
$$;

revoke all on function private.history_step_of(public.history[], text)
  from public, anon, service_role;
revoke all on function private.history_depth(text) from public, anon, service_role;
grant execute on function private.history_depth(text) to authenticated;
revoke all on function private.history_steps(jsonb) from public, anon, service_role;
revoke all on function private.take_history_step(private.history_step)
  from public, anon, service_role;
revoke all on function public.history_look(jsonb) from public, anon, authenticated, service_role;
revoke all on function public.history_restore(jsonb, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.history_step_of(public.history[], text) to authenticated;
grant execute on function private.history_steps(jsonb) to authenticated;
grant execute on function private.take_history_step(private.history_step) to authenticated;
grant execute on function public.history_look(jsonb) to authenticated;
grant execute on function public.history_restore(jsonb, jsonb) to authenticated;
