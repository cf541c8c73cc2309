-- The email about a reply that bounced went to its writer, and the answer to a review to who asked for it, also after that
-- person had left the team. Both say what only the team may know.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('private.report_came', $t$c.deleted_at is null and private.is_email(u.email);$t$,
        $t$c.deleted_at is null and private.is_email(u.email)
        and private.roles_of(u.id) && array['owner', 'admin', 'sales'];$t$),
      ('private.note_review', $t$where u.id = person and u.email is not null$t$,
        $t$where u.id = person and u.email is not null and private.edits_content(u.id)$t$)
    ) as c (function, was, is_now)
  loop
    body := pg_get_functiondef(change.function::regproc);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;
