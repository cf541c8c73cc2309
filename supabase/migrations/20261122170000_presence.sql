-- Who has what open, so that nobody finds out by a conflict: "Dana Ortiz is editing this". A browser says
-- which places its person is at (a row's dialog, a field with the cursor in it) and is told who else is
-- anywhere. What is said holds for 20 seconds and is said again while it is true, so that it ends by
-- itself with a closed lid or a lost network. It is no lock: a save asks nobody.
--
-- Nothing of it is kept: no history, no notice to the pages that visitors see, and after a crash an empty
-- table. The table is closed to everyone. The one function beside it reads names of accounts, which no
-- role of the API may, and lets nobody speak for another, or for longer.

create unlogged table private.presence (
  person_id uuid not null references auth.users (id) on delete cascade,
  table_name text not null,
  row_key text not null,
  field text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (person_id, table_name, row_key, field),

  constraint presence_table_name_short check (length(table_name) between 1 and 63),
  constraint presence_row_key_short check (length(row_key) between 1 and 100),
  constraint presence_field_short check (length(field) <= 63)
);
create index presence_by_end on private.presence (until);
alter table private.presence enable row level security;
revoke all on table private.presence from public, anon, authenticated, service_role;

-- What staff call a person: the name, else the address.
create function private.name_of(person_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(substring(u.raw_user_meta_data ->> 'full_name' from '\S.*\S|\S'), u.email)
  from auth.users u where u.id = person_id
$$;
revoke all on function private.name_of(uuid) from public, anon, authenticated, service_role;

create or replace function public.last_editor(row_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select private.name_of(e.editor_id) from private.last_editors e
      where e.row_id = last_editor.row_id
  );
end
$$;

-- Who may change a thing may know who has it open.
create function private.may_know_of(table_name text) returns boolean
language sql stable set search_path = ''
as $$
  select case table_name
    when 'contact_submissions' then private.may_handle_leads()
    else private.may_edit_content()
  end
$$;
revoke all on function private.may_know_of(text) from public, anon, authenticated, service_role;


-- Says where the caller is, and where no longer; at most 20 places each: {"table", "row", "field"}, the
-- last left out where it is about the whole row. Answers with the others, the first to come first, as
-- {"table", "row", "field", "name", "since"}. Whoever is no admin is nowhere, and hears of nobody.
create function public.say_present(here jsonb default '[]', gone jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  -- A browser whose person lost the right meanwhile goes on asking: it is told nothing, and no error.
  if not (private.may_edit_content() or private.may_handle_leads()) then
    return '[]'::jsonb;
  elsif jsonb_array_length(here) > 20 or jsonb_array_length(gone) > 20 then
    raise exception 'These are too many places at once.' using errcode = '22023';
  end if;
  -- Two tabs of one person speak one after the other.
  perform pg_advisory_xact_lock(hashtextextended('presence of ' || me, 0));

  delete from private.presence p
    where (p.person_id, p.table_name, p.row_key, p.field) in (
      select o.person_id, o.table_name, o.row_key, o.field from private.presence o
      where o.until <= now() for update skip locked
    );
  delete from private.presence p
    using jsonb_to_recordset(gone) as g ("table" text, "row" text, field text)
    where p.person_id = me and p.table_name = g."table" and p.row_key = g."row"
      and p.field = coalesce(g.field, '');
  insert into private.presence as p (person_id, table_name, row_key, field, since, until)
    -- An account that was deleted a moment ago is nobody.
    select distinct u.id, h."table", h."row", coalesce(h.field, ''), now(),
      now() + interval '20 seconds'
    from jsonb_to_recordset(here) as h ("table" text, "row" text, field text)
    join auth.users u on u.id = me
    where private.may_know_of(h."table")
    on conflict (person_id, table_name, row_key, field) do update set until = excluded.until;
  -- The newest 20 of all tabs.
  delete from private.presence p
    where p.person_id = me and (p.table_name, p.row_key, p.field) in (
      select o.table_name, o.row_key, o.field from private.presence o
      where o.person_id = me
      order by o.until desc, o.since desc, o.table_name, o.row_key, o.field offset 20
    );

  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'table', o.table_name, 'row', o.row_key, 'field', o.field,
      'name', private.name_of(o.person_id), 'since', o.since
    ) order by o.since, o.person_id, o.table_name, o.row_key, o.field)
    from (
      select * from private.presence p
      where p.person_id <> me and p.until > now() and private.may_know_of(p.table_name)
      order by p.since, p.person_id, p.table_name, p.row_key, p.field limit 200
    ) o
  ), '[]'::jsonb);
end
$$;
revoke all on function public.say_present(jsonb, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.say_present(jsonb, jsonb) to authenticated;


-- Whoever changed an announcement is named in a conflict too, as of every other list.
create trigger note_editor after insert or update or delete on public.announcements
  for each row execute function private.note_editor();
