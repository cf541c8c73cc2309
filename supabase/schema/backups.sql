-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table public.backup_downloads (
  id uuid not null default gen_random_uuid(),
  asked_at timestamp with time zone not null default now(),
  person_id uuid,
  email text not null,
  backup text not null,
  fetched_at timestamp with time zone,
  constraint backup_downloads_pkey PRIMARY KEY (id),
  constraint backup_downloads_backup_is_a_name CHECK ((backup ~ '^\d{8}T\d{6}Z$'::text)),
  constraint backup_downloads_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
comment on table public.backup_downloads is 'Who was given a backup, which holds everything there is.';
comment on column public.backup_downloads.fetched_at is 'When its link was used: each works once.';
CREATE INDEX backup_downloads_newest ON public.backup_downloads USING btree (asked_at DESC);
alter table public.backup_downloads enable row level security;
grant select on table public.backup_downloads to authenticated;
create policy "Admins read who was given a backup" on public.backup_downloads
  as permissive for select to authenticated
  using (( SELECT private.may_administer() AS may_administer));

create table public.backup_runs (
  id uuid not null default gen_random_uuid(),
  began_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  outcome text not null default 'running'::text,
  asked_by text,
  step text,
  name text,
  rows bigint,
  files integer,
  missing integer,
  bytes bigint,
  cause text,
  constraint backup_runs_pkey PRIMARY KEY (id),
  constraint backup_runs_end_is_known CHECK (((outcome = 'running'::text) = (ended_at IS NULL))),
  constraint backup_runs_failure_has_cause CHECK (((outcome <> 'failed'::text) OR (cause ~ '\S'::text))),
  constraint backup_runs_outcome_is_known CHECK ((outcome = ANY (ARRAY['running'::text, 'proved'::text, 'failed'::text, 'interrupted'::text])))
);
comment on table public.backup_runs is 'What became of each backup. Only a verified one counts.';
CREATE INDEX backup_runs_newest ON public.backup_runs USING btree (began_at DESC);
alter table public.backup_runs enable row level security;
grant select on table public.backup_runs to authenticated;
create policy "Admins read what became of backups" on public.backup_runs
  as permissive for select to authenticated
  using (( SELECT private.may_administer() AS may_administer));

create table private.backup_state (
  one boolean not null default true,
  site uuid not null default gen_random_uuid(),
  since timestamp with time zone not null default now(),
  at text,
  warned_at timestamp with time zone,
  keys_made_at timestamp with time zone not null default now(),
  keys_made_by text,
  constraint backup_state_pkey PRIMARY KEY (one),
  constraint backup_state_is_one CHECK (one)
);
alter table private.backup_state enable row level security;

CREATE OR REPLACE FUNCTION public.admin_backup_download(backup text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  noted uuid;
begin
  perform private.require_admin();
  perform private.require_recent_proof();
  insert into public.backup_downloads (person_id, email, backup)
    select u.id, coalesce(u.email, ''), admin_backup_download.backup
    from auth.users u where u.id = auth.uid()
    returning id into noted;
  return noted;
end
$function$;
grant execute on function public.admin_backup_download(text) to authenticated;

CREATE OR REPLACE FUNCTION public.admin_backups()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.admin_backups() to authenticated;

CREATE OR REPLACE FUNCTION public.backup_known()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.backup_known() to service_role;

CREATE OR REPLACE FUNCTION public.backup_link_use(download uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.backup_link_use(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.backup_schedule(at text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.backup_state s set at = backup_schedule.at
    where s.at is distinct from backup_schedule.at
$function$;
grant execute on function public.backup_schedule(text) to service_role;

CREATE OR REPLACE FUNCTION public.backup_warn(detail text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.backup_warn(text) to service_role;

CREATE OR REPLACE FUNCTION private.fetched_backup_since_rotation(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.backup_downloads d, private.backup_state s
    where d.person_id = fetched_backup_since_rotation.user_id and d.fetched_at >= s.keys_made_at
  )
$function$;
