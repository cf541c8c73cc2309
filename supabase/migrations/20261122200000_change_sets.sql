-- change_sets: changes that are prepared under a name ("Black Friday") and published at once. What is
-- saved into a set is an item: a row of a content table that is to be added, changed or deleted. Visitors
-- see nothing of it.
--
-- There is one mechanism for every table: whatever the history records can be prepared (but rights, which
-- are given by invitation, and files, which are uploaded). An item is saved by doing it and taking it
-- back, so that policies, constraints and triggers say exactly what they would say to a direct save.
-- Publishing takes the items as steps of the history: one transaction, one change, undone as one.
--
-- Admins read both tables. Only the functions below write them: what waits here was checked.

create table public.change_sets (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  status text not null default 'open',
  created_at timestamptz not null default now(),
  -- moves with every item
  version timestamptz not null default now(),
  published_at timestamptz,
  published_change uuid,

  constraint change_sets_name_is_said check (name ~ '\S' and name !~ '[\n\r]'),
  constraint change_sets_name_length check (length(name) <= 60),
  constraint change_sets_status_is_known check (status in ('open', 'published'))
);

comment on table public.change_sets is 'Changes prepared under a name, to be published at once.';
comment on column public.change_sets.version is 'Of all that is in the set.';
comment on column public.change_sets.published_change is
  'What history.change_id the publishing is; null while open, and where nothing was left to do.';

create unique index change_sets_one_open_of_a_name on public.change_sets (lower(name))
  where status = 'open';

create table public.change_set_items (
  id uuid primary key default gen_random_uuid(),
  set_id uuid not null references public.change_sets (id) on delete cascade,
  table_name text not null,
  row_id uuid not null,
  operation text not null,
  -- the live row that this was made from, each column as it was when it was first changed here
  base jsonb,
  prepared jsonb not null default '{}',
  version timestamptz not null default clock_timestamp(),

  constraint change_set_items_operation_is_known check (operation in ('INSERT', 'UPDATE', 'DELETE')),
  constraint change_set_items_have_a_base check ((operation = 'INSERT') = (base is null)),
  constraint change_set_items_one_of_a_row unique (set_id, table_name, row_id)
);

comment on column public.change_set_items.prepared is
  'The columns that change; of a new row all of them, of a deletion none.';

alter table public.change_sets enable row level security;
alter table public.change_set_items enable row level security;
revoke all on table public.change_sets from public, anon, authenticated, service_role;
revoke all on table public.change_set_items from public, anon, authenticated, service_role;
grant select on table public.change_sets to authenticated;
grant select on table public.change_set_items to authenticated;

create policy "Who may edit the content sees the sets" on public.change_sets
  for select to authenticated using ((select private.may_edit_content()));
create policy "Who may edit the content sees what is in the sets" on public.change_set_items
  for select to authenticated using ((select private.may_edit_content()));


-- Those of the history's tables that a set may hold.
create function private.may_be_prepared(list text) returns boolean
language sql stable set search_path = ''
as $$
  select list not in ('admins', 'contact_submissions', 'media_library') and exists (
    select from pg_catalog.pg_trigger t
    where t.tgrelid = to_regclass(format('public.%I', list)) and t.tgname = 'record_history'
  )
$$;

-- Only these of a row's columns.
create function private.columns_of(row_values jsonb, names text[]) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_object_agg(v.key, v.value), '{}'::jsonb)
  from jsonb_each(row_values) as v where v.key = any (names)
$$;

create function private.live_row(list text, id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  live jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', list) into live using id;
  return live;
end
$$;

-- A row as it stands where the set is on; null where it does not. Its version is the item's.
create function private.row_in_set(live jsonb, item public.change_set_items) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when item.id is null then live
    when item.operation <> 'DELETE' then
      coalesce(live, item.base, '{}') || item.prepared
        || jsonb_build_object('updated_at', item.version)
  end
$$;


-- What publishing an item comes to now, as a step of the history:
--   changed_since  columns that somebody changed live after they were prepared; both can't be kept
--   obstacle       'deleted since', where the live row is gone
-- A step without an action has nothing left to do.
create function private.set_step_of(item public.change_set_items) returns private.history_step
language plpgsql stable set search_path = ''
as $$
declare
  step private.history_step;
  live constant jsonb := private.live_row(item.table_name, item.row_id);
  known constant jsonb := coalesce(live, '{}') || coalesce(item.base, '{}') || item.prepared;
  -- as private.keep_history() gave them to the recorder: label, page, the column of the page
  settings constant text[] := (
    select string_to_array(encode(t.tgargs, 'escape'), '\000') from pg_catalog.pg_trigger t
    where t.tgrelid = format('public.%I', item.table_name)::regclass and t.tgname = 'record_history'
  );
  columns constant text[] := array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', item.table_name)::regclass
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname not in ('id', 'created_at', 'updated_at')
  );
begin
  step.table_name := item.table_name;
  step.row_id := item.row_id;
  step.version := (live ->> 'updated_at')::timestamptz;
  step.page := coalesce(known ->> settings[3], nullif(settings[2], ''));
  step.label := (
    select left(nullif(string_agg(known ->> c.name, ' / ' order by c.place), ''), 200)
    from unnest(string_to_array(settings[1], ',')) with ordinality as c (name, place)
  );
  step.changed_since := '{}';
  if item.operation = 'DELETE' then
    step.action := case when live is not null then 'delete' end;
    step.present := live;
    step.changed_since := array(
      select l.key from jsonb_each(live) as l
      where l.key = any (columns) and l.value is distinct from item.base -> l.key order by l.key
    );
  elsif live is null then
    step.action := 'insert';
    step.target := coalesce(item.base, '{}') || item.prepared;
    step.obstacle := case when item.operation = 'UPDATE' then 'deleted since' end;
  else
    select jsonb_object_agg(p.key, live -> p.key), jsonb_object_agg(p.key, p.value),
        coalesce(array_agg(p.key order by p.key)
          filter (where live -> p.key is distinct from item.base -> p.key), '{}')
      into step.present, step.target, step.changed_since
      from jsonb_each(item.prepared) as p
      where p.key = any (columns) and p.value is distinct from live -> p.key;
    step.action := case when step.target is not null then 'update' end;
  end if;
  return step;
end
$$;


-- The set, kept from changing until the end of the transaction.
create function private.lock_set(of_set uuid) returns public.change_sets
language plpgsql security definer set search_path = ''
as $$
declare
  found_set public.change_sets;
begin
  perform private.require_editor();
  select s.* into found_set from public.change_sets s where s.id = of_set for update;
  if found_set.status is distinct from 'open' then
    raise exception 'This set is no longer open: it was published or discarded.'
      using errcode = 'PT409';
  end if;
  return found_set;
end
$$;

-- Keeps an item, or lets go of it where `kept` is false; the set has to be locked. Returns the version.
create function private.keep_item(item public.change_set_items, kept boolean) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  -- Two versions are never alike, also where a clock was set back.
  next_version constant timestamptz := greatest(clock_timestamp(), (
    select s.version + interval '1 microsecond' from public.change_sets s where s.id = item.set_id
  ));
begin
  perform private.require_editor();
  delete from public.change_set_items i where i.id = item.id;
  if kept then
    item.version := next_version;
    insert into public.change_set_items select item.*;
  end if;
  update public.change_sets s set version = next_version where s.id = item.set_id;
  return next_version;
end
$$;


-- A new set with nothing in it.
create function public.set_create(name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  created public.change_sets;
begin
  perform private.require_editor();
  insert into public.change_sets as s (name)
    values (substring(set_create.name from '\S.*\S|\S')) returning s.* into created;
  return to_jsonb(created);
exception
  when unique_violation then
    raise exception 'There is an open set of this name already.' using errcode = 'PT409';
end
$$;

-- Throws a set away with all that is in it.
create function public.set_discard(of_set uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_set(of_set);
  delete from public.change_sets s where s.id = of_set;
end
$$;


-- All rows of a table as they stand where the set is on: a JSON array, in no order.
create function public.set_rows(of_set uuid, list text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  result jsonb;
begin
  perform private.require_editor();
  if not private.may_be_prepared(list) then
    raise exception 'Changes of this table can''t be prepared.' using errcode = '22023';
  end if;
  execute format(
    $query$
      with items as (
        select i.* from public.change_set_items i where i.set_id = $1 and i.table_name = %2$L
      ), rows as (
        select private.row_in_set(to_jsonb(t), i) as it
          from public.%1$I t left join items i on i.row_id = t.id
        union all
        select private.row_in_set(null, i) from items i
          where not exists (select from public.%1$I t where t.id = i.row_id)
      )
      select coalesce(jsonb_agg(r.it), '[]'::jsonb) from rows r where r.it is not null
    $query$, list, list
  ) into result using of_set;
  return result;
end
$$;


-- Saves a row into a set, where further edits of it become one item. `seen` is the version that an
-- UPDATE was made from. Returns {"row", "stale"}: the row as it stands in the set now (null: there is
-- none to change or delete), and whether it was another than was seen, which changes nothing.
create function public.set_save(
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
      perform private.take_history_step(step);
      stored := private.live_row(list, id);
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


-- As reorder_items, into a set: display_order 0, 1, 2, ... in the order of `ids`.
create function public.set_reorder(of_set uuid, list text, ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  shown jsonb;
  moved record;
begin
  perform private.lock_set(of_set);
  shown := public.set_rows(of_set, list);
  if (
    select count(distinct s.it ->> 'id') from jsonb_array_elements(shown) as s (it)
    where (s.it ->> 'id')::uuid = any (ids)
  ) <> coalesce(cardinality(ids), 0) then
    raise exception 'The list changed meanwhile. Reload it and try again.' using errcode = 'PT409';
  end if;
  for moved in
    select o.id, o.place, (s.it ->> 'updated_at')::timestamptz as version
    from unnest(ids) with ordinality as o (id, place)
    join jsonb_array_elements(shown) as s (it) on (s.it ->> 'id')::uuid = o.id
    where (s.it ->> 'display_order')::integer <> o.place - 1
  loop
    perform public.set_save(of_set, list, moved.id, 'UPDATE',
      jsonb_build_object('display_order', moved.place - 1), moved.version);
  end loop;
end
$$;
