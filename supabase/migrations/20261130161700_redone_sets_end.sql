-- Undoing all of a published set cancels its end. Undoing that brought the set back without its end, so it stayed
-- live. Now it has its end again, if that is still ahead.

create function private.set_end_back(of_set uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_editor();
  update public.change_sets s set ended_at = null where s.id = of_set and s.end_at > now();
end
$$;
revoke execute on function private.set_end_back(uuid) from public;
grant execute on function private.set_end_back(uuid) to authenticated;

do $do$
declare
  was constant text := $t$  return restored;
$t$;
  is_now constant text := $t$  -- One that is back ends as planned.
  perform private.set_end_back(s.id) from public.change_sets s
    where s.status = 'published' and s.end_at > now() and s.ended_at is not null
      and exists (
        select from private.set_end_steps(s.published_change) e
        join jsonb_to_recordset(chosen) as c (table_name text, row_id uuid)
          on c.table_name = (e.step).table_name and c.row_id = (e.step).row_id
        where (e.step).action is not null
      );
$t$;
  body constant text := pg_get_functiondef('public.history_restore'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'history_restore has no "%"', was;
  end if;
  execute replace(body, was, is_now || was);
end
$do$;
