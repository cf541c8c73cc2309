-- History names a promotion by what was given: its newest entry is the old role, which the new one replaced.
-- Someone who accepts an invitation gets no email about the role they just accepted.

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.history_list', $t$          'entries', ($t$, $t$          'promoted', p.table_name = 'staff' and p.operation = 'DELETE' and exists (
            select from public.history o
            where o.change_id = p.change_id and o.row_id = p.row_id and o.table_name = 'admins' and o.operation = 'INSERT'
          ),
          'entries', ($t$),
      ('private.note_admin_rights', $t$      -- The first admin made themself one.
$t$, $t$      -- They accepted an invitation.
      or person = auth.uid()
      -- The first admin made themself one.
$t$)
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
