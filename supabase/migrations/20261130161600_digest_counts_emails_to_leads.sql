-- The morning digest counted failed emails that went to no lead, such as earlier digests. The inbox that it opens lists
-- leads only.

do $do$
declare
  was constant text := $t$ and not exists (
      select from public.contact_submissions c
      where c.id = m.submission_id and (c.is_spam or c.deleted_at is not null)
    )
$t$;
  is_now constant text := $t$ and exists (
      select from public.contact_submissions c
      where c.id = m.submission_id and not c.is_spam and c.deleted_at is null
    )
$t$;
  body constant text := pg_get_functiondef('private.digest'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'digest has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
