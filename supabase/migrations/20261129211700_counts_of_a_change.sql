-- A change of several rows says how many were added, changed and deleted, and in how many tables: a published set does all
-- of these at once.

do $do$
declare
  body constant text := pg_get_functiondef('public.history_list'::regproc);
  was constant text := $t$          )
        ) order by p.changed_at desc, p.id desc$t$;
begin
  if position(was in body) = 0 then
    raise exception 'public.history_list has no "%"', was;
  end if;
  execute replace(body, was, $t$          ),
          'operations', (
            select jsonb_object_agg(o.operation, o.entries) from (
              select h.operation, count(*) as entries from public.history h
              where h.change_id = p.change_id and %1$s
              group by h.operation
            ) o
          ),
          'tables', (
            select count(distinct h.table_name) from public.history h where h.change_id = p.change_id and %1$s
          )
        ) order by p.changed_at desc, p.id desc$t$);
end
$do$;
