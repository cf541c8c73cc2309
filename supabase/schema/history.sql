-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create type private.history_step as (
  table_name text,
  row_id uuid,
  page text,
  label text,
  action text,
  version timestamp with time zone,
  present jsonb,
  target jsonb,
  changed_since text[],
  obstacle text
);

create table public.history (
  id uuid not null default gen_random_uuid(),
  change_id uuid not null,
  began_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  actor text not null,
  actor_id uuid,
  actor_email text,
  table_name text not null,
  row_id uuid not null,
  operation text not null,
  page text,
  label text,
  fields text[] not null,
  before jsonb,
  after jsonb,
  note text,
  constraint history_pkey PRIMARY KEY (id),
  constraint history_actor_is_known CHECK ((actor = ANY (ARRAY['person'::text, 'server'::text, 'command line'::text, 'database'::text]))),
  constraint history_operation_is_known CHECK ((operation = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text])))
);
comment on column public.history.change_id is 'One for each transaction; what was done at once.';
comment on column public.history.actor is 'A person, with id and email as they were then; the web server itself; its command line; or someone with database access and neither.';
comment on column public.history.page is 'The page of the public site that shows it; null: all of them, or none.';
comment on column public.history.label is 'What the row was called then.';
comment on column public.history.fields is 'The columns that changed; all that were set, where a row was added or deleted.';
comment on column public.history.note is 'What the change was part of, in words: "Restored", for example.';
CREATE INDEX history_newest_first ON public.history USING btree (changed_at DESC, id DESC);
CREATE INDEX history_of_actor ON public.history USING btree (actor, actor_email, changed_at DESC, id DESC);
CREATE INDEX history_of_change ON public.history USING btree (change_id);
CREATE INDEX history_of_page ON public.history USING btree (page, changed_at DESC, id DESC);
CREATE INDEX history_of_row ON public.history USING btree (table_name, row_id, changed_at DESC);
CREATE INDEX history_of_table ON public.history USING btree (table_name, changed_at DESC, id DESC);
CREATE TRIGGER guard_deleting BEFORE DELETE ON public.history FOR EACH ROW EXECUTE FUNCTION private.guard_history();
CREATE TRIGGER guard_writing BEFORE INSERT OR UPDATE OR TRUNCATE ON public.history FOR EACH STATEMENT EXECUTE FUNCTION private.guard_history();
alter table public.history enable row level security;
grant select on table public.history to authenticated;
create policy "Who may see a thing reads its history" on public.history
  as permissive for select to authenticated
  using (
CASE
    WHEN (table_name = ANY (ARRAY['admins'::text, 'staff'::text, 'lead_recipients'::text])) THEN ( SELECT private.may_administer() AS may_administer)
    WHEN (table_name = 'contact_submissions'::text) THEN ( SELECT private.may_handle_leads() AS may_handle_leads)
    WHEN (table_name = 'saved_replies'::text) THEN (( SELECT private.may_edit_content() AS may_edit_content) OR ( SELECT private.may_handle_leads() AS may_handle_leads))
    ELSE ( SELECT private.may_edit_content() AS may_edit_content)
END);

create table private.history_accepted (
  entry uuid not null,
  field text not null,
  found jsonb,
  accepted_at timestamp with time zone not null default now(),
  constraint history_accepted_pkey PRIMARY KEY (entry, field)
);
alter table private.history_accepted enable row level security;

create table private.history_checks (
  one boolean not null default true,
  checked_at timestamp with time zone not null,
  found jsonb not null,
  constraint history_checks_pkey PRIMARY KEY (one),
  constraint history_checks_one_check CHECK (one)
);
alter table private.history_checks enable row level security;

create table private.history_settings (
  only_row boolean not null default true,
  days integer not null default 730,
  constraint history_settings_pkey PRIMARY KEY (only_row),
  constraint history_settings_days_check CHECK (((days >= 1) AND (days <= 36500))),
  constraint history_settings_only_row_check CHECK (only_row)
);
alter table private.history_settings enable row level security;

CREATE OR REPLACE FUNCTION private.add_history(table_name text, operation text, settings text[], was jsonb, is_now jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant jsonb := coalesce(is_now, was);
  watched constant text[] := nullif(string_to_array(settings[4], ','), '{}');
  who constant jsonb := private.history_actor();
  entry public.history;
  earlier public.history;
begin
  entry.fields := array(
    select e.key from jsonb_each(known) as e
    where (watched is null or e.key = any (watched))
      and (is_now is null or was is null
        or (e.key <> 'updated_at' and e.value is distinct from was -> e.key))
    order by e.key
  );
  if cardinality(entry.fields) = 0 then
    return;
  end if;
  entry.id := gen_random_uuid();
  entry.table_name := add_history.table_name;
  entry.row_id := coalesce(known ->> 'id', known ->> 'user_id')::uuid;
  entry.operation := add_history.operation;
  entry.actor := who ->> 'actor';
  entry.actor_id := (who ->> 'id')::uuid;
  entry.actor_email := who ->> 'email';
  entry.page := coalesce(known ->> settings[3], nullif(settings[2], ''));
  entry.label := case
    when entry.table_name in ('admins', 'staff')
      then (select u.email from auth.users u where u.id = entry.row_id)
    else (
      select left(nullif(string_agg(known ->> c.name, ' / ' order by c.place), ''), 200)
      from unnest(string_to_array(settings[1], ',')) with ordinality as c (name, place)
    )
  end;
  entry.note := nullif(current_setting('loading_dock.change_note', true), '');
  entry.before := was;
  entry.after := is_now;
  if entry.operation = 'UPDATE' then
    select jsonb_object_agg(f, was -> f), jsonb_object_agg(f, is_now -> f)
      into entry.before, entry.after from unnest(entry.fields) as f;
  end if;
  -- The order of a row's entries is their time, also where a clock was set back.
  entry.changed_at := greatest(clock_timestamp(), (
    select max(h.changed_at) + interval '1 microsecond' from public.history h
    where h.table_name = entry.table_name and h.row_id = entry.row_id
  ));
  entry.began_at := entry.changed_at;

  if entry.operation = 'UPDATE' and cardinality(entry.fields) = 1
    and entry.fields <> '{display_order}' and entry.note is null and entry.actor_id is not null
  then
    select h.* into earlier from public.history h
      where h.table_name = entry.table_name and h.row_id = entry.row_id
        and h.changed_at > entry.changed_at - interval '10 minutes'
        and (h.operation <> 'UPDATE' or h.fields @> entry.fields)
      order by h.changed_at desc limit 1;
    if earlier.operation = 'UPDATE' and earlier.fields = entry.fields
      and earlier.actor_id = entry.actor_id and earlier.note is null
      and earlier.began_at > entry.changed_at - interval '10 minutes'
      and earlier.before <> entry.after
      and not exists (
        select from public.history o where o.change_id = earlier.change_id and o.id <> earlier.id
      )
    then
      update public.history h
        set changed_at = entry.changed_at, after = entry.after, label = entry.label
        where h.id = earlier.id;
      return;
    end if;
  end if;
  entry.change_id := private.history_change();
  insert into public.history select entry.*;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' and old.changed_at < private.history_ends() then
    return old;
  elsif tg_op in ('INSERT', 'UPDATE') and pg_trigger_depth() > 1 then
    return null;
  end if;
  raise exception 'History entries can''t be changed.' using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION private.history_breaks()
 RETURNS TABLE(table_name text, row_id uuid, label text, field text, problem text, entry uuid, found jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  rows constant text := (
    select string_agg(format('select %L, t.%I, %s from public.%I t', r.table_name, r.key, r.columns, r.table_name),
      ' union all ')
    from (
      select c.table_name, c.key,
        case when c.whole then 'to_jsonb(t)'
          else format('jsonb_build_object(%s)', string_agg(format('%L, t.%I', c.field, c.field), ', ')) end
          as columns
      from private.recorded_columns() c group by c.table_name, c.key, c.whole
    ) r
  );
begin
  return query execute format(
    $query$
      with recorded as materialized (select * from private.recorded_columns()),
      live (table_name, row_id, values) as materialized (%s),
      steps as (
        select h.table_name, h.row_id, c.field, h.changed_at, h.id as entry,
          h.before -> c.field as was, h.after -> c.field as is_now, c.is_time
        from public.history h
        cross join unnest(h.fields) as f (name)
        join recorded c on c.table_name = h.table_name and c.field = f.name
        union all
        select l.table_name, l.row_id, c.field, 'infinity', null, l.values -> c.field, null, c.is_time
        from live l join recorded c on c.table_name = l.table_name
      ),
      chain as (
        select s.*, lag(s.entry) over one as earlier, lag(s.is_now) over one as left_as
        from steps s
        window one as (partition by s.row_id, s.table_name, s.field order by s.changed_at, s.entry)
      ),
      last as (
        select distinct on (h.row_id, h.table_name) h.table_name, h.row_id, h.id, h.operation
        from public.history h
        where h.table_name in (select c.table_name from recorded c where c.whole)
        order by h.row_id, h.table_name, h.changed_at desc, h.id desc
      ),
      breaks as (
        select c.table_name, c.row_id, c.field,
          case when c.entry is null then 'changed' else 'gap' end as problem, c.earlier as entry, c.was as found
        from chain c
        where c.earlier is not null and c.was is distinct from c.left_as
          -- The same instant is written in another way in another time zone.
          and not (
            c.is_time and coalesce((c.was #>> '{}')::timestamptz = (c.left_as #>> '{}')::timestamptz, false)
          )
        union all
        select l.table_name, l.row_id, '', 'deleted', l.id, null
        from last l
        where l.operation <> 'DELETE' and not exists (
          select from live r where r.table_name = l.table_name and r.row_id = l.row_id
        )
      )
      select b.table_name, b.row_id, h.label, b.field, b.problem, b.entry, b.found
      from breaks b join public.history h on h.id = b.entry
      where not exists (
        select from private.history_accepted a
        where a.entry = b.entry and a.field = b.field and a.found is not distinct from b.found
      )
      order by h.changed_at, b.table_name, b.row_id, b.field
    $query$, rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.history_change()
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change text := nullif(current_setting('loading_dock.change', true), '');
begin
  if change is null then
    change := gen_random_uuid()::text;
    perform set_config('loading_dock.change', change, true);
  end if;
  return change::uuid;
end
$function$;

CREATE OR REPLACE FUNCTION public.history_check(accept boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.history_accepted a
    where not exists (select from public.history h where h.id = a.entry);
  if accept then
    insert into private.history_accepted (entry, field, found)
      select b.entry, b.field, b.found from private.history_breaks() b
      on conflict on constraint history_accepted_pkey
        do update set found = excluded.found, accepted_at = now();
  end if;
  insert into private.history_checks (checked_at, found)
    with breaks as materialized (select * from private.history_breaks())
    select clock_timestamp(), jsonb_build_object(
      'rows', (select count(*) from (select distinct b.table_name, b.row_id from breaks b) r),
      'examples', (
        select coalesce(jsonb_agg(to_jsonb(b) - array['entry', 'found']), '[]')
        from (select * from breaks limit 10) b
      )
    )
    on conflict (one) do update set checked_at = excluded.checked_at, found = excluded.found;
  return public.history_checked();
end
$function$;
grant execute on function public.history_check(boolean) to service_role;

CREATE OR REPLACE FUNCTION public.history_checked()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('checked_at', c.checked_at) || c.found from private.history_checks c
$function$;
grant execute on function public.history_checked() to service_role;

CREATE OR REPLACE FUNCTION public.history_clean(batch integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  -- Others have no role of the API: the job of the database itself.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_editor();
  end if;
  delete from public.history h where h.id in (
    select o.id from public.history o where o.changed_at < private.history_ends()
    order by o.changed_at limit greatest(least(batch, 10000), 0)
    for update skip locked
  );
  get diagnostics gone = row_count;
  return gone;
end
$function$;
grant execute on function public.history_clean(integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.history_condition(what jsonb, entry text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 'true',
    format('%I.change_id = ', entry) || quote_literal((what ->> 'change')::uuid),
    format('%I.changed_at >= ', entry) || quote_literal((what ->> 'since')::timestamptz),
    format('%I.changed_at < ', entry) || quote_literal((what ->> 'until')::timestamptz),
    case
      when what ->> 'person' in ('server', 'command line', 'database')
        then format('%I.actor = ', entry) || quote_literal(what ->> 'person')
      else
        format('%1$I.actor = ''person'' and %1$I.actor_email = ', entry)
          || quote_literal(what ->> 'person')
    end,
    format('%I.table_name = ', entry) || quote_literal(what ->> 'kind'),
    format('%I.page = ', entry) || quote_literal(what ->> 'page'),
    format('%I.row_id = ', entry) || quote_literal((what ->> 'row')::uuid),
    format('(%1$I.operation <> ''UPDATE'' or %1$I.fields @> array[', entry)
      || quote_literal(what ->> 'field') || '])',
    format('%I.changed_at > (select e.changed_at from public.history e where e.id = ', entry)
      || quote_literal((what ->> 'after')::uuid) || ')',
    format('%I.changed_at >= (select e.changed_at from public.history e where e.id = ', entry)
      || quote_literal((what ->> 'from')::uuid) || ')'
  )
$function$;
grant execute on function private.history_condition(jsonb,text) to authenticated;

CREATE OR REPLACE FUNCTION private.history_depth(name text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive up as (
    select format('public.%I', name)::regclass::oid as relation, 0 as depth
    union all
    select c.confrelid, up.depth + 1 from up
    join pg_catalog.pg_constraint c on c.conrelid = up.relation and c.contype = 'f'
    where c.confrelid <> c.conrelid and up.depth < 10
  )
  select max(depth) from up
$function$;
grant execute on function private.history_depth(text) to authenticated;

CREATE OR REPLACE FUNCTION private.history_ends()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select now() - make_interval(days => s.days) from private.history_settings s
$function$;

CREATE OR REPLACE FUNCTION public.history_filters()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff();
  -- From one value in the index to the next, instead of through all entries.
  return (
    with recursive people as (
      (select h.actor, h.actor_email from public.history h order by 1, 2 limit 1)
      union all
      select n.actor, n.actor_email from people p
      cross join lateral (
        select h.actor, h.actor_email from public.history h
        where (h.actor, h.actor_email) > (p.actor, p.actor_email) order by 1, 2 limit 1
      ) n
    ), kinds as (
      (select h.table_name as name from public.history h order by 1 limit 1)
      union all
      select n.table_name from kinds k
      cross join lateral (
        select h.table_name from public.history h where h.table_name > k.name order by 1 limit 1
      ) n
    ), pages as (
      (select h.page as name from public.history h where h.page is not null order by 1 limit 1)
      union all
      select n.page from pages p
      cross join lateral (
        select h.page from public.history h where h.page > p.name order by 1 limit 1
      ) n
    )
    select jsonb_build_object(
      'people', coalesce((
        select jsonb_agg(coalesce(p.actor_email, p.actor) order by p.actor <> 'person', p.actor_email)
        from people p where p.actor <> 'person' or p.actor_email is not null
      ), '[]'::jsonb),
      'kinds', coalesce((select jsonb_agg(k.name order by k.name) from kinds k), '[]'::jsonb),
      'pages', coalesce((select jsonb_agg(p.name order by p.name) from pages p), '[]'::jsonb)
    )
  );
end
$function$;
grant execute on function public.history_filters() to authenticated;

CREATE OR REPLACE FUNCTION public.history_list(what jsonb DEFAULT '{}'::jsonb, page_size integer DEFAULT 50, older_than jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  result jsonb;
begin
  perform private.require_staff();
  execute format(
    $query$
      with page as (
        select h.* from public.history h
        where %1$s and %2$s
          and not exists (
            select from public.history o
            where o.change_id = h.change_id and (o.changed_at, o.id) > (h.changed_at, h.id)
              and %3$s
          )
        order by h.changed_at desc, h.id desc limit %4$s
      )
      select coalesce(jsonb_agg(
        to_jsonb(p) || jsonb_build_object(
          'before', case p.operation when 'UPDATE' then private.short_values(p.before) end,
          'after', case p.operation when 'UPDATE' then private.short_values(p.after) end,
          'promoted', p.table_name = 'staff' and p.operation = 'DELETE' and exists (
            select from public.history o
            where o.change_id = p.change_id and o.row_id = p.row_id and o.table_name = 'admins' and o.operation = 'INSERT'
          ),
          'entries', (
            select count(*) from public.history h where h.change_id = p.change_id and %1$s
          ),
          'operations', (
            select jsonb_object_agg(o.operation, o.entries) from (
              select h.operation, count(*) as entries from public.history h
              where h.change_id = p.change_id and %1$s
              group by h.operation
            ) o
          ),
          'tables', (
            select count(distinct h.table_name) from public.history h where h.change_id = p.change_id and %1$s
          )
        ) order by p.changed_at desc, p.id desc
      ), '[]'::jsonb)
      from page p
    $query$,
    private.history_condition(what, 'h'),
    case when older_than is null then 'true' else format(
      '(h.changed_at, h.id) < (%L::timestamptz, %L::uuid)',
      older_than ->> 'changed_at', older_than ->> 'id') end,
    private.history_condition(what, 'o'),
    greatest(least(page_size, 200), 0)
  ) into result;
  return result;
end
$function$;
grant execute on function public.history_list(jsonb,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.history_look(what jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff();
  return (
    select coalesce(jsonb_agg(to_jsonb(s)), '[]'::jsonb) from private.history_steps(what) s
  );
end
$function$;
grant execute on function public.history_look(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.history_restore(what jsonb, chosen jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  step private.history_step;
  wanted integer := jsonb_array_length(chosen);
  restored integer := 0;
begin
  perform private.require_staff();
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
      raise exception 'Delete uploaded files in the media library.' using errcode = 'PT409';
    elsif step.obstacle = 'deleted since' then
      raise exception 'This was deleted later. Restore it first.' using errcode = 'PT409';
    end if;
    perform private.take_history_step(step);
    restored := restored + 1;
  end loop;
  set constraints all immediate;
  if restored <> wanted then
    raise exception 'Someone changed this in the meantime. Review the changes again.'
      using errcode = 'PT409';
  end if;
  perform set_config('loading_dock.change_note', '', true);
  -- A set that was undone completely has nothing left to end.
  perform private.close_end(s.id, null, '[]') from public.change_sets s
    where s.status = 'published' and s.end_at is not null and s.ended_at is null
      and exists (select from public.history h where h.change_id = s.published_change)
      and not exists (select from private.set_end_steps(s.published_change));
  -- One that is back ends as planned.
  perform private.set_end_back(s.id) from public.change_sets s
    where s.status = 'published' and s.end_at > now() and s.ended_at is not null
      and exists (
        select from private.set_end_steps(s.published_change) e
        join jsonb_to_recordset(chosen) as c (table_name text, row_id uuid)
          on c.table_name = (e.step).table_name and c.row_id = (e.step).row_id
        where (e.step).action is not null
      );
  return restored;
end
$function$;
grant execute on function public.history_restore(jsonb,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.history_step_of(entries public.history[], field text)
 RETURNS private.history_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.history_step_of(public.history[],text) to authenticated;

CREATE OR REPLACE FUNCTION private.history_steps(what jsonb)
 RETURNS SETOF private.history_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not (what ?| array['change', 'since', 'after', 'from']) then
    raise exception 'Select the changes to restore.' using errcode = '22023';
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
        where %s and h.table_name not in ('admins', 'staff', 'contact_submissions')
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
$function$;
grant execute on function private.history_steps(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.keep_history(content regclass, label text[] DEFAULT '{}'::text[], page text DEFAULT ''::text, page_column text DEFAULT ''::text, watched text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  settings constant text := format('%L, %L, %L, %L', array_to_string(label, ','), page, page_column,
    array_to_string(watched, ','));
begin
  if cardinality(watched) > 0 then
    execute format(
      'create trigger record_history after update of %s on %s
        for each row execute function private.record_history(%s)',
      (select string_agg(quote_ident(c), ', ') from unnest(watched) as c), content, settings);
    return;
  end if;
  execute format(
    'create trigger record_history after insert or update or delete on %s
      for each row execute function private.record_history(%s)', content, settings);
  execute format(
    'create trigger record_history_of_all before truncate on %s
      for each statement execute function private.record_history(%s)', content, settings);
end
$function$;

CREATE OR REPLACE FUNCTION private.record_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was jsonb;
begin
  perform private.require_approval(tg_table_name);
  if tg_op = 'TRUNCATE' then
    for was in execute format('select to_jsonb(t) from %I.%I as t', tg_table_schema, tg_table_name) loop
      perform private.add_history(tg_table_name, 'DELETE', tg_argv[0:], was, null);
    end loop;
  elsif tg_op = 'INSERT' then
    perform private.add_history(tg_table_name, tg_op, tg_argv[0:], null, to_jsonb(new));
  elsif tg_op = 'DELETE' then
    perform private.add_history(tg_table_name, tg_op, tg_argv[0:], to_jsonb(old), null);
  else
    perform private.add_history(tg_table_name, tg_op, tg_argv[0:], to_jsonb(old), to_jsonb(new));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.recorded_columns()
 RETURNS TABLE(table_name text, key text, whole boolean, field text, is_time boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.relname::text,
    case when exists (
      select from pg_catalog.pg_attribute i where i.attrelid = c.oid and i.attname = 'id'
    ) then 'id' else 'user_id' end,
    -- tgtype, PostgreSQL's pg_trigger.h: 1 for each row, 8 on delete
    t.tgtype & 8 <> 0,
    a.attname::text,
    a.atttypid = 'timestamptz'::regtype
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where t.tgfoid = 'private.record_history'::regproc and t.tgtype & 1 <> 0
    and a.attgenerated = '' and a.attname <> 'updated_at'
    and (cardinality(t.tgattr::smallint[]) = 0 or a.attnum = any (t.tgattr::smallint[]))
$function$;

CREATE OR REPLACE FUNCTION private.short_values(row_values jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(v.key, v.value), '{}'::jsonb)
  from jsonb_each(row_values) as v where coalesce(length(v.value #>> '{}'), 0) <= 300
$function$;
grant execute on function private.short_values(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.staff_names()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff();
  return (
    select coalesce(jsonb_object_agg(n.email, n.name) filter (where n.sharing = 1), '{}')
    from (
      select p.email, p.name, count(*) over (partition by lower(p.name)) as sharing
      from (
        select u.email, left(private.name_of(u.id), 100) as name from auth.users u
        where private.roles_of(u.id) <> '{}'
          or exists (select from public.backup_downloads d where d.person_id = u.id)
          or exists (select from public.history h where h.actor = 'person' and h.actor_email = u.email)
      ) p
      where p.name <> p.email
    ) n
  );
end
$function$;
grant execute on function public.staff_names() to authenticated;

CREATE OR REPLACE FUNCTION private.take_history_step(step private.history_step)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    raise exception 'Someone changed this in the meantime. Review the changes again.'
      using errcode = 'PT409';
  end if;
end
$function$;
grant execute on function private.take_history_step(private.history_step) to authenticated;

CREATE OR REPLACE FUNCTION public.was_admin_user()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_open_session() and exists (
    select from public.history h
    where h.table_name in ('admins', 'staff') and h.row_id = auth.uid() and h.operation = 'DELETE'
  )
$function$;
comment on function public.was_admin_user() is 'True when the caller is signed in and had a role before.';
grant execute on function public.was_admin_user() to authenticated;
