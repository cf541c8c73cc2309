-- Uploaded files: what staff know about each, the trash, and the bucket with its policies.


-- media_library: what staff know about each uploaded file; the bytes are in the storage bucket
-- `media` under the same path. Anyone may fetch a file whose address they know (the bucket is
-- public); listing, uploading, replacing and removing is for admins. What a file is, is decided
-- from its bytes by the server that stores it; the kinds that may be listed are decided here.

create table public.media_library (
  id uuid primary key default gen_random_uuid(),
  filename text not null,
  original_filename text not null,
  file_path text not null,
  file_size bigint not null,
  mime_type text not null,
  alt_text text,
  caption text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint media_library_one_row_per_file unique (file_path),
  constraint media_library_filename_is_a_name check (filename ~ '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$'),
  constraint media_library_original_filename_required check (original_filename ~ '\S'),
  constraint media_library_original_filename_at_most_255_characters check (
    length(original_filename) <= 255
  ),
  constraint media_library_file_path_is_under_uploads check (
    file_path ~ '^uploads/[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$'
  ),
  constraint media_library_file_size_not_negative check (file_size >= 0),
  constraint media_library_mime_type_is_allowed check (
    mime_type ~ '^(image|video|audio)/[a-z0-9][a-z0-9.+-]{0,99}$'
    or mime_type in (
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    )
  ),
  constraint media_library_alt_text_at_most_500_characters check (length(alt_text) <= 500),
  constraint media_library_caption_at_most_2000_characters check (length(caption) <= 2000)
);

comment on column public.media_library.file_size is 'Bytes.';

create index media_library_newest_first on public.media_library (created_at desc, id);

create trigger set_updated_at before insert or update on public.media_library
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.media_library for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.media_library
  for each row execute function private.note_editor();

alter table public.media_library enable row level security;
revoke all on table public.media_library from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.media_library to authenticated, service_role;

create policy "Admins read and write the media library" on public.media_library
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));

-- The bucket. Storage owns its tables and has row security on; only policies are added.
insert into storage.buckets (id, name, public) values ('media', 'media', true)
  on conflict (id) do update set public = true;

create policy "Admins list media files" on storage.objects
  for select to authenticated
  using (bucket_id = 'media' and (select public.is_admin_user()));

create policy "Admins upload media files" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'media' and name like 'uploads/%' and (select public.is_admin_user()));

create policy "Admins replace media files" on storage.objects
  for update to authenticated
  using (bucket_id = 'media' and (select public.is_admin_user()))
  with check (bucket_id = 'media' and name like 'uploads/%' and (select public.is_admin_user()));

create policy "Admins remove media files" on storage.objects
  for delete to authenticated
  using (bucket_id = 'media' and (select public.is_admin_user()));

-- Where a file of the media library is used, for staff who are about to replace or delete it: settings,
-- texts, and every list that staff put in order, now and later, into whose texts someone may have pasted
-- its address. The catalogue says which lists there are (`reorder_items` reads it so too).
--
-- An item is named as its own screen names it: by its first text, unless a column's comment says that
-- this one names it.
create function public.media_usage(file_path text)
returns table (source text, place text, row_id uuid)
language plpgsql stable set search_path = ''
as $$
declare
  items text;
begin
  perform private.require_admin();
  if coalesce(media_usage.file_path, '') !~ '\S' then
    return;
  end if;
  select coalesce(string_agg(
      format(' union all select %L, i.%I, i.id, pg_catalog.to_jsonb(i)::text from public.%I i',
        list.name, list.named_by, list.name), ''), '')
    into items
    from (
      select c.relname as name, (
          select a.attname from pg_catalog.pg_attribute a
            where a.attrelid = c.oid and a.atttypid = 'text'::regtype and not a.attisdropped
            order by pg_catalog.col_description(c.oid, a.attnum) is distinct from 'Names the item.',
              a.attnum
            limit 1
        ) as named_by
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute o on o.attrelid = c.oid and o.attname = 'display_order'
          and not o.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    ) as list
    where list.named_by is not null;
  return query execute format(
    'select used.source, used.place, used.id
       from (
         select %L, concat_ws(%L, c.page_name, c.section_name, c.content_key), c.id,
             c.content_value
           from public.site_content c
         union all
         select %L, s.setting_key, s.id, s.setting_value from public.site_settings s
         %s
       ) as used (source, place, id, words)
       where position($1 in used.words) > 0
       order by 1, 2, 3',
    'site_content', ' / ', 'site_settings', items)
    using media_usage.file_path;
end
$$;


-- A trash for files. A row of the media library that is deleted while its file is still stored moves here for
-- 30 days; the file stays where it is and is still served by its address, so that a page that shows it is whole
-- until it is deleted permanently. The row comes back when it is inserted again, by "Undo", "Restore" or the history.
--
-- Anyone who removes the file first and the row then (the way before, and of other clients) leaves nothing here.
-- What has been here until `purge_at` goes with its file: the web server does that each hour; on hosted Supabase,
-- where only the storage's own API removes a file, the next look of an admin into the trash does.

create table public.media_trash (
  like public.media_library,
  purge_at timestamptz not null default now() + interval '30 days',

  constraint media_trash_pkey primary key (id),
  constraint media_trash_one_row_per_file unique (file_path)
);

comment on table public.media_trash is 'Files that staff deleted, as they stood in the media library.';
comment on column public.media_trash.purge_at is 'When the file is deleted permanently.';

create index media_trash_by_end on public.media_trash (purge_at, id);

-- They were checked where they came from; the version is the library's.
create trigger set_updated_at before insert or update on public.media_trash
  for each row execute function private.set_updated_at();

alter table public.media_trash enable row level security;
revoke all on table public.media_trash from public, anon, authenticated, service_role;
grant select, delete on table public.media_trash to authenticated;

create policy "Admins read the trash of files" on public.media_trash
  for select to authenticated using ((select public.is_admin_user()));
create policy "Admins delete files forever" on public.media_trash
  for delete to authenticated using ((select public.is_admin_user()));

create function private.keep_deleted_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.media_trash
    select (jsonb_populate_record(
      null::public.media_trash,
      to_jsonb(old) || jsonb_build_object('purge_at', now() + interval '30 days')
    )).*
    where exists (
      select from storage.objects o where o.bucket_id = 'media' and o.name = old.file_path
    );
  return null;
end
$$;

create trigger keep_deleted_file after delete on public.media_library
  for each row execute function private.keep_deleted_file();

create function private.file_is_back() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.media_trash t where t.id = new.id or t.file_path = new.file_path;
  return null;
end
$$;

create trigger file_is_back after insert on public.media_library
  for each row execute function private.file_is_back();


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  public.media_usage(text),
  private.keep_deleted_file(),
  private.file_is_back()
from public, anon, authenticated, service_role;

grant execute on function public.media_usage(text) to authenticated;
