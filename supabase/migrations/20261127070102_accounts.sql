-- Who may do what: admins, their invitations and their sessions, what they are emailed about their accounts, and who is
-- at work at this moment.

-- Admins: who may edit. Nobody reads or writes this table through the API; `is_admin_user()` reads
-- it, `admin_set_admin()` writes it. The first admin is a plain insert by the server at first
-- start (or `npm run admin -- add EMAIL`); signing up never adds a row, whatever the sign-up says.
create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

create trigger admins_refuse_truncate before truncate on public.admins
  for each statement execute function private.refuse_truncate();

alter table public.admins enable row level security;
revoke all on table public.admins from public, anon, authenticated, service_role;

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

create trigger admins_one_removal_at_a_time before delete on public.admins
  for each statement execute function private.queue_admin_removal();

create trigger admins_keep_the_last after delete on public.admins
  referencing old table as removed
  for each statement execute function private.keep_the_last_admin();


-- A token alone gives nobody rights: its session must be open, and be that person's. Someone who has the signing key
-- could otherwise make a token for the owner that no sign-out ends.

-- Whether the caller's token belongs to an open session of theirs. `not_after` is a limit that hosted Supabase sets.
-- What someone scheduled is done in their name when they have long signed out: the job below says so, where no token
-- and no request can.
create function private.has_open_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(auth.uid()::text = current_setting('loading_dock.scheduled_by', true), false) or exists (
    select from auth.sessions s
    where s.user_id = auth.uid()
      and s.id = case
        when auth.jwt() ->> 'session_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then (auth.jwt() ->> 'session_id')::uuid
      end
      and (s.not_after is null or s.not_after > now())
  )
$$;

create function public.is_admin_user() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.admins where user_id = auth.uid()) and private.has_open_session()
$$;

comment on function public.is_admin_user() is
  'True when the caller is signed in as an admin. The one question every policy asks.';


-- Nobody becomes an admin by being found in a list. An admin invites a person by email address; rights
-- come when the invitation is accepted in a session that proves the mailbox, begun after the invitation
-- was made. Anyone who has an account with that address but does not read its email gets nothing.

-- The three questions that policies ask. Today each is: is this an admin?
create function private.may_edit_content() returns boolean
language sql stable set search_path = '' as $$ select public.is_admin_user() $$;

create function private.may_handle_leads() returns boolean
language sql stable set search_path = '' as $$ select public.is_admin_user() $$;

create function private.may_administer() returns boolean
language sql stable set search_path = '' as $$ select public.is_admin_user() $$;

create function private.require_admin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may_administer() then
    raise exception 'Only an admin can do this.' using errcode = '42501';
  end if;
end
$$;

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
revoke all on table public.admin_invitations from public, anon, authenticated, service_role;

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
    raise exception 'Please enter a name of at most 100 characters, on one line.' using errcode = '22023';
  elsif exists (
    select from public.admins a join auth.users u on u.id = a.user_id where lower(u.email) = address
  ) then
    raise exception 'This person is already an admin.' using errcode = 'PT409';
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

-- Takes rights away at once. Giving them is what invitations are for. The last admin stays (see the trigger on
-- admins).
create function public.admin_set_admin(user_id uuid, make_admin boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if make_admin is distinct from false then
    raise exception 'Invite this person instead. They get admin rights when they accept.'
      using errcode = '22023';
  end if;
  delete from public.admins a where a.user_id = admin_set_admin.user_id;
end
$$;


-- Emails to the holder of an account about what was done to it: another password, admin rights given or
-- taken. Each is a row until it is sent; anyone who claims one holds it for five minutes, so a crash loses
-- none and two processes never send the same.

create table private.account_notices (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  kind text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  detail text,

  constraint account_notices_kind_check check (
    kind in (
      'password_changed', 'admin_granted', 'admin_removed', 'backup_trouble', 'webhook_changed',
      'backup_downloaded', 'colleague_invited', 'colleague_removed'
    )
  )
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

-- Sets a user's password, ends every session of theirs, and revokes links to set another one that
-- are still in the email. A password that someone else chose does not accept an invitation.
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
  update public.admin_invitations i set password_set_at = null
    from auth.users u where u.id = admin_reset_password.user_id and i.email = lower(u.email);
  if to_regclass('auth.one_time_tokens') is not null then
    -- the links of emails on their way
    execute 'delete from auth.one_time_tokens t where t.user_id = $1'
      using admin_reset_password.user_id;
  end if;
  delete from auth.refresh_tokens t
    where t.user_id::text = admin_reset_password.user_id::text;
  delete from auth.sessions s where s.user_id = admin_reset_password.user_id;
end
$$;


-- Who changed a row last, for staff whose own change meets another's: "Saved by Ines Duarte on …".
-- Kept next to the tables and not in them, since visitors read most of their rows, and shown to admins
-- alone. What nobody who is signed in did (a migration, the mail's own bookkeeping) is no one's change.

create table private.last_editors (
  row_id uuid primary key,
  editor_id uuid not null references auth.users (id) on delete cascade
);

create index last_editors_of_an_account on private.last_editors (editor_id);

alter table private.last_editors enable row level security;
revoke all on table private.last_editors from public, anon, authenticated, service_role;

create function private.note_editor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.last_editors e where e.row_id = old.id;
    return null;
  end if;
  -- An account that was deleted a moment ago is nobody.
  insert into private.last_editors (row_id, editor_id)
    select new.id, u.id from auth.users u where u.id = auth.uid()
    on conflict (row_id) do update set editor_id = excluded.editor_id;
  if not found then
    delete from private.last_editors e where e.row_id = new.id;
  end if;
  return null;
end
$$;

-- Who is at work: {"actor", "id", "email"}. A signed-in person comes first, by the claims of the
-- request. The web server and its command line say so on their connections (loading_dock.actor).
create function private.history_actor() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when auth.uid() is not null then jsonb_build_object(
      'actor', 'person',
      'id', auth.uid(),
      'email', coalesce(
        (select u.email from auth.users u where u.id = auth.uid()), auth.jwt() ->> 'email')
    )
    when current_setting('loading_dock.actor', true) in ('server', 'command line')
      then jsonb_build_object('actor', current_setting('loading_dock.actor', true))
    when auth.role() = 'service_role' then jsonb_build_object('actor', 'server')
    else jsonb_build_object('actor', 'database')
  end
$$;

create function private.require_editor() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may_edit_content() then
    raise exception 'Only an admin can do this.' using errcode = '42501';
  end if;
end
$$;


-- Who has what open, so that nobody finds out by a conflict: "Dana Ortiz is editing this". A browser says
-- which places its person is at (a row's dialog, a field with the cursor in it) and gets who else is
-- anywhere. What is said holds for 20 seconds and is said again while it is true, so that it ends by
-- itself with a closed lid or a lost network. It is no lock: a save asks nobody.
--
-- Nothing of it is kept: no history, no notice to the pages that visitors see, and after a crash an empty
-- table. The table is closed to everyone. The one function next to it reads names of accounts, which no
-- role of the API may, and lets nobody speak for another, or for longer.

create unlogged table private.presence (
  person_id uuid not null references auth.users (id) on delete cascade,
  table_name text not null,
  row_key text not null,
  field text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (person_id, table_name, row_key, field),

  constraint presence_table_name_short check (length(table_name) between 1 and 63),
  constraint presence_row_key_short check (length(row_key) between 1 and 100),
  constraint presence_field_short check (length(field) <= 63)
);

create index presence_by_end on private.presence (until);

alter table private.presence enable row level security;
revoke all on table private.presence from public, anon, authenticated, service_role;

-- What staff call a person: the name, else the address.
create function private.name_of(person_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(substring(u.raw_user_meta_data ->> 'full_name' from '\S.*\S|\S'), u.email)
  from auth.users u where u.id = person_id
$$;

-- Their name, else their address; null where nobody is known.
create function public.last_editor(row_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select private.name_of(e.editor_id) from private.last_editors e
      where e.row_id = last_editor.row_id
  );
end
$$;

-- Who may change a thing may know who has it open.
create function private.may_know_of(table_name text) returns boolean
language sql stable set search_path = ''
as $$
  select case table_name
    when 'contact_submissions' then private.may_handle_leads()
    else private.may_edit_content()
  end
$$;

-- Says where the caller is, and where no longer; at most 20 places each: {"table", "row", "field"}, the
-- last left out where it is about the whole row. Answers with the others, the first to come first, as
-- {"table", "row", "field", "name", "since"}. Anyone who is no admin is nowhere, and is shown nobody.
create function public.say_present(here jsonb default '[]', gone jsonb default '[]') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  -- A browser whose person lost the right meanwhile goes on asking: it gets nothing, and no error.
  if not (private.may_edit_content() or private.may_handle_leads()) then
    return '[]'::jsonb;
  elsif jsonb_array_length(here) > 20 or jsonb_array_length(gone) > 20 then
    raise exception 'Too many open fields. Close some and try again.' using errcode = '22023';
  end if;
  -- Two tabs of one person speak one after the other.
  perform pg_advisory_xact_lock(hashtextextended('presence of ' || me, 0));

  delete from private.presence p
    where (p.person_id, p.table_name, p.row_key, p.field) in (
      select o.person_id, o.table_name, o.row_key, o.field from private.presence o
      where o.until <= now() for update skip locked
    );
  delete from private.presence p
    using jsonb_to_recordset(gone) as g ("table" text, "row" text, field text)
    where p.person_id = me and p.table_name = g."table" and p.row_key = g."row"
      and p.field = coalesce(g.field, '');
  insert into private.presence as p (person_id, table_name, row_key, field, since, until)
    -- An account that was deleted a moment ago is nobody.
    select distinct u.id, h."table", h."row", coalesce(h.field, ''), now(),
      now() + interval '20 seconds'
    from jsonb_to_recordset(here) as h ("table" text, "row" text, field text)
    join auth.users u on u.id = me
    where private.may_know_of(h."table")
    on conflict (person_id, table_name, row_key, field) do update set until = excluded.until;
  -- The newest 20 of all tabs.
  delete from private.presence p
    where p.person_id = me and (p.table_name, p.row_key, p.field) in (
      select o.table_name, o.row_key, o.field from private.presence o
      where o.person_id = me
      order by o.until desc, o.since desc, o.table_name, o.row_key, o.field offset 20
    );

  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'table', o.table_name, 'row', o.row_key, 'field', o.field,
      'name', private.name_of(o.person_id), 'since', o.since
    ) order by o.since, o.person_id, o.table_name, o.row_key, o.field)
    from (
      select * from private.presence p
      where p.person_id <> me and p.until > now() and private.may_know_of(p.table_name)
      order by p.since, p.person_id, p.table_name, p.row_key, p.field limit 200
    ) o
  ), '[]'::jsonb);
end
$$;

create function private.require_lead_handler() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may_handle_leads() then
    raise exception 'Only an admin can do this.' using errcode = '42501';
  end if;
end
$$;

-- Claims one notice that is due. Returns {"id", "email", "kind", "detail", "company", "colour"}, or null.
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
    'id', notice.id, 'email', notice.email, 'kind', notice.kind, 'detail', notice.detail,
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

-- Where an email for the calling admin goes, and how it looks: {"email", "company", "colour"}.
create function public.admin_own_address() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'email', (select u.email from auth.users u where u.id = auth.uid()),
    'company', private.company() ->> 'company_name',
    'colour', private.company() ->> 'colour'
  );
end
$$;


-- What a new owner said of the demo company's site: "these prices are ours", "we have no logo". All else about the
-- first hour follows from the data themselves, read by the app (features/first_hour): a text that still equals the
-- seed's is the demo's, no matter who looks. What a person confirms is here, with who said it and when, until it is
-- withdrawn. A place is a step ("prices"), a page's texts ("words/home") or one row ("site_content/<id>"); "away"
-- says that the screen was put away.
--
-- The table is closed to everyone: staff say it, see it and take it back by the functions below.

create table private.first_hour (
  place text primary key,
  person_id uuid references auth.users (id) on delete set null,
  said_at timestamptz not null default now(),

  constraint first_hour_place_is_short check (place ~ '^[a-z0-9_/.-]{1,200}$')
);

create index first_hour_of_an_account on private.first_hour (person_id);

alter table private.first_hour enable row level security;
revoke all on table private.first_hour from public, anon, authenticated, service_role;

-- What was said: {"said": [{"place", "by", "at"}], "admins": <how many there are>}. "by" is a name, else an address,
-- and null once the account is gone.
create function public.first_hour() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return jsonb_build_object(
    'said', coalesce((
      select jsonb_agg(jsonb_build_object('place', f.place, 'by', private.name_of(f.person_id), 'at', f.said_at) order by f.place)
      from private.first_hour f
    ), '[]'::jsonb),
    'admins', (select count(*) from public.admins)
  );
end
$$;

create function public.first_hour_take_back(places text[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  delete from private.first_hour f where f.place = any (places);
  return public.first_hour();
end
$$;

-- What is said twice keeps who said it first. There are some hundred places in a site; who says thousands of
-- them fills a disk.
create function public.first_hour_say(places text[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  insert into private.first_hour (place, person_id)
    select distinct said, auth.uid() from unnest(places) as said
    on conflict (place) do nothing;
  if (select count(*) from private.first_hour) > 2000 then
    raise exception 'Too many items. Confirm at most 2,000 at a time.' using errcode = '22023';
  end if;
  return public.first_hour();
end
$$;

-- Our own server asks this at the beginning of each request of someone signed in, in the same message that says
-- who asks. On hosted Supabase its gateway does as it does, and the rights above end with the session.
create function private.require_open_session() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.has_open_session() then
    raise exception 'Your session has ended. Sign in again.' using errcode = 'PT401';
  end if;
end
$$;


-- What someone keeps who is no longer an admin. With the rights go, in the same transaction and however they
-- are lost (the Users screen, SQL, a deleted account): the invitations that they sent and the preview links
-- that they made. What they scheduled waits for another admin. About the webhooks that they set up the Users
-- screen asks, since orders may depend on them.
--
-- An invitation counts only while the person who sent it is an admin, whatever else was or was not cleaned up.

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

create trigger hold_own_rights before insert on public.admin_invitations
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

-- The same for the Users screen.
create function public.admin_revoke_invitation(email text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if not private.revoke_invitation(lower(btrim(coalesce(admin_revoke_invitation.email, '')))) then
    raise exception 'This invitation is no longer valid.' using errcode = 'PT404';
  end if;
end
$$;

-- For the server, which asks for a better password of who is invited: {"full_name"}, or null.
create function public.open_admin_invitation(address text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('full_name', i.full_name)
  from public.admin_invitations i
  where i.email = lower(address) and i.expires_at > now() and private.is_admin(i.invited_by)
$$;


-- What /admin/users does with accounts. The tables of `auth` are out of the API's reach, so these
-- functions run with their owner's rights and ask `is_admin_user()` first. They need no service
-- key, hence work the same on every backend.

-- Users whose email or name contains `search`, newest first.
-- Returns {"total": all that match, "users": [{id, email, full_name, email_confirmed_at,
-- created_at, last_sign_in_at, is_admin, invited_until, invitation_revoked}]}, at most 1000 a call.
-- "invited_until" is when the invitation ends or ended, null without one; "invitation_revoked": there is one,
-- but the admin who sent it is no longer an admin. Names are cut, because on other backends nothing bounds them.
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


-- Removing an admin: what goes with the rights, what the other admins are emailed, and the function that the
-- Users screen calls once it was asked what stays.

-- When other admins were emailed of an invitation or a removal: at most 20 of each in 24 hours.
create table private.colleague_notices (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  created_at timestamptz not null default now()
);

alter table private.colleague_notices enable row level security;
revoke all on table private.colleague_notices from public, anon, authenticated, service_role;

-- "Dana Ruiz (dana@example.com)"; the address alone without a name; null without such an account. Other
-- backends do not bound names.
create function private.person_in_words(person_id uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when private.name_of(u.id) = u.email then u.email
    else left(private.name_of(u.id), 100) || ' (' || u.email || ')'
  end
  from auth.users u where u.id = person_id
$$;

-- Queues an email to each admin but those named: what happened, when, and who did it.
create function private.tell_colleagues(notice text, what text, after text, except_for uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 20;
  who constant jsonb := private.history_actor();
  sent integer;
begin
  delete from private.colleague_notices n where n.created_at < now() - interval '24 hours';
  select count(*) into sent from private.colleague_notices n where n.kind = notice;
  if sent >= most then
    return;
  end if;
  insert into private.colleague_notices (kind) values (notice);
  insert into private.account_notices (email, kind, detail)
    select u.email, notice, concat_ws(' ',
      what || ' on '
        || to_char(now() at time zone (select private.company_zone()), 'FMMonth FMDD, YYYY "at" FMHH12:MI AM')
        || ' (' || replace(regexp_replace(private.company_zone(), '^.*/', ''), '_', ' ') || ' time) by ' || case
          when who ->> 'actor' = 'person'
            then coalesce(private.person_in_words((who ->> 'id')::uuid), 'a deleted account')
          when who ->> 'actor' = 'database' then 'someone with database access'
          else 'the ' || (who ->> 'actor')
        end || '.',
      after,
      case when sent = most - 1 then
        'You won''t get more of these emails for 24 hours. Check the Users screen.'
      end
    )
    from public.admins a join auth.users u on u.id = a.user_id
    where u.email is not null and a.user_id <> all (array_remove(except_for || auth.uid(), null));
end
$$;

create function private.note_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_colleagues('colleague_invited', new.email || ' was invited', null, '{}');
  return null;
end
$$;

create trigger note_invitation after insert on public.admin_invitations
  for each row execute function private.note_invitation();

create trigger note_invitation_again after update on public.admin_invitations
  for each row when (new.invited_by is distinct from old.invited_by and new.invited_by is not null)
  execute function private.note_invitation();

-- "2 preview links"; null for none.
create function private.counted(many integer, one text) returns text
language sql immutable set search_path = ''
as $$
  select case when many > 0 then many || ' ' || one || case when many > 1 then 's' else '' end end
$$;

-- However someone lost their rights: what they left open ends, what they scheduled waits for an admin.
create function private.revoke_what_is_left() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
  invitations integer := 0;
  links integer;
  schedules integer;
  on_still text;
begin
  foreach address in array array(
    select i.email from public.admin_invitations i where i.invited_by = old.user_id order by i.email
  ) loop
    invitations := invitations + private.revoke_invitation(address)::integer;
  end loop;
  update public.preview_links l set revoked_at = now()
    where l.created_by = old.user_id and l.revoked_at is null;
  get diagnostics links = row_count;
  update public.change_sets s
    set problem = 'The person who scheduled it is no longer an admin. Schedule it again.'
    where s.scheduled_by = old.user_id and s.problem is null
      and (
        s.status = 'open' and coalesce(s.publish_at, s.end_at) is not null
        or s.status = 'published' and s.end_at is not null and s.ended_at is null
      );
  get diagnostics schedules = row_count;
  -- Emails for admins that have not left yet. What also goes to the company's own address stays.
  delete from private.account_notices n using auth.users u
    where u.id = old.user_id and n.email = u.email
      and n.kind not in ('password_changed', 'admin_granted', 'admin_removed');
  delete from public.mails m using auth.users u
    where u.id = old.user_id and m.recipient = lower(u.email) and m.state = 'waiting'
      and m.kind in ('digest', 'reminder')
      and m.recipient not in (
        select lower(btrim(s.setting_value)) from public.site_settings s
        where s.setting_key = 'contact_email'
      );
  select string_agg('"' || w.name || '"', ', ' order by lower(w.name), w.id) into on_still
    from public.webhooks w where w.address_set_by = old.user_id and w.active;
  perform private.tell_colleagues(
    'colleague_removed',
    private.person_in_words(old.user_id) || ' was removed as an admin',
    concat_ws(' ',
      'Revoked: ' || nullif(concat_ws(', ',
        private.counted(invitations, 'invitation'), private.counted(links, 'preview link')), '') || '.',
      'Needs a new schedule: ' || private.counted(schedules, 'scheduled set') || '.',
      'Webhooks they set up that are still active: ' || on_still || '.'
    ),
    array[old.user_id]
  );
  return null;
end
$$;

create trigger revoke_what_is_left after delete on public.admins
  for each row execute function private.revoke_what_is_left();

-- An account that is deleted, or kept as deleted, loses its rights first, while what it left can still be reported
-- by its id.
create function private.remove_admin_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.admins a where a.user_id = old.id;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger remove_admin_of_deleted before delete on auth.users
  for each row execute function private.remove_admin_of_account();

create trigger remove_admin_of_closed before update of deleted_at on auth.users
  for each row when (new.deleted_at is not null and old.deleted_at is null)
  execute function private.remove_admin_of_account();

-- What someone would leave: {"invitations": [{email, full_name, expires_at}], "preview_links": [{id, set,
-- expires_at}], "webhooks": [{id, name, host}], "sets": [{id, name, status, publish_at, end_at}], "recipients":
-- [{id, email}], "unknown_webhooks": [name], "downloaded_backup": boolean}. All of it is open or on; of unknown
-- webhooks nobody knows who set them up; a backup counts that was downloaded since the keys were made.
create function public.admin_left_open(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  person constant uuid := admin_left_open.user_id;
begin
  perform private.require_admin();
  return jsonb_build_object(
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'email', i.email, 'full_name', i.full_name, 'expires_at', i.expires_at) order by i.email), '[]')
      from public.admin_invitations i where i.invited_by = person and i.expires_at > now()
    ),
    'preview_links', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.id, 'set', s.name, 'expires_at', l.expires_at) order by l.expires_at, l.id), '[]')
      from public.preview_links l join public.change_sets s on s.id = l.set_id and s.status = 'open'
      where l.created_by = person and l.revoked_at is null and l.expires_at > now()
    ),
    'webhooks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', w.id, 'name', w.name, 'host', w.host) order by lower(w.name), w.id), '[]')
      from public.webhooks w where w.address_set_by = person and w.active
    ),
    'sets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'name', s.name, 'status', s.status, 'publish_at', s.publish_at, 'end_at', s.end_at
        ) order by coalesce(s.publish_at, s.end_at), s.id), '[]')
      from public.change_sets s
      where s.scheduled_by = person and (
        s.status = 'open' and coalesce(s.publish_at, s.end_at) is not null
        or s.status = 'published' and s.end_at is not null and s.ended_at is null
      )
    ),
    'recipients', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'email', r.email)), '[]')
      from public.lead_recipients r join auth.users u on lower(u.email) = r.email
      where u.id = person and r.is_active
    ),
    'unknown_webhooks', (
      select coalesce(jsonb_agg(w.name order by lower(w.name), w.id), '[]')
      from public.webhooks w where w.address_set_by is null and w.active
    ),
    'downloaded_backup', private.fetched_backup_since_rotation(person)
  );
end
$$;

-- Removes an admin. Of what they set up, `keep` names the webhooks that stay on, the sets that stay scheduled
-- (in the name of who removes) and the addresses that still get leads; the rest is paused or unscheduled, also
-- what came up since someone looked.
create function public.admin_remove(user_id uuid, keep uuid[] default '{}') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := admin_remove.user_id;
  kept constant uuid[] := coalesce(admin_remove.keep, '{}');
begin
  perform private.require_admin();
  -- Before their admin's row, as what changes these takes them: nobody waits in a circle.
  perform from public.change_sets s where s.scheduled_by = person order by s.id for update;
  perform from public.webhooks w where w.address_set_by = person order by w.id for update;
  update public.change_sets s set scheduled_by = auth.uid()
    where s.scheduled_by = person and s.id = any (kept);
  update public.change_sets s
    set publish_at = case when s.status = 'open' then null else s.publish_at end, end_at = null,
      scheduled_by = null, problem = null
    where s.scheduled_by = person and s.id <> all (kept) and s.ended_at is null;
  update public.webhooks w set active = false
    where w.address_set_by = person and w.active and w.id <> all (kept);
  update public.lead_recipients r set is_active = false
    from auth.users u
    where u.id = person and r.email = lower(u.email) and r.is_active and r.id <> all (kept);
  delete from public.admins a where a.user_id = person;
end
$$;

-- Makes the caller an admin when their own confirmed address is invited by someone who still is one, the open
-- session began with a link from that mailbox after the invitation was made (RFC 8176: `amr`), and a password
-- was chosen since. Returns whether it did. The invitation's row is locked: a removal of its sender, which
-- deletes it, comes before or after. An account without a name gets the one that the invitation says.
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
      and private.is_admin(i.invited_by)
      -- A token outlives its session.
      and private.has_open_session()
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
  update auth.users u
    set raw_user_meta_data = jsonb_build_object('full_name', invitation.full_name)
      || case when jsonb_typeof(u.raw_user_meta_data) = 'object'
        then u.raw_user_meta_data - 'full_name' else '{}' end
    where u.id = caller and invitation.full_name is not null
      and coalesce(u.raw_user_meta_data ->> 'full_name', '') !~ '\S';
  return true;
end
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  public.is_admin_user(),
  private.require_admin(),
  private.queue_admin_removal(),
  private.keep_the_last_admin(),
  public.admin_list_users(text, integer, integer),
  public.admin_reset_password(uuid, text),
  public.admin_set_admin(uuid, boolean),
  private.may_edit_content(),
  private.may_handle_leads(),
  private.may_administer(),
  public.admin_invite(text, text),
  public.admin_revoke_invitation(text),
  public.accept_admin_invitation(),
  public.open_admin_invitation(text),
  private.note_new_password(),
  private.note_admin_rights(),
  public.account_notice_claim(),
  public.account_notice_settle(uuid, boolean),
  private.note_editor(),
  public.last_editor(uuid),
  private.history_actor(),
  private.require_editor(),
  private.name_of(uuid),
  private.may_know_of(text),
  public.say_present(jsonb, jsonb),
  private.require_lead_handler(),
  public.admin_own_address(),
  public.first_hour(),
  public.first_hour_say(text[]),
  public.first_hour_take_back(text[]),
  private.has_open_session(),
  private.require_open_session(),
  private.is_admin(uuid),
  private.hold_own_rights(),
  private.revoke_invitation(text),
  private.person_in_words(uuid),
  private.tell_colleagues(text, text, text, uuid[]),
  private.note_invitation(),
  private.counted(integer, text),
  private.revoke_what_is_left(),
  private.remove_admin_of_account(),
  public.admin_left_open(uuid),
  public.admin_remove(uuid, uuid[])
from public, anon, authenticated, service_role;

grant execute on function
  public.is_admin_user(),
  private.require_admin(),
  private.may_edit_content(),
  private.may_handle_leads(),
  private.may_administer()
to anon, authenticated, service_role;

grant execute on function
  public.admin_list_users(text, integer, integer),
  public.admin_reset_password(uuid, text),
  public.admin_set_admin(uuid, boolean),
  public.admin_invite(text, text),
  public.admin_revoke_invitation(text),
  public.accept_admin_invitation(),
  public.last_editor(uuid),
  private.require_editor(),
  public.say_present(jsonb, jsonb),
  private.require_lead_handler(),
  public.admin_own_address(),
  public.first_hour(),
  public.first_hour_say(text[]),
  public.first_hour_take_back(text[]),
  private.has_open_session(),
  private.require_open_session(),
  public.admin_left_open(uuid),
  public.admin_remove(uuid, uuid[])
to authenticated;

grant execute on function
  public.open_admin_invitation(text),
  public.account_notice_claim(),
  public.account_notice_settle(uuid, boolean)
to service_role;
