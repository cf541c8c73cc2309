-- The inbox can show the leads that have waited longer than promised ("show": "overdue" in lead_list), and the
-- dashboard counts them.

-- Both functions run as the caller.
grant execute on function private.overdue_before(timestamptz) to authenticated;

do $$
declare
  change record;
  definition text;
begin
  for change in
    select * from (values
      ('public.lead_list(jsonb, integer, integer, jsonb)',
        $s$      when 'follow-up' then
$s$,
        $s$      when 'overdue' then
        $q$c.status = 'new' and not c.is_spam and c.created_at < (select private.overdue_before())$q$
$s$),
      ('public.admin_dashboard()',
        $s$      'failed_mail', (
$s$,
        $s$      'overdue', (
        select count(*) from real
        where status = 'new' and created_at < (select private.overdue_before())
      ),
$s$)
    ) as c (signature, before, addition)
  loop
    definition := pg_get_functiondef(change.signature::regprocedure);
    if strpos(definition, change.before) = 0 then
      raise exception '% is not as this migration expects it.', change.signature;
    end if;
    execute replace(definition, change.before, change.addition || change.before);
  end loop;
end
$$;
