-- A second factor: codes from an authenticator app (TOTP), by Supabase Auth's own tables. People who have one
-- reach nothing with a session that only proved the password (aal1): the three questions that policies ask demand aal2.

-- The session of the caller's token; null for anything that is no id.
create function private.session_id() returns uuid
language sql stable set search_path = ''
as $$
  select case
    when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (auth.jwt() ->> 'session_id')::uuid
  end
$$;
revoke execute on function private.session_id() from public;

create or replace function private.has_open_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.uid()::text = current_setting('loading_dock.scheduled_by', true), false) or exists (
    select from auth.sessions s
    where s.user_id = auth.uid() and s.id = private.session_id() and (s.not_after is null or s.not_after > now())
  )
$$;

create function private.has_second_factor(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.mfa_factors f where f.user_id = person and f.status::text = 'verified')
$$;
revoke execute on function private.has_second_factor(uuid) from public;

-- Both must say so: a token from before the code stays weak, and so does one from before the factor was removed.
create function private.has_proved_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and exists (
    select from auth.sessions s
    where s.id = private.session_id() and s.user_id = auth.uid() and s.aal::text = 'aal2'
  )
$$;
revoke execute on function private.has_proved_second_factor() from public;

-- From which day each role needs one ----------------------------------------------------------------------------------

create table private.second_factor_rules (
  role text primary key check (role in ('owner', 'admin', 'editor', 'sales')),
  required_from date not null
);
comment on table private.second_factor_rules is 'Roles that need a second factor, and from which day in the company''s time zone.';
revoke all on private.second_factor_rules from anon, authenticated, service_role;
alter table private.second_factor_rules enable row level security;

-- The day from which this person needs one; null if never.
create function private.second_factor_required_from(person uuid) returns date
language sql stable security definer set search_path = ''
as $$
  select min(r.required_from) from private.second_factor_rules r where r.role = any (private.roles_of(person))
$$;
revoke execute on function private.second_factor_required_from(uuid) from public;

create function private.company_day() returns date
language sql stable security definer set search_path = ''
as $$
  select (now() at time zone (select private.company_zone()))::date
$$;
revoke execute on function private.company_day() from public;

-- Whether the session counts in full: it is open, and its second factor was proved if the person has or needs one.
create function private.has_full_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.has_open_session() and (
    -- The server publishes a set in the name of the person who scheduled it.
    coalesce(auth.uid()::text = current_setting('loading_dock.scheduled_by', true), false)
    or private.has_proved_second_factor()
    or not (
      private.has_second_factor(auth.uid())
      or coalesce(private.second_factor_required_from(auth.uid()) <= private.company_day(), false)
    )
  )
$$;
revoke execute on function private.has_full_session() from public;

create or replace function public.is_admin_user() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.admins where user_id = auth.uid()) and private.has_full_session()
$$;

create or replace function private.may_edit_content() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.is_admin_user() or private.has_full_session()
    and exists (select from public.staff s where s.user_id = auth.uid() and s.is_editor)
$$;

create or replace function private.may_handle_leads() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.is_admin_user() or private.has_full_session()
    and exists (select from public.staff s where s.user_id = auth.uid() and s.is_sales)
$$;

create or replace function public.my_roles() returns text[]
language sql stable security definer set search_path = ''
as $$
  select case when private.has_full_session() then private.roles_of(auth.uid()) else '{}' end
$$;

-- What the sign-in page needs to know: {"enrolled": true, "proved": false, "required_from": "2026-12-01", "required": false}
create function public.my_second_factor() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'enrolled', private.has_second_factor(auth.uid()),
    'proved', private.has_proved_second_factor(),
    'required_from', own.required_from,
    'required', coalesce(own.required_from <= private.company_day(), false)
  )
  from (select private.second_factor_required_from(auth.uid()) as required_from) as own
$$;
revoke execute on function public.my_second_factor() from public;
grant execute on function public.my_second_factor() to authenticated;

-- Which roles need one, and how many people with each role have none yet.
create function public.second_factor_rules() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
$$;
revoke execute on function public.second_factor_rules() from public;
grant execute on function public.second_factor_rules() to authenticated;

-- Replaces the rules: these roles need one from this day on, all others don't. A past day counts as today. A rule that
-- applies already keeps its day, unless it is put off.
create function public.set_second_factor_rules(roles text[], required_from date default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today constant date := private.company_day();
  day constant date := greatest(coalesce(set_second_factor_rules.required_from, today), today);
  chosen constant text[] := coalesce(set_second_factor_rules.roles, '{}');
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('private.second_factor_rules', 0));
  if not chosen <@ array['owner', 'admin', 'editor', 'sales'] then
    raise exception 'Please choose a role.' using errcode = '22023';
  elsif day > today + 365 then
    raise exception 'Please choose a day within a year.' using errcode = '22023';
  elsif chosen <> '{}' and not private.has_second_factor(auth.uid()) then
    raise exception 'Set up your own second factor first.' using errcode = 'PT409';
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
end
$$;
revoke execute on function public.set_second_factor_rules(text[], date) from public;
grant execute on function public.set_second_factor_rules(text[], date) to authenticated;

-- A lost second factor -------------------------------------------------------------------------------------------------

-- Removes every factor of the account and ends its sessions.
create function private.remove_second_factor(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.mfa_factors f where f.user_id = person;
  if not found then
    raise exception 'This person has no second factor.' using errcode = 'PT404';
  end if;
  delete from auth.refresh_tokens t where t.user_id::text = person::text;
  delete from auth.sessions s where s.user_id = person;
end
$$;
revoke execute on function private.remove_second_factor(uuid) from public;

create function public.admin_reset_second_factor(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_right_to_change(admin_reset_second_factor.user_id);
  perform private.remove_second_factor(admin_reset_second_factor.user_id);
end
$$;
revoke execute on function public.admin_reset_second_factor(uuid) from public;
grant execute on function public.admin_reset_second_factor(uuid) to authenticated;

-- Emails ---------------------------------------------------------------------------------------------------------------

alter table private.account_notices drop constraint account_notices_kind_check;
alter table private.account_notices add constraint account_notices_kind_check check (kind in (
  'password_changed', 'admin_granted', 'admin_removed', 'role_changed', 'backup_trouble', 'webhook_changed',
  'backup_downloaded', 'colleague_invited', 'colleague_removed', 'colleague_changed', 'second_factor_added',
  'second_factor_removed', 'second_factor_required', 'second_factor_guessed', 'recovery_code_used', 'new_sign_in'
));

create function private.note_second_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
$$;
revoke execute on function private.note_second_factor() from public;
create trigger note_second_factor after insert or update of status or delete on auth.mfa_factors
  for each row execute function private.note_second_factor();

-- Emails about what only the account service sees. For the server.
create function public.account_notice_add(person uuid, kind text, detail text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if account_notice_add.kind is null
    or account_notice_add.kind not in ('second_factor_guessed', 'recovery_code_used', 'new_sign_in')
  then
    raise exception 'There is no such email.' using errcode = '22023';
  end if;
  insert into private.account_notices (email, kind, detail)
    select u.email, account_notice_add.kind, left(account_notice_add.detail, 300) from auth.users u
    where u.id = person and u.email is not null;
end
$$;
revoke execute on function public.account_notice_add(uuid, text, text) from public;
grant execute on function public.account_notice_add(uuid, text, text) to service_role;

-- Existing functions ---------------------------------------------------------------------------------------------------

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.accept_admin_invitation()', $t$      and private.has_open_session()$t$,
        $t$      and private.has_open_session()
      and (private.has_proved_second_factor() or not private.has_second_factor(caller))$t$),
      ('public.admin_list_users(text, integer, integer)', $t$      private.roles_of(u.id) as roles, $t$,
        $t$      private.roles_of(u.id) as roles, private.has_second_factor(u.id) as has_second_factor,
      $t$)
    ) as c (function, was, is_now)
  loop
    body := pg_get_functiondef(change.function::regprocedure);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;
