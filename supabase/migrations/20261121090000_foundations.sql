-- What every table stands on: who is an admin, when a row last changed, and how the web server
-- hears that public content changed.
--
-- `private` holds helpers that policies, constraints and triggers call. The API serves only
-- `public`, so nothing in `private` can be called from a browser.
--
-- Every function here has an empty search_path and names its schemas, so nobody can slip in a
-- table of the same name. Execution is revoked from everyone first, then granted by name: hosted
-- Supabase grants new functions to all API roles by default.

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;


-- Admins: who may edit. Nobody reads or writes this table through the API; `is_admin_user()` reads
-- it, `admin_set_admin()` writes it. The first admin is a plain insert by the server at first
-- start (or `npm run admin -- add EMAIL`); signing up never adds a row, whatever the sign-up says.

create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

alter table public.admins enable row level security;
revoke all on table public.admins from public, anon, authenticated;

create function public.is_admin_user() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.admins where user_id = auth.uid())
    -- A token outlives its session by up to an hour; admin rights end with the session.
    and (
      auth.jwt() ->> 'session_id' is null
      or exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid)
    )
$$;

comment on function public.is_admin_user() is
  'True when the caller is signed in as an admin. The one question every policy asks.';
revoke all on function public.is_admin_user() from public;
grant execute on function public.is_admin_user() to anon, authenticated, service_role;

create function private.require_admin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not public.is_admin_user() then
    raise exception 'Only an admin can do this.' using errcode = '42501';
  end if;
end
$$;


-- The last admin stays. The advisory lock lets one removal finish before the next one counts, so
-- two admins who remove each other at the same moment can't both succeed; locking the row that
-- remains makes the same true for stricter isolation levels.

create function private.queue_admin_removal() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('public.admins', 0));
  return null;
end
$$;

create function private.keep_the_last_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and not exists (select from removed) then
    return null;
  end if;
  perform from public.admins limit 1 for update;
  if not found then
    raise exception 'The last admin can''t be removed. Make someone else an admin first.'
      using errcode = 'PT409';
  end if;
  return null;
end
$$;

create function private.refuse_truncate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The last admin can''t be removed. Make someone else an admin first.'
    using errcode = 'PT409';
end
$$;

create trigger admins_one_removal_at_a_time before delete on public.admins
  for each statement execute function private.queue_admin_removal();
create trigger admins_keep_the_last after delete on public.admins
  referencing old table as removed
  for each statement execute function private.keep_the_last_admin();
create trigger admins_refuse_truncate before truncate on public.admins
  for each statement execute function private.refuse_truncate();


-- updated_at is also the version of a row: an editor saves with
-- `.eq('id', id).eq('updated_at', seen)`, and zero rows mean that someone else was faster. So it
-- moves with every update, by the clock and never by the transaction's start.

create function private.set_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := pg_catalog.clock_timestamp();
  if tg_op = 'UPDATE' and new.updated_at <= old.updated_at then
    new.updated_at := old.updated_at + interval '1 microsecond';
  end if;
  return new;
end
$$;


-- Tells every web process which table's public content changed, so it drops its cached pages.

create function private.notify_content_changed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('content_changed', tg_table_name);
  return null;
end
$$;


-- One rule for e-mail addresses, the same as the forms': no spaces, quotes or line breaks, hence
-- nothing that could add a header to a mail.

create function private.is_email(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select length(value) <= 254
    and value ~ '^(?!\.)(?!.*\.\.)[A-Za-z0-9._%+''&*/=?^`{|}~!#$-]*[A-Za-z0-9_+%''&*/=?^`{|}~!#$-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,63}$'
$$;


-- A link or file address that may stand in a page: https, http, or a path on this site; empty
-- means none. Refuses javascript: and data: addresses.

create function private.is_link(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value = '' or value ~ '^(https?://[^\s/"<>\\]+|/(?![/\\]))[^\s"<>\\]*$'
$$;

grant execute on all functions in schema private to anon, authenticated, service_role;
