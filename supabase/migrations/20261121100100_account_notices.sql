-- Mails that tell the holder of an account what was done to it: another password, admin rights given or
-- taken. Each is a row until it is sent; whoever claims one holds it for five minutes, so a crash loses
-- none and two processes never send the same.

create table private.account_notices (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  kind text not null check (kind in ('password_changed', 'admin_granted', 'admin_removed')),
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);
create index account_notices_due on private.account_notices (due_at);

alter table private.account_notices enable row level security;
revoke all on table private.account_notices from public, anon, authenticated, service_role;


-- Told of a new password: who had one before. Someone who chooses the first one was there.
-- An open invitation remembers that a password was chosen since (see accept_admin_invitation).
create function private.note_new_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(new.encrypted_password, '') = ''
    or new.encrypted_password is not distinct from old.encrypted_password
  then
    return null;
  end if;
  update public.admin_invitations set password_set_at = clock_timestamp()
    where email = lower(new.email);
  if coalesce(old.encrypted_password, '') <> '' and new.email_confirmed_at is not null
    and new.email is not null
  then
    insert into private.account_notices (email, kind) values (new.email, 'password_changed');
  end if;
  return null;
end
$$;

create trigger note_new_password after update of encrypted_password on auth.users
  for each row execute function private.note_new_password();


-- Told of admin rights: everyone but the first admin, whom nobody gave them.
create function private.note_admin_rights() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.account_notices (email, kind)
      select u.email, 'admin_granted' from auth.users u
      where u.id = new.user_id and u.email is not null
        and exists (select from public.admins a where a.user_id <> new.user_id);
  else
    insert into private.account_notices (email, kind)
      select u.email, 'admin_removed' from auth.users u
      where u.id = old.user_id and u.email is not null;
  end if;
  return null;
end
$$;

create trigger note_admin_rights after insert or delete on public.admins
  for each row execute function private.note_admin_rights();


-- Claims one notice that is due. Returns {"id", "email", "kind", "company", "colour"}, or null.
create function public.account_notice_claim() returns jsonb
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
    'id', notice.id, 'email', notice.email, 'kind', notice.kind,
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

-- Says what became of a claimed notice: sent, or due again after 20 s, 40 s, ... half an hour.
create function public.account_notice_settle(id uuid, sent boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if sent then
    delete from private.account_notices n where n.id = account_notice_settle.id;
  else
    update private.account_notices n
      set due_at = now() + least(interval '20 seconds' * 2 ^ least(n.attempts - 1, 10), interval '30 minutes')
      where n.id = account_notice_settle.id;
  end if;
end
$$;

revoke all on function private.note_new_password() from public;
revoke all on function private.note_admin_rights() from public;
revoke all on function public.account_notice_claim() from public, anon, authenticated;
revoke all on function public.account_notice_settle(uuid, boolean) from public, anon, authenticated;
grant execute on function public.account_notice_claim() to service_role;
grant execute on function public.account_notice_settle(uuid, boolean) to service_role;


-- As before; a password that somebody else chose does not accept an invitation.
create or replace function public.admin_reset_password(user_id uuid, new_password text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  crypto text := (
    select n.nspname from pg_catalog.pg_extension e
    join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pgcrypto'
  );
  hashed text;
begin
  perform private.require_admin();
  if new_password is null or new_password !~ '\S' then
    raise exception 'Please enter a new password.' using errcode = '22023';
  elsif length(new_password) < 6 then
    raise exception 'Password must be at least 6 characters long.' using errcode = '22023';
  elsif octet_length(new_password) > 72 then
    -- bcrypt reads 72 bytes and would silently ignore the rest
    raise exception 'Password must be at most 72 characters long.' using errcode = '22023';
  end if;

  execute format('select %1$I.crypt($1, %1$I.gen_salt(''bf'', 10))', crypto)
    into hashed using new_password;
  update auth.users u
    set encrypted_password = hashed, recovery_token = '', updated_at = now()
    where u.id = admin_reset_password.user_id and u.deleted_at is null;
  if not found then
    raise exception 'This user no longer exists.' using errcode = 'PT404';
  end if;
  update public.admin_invitations i set password_set_at = null
    from auth.users u where u.id = admin_reset_password.user_id and i.email = lower(u.email);
  if to_regclass('auth.one_time_tokens') is not null then
    -- the links of mails on their way
    execute 'delete from auth.one_time_tokens t where t.user_id = $1'
      using admin_reset_password.user_id;
  end if;
  delete from auth.refresh_tokens t
    where t.user_id::text = admin_reset_password.user_id::text;
  delete from auth.sessions s where s.user_id = admin_reset_password.user_id;
end
$$;
