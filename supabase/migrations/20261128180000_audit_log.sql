-- The audit log: who signed in, changed access, or took data out, from where. Entries are only added, and deleted
-- when they are older than the setting audit_log_months.

create table private.audit_log (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- No foreign key: an entry outlives the account.
  actor_id uuid,
  actor text not null,
  about text,
  detail text,
  address inet,
  browser text,
  constraint audit_log_kind_is_known check (kind in ('sign_in', 'sign_in_failed',
    'password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed', 'second_factor_reset',
    'second_factor_rules_changed', 'recovery_codes_made', 'recovery_code_used',
    'role_given', 'role_changed', 'role_removed', 'invitation_sent', 'invitation_revoked',
    'leads_exported', 'person_exported', 'person_erased', 'audit_log_exported', 'backup_downloaded', 'backup_restored',
    'keys_made', 'security_setting_changed', 'webhook_saved', 'webhook_deleted')),
  constraint audit_log_actor_is_short check (length(actor) <= 254),
  constraint audit_log_about_is_short check (length(about) <= 254),
  constraint audit_log_detail_is_short check (length(detail) <= 300),
  constraint audit_log_browser_is_short check (length(browser) <= 60)
);
comment on table private.audit_log is
  'What matters for security: who did it, when, from where. Nothing of a lead''s person is in it.';
comment on column private.audit_log.actor is
  'An email address as it was then, or server, command line, database, visitor.';
comment on column private.audit_log.about is 'An account''s email address, or the name of a setting, webhook or backup.';
create index audit_log_newest_first on private.audit_log (at desc, id desc);
create index audit_log_of_actor on private.audit_log (actor, at desc, id desc);
create index audit_log_about on private.audit_log (about, at desc, id desc);
alter table private.audit_log enable row level security;

-- How often something happened in an hour. It decides which times are logged.
create table private.audit_counts (
  kind text not null,
  account uuid not null,
  hour timestamptz not null,
  n integer not null,
  primary key (kind, account, hour)
);
alter table private.audit_counts enable row level security;

-- Retention ------------------------------------------------------------------------------------------------------------

alter table public.site_settings add constraint site_settings_audit_log_months_is_a_number
  check (setting_key <> 'audit_log_months' or setting_value ~ '^([3-9]|[1-5][0-9]|60)$');

create or replace function private.is_setting_of_admins(key text) returns boolean
language sql immutable set search_path = ''
as $$
  select key in ('contact_email', 'delete_spam', 'delete_closed_months', 'audit_log_months', 'ga_enabled',
    'ga_measurement_id', 'gtm_enabled', 'gtm_container_id', 'confirmation_enabled', 'confirmation_subject',
    'confirmation_text')
$$;

-- Older entries are deleted.
create function private.audit_ends() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select now() - make_interval(months => coalesce(
    (select s.setting_value::integer from public.site_settings s where s.setting_key = 'audit_log_months'), 12
  ))
$$;

-- For every caller, the table's owner too.
create function private.guard_audit_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.at < private.audit_ends() then
      return old;
    end if;
  end if;
  raise exception 'Audit log entries can''t be changed.' using errcode = '42501';
end
$$;
create trigger guard_deleting before delete on private.audit_log
  for each row execute function private.guard_audit_log();
create trigger guard_writing before update or truncate on private.audit_log
  for each statement execute function private.guard_audit_log();

create function public.audit_clean(batch integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  gone integer;
begin
  -- Others have no role of the API: the job of the database itself.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_admin();
  end if;
  delete from private.audit_counts c where c.hour < now() - interval '1 day';
  -- Materialized: the limit is for all, however the rows are joined.
  with over as materialized (
    select o.id from private.audit_log o where o.at < private.audit_ends()
    order by o.at limit greatest(least(batch, 10000), 0)
    for update skip locked
  )
  delete from private.audit_log l using over where l.id = over.id;
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke execute on function public.audit_clean(integer) from public, anon;
grant execute on function public.audit_clean(integer) to authenticated, service_role;

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$
      select cron.schedule('loading-dock-audit-log', '37 * * * *', 'select public.audit_clean(10000)')
    $cron$;
  end if;
end
$$;

-- Writing --------------------------------------------------------------------------------------------------------------

-- Null for what is no address. An IPv4 address within IPv6 is the IPv4 address.
create function private.address_of(words text) returns inet
language plpgsql immutable set search_path = ''
as $$
declare
  address inet;
begin
  -- Here, as a declaration's error would not be caught below.
  address := btrim(words)::inet;
  if address <<= '::ffff:0:0/96'::inet then
    return '0.0.0.0'::inet + (address - '::ffff:0:0'::inet);
  end if;
  return address;
exception
  when invalid_text_representation then
    return null;
end
$$;

-- The address that made this request, also within the company's network. An edge function's own address says nothing.
create function private.caller_address() returns inet
language sql stable set search_path = ''
as $$
  select private.address_of(coalesce(
    h.headers ->> 'cf-connecting-ip', substring(h.headers ->> 'x-forwarded-for' from '[^,]*$')
  ))
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) h
  where coalesce(h.headers ->> 'user-agent', '') !~* '^(deno|supabase)'
$$;

-- The only function that adds an entry. Long texts are cut: an entry never makes what it records fail.
create function private.add_audit_entry(
  kind text, about text, detail text, actor_id uuid, actor text, address inet, browser text
) returns void
language sql security definer set search_path = ''
as $$
  insert into private.audit_log (kind, about, detail, actor_id, actor, address, browser)
    values (
      add_audit_entry.kind, left(add_audit_entry.about, 254), left(add_audit_entry.detail, 300),
      add_audit_entry.actor_id, left(coalesce(add_audit_entry.actor, 'a deleted account'), 254),
      add_audit_entry.address, left(add_audit_entry.browser, 60)
    )
$$;

-- Logs what the caller does. Where the request says no address, it is the one they signed in from.
create function private.audit(kind text, about text default null, detail text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  who constant jsonb := private.history_actor();
  device record;
begin
  select s.ip, s.user_agent into device from auth.sessions s
    where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id';
  perform private.add_audit_entry(
    audit.kind, audit.about, audit.detail, (who ->> 'id')::uuid, coalesce(who ->> 'email', who ->> 'actor'),
    coalesce(private.caller_address(), device.ip), private.browser_in_words(device.user_agent)
  );
end
$$;

-- Counts one more in this hour. @returns how many that makes
create function private.count_for_audit(kind text, account uuid) returns integer
language sql security definer set search_path = ''
as $$
  insert into private.audit_counts as c (kind, account, hour, n)
    values (count_for_audit.kind, count_for_audit.account, date_trunc('hour', now()), 1)
    on conflict on constraint audit_counts_pkey do update set n = c.n + 1
    returning c.n
$$;

-- 1, 10, 100 and so on: nobody fills the disk by repeating something.
create function private.is_power_of_ten(n integer) returns boolean
language sql immutable set search_path = ''
as $$
  select n::text ~ '^10*$'
$$;

-- Whether an account has or had a role, or is invited. Strangers' accounts are not logged.
create function private.is_audited(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.roles_of(person) <> '{}'
    or exists (
      select from public.history h where h.table_name in ('admins', 'staff') and h.row_id = person
    )
    or exists (
      select from public.admin_invitations i join auth.users u on lower(u.email) = i.email
      where u.id = person and i.expires_at > now()
    )
$$;

-- Sign-ins and passwords -----------------------------------------------------------------------------------------------

create function private.audit_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  n integer;
begin
  if not private.is_audited(new.user_id) then
    return null;
  end if;
  n := private.count_for_audit('sign_in', new.user_id);
  if n <= 20 or private.is_power_of_ten(n) then
    perform private.add_audit_entry(
      'sign_in', null, case when n > 20 then n || ' sign-ins this hour' end, new.user_id,
      (select u.email from auth.users u where u.id = new.user_id),
      coalesce(new.ip, private.caller_address()), private.browser_in_words(new.user_agent)
    );
  end if;
  return null;
end
$$;
create trigger audit_sign_in after insert on auth.sessions
  for each row execute function private.audit_sign_in();

-- For the server's own accounts; hosted Supabase keeps failed sign-ins in its own log. An address without an audited
-- account leaves no entry: anybody may type anything.
create function private.audit_failed_sign_in(email text, address text, user_agent text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person record;
  n integer;
begin
  select u.id, u.email into person from auth.users u
    where u.email = lower(audit_failed_sign_in.email) and not u.is_sso_user;
  if person.id is null or not private.is_audited(person.id) then
    return;
  end if;
  n := private.count_for_audit('sign_in_failed', person.id);
  if private.is_power_of_ten(n) then
    perform private.add_audit_entry(
      'sign_in_failed', person.email, case when n > 1 then n || ' failed attempts this hour' end, null, 'visitor',
      private.address_of(audit_failed_sign_in.address),
      private.browser_in_words(audit_failed_sign_in.user_agent)
    );
  end if;
end
$$;

create function private.audit_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(new.encrypted_password, '') = ''
    or new.encrypted_password is not distinct from old.encrypted_password
  then
    return null;
  end if;
  -- Hosted Supabase's account service sets people's own passwords, and says not whose request it is.
  if auth.uid() = new.id or session_user = 'supabase_auth_admin' then
    -- The first one is part of joining.
    if coalesce(old.encrypted_password, '') <> '' and private.is_audited(new.id) then
      perform private.add_audit_entry(
        'password_changed', null, null, new.id, new.email,
        coalesce(private.caller_address(), device.ip), private.browser_in_words(device.user_agent)
      )
      from (select) as one
      left join auth.sessions device on device.user_id = new.id and device.id::text = auth.jwt() ->> 'session_id';
    end if;
  elsif auth.uid() is not null or private.is_audited(new.id) then
    perform private.audit('password_reset', new.email);
  end if;
  return null;
end
$$;
create trigger audit_password after update of encrypted_password on auth.users
  for each row execute function private.audit_password();

-- Roles and invitations ------------------------------------------------------------------------------------------------

-- Someone who moves between the tables is in both for a moment: that is one change.
create function private.audit_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  email constant text := (select u.email from auth.users u where u.id = person);
  roles constant text[] := private.roles_of(person);
  earlier constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  was text[];
begin
  if tg_op = 'INSERT' then
    if not (exists (select from public.admins a where a.user_id = person)
      and exists (select from public.staff s where s.user_id = person))
    then
      perform private.audit('role_given', email, private.roles_in_words(roles));
    end if;
    return null;
  end if;
  was := array_remove(case tg_table_name
    when 'admins' then array[case when (earlier ->> 'is_owner')::boolean then 'owner' else 'admin' end]
    else array[
      case when (earlier ->> 'is_editor')::boolean then 'editor' end,
      case when (earlier ->> 'is_sales')::boolean then 'sales' end
    ] end, null);
  if roles = '{}' then
    perform private.audit('role_removed', email, private.roles_in_words(was));
  elsif roles <> was then
    perform private.audit('role_changed', email,
      'from ' || private.roles_in_words(was) || ' to ' || private.roles_in_words(roles));
  end if;
  return null;
end
$$;
create trigger audit_role after insert or update of is_owner or delete on public.admins
  for each row execute function private.audit_role();
create trigger audit_role after insert or update of is_editor, is_sales or delete on public.staff
  for each row execute function private.audit_role();

-- One that is accepted becomes a role, and one that expired ends without anyone's doing.
create function private.audit_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.expires_at > now()
      and not exists (select from auth.users u where u.id = auth.uid() and lower(u.email) = old.email)
    then
      perform private.audit('invitation_revoked', old.email, private.roles_in_words(old.roles));
    end if;
  else
    perform private.audit('invitation_sent', new.email, private.roles_in_words(new.roles));
  end if;
  return null;
end
$$;
create trigger audit_invitation after insert or delete on public.admin_invitations
  for each row execute function private.audit_invitation();
create trigger audit_invitation_again after update on public.admin_invitations
  for each row when (new.expires_at <> old.expires_at or new.roles <> old.roles)
  execute function private.audit_invitation();

-- Data that leaves or ends ---------------------------------------------------------------------------------------------

-- An export reads its leads in parts. The first part says how many there will be, and is logged with that number.
-- Parts beyond it are logged too, so the log never says fewer than were read.
create function private.audit_lead_export(rows integer, begins_of integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  logged constant integer := greatest(rows, begins_of);
  unused integer := 0;
begin
  if rows = 0 then
    return;
  end if;
  if begins_of is null then
    update private.audit_counts c set n = c.n - rows
      where c.kind = 'leads_exported' and c.account = auth.uid() and c.n >= rows
        and c.hour = 'epoch' returning c.n into unused;
    if found then
      return;
    end if;
  end if;
  insert into private.audit_counts as c (kind, account, hour, n)
    values ('leads_exported', auth.uid(), 'epoch', logged - rows)
    on conflict on constraint audit_counts_pkey do update set n = excluded.n;
  perform private.audit('leads_exported', null, private.counted(logged, 'lead'));
end
$$;

do $do$
declare
  body text := pg_get_functiondef('public.lead_export'::regproc);
begin
  drop function public.lead_export(uuid[]);
  body := replace(body, 'lead_export(ids uuid[])', 'lead_export(ids uuid[], begins_of integer default null)');
  body := replace(body, E'\n STABLE', '');
  body := replace(body, $t$  perform private.require_lead_handler();
$t$, $t$  perform private.require_lead_handler();
  perform private.audit_lead_export(
    (
      select count(*)::integer from public.contact_submissions c
      where c.id = any (lead_export.ids[1:1000])
    ),
    lead_export.begins_of
  );
$t$);
  execute body;
end
$do$;
revoke execute on function public.lead_export(uuid[], integer) from public, anon;
grant execute on function public.lead_export(uuid[], integer) to authenticated;

create function private.audit_erasure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.audit('person_erased', null, private.counted((new.rows ->> 'contact_submissions')::integer, 'lead'));
  return null;
end
$$;
create trigger audit_erasure after insert on public.lead_erasures
  for each row when (new.reason = 'person') execute function private.audit_erasure();

create function private.audit_backup_download() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The server opens the link, for the admin who asked for it.
  perform private.add_audit_entry('backup_downloaded', new.backup, null, new.person_id, new.email, null, null);
  return null;
end
$$;
create trigger audit_backup_download after update of fetched_at on public.backup_downloads
  for each row when (old.fetched_at is null and new.fetched_at is not null)
  execute function private.audit_backup_download();

create function private.audit_new_keys() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry(
    'keys_made', null, null, (select u.id from auth.users u where u.email = new.keys_made_by),
    coalesce(new.keys_made_by, private.history_actor() ->> 'actor'), null, null
  );
  return null;
end
$$;
create trigger audit_new_keys after update of keys_made_at on private.backup_state
  for each row when (new.keys_made_at <> old.keys_made_at) execute function private.audit_new_keys();

-- Settings and webhooks ------------------------------------------------------------------------------------------------

-- Values only of settings that are short and say nothing of a person.
create function private.setting_for_audit(key text, value text) returns text
language sql immutable set search_path = ''
as $$
  select case when key in ('delete_spam', 'delete_closed_months', 'audit_log_months', 'ga_enabled', 'ga_measurement_id',
      'gtm_enabled', 'gtm_container_id', 'confirmation_enabled')
    then case value when 'true' then 'on' when 'false' then 'off' when '' then 'empty' else left(value, 40) end
  end
$$;

create function private.audit_setting() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was public.site_settings;
  is_now public.site_settings;
  key text;
begin
  if tg_op <> 'INSERT' then
    was := old;
  end if;
  if tg_op <> 'DELETE' then
    is_now := new;
  end if;
  if (was.setting_key, was.setting_value) is not distinct from (is_now.setting_key, is_now.setting_value)
    -- A new site begins with all of them.
    or tg_op = 'INSERT' and auth.uid() is null
  then
    return null;
  end if;
  foreach key in array array_remove(array[was.setting_key, nullif(is_now.setting_key, was.setting_key)], null) loop
    if private.is_setting_of_admins(key) then
      perform private.audit('security_setting_changed', key, nullif(concat_ws(' ',
        'from ' || case when was.setting_key = key then private.setting_for_audit(key, was.setting_value) end,
        'to ' || case when is_now.setting_key = key then private.setting_for_audit(key, is_now.setting_value) end
      ), ''));
    end if;
  end loop;
  return null;
end
$$;
create trigger audit_setting after insert or update or delete on public.site_settings
  for each row execute function private.audit_setting();

create function private.audit_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.audit('webhook_deleted', old.name);
  elsif tg_op = 'INSERT' then
    perform private.audit('webhook_saved', new.name, 'new');
  -- A person may have changed its address, which is stored apart.
  elsif auth.uid() is not null
    or (new.name, new.host, new.format, new.events, new.active)
      is distinct from (old.name, old.host, old.format, old.events, old.active)
  then
    perform private.audit('webhook_saved', new.name);
  end if;
  return null;
end
$$;
create trigger audit_webhook after insert or update or delete on public.webhooks
  for each row execute function private.audit_webhook();

-- What no trigger sees -------------------------------------------------------------------------------------------------

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.lead_person_export', E'\n STABLE SECURITY DEFINER', E'\n SECURITY DEFINER'),
      ('public.lead_person_export', $t$  return jsonb_build_object('address'$t$, $t$  perform private.audit(
    'person_exported', null, private.counted(jsonb_array_length(tables -> 'contact_submissions'), 'lead'));
  return jsonb_build_object('address'$t$),
      ('public.webhook_rotate', $t$  return 'whsec_' || made;$t$, $t$  perform private.audit(
    'webhook_saved', (select w.name from public.webhooks w where w.id = webhook), 'new secret');
  return 'whsec_' || made;$t$)
    ) as c (function, was, is_now)
  loop
    body := pg_get_functiondef(change.function::regproc);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;

-- Reading --------------------------------------------------------------------------------------------------------------

-- The kinds of a group, as the filter offers them; null for all.
create function private.audit_kinds(of_group text) returns text[]
language sql immutable set search_path = ''
as $$
  select case of_group
    when 'sign_ins' then array['sign_in', 'sign_in_failed']
    when 'passwords' then array['password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed',
      'second_factor_reset', 'recovery_codes_made', 'recovery_code_used']
    when 'roles' then array['role_given', 'role_changed', 'role_removed', 'invitation_sent', 'invitation_revoked']
    when 'data' then array['leads_exported', 'person_exported', 'person_erased', 'audit_log_exported',
      'backup_downloaded', 'backup_restored']
    when 'settings' then array['security_setting_changed', 'second_factor_rules_changed', 'webhook_saved',
      'webhook_deleted', 'keys_made']
    else case when of_group is not null then '{}'::text[] end
  end
$$;

-- Entries by group, person (who did it, or whom it was about) and days of the company's time zone, newest first.
create function private.audit_find(what jsonb, older_than jsonb, most integer) returns setof private.audit_log
language plpgsql stable security definer set search_path = ''
as $$
declare
  kinds constant text[] := private.audit_kinds(what ->> 'group');
  person constant text := what ->> 'person';
  zone constant text := private.company_zone();
  since constant timestamptz := (what ->> 'since')::date::timestamp at time zone zone;
  until constant timestamptz := ((what ->> 'until')::date + 1)::timestamp at time zone zone;
begin
  return query
    select l.* from private.audit_log l
    where (kinds is null or l.kind = any (kinds))
      and (person is null or l.actor = person or l.about = person)
      and (since is null or l.at >= since)
      and (until is null or l.at < until)
      and (older_than is null
        or (l.at, l.id) < ((older_than ->> 'at')::timestamptz, (older_than ->> 'id')::uuid))
    order by l.at desc, l.id desc limit most;
end
$$;

-- A page of entries; with the first one also whom the filter can offer.
create function public.audit_list(what jsonb default '{}', older_than jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(to_jsonb(f) order by f.at desc, f.id desc), '[]')
      from private.audit_find(what, older_than, 50) f
    ),
    'people', case when older_than is null then (
      -- From one value in the index to the next, instead of through all entries.
      with recursive people as (
        (select l.actor from private.audit_log l order by 1 limit 1)
        union all
        select (select l.actor from private.audit_log l where l.actor > p.actor order by 1 limit 1)
        from people p where p.actor is not null
      )
      select coalesce(jsonb_agg(p.actor order by p.actor), '[]') from people p where p.actor is not null
    ) end
  );
end
$$;

-- The same entries for a file, at most 10,000 and as many as a response holds; `more` when there are older ones.
create function public.audit_export(what jsonb default '{}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  result jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object(
      'entries', coalesce(jsonb_agg(e.entry order by e.place) filter (where e.place <= 10000 and e.size < 5000000), '[]'),
      'more', coalesce(bool_or(e.place > 10000 or e.size >= 5000000), false)
    ) into result
    from (
      select f.entry, f.place, sum(octet_length(f.entry::text)) over (order by f.place) as size
      from (
        select to_jsonb(l) - '{id,actor_id}'::text[] as entry, row_number() over (order by l.at desc, l.id desc) as place
        from private.audit_find(what, null, 10001) l
      ) f
    ) e;
  perform private.audit('audit_log_exported', null,
    coalesce(private.counted(jsonb_array_length(result -> 'entries'), 'row'), 'no rows'));
  return result;
end
$$;

revoke execute on function public.audit_list(jsonb, jsonb), public.audit_export(jsonb) from public, anon;
grant execute on function public.audit_list(jsonb, jsonb), public.audit_export(jsonb) to authenticated;

revoke execute on function private.audit_ends(), private.guard_audit_log(),
  private.address_of(text), private.caller_address(), private.add_audit_entry(text, text, text, uuid, text, inet, text),
  private.audit(text, text, text), private.count_for_audit(text, uuid), private.is_power_of_ten(integer),
  private.is_audited(uuid), private.audit_sign_in(), private.audit_failed_sign_in(text, text, text),
  private.audit_password(), private.audit_role(), private.audit_invitation(),
  private.audit_lead_export(integer, integer), private.audit_erasure(), private.audit_backup_download(),
  private.audit_new_keys(), private.setting_for_audit(text, text), private.audit_setting(), private.audit_webhook(),
  private.audit_kinds(text), private.audit_find(jsonb, jsonb, integer) from public;
-- Exports read as the caller.
grant execute on function private.audit_lead_export(integer, integer) to authenticated;
