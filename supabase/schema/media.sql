-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table public.media_library (
  id uuid not null default gen_random_uuid(),
  filename text not null,
  original_filename text not null,
  file_path text not null,
  file_size bigint not null,
  mime_type text not null,
  alt_text text,
  caption text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_decorative boolean not null default false,
  constraint media_library_pkey PRIMARY KEY (id),
  constraint media_library_alt_text_at_most_500_characters CHECK ((length(alt_text) <= 500)),
  constraint media_library_caption_at_most_2000_characters CHECK ((length(caption) <= 2000)),
  constraint media_library_file_path_is_under_uploads CHECK ((file_path ~ '^uploads/[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$'::text)),
  constraint media_library_file_size_not_negative CHECK ((file_size >= 0)),
  constraint media_library_filename_is_a_name CHECK ((filename ~ '^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$'::text)),
  constraint media_library_mime_type_is_allowed CHECK (((mime_type ~ '^(image|video|audio)/[a-z0-9][a-z0-9.+-]{0,99}$'::text) OR (mime_type = ANY (ARRAY['application/pdf'::text, 'application/msword'::text, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'::text])))),
  constraint media_library_one_row_per_file UNIQUE (file_path),
  constraint media_library_original_filename_at_most_255_characters CHECK ((length(original_filename) <= 255)),
  constraint media_library_original_filename_required CHECK ((original_filename ~ '\S'::text))
);
comment on column public.media_library.file_size is 'Bytes.';
comment on column public.media_library.is_decorative is 'It adds no information, so it needs no alt text.';
CREATE INDEX media_library_newest_first ON public.media_library USING btree (created_at DESC, id);
CREATE TRIGGER file_is_back AFTER INSERT ON public.media_library FOR EACH ROW EXECUTE FUNCTION private.file_is_back();
CREATE TRIGGER keep_deleted_file AFTER DELETE ON public.media_library FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_file();
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.media_library FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.media_library FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.media_library FOR EACH ROW EXECUTE FUNCTION private.record_history('original_filename', '', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.media_library FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('original_filename', '', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.media_library FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.media_library enable row level security;
grant delete, insert, select, update on table public.media_library to authenticated;
grant delete, insert, select, update on table public.media_library to service_role;
create policy "Editors read and write the media library" on public.media_library
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));
create policy "Who handles leads sees the media library" on public.media_library
  as permissive for select to authenticated
  using (( SELECT private.may_handle_leads() AS may_handle_leads));

create table public.media_trash (
  id uuid not null,
  filename text not null,
  original_filename text not null,
  file_path text not null,
  file_size bigint not null,
  mime_type text not null,
  alt_text text,
  caption text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  purge_at timestamp with time zone not null default (now() + '30 days'::interval),
  is_decorative boolean not null default false,
  constraint media_trash_pkey PRIMARY KEY (id),
  constraint media_library_created_at_not_null NOT NULL created_at,
  constraint media_library_file_path_not_null NOT NULL file_path,
  constraint media_library_file_size_not_null NOT NULL file_size,
  constraint media_library_filename_not_null NOT NULL filename,
  constraint media_library_id_not_null NOT NULL id,
  constraint media_library_mime_type_not_null NOT NULL mime_type,
  constraint media_library_original_filename_not_null NOT NULL original_filename,
  constraint media_library_updated_at_not_null NOT NULL updated_at,
  constraint media_trash_one_row_per_file UNIQUE (file_path)
);
comment on table public.media_trash is 'Files that staff deleted, as they stood in the media library.';
comment on column public.media_trash.purge_at is 'When the file is deleted permanently.';
CREATE INDEX media_trash_by_end ON public.media_trash USING btree (purge_at, id);
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.media_trash FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.media_trash enable row level security;
grant delete, select on table public.media_trash to authenticated;
create policy "Editors delete files forever" on public.media_trash
  as permissive for delete to authenticated
  using ((( SELECT private.may_edit_content() AS may_edit_content) AND (NOT (file_path IN ( SELECT private.files_to_approve() AS files_to_approve)))));
create policy "Editors read the trash of files" on public.media_trash
  as permissive for select to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content));

CREATE OR REPLACE FUNCTION private.file_is_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.media_trash t where t.id = new.id or t.file_path = new.file_path;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.files_to_approve()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct rtrim(m[1], '.')
  from private.visible_values() v
  cross join lateral regexp_matches(v.value, '(uploads/[A-Za-z0-9_-][A-Za-z0-9._-]*)', 'g') as m
  where public.needs_approval()
$function$;
grant execute on function private.files_to_approve() to authenticated;

CREATE OR REPLACE FUNCTION private.keep_deleted_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- It is gone after 30 days.
  perform private.require_approval_of_file(old.file_path);
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
$function$;

CREATE OR REPLACE FUNCTION public.media_usage(file_path text)
 RETURNS TABLE(source text, place text, row_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  items text;
begin
  perform private.require_editor();
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
$function$;
grant execute on function public.media_usage(text) to authenticated;

create policy "Editors list media files" on storage.objects
  as permissive for select to authenticated
  using (((bucket_id = 'media'::text) AND ( SELECT private.may_edit_content() AS may_edit_content)));

create policy "Editors remove media files" on storage.objects
  as permissive for delete to authenticated
  using (((bucket_id = 'media'::text) AND ( SELECT private.may_edit_content() AS may_edit_content) AND (NOT (name IN ( SELECT private.files_to_approve() AS files_to_approve)))));

create policy "Editors replace media files" on storage.objects
  as permissive for update to authenticated
  using (((bucket_id = 'media'::text) AND ( SELECT private.may_edit_content() AS may_edit_content) AND private.require_approval_of_file(name)))
  with check (((bucket_id = 'media'::text) AND (name ~~ 'uploads/%'::text) AND ( SELECT private.may_edit_content() AS may_edit_content)));

create policy "Editors upload media files" on storage.objects
  as permissive for insert to authenticated
  with check (((bucket_id = 'media'::text) AND (name ~~ 'uploads/%'::text) AND ( SELECT private.may_edit_content() AS may_edit_content) AND private.require_approval_of_file(name)));

create policy "Who handles leads lists media files" on storage.objects
  as permissive for select to authenticated
  using (((bucket_id = 'media'::text) AND ( SELECT private.may_handle_leads() AS may_handle_leads)));
