-- What people want to know of backups.


-- Backups that the server makes automatically, as far as people want to know of them: what was begun, how far it
-- is, whether it was verified, and who downloaded one. Where the backups are stored, a proof is next to
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
  -- what is being done, for anyone who waits
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

comment on table public.backup_runs is 'What became of each backup. Only a verified one counts.';

create index backup_runs_newest on public.backup_runs (began_at desc);

alter table public.backup_runs enable row level security;
revoke all on table public.backup_runs from public, anon, authenticated, service_role;
grant select on table public.backup_runs to authenticated;

create policy "Admins read what became of backups" on public.backup_runs
  for select to authenticated using ((select private.may_administer()));

create table public.backup_downloads (
  id uuid primary key default gen_random_uuid(),
  asked_at timestamptz not null default now(),
  person_id uuid references auth.users (id) on delete set null,
  email text not null,
  backup text not null,
  fetched_at timestamptz,

  constraint backup_downloads_backup_is_a_name check (backup ~ '^\d{8}T\d{6}Z$')
);

comment on table public.backup_downloads is 'Who was given a backup, which holds everything there is.';
comment on column public.backup_downloads.fetched_at is 'When its link was used: each works once.';

create index backup_downloads_newest on public.backup_downloads (asked_at desc);

alter table public.backup_downloads enable row level security;
revoke all on table public.backup_downloads from public, anon, authenticated, service_role;
grant select on table public.backup_downloads to authenticated;

create policy "Admins read who was given a backup" on public.backup_downloads
  for select to authenticated using ((select private.may_administer()));

-- One row: what tells this site's backups from another's, since when there is something to back up, the time
-- of day that is set (null: none is made automatically), and when admins were last emailed that something is wrong.
create table private.backup_state (
  one boolean primary key default true,
  site uuid not null default gen_random_uuid(),
  since timestamptz not null default now(),
  at text,
  warned_at timestamptz,
  keys_made_at timestamptz not null default now(),
  keys_made_by text,

  constraint backup_state_is_one check (one)
);

insert into private.backup_state default values;

alter table private.backup_state enable row level security;
revoke all on table private.backup_state from public, anon, authenticated, service_role;

-- Says when backups are made, for the screens. Null: never automatically.
create function public.backup_schedule(at text) returns void
language sql security definer set search_path = ''
as $$
  update private.backup_state s set at = backup_schedule.at
    where s.at is distinct from backup_schedule.at
$$;

-- Emails all admins what is wrong, once a day at most. Returns whether it did.
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

-- Whether someone has downloaded a backup since the keys were made.
create function private.fetched_backup_since_rotation(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.backup_downloads d, private.backup_state s
    where d.person_id = fetched_backup_since_rotation.user_id and d.fetched_at >= s.keys_made_at
  )
$$;

-- Notes that the caller is given a link to a backup; without the note there is none. Returns its id, which the
-- link carries.
create function public.admin_backup_download(backup text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  noted uuid;
begin
  perform private.require_admin();
  insert into public.backup_downloads (person_id, email, backup)
    select u.id, coalesce(u.email, ''), admin_backup_download.backup
    from auth.users u where u.id = auth.uid()
    returning id into noted;
  return noted;
end
$$;

-- Uses a link up, if the person who asked for it is still an admin, and emails every admin about it: the one who did
-- it too, as it may have been someone else with their session. Returns the backup's name; null: it opens nothing.
create function public.backup_link_use(download uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  used public.backup_downloads;
begin
  update public.backup_downloads d set fetched_at = now()
    where d.id = backup_link_use.download and d.fetched_at is null
      and exists (select from public.admins a where a.user_id = d.person_id)
    returning d.* into used;
  if used.id is null then
    return null;
  end if;
  insert into private.account_notices (email, kind, detail)
    select u.email, 'backup_downloaded', format(
      '%s downloaded the backup %s at %s UTC.',
      used.email, used.backup, to_char(used.fetched_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
    )
    from public.admins a join auth.users u on u.id = a.user_id
    where u.email is not null;
  return used.backup;
end
$$;

-- The backups for the screens of admins: {"at", "since", "last_proved", "runs", "keys"}, the newest runs first.
-- "keys": {"made_at", "made_by", "former_admins": names of those who downloaded a backup since the keys were made
-- and are no longer admins}.
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
      ),
      'keys', jsonb_build_object(
        'made_at', s.keys_made_at,
        'made_by', s.keys_made_by,
        'former_admins', (
          select coalesce(jsonb_agg(f.name order by f.name), '[]') from (
            select distinct coalesce(private.name_of(d.person_id), d.email) as name
            from public.backup_downloads d
            where d.fetched_at >= s.keys_made_at
              and not exists (select from public.admins a where a.user_id = d.person_id)
          ) f
        )
      )
    )
    from private.backup_state s
  );
end
$$;

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
    'running', exists (select from public.backup_runs r where r.outcome = 'running'),
    'zone', private.company_zone()
  )
  from private.backup_state s
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  public.backup_known(),
  public.backup_schedule(text),
  public.backup_warn(text),
  public.admin_backups(),
  private.fetched_backup_since_rotation(uuid),
  public.admin_backup_download(text),
  public.backup_link_use(uuid)
from public, anon, authenticated, service_role;

grant execute on function
  public.backup_known(),
  public.backup_schedule(text),
  public.backup_warn(text),
  public.backup_link_use(uuid)
to service_role;

grant execute on function public.admin_backups(), public.admin_backup_download(text) to authenticated;
