-- What somebody keeps who is no longer an admin. With the rights go, in the same transaction and however they
-- are lost (the Users screen, SQL, a deleted account): the invitations that they sent and the preview links
-- that they made. What they scheduled waits for another admin. About the webhooks that they set up the Users
-- screen asks, since orders may depend on them.
--
-- An invitation counts only while the person who sent it is an admin, whatever else was or was not cleaned up.

-- Without a foreign key, as in the history: when an account is deleted, this still says whose it was.
alter table public.preview_links add column created_by uuid default auth.uid();
alter table public.webhooks add column address_set_by uuid default auth.uid();

comment on column public.preview_links.created_by is 'The account of the person who made it.';
comment on column public.webhooks.address_set_by is
  'The account of the person who gave it its present address; null: from before this was recorded.';

update public.preview_links l set created_by = u.id
  from auth.users u where lower(u.email) = lower(l.made_by);
-- Links of people who are no longer admins, from before this was done at once.
update public.preview_links l set revoked_at = now()
  where l.revoked_at is null
    and not exists (select from public.admins a where a.user_id = l.created_by);

create index preview_links_of_person on public.preview_links (created_by) where revoked_at is null;

create function private.is_admin(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.admins a join auth.users u on u.id = a.user_id
    where a.user_id = person and u.deleted_at is null
  )
$$;


-- What is made while its maker is being removed is either there when the removal looks, or refused: making
-- it keeps the maker's rights from going until it is committed.
create function private.hold_own_rights() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' then
    perform from public.admins a where a.user_id = auth.uid() for key share;
    if not found then
      raise exception 'Only an admin can do this.' using errcode = '42501';
    end if;
  end if;
  return new;
end
$$;
create trigger hold_own_rights before insert on public.preview_links
  for each row execute function private.hold_own_rights();
create trigger hold_own_rights before insert on public.admin_invitations
  for each row execute function private.hold_own_rights();
create trigger hold_own_rights before insert or update of url on private.webhook_endpoints
  for each row execute function private.hold_own_rights();


-- Takes an invitation back; its link ends at once, and so does every other one of that account. An account
-- that nobody has ever used goes with the invitation that made it. Returns whether it was still open.
create function private.revoke_invitation(address text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  revoked public.admin_invitations;
begin
  delete from public.admin_invitations i where i.email = address returning i.* into revoked;
  if revoked.email is null then
    return false;
  end if;
  update auth.users u set confirmation_token = '', recovery_token = '' where lower(u.email) = address;
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens t using auth.users u
      where u.id = t.user_id and lower(u.email) = $1' using address;
  end if;
  if not revoked.had_account then
    delete from auth.users u
      where lower(u.email) = address and u.email_confirmed_at is null and u.last_sign_in_at is null;
  end if;
  return true;
end
$$;

create or replace function public.admin_revoke_invitation(email text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if not private.revoke_invitation(lower(btrim(coalesce(admin_revoke_invitation.email, '')))) then
    raise exception 'This invitation is no longer open.' using errcode = 'PT404';
  end if;
end
$$;

-- As before, as long as whoever sent the invitation is an admin. The invitation's row is locked: a removal of
-- its sender, which deletes it, comes before or after.
create or replace function public.accept_admin_invitation() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := auth.uid();
  invitation public.admin_invitations;
begin
  select i.* into invitation
    from public.admin_invitations i
    join auth.users u on lower(u.email) = i.email
    where u.id = caller and u.email_confirmed_at is not null and u.deleted_at is null
      and i.expires_at > now() and i.password_set_at >= i.created_at
      and private.is_admin(i.invited_by)
      -- A token outlives its session.
      and exists (
        select from auth.sessions s
        where s.user_id = caller and s.id::text = auth.jwt() ->> 'session_id'
      )
      -- Times in tokens are whole seconds.
      and exists (
        select from jsonb_array_elements(
          case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
        ) as way
        where way ->> 'method' in ('otp', 'magiclink', 'recovery', 'invite', 'email/signup')
          and way ->> 'timestamp' ~ '^\d{1,15}$'
          and (way ->> 'timestamp')::bigint >= floor(extract(epoch from i.created_at))
      )
    for update of i;
  if invitation.email is null then
    return false;
  end if;
  insert into public.admins (user_id) values (caller) on conflict do nothing;
  delete from public.admin_invitations i where i.email = invitation.email;
  return true;
end
$$;

create or replace function public.open_admin_invitation(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('full_name', i.full_name)
  from public.admin_invitations i
  where i.email = lower(address) and i.expires_at > now() and private.is_admin(i.invited_by)
$$;

-- As before, with "invitation_revoked": there is one, but whoever sent it is no longer an admin.
create or replace function public.admin_list_users(
  search text default '', page_size integer default 1000, page_offset integer default 0
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  result jsonb;
begin
  perform private.require_admin();
  with people as (
    select u.id, u.email, coalesce(i.full_name, left(m.metadata ->> 'full_name', 100)) as full_name,
      u.email_confirmed_at, u.created_at, u.last_sign_in_at,
      exists (select from public.admins a where a.user_id = u.id) as is_admin,
      i.expires_at as invited_until,
      i.email is not null and not private.is_admin(i.invited_by) as invitation_revoked
    from auth.users u
    left join public.admin_invitations i on i.email = lower(u.email)
    -- @supabase/lite stored the metadata as a JSON string that holds JSON
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

do $$
declare
  name text;
begin
  foreach name in array array['is_admin(uuid)', 'hold_own_rights()', 'revoke_invitation(text)'] loop
    execute format(
      'revoke all on function private.%s from public, anon, authenticated, service_role', name);
  end loop;
end
$$;
