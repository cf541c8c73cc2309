-- What signs sessions is no longer where backups are made from: it lies in the data folder, or in a table that no
-- backup reads. What lay here is in backups already, so it goes: the next start makes new keys, and everybody signs
-- in once more. On hosted Supabase there is none of it.
do $$
begin
  if to_regclass('loading_dock.state') is not null then
    delete from loading_dock.state where key in ('jwt_secret', 'secret_key', 'login_password');
  end if;
end
$$;

-- When the keys were made that sign sessions now, and who asked for it (null: a start that found none).
alter table private.backup_state
  add column keys_made_at timestamptz not null default now(),
  add column keys_made_by text;

alter table public.backup_downloads add column fetched_at timestamptz;
comment on column public.backup_downloads.fetched_at is 'When its link was used: each works once.';

-- Whether somebody has downloaded a backup since the keys were made.
create function private.fetched_backup_since_rotation(user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.backup_downloads d, private.backup_state s
    where d.person_id = fetched_backup_since_rotation.user_id and d.fetched_at >= s.keys_made_at
  )
$$;
revoke all on function private.fetched_backup_since_rotation(uuid)
  from public, anon, authenticated, service_role;

-- Notes that the caller is given a link to a backup. Returns its id, which the link carries.
drop function public.admin_backup_download(text);
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

alter table private.account_notices drop constraint account_notices_kind_check;
alter table private.account_notices
  add constraint account_notices_kind_check check (
    kind in (
      'password_changed', 'admin_granted', 'admin_removed', 'backup_trouble', 'webhook_changed',
      'backup_downloaded'
    )
  );

-- Uses a link up, if the person who asked for it is still an admin, and emails every admin about it: the one who did
-- it too, as it may have been somebody else with their session. Returns the backup's name; null: it opens nothing.
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

-- As before, with the keys, and with those who downloaded a backup since they were made and are no longer admins:
-- "keys": {"made_at", "made_by", "former_admins": [names]}.
create or replace function public.admin_backups() returns jsonb
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

revoke all on function public.admin_backup_download(text) from public, anon, authenticated, service_role;
revoke all on function public.backup_link_use(uuid) from public, anon, authenticated, service_role;
grant execute on function public.admin_backup_download(text) to authenticated;
grant execute on function public.backup_link_use(uuid) to service_role;
