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

create index media_library_newest_first on public.media_library (created_at desc, id);

create trigger set_updated_at before insert or update on public.media_library
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.media_library for each statement execute function private.notify_content_changed();

alter table public.media_library enable row level security;
revoke all on table public.media_library from public, anon, authenticated;
grant select, insert, update, delete on table public.media_library to authenticated;
grant all on table public.media_library to service_role;

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
