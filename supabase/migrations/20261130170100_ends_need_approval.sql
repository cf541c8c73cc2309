-- The end of a published set restores what visitors saw before. Someone whose changes need approval could give any
-- published set an end a second away, or take its end off, and so change the site alone. Now that needs someone else, as
-- any other change does. Before a set is published, its end is part of what an approved set may be scheduled with.

do $do$
declare
  was constant text := $t$    set_schedule.publish_at := scheduled.publish_at;
$t$;
  is_now constant text := $t$    if set_schedule.end_at is distinct from scheduled.end_at then
      perform private.require_approval(h.table_name)
        from public.history h where h.change_id = scheduled.published_change;
    end if;
$t$;
  body constant text := pg_get_functiondef('public.set_schedule'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'set_schedule has no "%"', was;
  end if;
  execute replace(body, was, was || is_now);
end
$do$;
