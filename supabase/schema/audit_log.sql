-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.audit_counts (
  kind text not null,
  account uuid not null,
  hour timestamp with time zone not null,
  n integer not null,
  constraint audit_counts_pkey PRIMARY KEY (kind, account, hour)
);
alter table private.audit_counts enable row level security;

create table private.audit_log (
  id uuid not null default gen_random_uuid(),
  at timestamp with time zone not null default clock_timestamp(),
  kind text not null,
  actor_id uuid,
  actor text not null,
  about text,
  detail text,
  address inet,
  browser text,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_about_is_short CHECK ((length(about) <= 254)),
  constraint audit_log_actor_is_short CHECK ((length(actor) <= 254)),
  constraint audit_log_browser_is_short CHECK ((length(browser) <= 60)),
  constraint audit_log_detail_is_short CHECK ((length(detail) <= 300)),
  constraint audit_log_kind_is_known CHECK ((kind = ANY (ARRAY['sign_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'password_reset'::text, 'second_factor_added'::text, 'second_factor_removed'::text, 'second_factor_reset'::text, 'second_factor_rules_changed'::text, 'recovery_codes_made'::text, 'recovery_code_used'::text, 'publishing_rules_changed'::text, 'role_given'::text, 'role_changed'::text, 'role_removed'::text, 'invitation_sent'::text, 'invitation_revoked'::text, 'leads_exported'::text, 'person_exported'::text, 'person_erased'::text, 'audit_log_exported'::text, 'backup_downloaded'::text, 'backup_restored'::text, 'keys_made'::text, 'security_setting_changed'::text, 'webhook_saved'::text, 'webhook_deleted'::text])))
);
comment on table private.audit_log is 'What matters for security: who did it, when, from where. Nothing of a lead''s person is in it.';
comment on column private.audit_log.actor is 'An email address as it was then, or server, command line, database, visitor.';
comment on column private.audit_log.about is 'An account''s email address, or the name of a setting, webhook or backup.';
CREATE INDEX audit_log_about ON private.audit_log USING btree (about, at DESC, id DESC);
CREATE INDEX audit_log_newest_first ON private.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_of_actor ON private.audit_log USING btree (actor, at DESC, id DESC);
CREATE TRIGGER guard_deleting BEFORE DELETE ON private.audit_log FOR EACH ROW EXECUTE FUNCTION private.guard_audit_log();
CREATE TRIGGER guard_writing BEFORE UPDATE OR TRUNCATE ON private.audit_log FOR EACH STATEMENT EXECUTE FUNCTION private.guard_audit_log();
alter table private.audit_log enable row level security;

CREATE OR REPLACE FUNCTION private.add_audit_entry(kind text, about text, detail text, actor_id uuid, actor text, address inet, browser text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.audit_log (kind, about, detail, actor_id, actor, address, browser)
    values (
      add_audit_entry.kind, left(add_audit_entry.about, 254), left(add_audit_entry.detail, 300),
      add_audit_entry.actor_id, left(coalesce(add_audit_entry.actor, 'a deleted account'), 254),
      add_audit_entry.address, left(add_audit_entry.browser, 60)
    )
$function$;

CREATE OR REPLACE FUNCTION private.address_of(words text)
 RETURNS inet
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.audit(kind text, about text DEFAULT NULL::text, detail text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.audit_backup_download()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The server opens the link, for the admin who asked for it.
  perform private.add_audit_entry('backup_downloaded', new.backup, null, new.person_id, new.email, null, null);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_clean(batch integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.audit_clean(integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.audit_ends()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select now() - make_interval(months => coalesce(
    (select s.setting_value::integer from public.site_settings s where s.setting_key = 'audit_log_months'), 12
  ))
$function$;

CREATE OR REPLACE FUNCTION private.audit_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.audit('person_erased', null, private.counted((new.rows ->> 'contact_submissions')::integer, 'lead'));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_export(what jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.audit_export(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.audit_failed_sign_in(email text, address text, user_agent text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.audit_find(what jsonb, older_than jsonb, most integer)
 RETURNS SETOF private.audit_log
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.audit_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.audit_kinds(of_group text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case of_group
    when 'sign_ins' then array['sign_in', 'sign_in_failed']
    when 'passwords' then array['password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed',
      'second_factor_reset', 'recovery_codes_made', 'recovery_code_used']
    when 'roles' then array['role_given', 'role_changed', 'role_removed', 'invitation_sent', 'invitation_revoked']
    when 'data' then array['leads_exported', 'person_exported', 'person_erased', 'audit_log_exported',
      'backup_downloaded', 'backup_restored']
    when 'settings' then array['security_setting_changed', 'second_factor_rules_changed', 'publishing_rules_changed', 'webhook_saved',
      'webhook_deleted', 'keys_made']
    else case when of_group is not null then '{}'::text[] end
  end
$function$;

CREATE OR REPLACE FUNCTION private.audit_lead_export(rows integer, begins_of integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.audit_lead_export(integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.audit_list(what jsonb DEFAULT '{}'::jsonb, older_than jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.audit_list(jsonb,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.audit_new_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_audit_entry(
    'keys_made', null, null, (select u.id from auth.users u where u.email = new.keys_made_by),
    coalesce(new.keys_made_by, private.history_actor() ->> 'actor'), null, null
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.audit_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.audit_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.audit_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.audit_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.browser_in_words(user_agent text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when user_agent ~ '\S' then concat_ws(' on ',
    case
      when user_agent ~ '\mEdg(e|A|iOS)?/' then 'Edge'
      when user_agent ~ '\m(OPR|Opera|OPiOS|OPT)/' then 'Opera'
      when user_agent ~ '\mSamsungBrowser/' then 'Samsung Internet'
      when user_agent ~ '\m(Firefox|FxiOS)/' then 'Firefox'
      when user_agent ~ '\m(Headless)?(Chrome|CriOS|Chromium)/' then 'Chrome'
      when user_agent ~ '\mVersion/[\d.]+.* Safari/' then 'Safari'
      else 'Unknown browser'
    end,
    case
      when user_agent ~ '\miPhone\M' then 'iPhone'
      when user_agent ~ '\miPad\M' then 'iPad'
      when user_agent ~ '\mAndroid\M' then 'Android'
      when user_agent ~ '\mCrOS\M' then 'ChromeOS'
      when user_agent ~ '\mWindows NT\M' then 'Windows'
      when user_agent ~ '\mMacintosh\M' then 'macOS'
      when user_agent ~ '\mLinux\M' then 'Linux'
    end
  ) end
$function$;

CREATE OR REPLACE FUNCTION private.caller_address()
 RETURNS inet
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.address_of(coalesce(
    h.headers ->> 'cf-connecting-ip', substring(h.headers ->> 'x-forwarded-for' from '[^,]*$')
  ))
  from (select nullif(current_setting('request.headers', true), '')::jsonb as headers) h
  where coalesce(h.headers ->> 'user-agent', '') !~* '^(deno|supabase)'
$function$;

CREATE OR REPLACE FUNCTION private.count_for_audit(kind text, account uuid)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.audit_counts as c (kind, account, hour, n)
    values (count_for_audit.kind, count_for_audit.account, date_trunc('hour', now()), 1)
    on conflict on constraint audit_counts_pkey do update set n = c.n + 1
    returning c.n
$function$;

CREATE OR REPLACE FUNCTION private.guard_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.at < private.audit_ends() then
      return old;
    end if;
  end if;
  raise exception 'Audit log entries can''t be changed.' using errcode = '42501';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_audited(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.roles_of(person) <> '{}'
    or exists (
      select from public.history h where h.table_name in ('admins', 'staff') and h.row_id = person
    )
    or exists (
      select from public.admin_invitations i join auth.users u on lower(u.email) = i.email
      where u.id = person and i.expires_at > now()
    )
$function$;

CREATE OR REPLACE FUNCTION private.is_power_of_ten(n integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select n::text ~ '^10*$'
$function$;

CREATE OR REPLACE FUNCTION private.setting_for_audit(key text, value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when key in ('delete_spam', 'delete_closed_months', 'audit_log_months', 'ga_enabled', 'ga_measurement_id',
      'gtm_enabled', 'gtm_container_id', 'confirmation_enabled', 'consent_ask', 'calendar_on_click')
    then case value when 'true' then 'on' when 'false' then 'off' when '' then 'empty' else left(value, 40) end
  end
$function$;

CREATE TRIGGER audit_password AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW EXECUTE FUNCTION private.audit_password();

CREATE TRIGGER audit_sign_in AFTER INSERT ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.audit_sign_in();
