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
  'A person, with id and e-mail as they were then; the web server itself; its command line; or whoever was at the database without either.';
comment on column public.history.page is 'The page of the public site that shows it; null: all of them, or none.';
comment on column public.history.label is 'What the row was called then.';
comment on column public.history.fields is 'The columns that changed; all that were set, where a row was added or deleted.';
comment on column public.history.note is 'What the change was part of, in words: "Restored", say.';

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
    case table_name
      when 'admins' then (select private.may_administer())
      when 'contact_submissions' then (select private.may_handle_leads())
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
  raise exception 'The history writes itself; nobody changes it.' using errcode = '42501';
end
$$;

create trigger guard_writing before insert or update or truncate on public.history
  for each statement execute function private.guard_history();
create trigger guard_deleting before delete on public.history
  for each row execute function private.guard_history();


-- Who is at work: {"actor", "id", "email"}. A signed-in person comes first, by the claims of the
-- request. The web server and its command line say so on their connections (loading_dock.actor).
create function private.history_actor() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when auth.uid() is not null then jsonb_build_object(
      'actor', 'person',
      'id', auth.uid(),
      'email', coalesce(
        (select u.email from auth.users u where u.id = auth.uid()), auth.jwt() ->> 'email')
    )
    when current_setting('loading_dock.actor', true) in ('server', 'command line')
      then jsonb_build_object('actor', current_setting('loading_dock.actor', true))
    when auth.role() = 'service_role' then jsonb_build_object('actor', 'server')
    else jsonb_build_object('actor', 'database')
  end
$$;


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

revoke all on function private.history_ends() from public, anon, authenticated, service_role;
revoke all on function private.guard_history() from public, anon, authenticated, service_role;
revoke all on function private.history_actor() from public, anon, authenticated, service_role;
revoke all on function private.history_change() from public, anon, authenticated, service_role;
revoke all on function private.add_history(text, text, text[], jsonb, jsonb)
  from public, anon, authenticated, service_role;
revoke all on function private.record_history() from public, anon, authenticated, service_role;
revoke all on function private.keep_history(regclass, text[], text, text, text[])
  from public, anon, authenticated, service_role;

select private.keep_history('public.site_content', '{section_name,content_key}', page_column => 'page_name');
select private.keep_history('public.services', '{title}', 'services');
select private.keep_history('public.pricing_items', '{service_name}', 'pricing');
select private.keep_history('public.faq_items', '{question}', 'faqs');
select private.keep_history('public.testimonials', '{author_name}', 'home');
select private.keep_history('public.site_settings', '{setting_key}');
select private.keep_history('public.media_library', '{original_filename}');
select private.keep_history('public.admins');
select private.keep_history('public.contact_submissions', watched => '{status}');
