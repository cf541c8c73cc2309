-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.second_factor_rules (
  role text not null,
  required_from date not null,
  constraint second_factor_rules_pkey PRIMARY KEY (role),
  constraint second_factor_rules_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'sales'::text])))
);
comment on table private.second_factor_rules is 'Roles that need a second factor, and from which day in the company''s time zone.';
alter table private.second_factor_rules enable row level security;

CREATE OR REPLACE FUNCTION public.admin_reset_second_factor(user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_right_to_change(admin_reset_second_factor.user_id);
  perform private.require_recent_proof();
  perform private.remove_second_factor(admin_reset_second_factor.user_id);
end
$function$;
grant execute on function public.admin_reset_second_factor(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.audit_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  factor constant auth.mfa_factors := case when tg_op = 'DELETE' then old else new end;
  -- Hosted Supabase's account service says nothing about who asked; it was the account's holder.
  by_service constant boolean := session_user = 'supabase_auth_admin';
  what text := case tg_op when 'DELETE' then 'second_factor_removed' else 'second_factor_added' end;
  email text;
begin
  select u.email into email from auth.users u where u.id = factor.user_id;
  if email is null or factor.status::text <> 'verified' then
    return null;
  elsif factor.factor_type::text = 'recovery_code' then
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and by_service then
      return null;
    end if;
    what := 'recovery_codes_made';
  elsif tg_op = 'UPDATE' and old.status::text = 'verified' then
    return null;
  elsif tg_op = 'DELETE' and auth.uid() is distinct from factor.user_id and not by_service then
    perform private.audit('second_factor_reset', email);
    return null;
  end if;
  if by_service then
    perform private.add_audit_entry(what, null, factor.friendly_name, factor.user_id, email, null, null);
  else
    perform private.audit(what, null, factor.friendly_name);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_full_session()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.has_open_session() and (
    -- The server publishes a set in the name of the person who scheduled it.
    coalesce(auth.uid()::text = current_setting('loading_dock.scheduled_by', true), false)
    or private.has_proved_second_factor()
    or not (
      private.has_second_factor(auth.uid())
      or coalesce(private.second_factor_required_from(auth.uid()) <= private.company_day(), false)
    )
  )
$function$;

CREATE OR REPLACE FUNCTION private.has_proved_second_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and exists (
    select from auth.sessions s
    where s.id = private.session_id() and s.user_id = auth.uid() and s.aal::text = 'aal2'
  )
$function$;

CREATE OR REPLACE FUNCTION private.has_second_factor(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from auth.mfa_factors f where f.user_id = person and f.status::text = 'verified')
$function$;

CREATE OR REPLACE FUNCTION public.my_second_factor()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'enrolled', private.has_second_factor(auth.uid()),
    'proved', private.has_proved_second_factor(),
    'required_from', own.required_from,
    'required', coalesce(own.required_from <= private.company_day(), false)
  )
  from (select private.second_factor_required_from(auth.uid()) as required_from) as own
$function$;
grant execute on function public.my_second_factor() to authenticated;

CREATE OR REPLACE FUNCTION private.note_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  factor constant auth.mfa_factors := case when tg_op = 'DELETE' then old else new end;
  who constant jsonb := private.history_actor();
begin
  -- Recovery codes come and go with a factor, and an unverified one protects nothing.
  if factor.status::text <> 'verified' or factor.factor_type::text = 'recovery_code'
    or tg_op = 'UPDATE' and old.status::text = 'verified'
  then
    return null;
  end if;
  insert into private.account_notices (email, kind, detail)
    select u.email,
      case when tg_op = 'DELETE' then 'second_factor_removed' else 'second_factor_added' end,
      case
        when tg_op <> 'DELETE' or who ->> 'id' = u.id::text then null
        when who ->> 'actor' = 'person' then private.person_in_words((who ->> 'id')::uuid) || ' reset it.'
        when who ->> 'actor' = 'command line' then 'It was reset from the command line.'
      end
    from auth.users u where u.id = factor.user_id and u.email is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.proved_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(to_timestamp((way ->> 'timestamp')::bigint))
  from jsonb_array_elements(
    case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
  ) as way
  where way ->> 'timestamp' ~ '^\d{1,11}$'
    and (not private.has_second_factor(auth.uid()) or way ->> 'method' ~ '^(totp|mfa/.+)$')
$function$;

CREATE OR REPLACE FUNCTION private.remove_second_factor(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from auth.users u where u.id = person for no key update;
  delete from auth.mfa_factors f where f.user_id = person;
  if not found then
    raise exception 'This person hasn''t set up two-step verification.' using errcode = 'PT404';
  end if;
  delete from auth.refresh_tokens t where t.user_id::text = person::text;
  delete from auth.sessions s where s.user_id = person;
end
$function$;

CREATE OR REPLACE FUNCTION private.second_factor_required_from(person uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(r.required_from) from private.second_factor_rules r where r.role = any (private.roles_of(person))
$function$;

CREATE OR REPLACE FUNCTION public.second_factor_rules()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return (
    select jsonb_agg(jsonb_build_object(
      'role', known.role, 'required_from', r.required_from,
      'people', (select count(*) from auth.users u where known.role = any (private.roles_of(u.id))),
      'without', (
        select count(*) from auth.users u
        where known.role = any (private.roles_of(u.id)) and not private.has_second_factor(u.id)
      )
    ) order by known.place)
    from unnest(array['owner', 'admin', 'editor', 'sales']) with ordinality as known (role, place)
    left join private.second_factor_rules r on r.role = known.role
  );
end
$function$;
grant execute on function public.second_factor_rules() to authenticated;

CREATE OR REPLACE FUNCTION private.session_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (auth.jwt() ->> 'session_id')::uuid
  end
$function$;

CREATE OR REPLACE FUNCTION public.set_second_factor_rules(roles text[], required_from date DEFAULT NULL::date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.company_day();
  day constant date := greatest(coalesce(set_second_factor_rules.required_from, today), today);
  chosen constant text[] := coalesce(set_second_factor_rules.roles, '{}');
begin
  perform private.require_admin();
  perform private.require_recent_proof();
  perform pg_advisory_xact_lock(hashtextextended('private.second_factor_rules', 0));
  if not chosen <@ array['owner', 'admin', 'editor', 'sales'] then
    raise exception 'Please choose a role.' using errcode = '22023';
  elsif day > today + 365 then
    raise exception 'Please choose a day within a year.' using errcode = '22023';
  elsif chosen <> '{}' and not private.has_second_factor(auth.uid()) then
    raise exception 'Set up two-step verification for yourself first.' using errcode = 'PT409';
  end if;
  -- People for whom the day is new.
  insert into private.account_notices (email, kind, detail)
    select u.email, 'second_factor_required', to_char(day, 'FMMonth FMDD, YYYY') from auth.users u
    where u.email is not null and private.roles_of(u.id) && chosen and not private.has_second_factor(u.id)
      and greatest(private.second_factor_required_from(u.id), today) is distinct from day;
  delete from private.second_factor_rules r where r.role <> all (chosen);
  insert into private.second_factor_rules (role, required_from)
    select distinct role, day from unnest(chosen) as role
    on conflict (role) do update set required_from = excluded.required_from
    where greatest(second_factor_rules.required_from, today) <> excluded.required_from;
  perform private.audit('second_factor_rules_changed', null, case
    when chosen = '{}' then 'nobody'
    else private.roles_in_words(chosen) || ' from ' || to_char(day, 'FMMonth FMDD, YYYY')
  end);
end
$function$;
grant execute on function public.set_second_factor_rules(text[],date) to authenticated;

CREATE TRIGGER audit_second_factor AFTER INSERT OR DELETE OR UPDATE OF status, updated_at ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.audit_second_factor();

CREATE TRIGGER note_second_factor AFTER INSERT OR DELETE OR UPDATE OF status ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.note_second_factor();
