-- An image without alt text is either decorative, by choice, or waits for its text.

alter table public.media_library add column is_decorative boolean not null default false;
alter table public.media_trash add column is_decorative boolean not null default false;
comment on column public.media_library.is_decorative is 'It adds no information, so it needs no alt text.';

do $$
declare
  definition constant text := pg_get_functiondef('public.admin_dashboard()'::regprocedure);
  counted constant text := $s$where mime_type like 'image/%' and coalesce(alt_text, '') !~ '\S'$s$;
begin
  if strpos(definition, counted) = 0 then
    raise exception 'public.admin_dashboard() is not as this migration expects it.';
  end if;
  execute replace(definition, counted, counted || ' and not is_decorative');
end
$$;
