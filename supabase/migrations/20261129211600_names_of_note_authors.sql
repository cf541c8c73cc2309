-- The CSV file of leads names a note's author as the screen does: by name, or by address when there is no name or two
-- people share it.

do $do$
declare
  was constant text := $t$coalesce(s.author_email, 'Someone')$t$;
  is_now constant text :=
    $t$coalesce((select public.staff_names()) ->> s.author_email, s.author_email, 'Someone')$t$;
  body constant text := pg_get_functiondef('public.lead_export'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'lead_export has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
