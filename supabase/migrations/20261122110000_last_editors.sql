-- Who changed a row last, for staff whose own change meets another's: "Saved by Ines Duarte on …".
-- Kept beside the tables and not in them, since visitors read most of their rows, and shown to admins
-- alone. What nobody who is signed in did (a migration, the mail's own bookkeeping) is no one's change.

create table private.last_editors (
  row_id uuid primary key,
  editor_id uuid not null references auth.users (id) on delete cascade
);
create index last_editors_of_an_account on private.last_editors (editor_id);
alter table private.last_editors enable row level security;
revoke all on table private.last_editors from public, anon, authenticated, service_role;

create function private.note_editor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.last_editors e where e.row_id = old.id;
    return null;
  end if;
  -- An account that was deleted a moment ago is nobody.
  insert into private.last_editors (row_id, editor_id)
    select new.id, u.id from auth.users u where u.id = auth.uid()
    on conflict (row_id) do update set editor_id = excluded.editor_id;
  if not found then
    delete from private.last_editors e where e.row_id = new.id;
  end if;
  return null;
end
$$;
revoke all on function private.note_editor() from public, anon, authenticated, service_role;

create trigger note_editor after insert or update or delete on public.site_content
  for each row execute function private.note_editor();
create trigger note_editor after insert or update or delete on public.site_settings
  for each row execute function private.note_editor();
create trigger note_editor after insert or update or delete on public.services
  for each row execute function private.note_editor();
create trigger note_editor after insert or update or delete on public.pricing_items
  for each row execute function private.note_editor();
create trigger note_editor after insert or update or delete on public.faq_items
  for each row execute function private.note_editor();
create trigger note_editor after insert or update or delete on public.testimonials
  for each row execute function private.note_editor();
create trigger note_editor after insert or update or delete on public.media_library
  for each row execute function private.note_editor();
-- A visitor writes a submission and its mail changes it; what staff change is these two.
create trigger note_editor after update of status, is_spam or delete on public.contact_submissions
  for each row execute function private.note_editor();

-- Their name, else their address; null where nobody is known.
create function public.last_editor(row_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(substring(u.raw_user_meta_data ->> 'full_name' from '\S.*\S|\S'), u.email)
      from private.last_editors e join auth.users u on u.id = e.editor_id
      where e.row_id = last_editor.row_id
  );
end
$$;
revoke all on function public.last_editor(uuid) from public, anon, authenticated, service_role;
grant execute on function public.last_editor(uuid) to authenticated;
