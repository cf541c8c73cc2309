-- The morning's email counted follow-ups of leads held as spam, and failed emails to leads that are spam or in the trash.
-- The inbox that it opens shows none of these.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ($t$    where m.state = 'failed' and m.created_at > moment - interval '7 days'
$t$, $t$    where m.state = 'failed' and m.created_at > moment - interval '7 days' and not exists (
      select from public.contact_submissions c
      where c.id = m.submission_id and (c.is_spam or c.deleted_at is not null)
    )
$t$),
      ($t$    where c.deleted_at is null
      and c.follow_up_on$t$, $t$    where c.deleted_at is null and not c.is_spam
      and c.follow_up_on$t$)
    ) as c (was, is_now)
  loop
    body := pg_get_functiondef('private.digest'::regproc);
    if position(change.was in body) = 0 then
      raise exception 'digest has no "%"', change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;
