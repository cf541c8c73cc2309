-- Entries older than private.history_settings.days go, a batch at a time, so that no save waits for it.
-- The web server does that by itself; on hosted Supabase pg_cron does where the project has it when
-- this runs, and otherwise the next visit of an admin to the history. Nothing younger can go (see
-- private.guard_history), whoever asks.

create function public.history_clean(batch integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- Others have no role of the API: the job of the database itself.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_editor();
  end if;
  delete from public.history h where h.id in (
    select o.id from public.history o where o.changed_at < private.history_ends()
    order by o.changed_at limit greatest(least(batch, 10000), 0)
    for update skip locked
  );
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke all on function public.history_clean(integer) from public, anon;
grant execute on function public.history_clean(integer) to authenticated, service_role;

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$
      select cron.schedule('loading-dock-history', '17 * * * *', 'select public.history_clean(10000)')
    $cron$;
  end if;
end
$$;
