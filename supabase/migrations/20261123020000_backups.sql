-- Backups that the server makes by itself, as far as people want to know of them: what was begun, how far it
-- is, whether it was proved, and who took one away. Where the backups themselves lie, a proof stands beside
-- each: that is what counts for a restore, and outlives this database. On hosted Supabase nothing is written
-- here: the project's own backups are the ones to use.
--
-- Admins read; only the server writes, as the owner of the tables, and asks what it must know by the
-- functions below.

create table public.backup_runs (
  id uuid primary key default gen_random_uuid(),
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text not null default 'running',
  -- the admin who pressed the button; null: the schedule or the command line
  asked_by text,
  -- what is being done, for whoever waits
  step text,
  -- the backup's own name, once it is written
  name text,
  rows bigint,
  files integer,
  -- of the files, those that were lost before the backup came
  missing integer,
  bytes bigint,
  -- why it failed, for people
  cause text,

  constraint backup_runs_outcome_is_known check (outcome in ('running', 'proved', 'failed', 'interrupted')),
  constraint backup_runs_end_is_known check ((outcome = 'running') = (ended_at is null)),
  constraint backup_runs_failure_has_cause check (outcome <> 'failed' or cause ~ '\S')
);
comment on table public.backup_runs is 'What became of each backup. Only a proved one counts.';
create index backup_runs_newest on public.backup_runs (began_at desc);

create table public.backup_downloads (
  id uuid primary key default gen_random_uuid(),
  asked_at timestamptz not null default now(),
  person_id uuid references auth.users (id) on delete set null,
  email text not null,
  backup text not null,

  constraint backup_downloads_backup_is_a_name check (backup ~ '^\d{8}T\d{6}Z$')
);
comment on table public.backup_downloads is 'Who was given a backup, which holds everything there is.';
create index backup_downloads_newest on public.backup_downloads (asked_at desc);

alter table public.backup_runs enable row level security;
alter table public.backup_downloads enable row level security;
revoke all on table public.backup_runs from public, anon, authenticated, service_role;
revoke all on table public.backup_downloads from public, anon, authenticated, service_role;
grant select on table public.backup_runs to authenticated;
grant select on table public.backup_downloads to authenticated;

create policy "Admins read what became of backups" on public.backup_runs
  for select to authenticated using ((select private.may_administer()));
create policy "Admins read who was given a backup" on public.backup_downloads
  for select to authenticated using ((select private.may_administer()));


-- One row: what tells this site's backups from another's, since when there is something to back up, the time
-- of day that is set (null: none is made by itself), and when admins were last told that something is wrong.
create table private.backup_state (
  one boolean primary key default true,
  site uuid not null default gen_random_uuid(),
  since timestamptz not null default now(),
  at text,
  warned_at timestamptz,

  constraint backup_state_is_one check (one)
);
insert into private.backup_state default values;
alter table private.backup_state enable row level security;
revoke all on table private.backup_state from public, anon, authenticated, service_role;


-- What decides whether a backup is due: {"site", "since", "proved", "proved_end", "failed", "running"}.
create function public.backup_known() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'site', s.site,
    'since', s.since,
    'proved', (select max(r.began_at) from public.backup_runs r where r.outcome = 'proved'),
    'proved_end', (select max(r.ended_at) from public.backup_runs r where r.outcome = 'proved'),
    'failed', (select max(r.ended_at) from public.backup_runs r where r.outcome = 'failed'),
    'running', exists (select from public.backup_runs r where r.outcome = 'running')
  )
  from private.backup_state s
$$;

-- Says when backups are made, for the screens. Null: never by itself.
create function public.backup_schedule(at text) returns void
language sql security definer set search_path = ''
as $$
  update private.backup_state s set at = backup_schedule.at
    where s.at is distinct from backup_schedule.at
$$;


alter table private.account_notices drop constraint account_notices_kind_check;
alter table private.account_notices
  add constraint account_notices_kind_check check (
    kind in ('password_changed', 'admin_granted', 'admin_removed', 'backup_trouble')
  ),
  add column detail text;

-- Mails all admins what is wrong, once a day at most. Returns whether it did.
create function public.backup_warn(detail text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.backup_state s set warned_at = now()
    where s.warned_at is null or s.warned_at <= now() - interval '24 hours';
  if not found then
    return false;
  end if;
  insert into private.account_notices (email, kind, detail)
    select u.email, 'backup_trouble', left(backup_warn.detail, 500)
    from public.admins a join auth.users u on u.id = a.user_id
    where u.email is not null;
  return true;
end
$$;

-- As before, with what a notice has to say besides.
create or replace function public.account_notice_claim() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  notice private.account_notices;
begin
  delete from private.account_notices n where n.created_at < now() - interval '2 days';
  update private.account_notices n
    set attempts = n.attempts + 1, due_at = now() + interval '5 minutes'
    where n.id = (
      select d.id from private.account_notices d where d.due_at <= now()
      order by d.due_at limit 1 for update skip locked
    )
    returning n.* into notice;
  if notice.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'id', notice.id, 'email', notice.email, 'kind', notice.kind, 'detail', notice.detail,
    'company', (
      select s.setting_value from public.site_settings s where s.setting_key = 'company_name'
    ),
    'colour', (
      select s.setting_value from public.site_settings s
      where s.setting_key = 'brand_color_primary'
    )
  );
end
$$;


-- The backups for the screens of admins: {"at", "since", "last_proved", "runs"}, the newest runs first.
create function public.admin_backups() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'at', s.at,
      'since', s.since,
      'last_proved', (
        select to_jsonb(r) from public.backup_runs r where r.outcome = 'proved'
        order by r.began_at desc limit 1
      ),
      'runs', (
        select coalesce(jsonb_agg(to_jsonb(r) order by r.began_at desc), '[]')
        from (select * from public.backup_runs order by began_at desc limit 10) r
      )
    )
    from private.backup_state s
  );
end
$$;

-- Where a mail for the calling admin goes, and how it looks: {"email", "company", "colour"}.
create function public.admin_own_address() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'email', (select u.email from auth.users u where u.id = auth.uid()),
    'company', private.company() ->> 'company_name',
    'colour', private.company() ->> 'colour'
  );
end
$$;

-- Notes that the caller is given a backup; whoever is not noted gets none.
create function public.admin_backup_download(backup text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.backup_downloads (person_id, email, backup)
    select u.id, coalesce(u.email, ''), admin_backup_download.backup
    from auth.users u where u.id = auth.uid();
end
$$;

-- How the site is, as far as its database knows, for the System screen.
create function public.admin_system() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'postgres', current_setting('server_version'),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
    'media_files', (select count(*) from storage.objects o where o.bucket_id = 'media'),
    'media_bytes', (
      select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
      where o.bucket_id = 'media'
    ),
    'mail', (
      select jsonb_build_object(
        'waiting', count(*), 'oldest', min(m.owed_at), 'failing', count(*) filter (where m.attempts > 1),
        'last_error', (
          select c.mail_last_error from public.contact_submissions c
          where c.mail_last_error is not null and c.mail_status <> 'sent'
          order by c.mail_next_attempt_at desc nulls last limit 1
        )
      )
      from (
        select c.created_at as owed_at, c.mail_attempts as attempts from public.contact_submissions c
          where c.mail_status <> 'sent' and c.mail_next_attempt_at is not null and not c.is_spam
        union all
        select n.created_at, n.attempts from private.account_notices n
      ) m
    ),
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

revoke all on function public.backup_known() from public, anon, authenticated;
revoke all on function public.backup_schedule(text) from public, anon, authenticated;
revoke all on function public.backup_warn(text) from public, anon, authenticated;
revoke all on function public.admin_backups() from public, anon;
revoke all on function public.admin_own_address() from public, anon;
revoke all on function public.admin_backup_download(text) from public, anon;
revoke all on function public.admin_system() from public, anon;
grant execute on function public.backup_known() to service_role;
grant execute on function public.backup_schedule(text) to service_role;
grant execute on function public.backup_warn(text) to service_role;
grant execute on function public.admin_backups() to authenticated;
grant execute on function public.admin_own_address() to authenticated;
grant execute on function public.admin_backup_download(text) to authenticated;
grant execute on function public.admin_system() to authenticated;
