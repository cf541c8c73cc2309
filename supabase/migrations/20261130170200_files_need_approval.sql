-- Visitors see a file at its address, so replacing or removing one that the site shows changes the site. Someone whose
-- changes need approval could do that alone. Now only others can change files that visitors see. New files
-- and files that no page shows are free, as before.

-- The files that visitors see, for someone whose changes need approval; none for others.
create function private.files_to_approve() returns setof text
language sql stable security definer set search_path = '' as $$
  select distinct rtrim(m[1], '.')
  from private.visible_values() v
  cross join lateral regexp_matches(v.value, '(uploads/[A-Za-z0-9_-][A-Za-z0-9._-]*)', 'g') as m
  where public.needs_approval()
$$;
revoke execute on function private.files_to_approve() from public;
grant execute on function private.files_to_approve() to authenticated;

create function private.require_approval_of_file(path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if path in (select private.files_to_approve()) then
    raise exception 'Visitors see this file, and your changes need approval. Use another file in a change set instead.'
      using errcode = 'PT409';
  end if;
  return true;
end
$$;
revoke execute on function private.require_approval_of_file(text) from public;
grant execute on function private.require_approval_of_file(text) to authenticated;

alter policy "Editors upload media files" on storage.objects
  with check (bucket_id = 'media' and name like 'uploads/%' and (select private.may_edit_content())
    and private.require_approval_of_file(name));
alter policy "Editors replace media files" on storage.objects
  using (bucket_id = 'media' and (select private.may_edit_content()) and private.require_approval_of_file(name));
-- Several are removed at once, and the database may look at others to find them: those that visitors see stay, without
-- an error.
alter policy "Editors remove media files" on storage.objects
  using (bucket_id = 'media' and (select private.may_edit_content())
    and name not in (select private.files_to_approve()));
alter policy "Editors delete files forever" on public.media_trash
  using ((select private.may_edit_content()) and file_path not in (select private.files_to_approve()));

do $do$
declare
  was constant text := $t$  insert into public.media_trash
$t$;
  is_now constant text := $t$  -- It is gone after 30 days.
  perform private.require_approval_of_file(old.file_path);
$t$;
  body constant text := pg_get_functiondef('private.keep_deleted_file'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'keep_deleted_file has no "%"', was;
  end if;
  execute replace(body, was, is_now || was);
end
$do$;
