-- What /admin/users does with accounts. The tables of `auth` are out of the API's reach, so these
-- functions run with their owner's rights and ask `is_admin_user()` first. They need no service
-- key, hence work the same on every backend.

-- Users whose e-mail or name contains `search`, newest first.
-- Returns {"total": all that match, "users": [{id, email, full_name, email_confirmed_at,
-- created_at, last_sign_in_at, is_admin}]}, at most 1000 a call.
create function public.admin_list_users(
  search text default '', page_size integer default 1000, page_offset integer default 0
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  result jsonb;
begin
  perform private.require_admin();
  with people as (
    select u.id, u.email, m.metadata ->> 'full_name' as full_name,
      u.email_confirmed_at, u.created_at, u.last_sign_in_at,
      exists (select from public.admins a where a.user_id = u.id) as is_admin
    from auth.users u
    -- @supabase/lite stores the metadata as a JSON string that holds JSON
    cross join lateral (
      select case jsonb_typeof(u.raw_user_meta_data)
        when 'string' then (u.raw_user_meta_data #>> '{}')::jsonb
        else u.raw_user_meta_data
      end
    ) as m (metadata)
    where u.deleted_at is null
  ), matching as (
    select * from people
    where position(lower(coalesce(search, '')) in lower(concat_ws(' ', email, full_name))) > 0
  ), page as (
    select * from matching order by created_at desc, id
    limit greatest(least(page_size, 1000), 0) offset greatest(page_offset, 0)
  )
  select jsonb_build_object(
    'total', (select count(*) from matching),
    'users', coalesce((select jsonb_agg(to_jsonb(page)) from page), '[]'::jsonb)
  ) into result;
  return result;
end
$$;


-- Sets a user's password, ends every session of theirs, and voids links to set another one that
-- are still in the mail. The messages are spec section 5's.
-- pgcrypto is in `extensions` on Supabase, and wherever the owner put it on another server.
create function public.admin_reset_password(user_id uuid, new_password text) returns void
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
  if to_regclass('auth.one_time_tokens') is not null then
    -- hosted Supabase keeps the links here; other backends on the user
    execute 'delete from auth.one_time_tokens t where t.user_id = $1'
      using admin_reset_password.user_id;
  end if;
  delete from auth.refresh_tokens t
    where t.user_id::text = admin_reset_password.user_id::text;
  delete from auth.sessions s where s.user_id = admin_reset_password.user_id;
end
$$;


-- Makes a user an admin, or no longer one. The last admin stays (see the trigger on admins).
create function public.admin_set_admin(user_id uuid, make_admin boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if make_admin is null then
    raise exception 'Say whether the user is to be an admin.' using errcode = '22023';
  elsif not make_admin then
    delete from public.admins a where a.user_id = admin_set_admin.user_id;
    return;
  elsif not exists (
    select from auth.users u
    where u.id = admin_set_admin.user_id and u.deleted_at is null
  ) then
    raise exception 'This user no longer exists.' using errcode = 'PT404';
  end if;
  insert into public.admins (user_id) values (admin_set_admin.user_id) on conflict do nothing;
end
$$;

revoke all on function public.admin_list_users(text, integer, integer)
  from public, anon, authenticated, service_role;
revoke all on function public.admin_reset_password(uuid, text)
  from public, anon, authenticated, service_role;
revoke all on function public.admin_set_admin(uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.admin_list_users(text, integer, integer) to authenticated;
grant execute on function public.admin_reset_password(uuid, text) to authenticated;
grant execute on function public.admin_set_admin(uuid, boolean) to authenticated;
