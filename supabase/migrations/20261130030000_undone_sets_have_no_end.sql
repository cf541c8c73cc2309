-- A published set with an end stayed "live until" then, even after all of it was undone in the history.

do $do$
declare
  was constant text := $t$  perform set_config('loading_dock.change_note', '', true);
  return restored;
$t$;
  is_now constant text := $t$  perform set_config('loading_dock.change_note', '', true);
  -- A set that was undone completely has nothing left to end.
  perform private.close_end(s.id, null, '[]') from public.change_sets s
    where s.status = 'published' and s.end_at is not null and s.ended_at is null
      and exists (select from public.history h where h.change_id = s.published_change)
      and not exists (select from private.set_end_steps(s.published_change));
  return restored;
$t$;
  body constant text := pg_get_functiondef('public.history_restore'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'history_restore has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
