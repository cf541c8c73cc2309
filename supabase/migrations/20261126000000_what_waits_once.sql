-- what_waits: told in one place for the System screen and for those who watch from outside. Of webhooks, what
-- could leave now or after another try: not what waits for its lead to come back from the trash or from spam, nor
-- for a webhook to be switched on again. Somebody decided that, and an alert about it would tell them nothing.

-- {"mail": {"waiting", "failing", "oldest"}, "webhooks": the same}
create function private.what_waits() returns jsonb
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
      from public.webhook_deliveries d join public.webhooks w on w.id = d.webhook_id
      where d.outcome = 'waiting' and w.active and private.lead_may_be_told(d.submission_id)
    )
  )
$$;

create or replace function public.what_waits() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.what_waits() || jsonb_build_object(
    'migrations', (
      select coalesce(jsonb_agg(s.version), '[]') from supabase_migrations.schema_migrations s
    )
  )
$$;

create or replace function public.admin_system() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  waits jsonb;
begin
  perform private.require_admin();
  waits := private.what_waits();
  return jsonb_build_object(
    'postgres', current_setting('server_version'),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
    'media_files', (select count(*) from storage.objects o where o.bucket_id = 'media'),
    'media_bytes', (
      select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
      where o.bucket_id = 'media'
    ),
    'mail', waits -> 'mail' || jsonb_build_object('last_error', (
      select f.error from (
        select c.mail_last_error as error, c.mail_next_attempt_at as due
        from public.contact_submissions c
        where c.mail_last_error is not null and c.mail_status <> 'sent'
        union all
        select q.last_error, q.send_after from public.mails q where q.state = 'failed'
      ) f
      order by f.due desc nulls last limit 1
    )),
    'webhooks', waits -> 'webhooks',
    'scheduled', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', s.name, 'at', s.publish_at) order by s.publish_at
      ), '[]')
      from public.change_sets s where s.status = 'open' and s.publish_at is not null
    ),
    'downloads', (
      select coalesce(jsonb_agg(
        jsonb_build_object('email', d.email, 'asked_at', d.asked_at, 'backup', d.backup)
        order by d.asked_at desc
      ), '[]')
      from (select * from public.backup_downloads order by asked_at desc limit 5) d
    ),
    'backups', public.admin_backups()
  );
end
$$;

revoke all on function private.what_waits() from public, anon, authenticated, service_role;
