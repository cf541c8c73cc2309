-- The history of what staff maintain: how it is written, read, undone and checked.


-- history: every change of what staff maintain, with who made it and when: texts, settings, services,
-- prices, questions, testimonials, media rows, admin rights, and the status of submissions (of a
-- submission nothing else, so that a person's data can be erased). One trigger function writes it and
-- nobody else, whatever role. Admins read it.
--
-- An entry is one row that was added, changed or deleted. Of a change it keeps the columns that moved,
-- of an addition or a deletion the whole row. Entries of one transaction carry one `change_id`: a list
-- put in order, or anything else that was done at once, is one change, and is undone as one.
--
-- A table is in the history once a migration says so: select private.keep_history('public.services', …).

create table public.history (
  id uuid primary key default gen_random_uuid(),
  change_id uuid not null,
  -- an entry that took in further edits of the same field began earlier than it changed last
  began_at timestamptz not null,
  changed_at timestamptz not null,
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

  constraint history_actor_is_known check (actor in ('person', 'server', 'command line', 'database')),
  constraint history_operation_is_known check (operation in ('INSERT', 'UPDATE', 'DELETE'))
);

comment on column public.history.change_id is 'One for each transaction; what was done at once.';
comment on column public.history.actor is
  'A person, with id and email as they were then; the web server itself; its command line; or someone with database access and neither.';
comment on column public.history.page is 'The page of the public site that shows it; null: all of them, or none.';
comment on column public.history.label is 'What the row was called then.';
comment on column public.history.fields is 'The columns that changed; all that were set, where a row was added or deleted.';
comment on column public.history.note is 'What the change was part of, in words: "Restored", for example.';

create index history_newest_first on public.history (changed_at desc, id desc);
create index history_of_row on public.history (table_name, row_id, changed_at desc);
create index history_of_table on public.history (table_name, changed_at desc, id desc);
create index history_of_page on public.history (page, changed_at desc, id desc);
create index history_of_actor on public.history (actor, actor_email, changed_at desc, id desc);
create index history_of_change on public.history (change_id);

alter table public.history enable row level security;
revoke all on table public.history from public, anon, authenticated, service_role;
grant select on table public.history to authenticated;

create policy "Who may see a thing reads its history" on public.history
  for select to authenticated using (
    case
      when table_name in ('admins', 'lead_recipients') then (select private.may_administer())
      when table_name = 'contact_submissions' then (select private.may_handle_leads())
      else (select private.may_edit_content())
    end
  );

-- For how long entries are kept. The web server writes HISTORY_DAYS here when it starts; on hosted
-- Supabase the number is changed here.
create table private.history_settings (
  only_row boolean primary key default true check (only_row),
  days integer not null default 730 check (days between 1 and 36500)
);

insert into private.history_settings default values;

alter table private.history_settings enable row level security;
revoke all on table private.history_settings from public, anon, authenticated, service_role;

create function private.history_ends() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select now() - make_interval(days => s.days) from private.history_settings s
$$;

-- The table's owner has every right, so rights are not enough. Entries come from the recorder, which
-- is a trigger and so makes this one the second; and only those go that are too old.
create function private.guard_history() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.changed_at < private.history_ends() then
    return old;
  elsif tg_op in ('INSERT', 'UPDATE') and pg_trigger_depth() > 1 then
    return null;
  end if;
  raise exception 'History entries can''t be changed.' using errcode = '42501';
end
$$;

create trigger guard_writing before insert or update or truncate on public.history
  for each statement execute function private.guard_history();

create trigger guard_deleting before delete on public.history
  for each row execute function private.guard_history();

-- The change that this transaction is: named by the first entry.
create function private.history_change() returns uuid
language plpgsql set search_path = ''
as $$
declare
  change text := nullif(current_setting('loading_dock.change', true), '');
begin
  if change is null then
    change := gen_random_uuid()::text;
    perform set_config('loading_dock.change', change, true);
  end if;
  return change::uuid;
end
$$;

-- Writes one entry, unless nothing changed. `was` and `is_now` are the row before and after, null where
-- there was or is none; `settings` are those of private.keep_history(), as the trigger carries them.
--
-- A person's further edit of one field within ten minutes goes into the entry that the first one made,
-- unless that leads back to where the entry began: coming back is a change of its own. What came about
-- with other rows at once, or has a note, stays as it is; so does an order, which is several rows'.
create function private.add_history(
  table_name text, operation text, settings text[], was jsonb, is_now jsonb
) returns void
language plpgsql security definer set search_path = ''
as $$
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
    when entry.table_name = 'admins'
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
$$;

-- The recorder, for each row; a truncated table counts as one whose rows were deleted.
create function private.record_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb;
begin
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
$$;

-- Puts a table into the history. Its rows have an `id`, a uuid.
-- `label`: the columns that name a row for people. `page`: the public page that shows it, or, in
-- `page_column`, the column that says which. `watched`: changes of these columns, and nothing else: then
-- the history has no addition and no deletion, and no other word of the row.
create function private.keep_history(
  content regclass, label text[] default '{}', page text default '', page_column text default '',
  watched text[] default '{}'
) returns void
language plpgsql set search_path = ''
as $$
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
$$;

select private.keep_history('public.site_content', '{section_name,content_key}', page_column => 'page_name');

select private.keep_history('public.services', '{title}', 'services');

select private.keep_history('public.pricing_items', '{service_name}', 'pricing');

select private.keep_history('public.faq_items', '{question}', 'faqs');

select private.keep_history('public.testimonials', '{author_name}', 'home');

select private.keep_history('public.site_settings', '{setting_key}');

select private.keep_history('public.media_library', '{original_filename}');

select private.keep_history('public.admins');

select private.keep_history('public.contact_submissions', watched => '{status}');


-- What the history's screens ask. The functions run as the caller, so row security decides what is found.
--
-- `what` says which entries are meant, by any of these names; those that are left out select nothing:
--   "change"          one change, with all its entries
--   "since", "until"  times; from the first on, up to before the second
--   "person"          an email address, or "server", "command line", "database"
--   "kind"            a table's name
--   "page"            a page's name
--   "row", "field"    one row's id (with "kind"), and one column of it
--   "after", "from"   an entry's id: what came later to its row, without and with itself

create function private.history_condition(what jsonb, entry text) returns text
language sql stable set search_path = ''
as $$
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
$$;

-- What is short enough for a list.
create function private.short_values(row_values jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_object_agg(v.key, v.value), '{}'::jsonb)
  from jsonb_each(row_values) as v where coalesce(length(v.value #>> '{}'), 0) <= 300
$$;

-- Changes, newest first; of each its newest entry among those meant, and how many of its entries are.
-- `older_than` is the change with which the page before ended: its "changed_at" and "id".
-- Values of more than 300 characters are left out; the table has them.
create function public.history_list(
  what jsonb default '{}', page_size integer default 50, older_than jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  result jsonb;
begin
  perform private.require_editor();
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
          'entries', (
            select count(*) from public.history h where h.change_id = p.change_id and %1$s
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
$$;

-- What the list can be filtered by: {"people", "kinds", "pages"}, each in order.
create function public.history_filters() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_editor();
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
$$;


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
  -- of these columns: who undoes would also undo what someone changed since
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
    raise exception 'Someone changed this in the meantime. Review the changes again.'
      using errcode = 'PT409';
  end if;
end
$$;


-- Entries older than private.history_settings.days go, a batch at a time, so that no save waits for it.
-- The web server does that automatically; on hosted Supabase pg_cron does where the project has it when
-- this runs, and otherwise the next visit of an admin to the history. Nothing younger can go (see
-- private.guard_history), no matter who asks.

create function public.history_clean(batch integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
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
$$;

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$
      select cron.schedule('loading-dock-history', '17 * * * *', 'select public.history_clean(10000)')
    $cron$;
  end if;
end
$$;

select private.keep_history('public.announcements', '{message}');

select private.keep_history('public.team_members', '{name}');

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
  return restored;
end
$$;

select private.keep_history('public.lead_recipients', '{email}');

select private.keep_history('public.saved_replies', '{title}');


-- The history checks itself: what an entry left is what the next entry of that column found, the last one
-- left what the row holds, and a row that is gone was deleted by an entry. Where that is not so, someone
-- changed the database past the recorder, or an entry is missing.
--
-- The history may begin anywhere (older entries are deleted after HISTORY_DAYS), and knows only the columns
-- there were: a column is compared from its first entry on, as long as the table has it. A migration that
-- gives old rows other values leaves the triggers on, so that its changes are recorded too.

-- The columns whose changes are recorded. `key` names the table's rows; `whole`: additions and deletions are
-- recorded as well. Generated columns follow from the others, and `updated_at` is no change.
create function private.recorded_columns()
returns table (table_name text, key text, whole boolean, field text, is_time boolean)
language sql stable set search_path = ''
as $$
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
$$;

-- What someone has looked at and accepted: a break is known by the entry before it and by what came
-- instead of what that entry left.
create table private.history_accepted (
  entry uuid not null,
  field text not null,
  found jsonb,
  accepted_at timestamptz not null default now(),
  primary key (entry, field)
);

alter table private.history_accepted enable row level security;
revoke all on table private.history_accepted from public, anon, authenticated, service_role;

-- Every break but those that were accepted. `entry` is the last one before it, `found` what came instead:
--   gap      a later entry began with another value than `entry` left
--   changed  the row holds another value than `entry` left
--   deleted  the row is gone
-- One statement sees entries and rows as of one moment, no matter who writes meanwhile.
create function private.history_breaks()
returns table (
  table_name text, row_id uuid, label text, field text, problem text, entry uuid, found jsonb
)
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
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
$$;

-- What the last check found: one row.
create table private.history_checks (
  one boolean primary key default true check (one),
  checked_at timestamptz not null,
  found jsonb not null
);

alter table private.history_checks enable row level security;
revoke all on table private.history_checks from public, anon, authenticated, service_role;

-- Checks and keeps what it found, for anyone who asks `history_checked`:
-- {"checked_at", "rows": how many are affected, "examples": ten breaks at most, without their values}.
-- `accept`: what is found now is known from here on, and found no more.
create function public.history_check(accept boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
$$;

-- Null before the first check.
create function public.history_checked() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('checked_at', c.checked_at) || c.found from private.history_checks c
$$;


-- Someone whose admin rights were removed waits for nobody: the page that says so asks this. True while the
-- history has an entry of the removal (HISTORY_DAYS), and only about the caller.

create function public.was_admin_user() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.has_open_session() and exists (
    select from public.history h
    where h.table_name = 'admins' and h.row_id = auth.uid() and h.operation = 'DELETE'
  )
$$;

comment on function public.was_admin_user() is 'True when the caller is signed in and was an admin before.';


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  private.history_ends(),
  private.guard_history(),
  private.history_change(),
  private.add_history(text, text, text[], jsonb, jsonb),
  private.record_history(),
  private.keep_history(regclass, text[], text, text, text[]),
  private.history_condition(jsonb, text),
  private.short_values(jsonb),
  public.history_list(jsonb, integer, jsonb),
  public.history_filters(),
  private.history_step_of(public.history[], text),
  private.history_depth(text),
  private.history_steps(jsonb),
  public.history_look(jsonb),
  private.take_history_step(private.history_step),
  public.history_restore(jsonb, jsonb),
  public.history_clean(integer),
  private.recorded_columns(),
  private.history_breaks(),
  public.history_check(boolean),
  public.history_checked(),
  public.was_admin_user()
from public, anon, authenticated, service_role;

grant execute on function
  private.history_condition(jsonb, text),
  private.short_values(jsonb),
  public.history_list(jsonb, integer, jsonb),
  public.history_filters(),
  private.history_step_of(public.history[], text),
  private.history_depth(text),
  private.history_steps(jsonb),
  public.history_look(jsonb),
  private.take_history_step(private.history_step),
  public.history_restore(jsonb, jsonb),
  public.was_admin_user()
to authenticated;

grant execute on function public.history_clean(integer) to authenticated, service_role;

grant execute on function public.history_check(boolean), public.history_checked() to service_role;

revoke all on type private.history_step from public;
