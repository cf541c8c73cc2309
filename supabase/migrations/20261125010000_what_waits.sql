-- what_waits: what a server tells those who watch it from outside: work that is owed, how much of it was tried in
-- vain, and since when the oldest waits. Counted as the System screen counts it. And which migrations
-- this database has, for a server to see that another version of it has been at work.

create function public.what_waits() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'mail', (
      select jsonb_build_object(
        'waiting', count(*), 'failing', count(*) filter (where m.attempts > 1), 'oldest', min(m.owed_at)
      )
      from (
        select c.created_at as owed_at, c.mail_attempts as attempts from public.contact_submissions c
          where c.mail_status <> 'sent' and c.mail_next_attempt_at is not null and not c.is_spam
        union all
        select n.created_at, n.attempts from private.account_notices n
        union all
        select q.created_at, q.attempts from public.mails q where q.send_after is not null
      ) m
    ),
    'webhooks', (
      select jsonb_build_object(
        'waiting', count(*), 'failing', count(*) filter (where d.tries > 1), 'oldest', min(d.created_at)
      )
      from public.webhook_deliveries d
      where d.outcome = 'waiting'
    ),
    'migrations', (
      select coalesce(jsonb_agg(s.version), '[]') from supabase_migrations.schema_migrations s
    )
  )
$$;

revoke all on function public.what_waits() from public, anon, authenticated;
grant execute on function public.what_waits() to service_role;
