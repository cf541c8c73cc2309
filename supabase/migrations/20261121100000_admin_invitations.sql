-- Nobody becomes an admin by being found in a list. An admin invites a person by e-mail address; rights
-- come when the invitation is accepted in a session that proves the mailbox, begun after the invitation
-- was made. Whoever has an account with that address but does not read its mail gets nothing.


-- The three questions that policies ask. Today each is: is this an admin?

create or replace function private.may_edit_content() returns boolean
language sql stable set search_path = '' as $$ select public.is_admin_user() $$;
create or replace function private.may_handle_leads() returns boolean
language sql stable set search_path = '' as $$ select public.is_admin_user() $$;
create or replace function private.may_administer() returns boolean
language sql stable set search_path = '' as $$ select public.is_admin_user() $$;

revoke all on function private.may_edit_content() from public;
revoke all on function private.may_handle_leads() from public;
revoke all on function private.may_administer() from public;
grant execute on function private.may_edit_content() to anon, authenticated, service_role;
grant execute on function private.may_handle_leads() to anon, authenticated, service_role;
grant execute on function private.may_administer() to anon, authenticated, service_role;

create or replace function private.require_admin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may_administer() then
    raise exception 'Only an admin can do this.' using errcode = '42501';
  end if;
end
$$;


-- A person's name on one line: no control characters, and none that turn a line of text around.

create function private.is_person_name(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select length(value) <= 100
    and value !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
$$;
revoke all on function private.is_person_name(text) from public;
grant execute on function private.is_person_name(text) to anon, authenticated, service_role;

-- Names from before they were bounded made every list of users slow to read.
update auth.users
  set raw_user_meta_data =
    jsonb_set(raw_user_meta_data, '{full_name}', to_jsonb(left(raw_user_meta_data ->> 'full_name', 100)))
  where jsonb_typeof(raw_user_meta_data) = 'object'
    and length(raw_user_meta_data ->> 'full_name') > 100;


-- Open invitations, one an address. Nobody reads or writes them through the API; the functions below do.

create table public.admin_invitations (
  email text primary key
    constraint admin_invitations_email_valid check (private.is_email(email) and email = lower(email)),
  full_name text
    constraint admin_invitations_full_name_valid check (private.is_person_name(full_name)),
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  -- when the person chose a password since; an admin's reset does not count
  password_set_at timestamptz,
  -- whether there was an account already; revoking takes back one that only the invitation made
  had_account boolean not null
);

alter table public.admin_invitations enable row level security;
revoke all on table public.admin_invitations from public, anon, authenticated;


-- Invites, or invites again: then the earlier invitation stays the one that counts, for another week.
-- Returns {"email", "full_name", "again"}. The link is mailed by the function `admin-invite`.
create function public.admin_invite(email text, full_name text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(coalesce(admin_invite.email, '')));
  name text := nullif(btrim(coalesce(admin_invite.full_name, '')), '');
  earlier boolean;
  invitation public.admin_invitations;
begin
  perform private.require_admin();
  if not private.is_email(address) then
    raise exception 'Please enter a valid email address.' using errcode = '22023';
  elsif not coalesce(private.is_person_name(name), true) then
    raise exception 'A name has at most 100 characters, all on one line.' using errcode = '22023';
  elsif exists (
    select from public.admins a join auth.users u on u.id = a.user_id where lower(u.email) = address
  ) then
    raise exception 'This person is an admin already.' using errcode = 'PT409';
  end if;
  delete from public.admin_invitations i where i.email = address and i.expires_at <= now();
  earlier := exists (select from public.admin_invitations i where i.email = address);
  insert into public.admin_invitations as i (email, full_name, invited_by, had_account)
    values (
      address, name, auth.uid(), exists (select from auth.users u where lower(u.email) = address)
    )
    on conflict on constraint admin_invitations_pkey do update
      set full_name = coalesce(excluded.full_name, i.full_name), expires_at = excluded.expires_at,
        invited_by = excluded.invited_by
    returning i.* into invitation;
  return jsonb_build_object(
    'email', invitation.email, 'full_name', invitation.full_name, 'again', earlier
  );
end
$$;


-- Takes an invitation back; its link is void at once, and so is every other one of that account. An
-- account that nobody has ever used goes with the invitation that made it.
create function public.admin_revoke_invitation(email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(coalesce(admin_revoke_invitation.email, '')));
  revoked public.admin_invitations;
begin
  perform private.require_admin();
  delete from public.admin_invitations i where i.email = address returning i.* into revoked;
  if revoked.email is null then
    raise exception 'This invitation is no longer open.' using errcode = 'PT404';
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
end
$$;


-- Makes the caller an admin when their own confirmed address is invited, the session began with a link
-- from that mailbox after the invitation was made (RFC 8176: `amr`), and a password was chosen since.
-- Returns whether it did.
create function public.accept_admin_invitation() returns boolean
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


-- For the server, which asks for a better password of who is invited: {"full_name"}, or null.
create function public.open_admin_invitation(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('full_name', i.full_name)
  from public.admin_invitations i where i.email = lower(address) and i.expires_at > now()
$$;


-- Takes rights away at once. Giving them is what invitations are for.
create or replace function public.admin_set_admin(user_id uuid, make_admin boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if make_admin is distinct from false then
    raise exception 'Admins are invited: rights come when the invitation is accepted.'
      using errcode = '22023';
  end if;
  delete from public.admins a where a.user_id = admin_set_admin.user_id;
end
$$;


-- As before, with the invitation of each: "invited_until" is when it ends or ended, null without one.
-- Names are cut, because on other backends nothing bounds them.
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
      i.expires_at as invited_until
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

revoke all on function public.admin_invite(text, text)
  from public, anon, authenticated, service_role;
revoke all on function public.admin_revoke_invitation(text)
  from public, anon, authenticated, service_role;
revoke all on function public.accept_admin_invitation()
  from public, anon, authenticated, service_role;
revoke all on function public.open_admin_invitation(text) from public, anon, authenticated;
grant execute on function public.open_admin_invitation(text) to service_role;
grant execute on function public.admin_invite(text, text) to authenticated;
grant execute on function public.admin_revoke_invitation(text) to authenticated;
grant execute on function public.accept_admin_invitation() to authenticated;
