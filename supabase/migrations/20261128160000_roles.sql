-- Four roles: owner, admin, editor and sales. Owners and admins are in public.admins; someone with a limited role is in
-- public.staff. Policies keep asking private.may_edit_content(), private.may_handle_leads() and private.may_administer().

-- Owners and admins ----------------------------------------------------------------------------------------------------

alter table public.admins add column is_owner boolean not null default false;
comment on column public.admins.is_owner is 'An owner: only owners make and remove owners, and there is always one.';

-- The account that has been an admin the longest.
update public.admins set is_owner = true
  where user_id = (select a.user_id from public.admins a order by a.created_at, a.user_id limit 1);

-- The first admin is the owner, by whatever way they are added.
create function private.make_first_admin_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_owner := new.is_owner or not exists (select from public.admins a where a.is_owner);
  return new;
end
$$;
revoke execute on function private.make_first_admin_owner() from public;
create trigger make_first_admin_owner before insert on public.admins
  for each row execute function private.make_first_admin_owner();

-- Limited roles --------------------------------------------------------------------------------------------------------

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  is_editor boolean not null default false,
  is_sales boolean not null default false,
  created_at timestamptz not null default now(),
  constraint staff_has_a_role check (is_editor or is_sales)
);
comment on table public.staff is
  'People with a limited role. An editor changes what visitors see; sales handles leads. Only functions read and write it.';
revoke all on public.staff from anon, authenticated, service_role;
alter table public.staff enable row level security;
select private.keep_history('public.staff');

-- A person's roles: {owner}, {admin}, {editor}, {sales}, {editor,sales} or {}.
create function private.roles_of(person uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case
        when a.is_owner then array['owner']
        when a.user_id is not null then array['admin']
        else array_remove(array[case when s.is_editor then 'editor' end, case when s.is_sales then 'sales' end], null)
      end
    from auth.users u
    left join public.admins a on a.user_id = u.id
    left join public.staff s on s.user_id = u.id
    where u.id = person and u.deleted_at is null
  ), '{}')
$$;
revoke execute on function private.roles_of(uuid) from public;

-- "Editor and Sales"
create function private.roles_in_words(roles text[]) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(initcap(r.role), ' and ' order by r.place) from unnest(roles) with ordinality as r (role, place)
$$;
revoke execute on function private.roles_in_words(text[]) from public;

-- The roles of the caller; none once the session has ended.
create function public.my_roles() returns text[]
language sql stable security definer set search_path = ''
as $$
  select case when private.has_open_session() then private.roles_of(auth.uid()) else '{}' end
$$;
revoke execute on function public.my_roles() from public;
grant execute on function public.my_roles() to anon, authenticated;

-- What each role may do ------------------------------------------------------------------------------------------------

create or replace function private.may_edit_content() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.is_admin_user() or private.has_open_session()
    and exists (select from public.staff s where s.user_id = auth.uid() and s.is_editor)
$$;

create or replace function private.may_handle_leads() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.is_admin_user() or private.has_open_session()
    and exists (select from public.staff s where s.user_id = auth.uid() and s.is_sales)
$$;

comment on function public.is_admin_user() is
  'True when the caller is signed in as an owner or admin. Policies ask private.may_edit_content() and its like.';

create function private.require_staff() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not (private.may_edit_content() or private.may_handle_leads()) then
    raise exception 'Only staff can do this.' using errcode = '42501';
  end if;
end
$$;
revoke execute on function private.require_staff() from public;
grant execute on function private.require_staff() to authenticated;

-- Only owners make, remove and reset owners.
create function private.require_owner() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if private.roles_of(auth.uid()) <> array['owner'] then
    raise exception 'Only an owner can do this.' using errcode = '42501';
  end if;
end
$$;
revoke execute on function private.require_owner() from public;

-- Waits until nobody else changes roles, then asks again: the caller's rights may have ended meanwhile.
create function private.require_right_to_change(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('public.admins', 0));
  perform private.require_admin();
  if private.roles_of(person) = array['owner'] then
    perform private.require_owner();
  end if;
end
$$;
revoke execute on function private.require_right_to_change(uuid) from public;

-- Changing roles -------------------------------------------------------------------------------------------------------

create function private.require_known_roles(roles text[]) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if not coalesce(roles in ('{owner}', '{admin}', '{editor}', '{sales}', '{editor,sales}'), false) then
    raise exception 'Please choose a role.' using errcode = '22023';
  end if;
end
$$;
revoke execute on function private.require_known_roles(text[]) from public;

-- The new row comes before the old one goes, so that the triggers know what the person keeps.
create function private.give_roles(person uuid, roles text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if roles && array['owner', 'admin'] then
    insert into public.admins as a (user_id, is_owner) values (person, 'owner' = any (roles))
      on conflict (user_id) do update set is_owner = excluded.is_owner
      where a.is_owner <> excluded.is_owner;
    delete from public.staff s where s.user_id = person;
  else
    insert into public.staff as s (user_id, is_editor, is_sales)
      values (person, 'editor' = any (roles), 'sales' = any (roles))
      on conflict (user_id) do update set is_editor = excluded.is_editor, is_sales = excluded.is_sales
      where (s.is_editor, s.is_sales) <> (excluded.is_editor, excluded.is_sales);
    delete from public.admins a where a.user_id = person;
  end if;
end
$$;
revoke execute on function private.give_roles(uuid, text[]) from public;

-- Changes the role of someone who has one; others are invited.
create function public.admin_set_roles(user_id uuid, roles text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := admin_set_roles.user_id;
begin
  perform private.require_right_to_change(person);
  perform private.require_known_roles(admin_set_roles.roles);
  if admin_set_roles.roles = array['owner'] then
    perform private.require_owner();
  end if;
  if private.roles_of(person) = '{}' then
    raise exception 'This person has no role. Invite them instead.' using errcode = 'PT404';
  end if;
  perform private.give_roles(person, admin_set_roles.roles);
  -- Notices contain the leads.
  if not admin_set_roles.roles && array['owner', 'admin', 'sales'] then
    update public.lead_recipients r set is_active = false
      from auth.users u where u.id = person and r.email = lower(u.email) and r.is_active;
  end if;
end
$$;
revoke execute on function public.admin_set_roles(uuid, text[]) from public, anon;
grant execute on function public.admin_set_roles(uuid, text[]) to authenticated;

create trigger admins_one_change_at_a_time before update of is_owner on public.admins
  for each statement execute function private.queue_admin_removal();
create trigger admins_keep_an_owner after update of is_owner on public.admins
  for each statement execute function private.keep_the_last_admin();

-- Invitations ----------------------------------------------------------------------------------------------------------

alter table public.admin_invitations
  add column roles text[] not null default '{admin}',
  add constraint admin_invitations_roles_known
    check (roles in ('{owner}', '{admin}', '{editor}', '{sales}', '{editor,sales}'));

-- Who invited may still give this role.
create function private.may_give(person uuid, roles text[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.roles_of(person) && case when roles = array['owner'] then array['owner'] else array['owner', 'admin'] end
$$;
revoke execute on function private.may_give(uuid, text[]) from public;

drop function public.admin_invite(text, text);

create function public.admin_invite(email text, full_name text default null, roles text[] default '{admin}') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(coalesce(admin_invite.email, '')));
  name text := nullif(btrim(coalesce(admin_invite.full_name, '')), '');
  earlier boolean;
  invitation public.admin_invitations;
begin
  perform private.require_admin();
  perform private.require_known_roles(admin_invite.roles);
  if admin_invite.roles = array['owner'] then
    perform private.require_owner();
  end if;
  if not private.is_email(address) then
    raise exception 'Please enter a valid email address.' using errcode = '22023';
  elsif not coalesce(private.is_person_name(name), true) then
    raise exception 'Please enter a name of at most 100 characters, on one line.' using errcode = '22023';
  elsif exists (
    select from auth.users u where lower(u.email) = address and private.roles_of(u.id) <> '{}'
  ) then
    raise exception 'This person is already on the team.' using errcode = 'PT409';
  end if;
  delete from public.admin_invitations i where i.email = address and i.expires_at <= now();
  earlier := exists (select from public.admin_invitations i where i.email = address);
  insert into public.admin_invitations as i (email, full_name, roles, invited_by, had_account)
    values (
      address, name, admin_invite.roles, auth.uid(), exists (select from auth.users u where lower(u.email) = address)
    )
    on conflict on constraint admin_invitations_pkey do update
      set full_name = coalesce(excluded.full_name, i.full_name), expires_at = excluded.expires_at,
        roles = excluded.roles,
        invited_by = excluded.invited_by
    returning i.* into invitation;
  return jsonb_build_object(
    'email', invitation.email, 'full_name', invitation.full_name, 'roles', invitation.roles,
    'again', earlier
  );
end
$$;

revoke execute on function public.admin_invite(text, text, text[]) from public, anon;
grant execute on function public.admin_invite(text, text, text[]) to authenticated;

-- Notices of a changed role --------------------------------------------------------------------------------------------

alter table private.account_notices
  drop constraint account_notices_kind_check,
  add constraint account_notices_kind_check check (kind in ('password_changed', 'admin_granted', 'admin_removed',
    'role_changed', 'backup_trouble', 'webhook_changed', 'backup_downloaded', 'colleague_invited', 'colleague_removed',
    'colleague_changed'));

-- Emails the person. Someone who moves between the tables is in both for a moment: that is one change.
create or replace function private.note_admin_rights() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  roles constant text[] := private.roles_of(person);
  notice text;
begin
  if tg_op = 'INSERT' then
    if (exists (select from public.admins a where a.user_id = person)
        and exists (select from public.staff s where s.user_id = person))
      -- The first admin made themself one.
      or not exists (select from public.admins a where a.user_id <> person)
    then
      return null;
    end if;
    notice := 'admin_granted';
  else
    notice := case when roles = '{}' then 'admin_removed' else 'role_changed' end;
  end if;
  insert into private.account_notices (email, kind, detail)
    select u.email, notice, private.roles_in_words(roles) from auth.users u
    where u.id = person and u.email is not null;
  return null;
end
$$;
drop trigger note_admin_rights on public.admins;
create trigger note_admin_rights after insert or update of is_owner or delete on public.admins
  for each row execute function private.note_admin_rights();
create trigger note_admin_rights after insert or update of is_editor, is_sales or delete on public.staff
  for each row execute function private.note_admin_rights();

-- Revokes what the person may no longer do, and emails the admins.
create or replace function private.revoke_what_is_left() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := old.user_id;
  roles constant text[] := private.roles_of(person);
  is_admin constant boolean := roles && array['owner', 'admin'];
  edits constant boolean := is_admin or 'editor' = any (roles);
  sells constant boolean := is_admin or 'sales' = any (roles);
  address text;
  invitations integer := 0;
  links integer := 0;
  schedules integer := 0;
  on_still text;
begin
  -- An owner's invitations of owners end with an owner's rights.
  foreach address in array array(
    select i.email from public.admin_invitations i
    where i.invited_by = person and not private.may_give(person, i.roles) order by i.email
  ) loop
    invitations := invitations + private.revoke_invitation(address)::integer;
  end loop;
  if not edits then
    update public.preview_links l set revoked_at = now()
      where l.created_by = person and l.revoked_at is null;
    get diagnostics links = row_count;
    update public.change_sets s
      set problem = 'The person who scheduled it can no longer publish. Schedule it again.'
      where s.scheduled_by = person and s.problem is null
        and (
          s.status = 'open' and coalesce(s.publish_at, s.end_at) is not null
          or s.status = 'published' and s.end_at is not null and s.ended_at is null
        );
    get diagnostics schedules = row_count;
  end if;
  if not sells then
    update public.contact_submissions c set owner_id = null where c.owner_id = person;
    -- What also goes to the company's own address stays.
    delete from public.mails m using auth.users u
      where u.id = person and m.recipient = lower(u.email) and m.state = 'waiting'
        and m.kind in ('digest', 'reminder')
        and m.recipient not in (
          select lower(btrim(s.setting_value)) from public.site_settings s
          where s.setting_key = 'contact_email'
        );
  end if;
  if not is_admin then
    delete from private.account_notices n using auth.users u
      where u.id = person and n.email = u.email
        and n.kind not in ('password_changed', 'admin_granted', 'admin_removed', 'role_changed');
    select string_agg('"' || w.name || '"', ', ' order by lower(w.name), w.id) into on_still
      from public.webhooks w where w.address_set_by = person and w.active;
  end if;
  perform private.tell_colleagues(
    case when roles = '{}' then 'colleague_removed' else 'colleague_changed' end,
    case
      when roles = '{}' then private.person_in_words(person) || ' was removed from the team'
      else 'The role of ' || private.person_in_words(person) || ' was changed to ' || private.roles_in_words(roles)
    end,
    concat_ws(' ',
      'Revoked: ' || nullif(concat_ws(', ',
        private.counted(invitations, 'invitation'), private.counted(links, 'preview link')), '') || '.',
      'Needs a new schedule: ' || private.counted(schedules, 'scheduled set') || '.',
      'Webhooks they set up that are still active: ' || on_still || '.'
    ),
    array[person]
  );
  return null;
end
$$;
drop trigger revoke_what_is_left on public.admins;
create trigger revoke_what_is_left after update of is_owner or delete on public.admins
  for each row execute function private.revoke_what_is_left();
create trigger revoke_what_is_left after update of is_editor, is_sales or delete on public.staff
  for each row execute function private.revoke_what_is_left();

-- Leads ----------------------------------------------------------------------------------------------------------------

-- A lead's owner is someone who handles leads. The lock keeps their role until the lead is stored.
create function private.guard_lead_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A restore stores rows as they were.
  if auth.role() is distinct from 'authenticated' then
    return new;
  end if;
  perform from public.admins a where a.user_id = new.owner_id for key share;
  if not found then
    perform from public.staff s where s.user_id = new.owner_id and s.is_sales for share;
    if not found then
      raise exception 'This person can''t own a lead.' using errcode = '23503';
    end if;
  end if;
  return new;
end
$$;
revoke execute on function private.guard_lead_owner() from public;

alter table public.contact_submissions
  drop constraint contact_submissions_owner_id_fkey,
  add constraint contact_submissions_owner_id_fkey foreign key (owner_id)
    references auth.users (id) on delete set null;
create trigger guard_owner_of_lead before insert or update of owner_id on public.contact_submissions
  for each row when (new.owner_id is not null) execute function private.guard_lead_owner();

-- Content --------------------------------------------------------------------------------------------------------------

comment on function public.was_admin_user() is 'True when the caller is signed in and had a role before.';

drop policy "Who may see a thing reads its history" on public.history;
create policy "Who may see a thing reads its history" on public.history for select to authenticated using (
  case
    when table_name in ('admins', 'staff', 'lead_recipients') then (select private.may_administer())
    when table_name = 'contact_submissions' then (select private.may_handle_leads())
    when table_name = 'saved_replies'
      then (select private.may_edit_content()) or (select private.may_handle_leads())
    else (select private.may_edit_content())
  end
);

drop policy "Who handles leads reads every saved reply" on public.saved_replies;
alter policy "Staff read and write every saved reply" on public.saved_replies
  using ((select private.may_edit_content()) or (select private.may_handle_leads()))
  with check ((select private.may_edit_content()) or (select private.may_handle_leads()));

create policy "Who handles leads sees the media library" on public.media_library
  for select to authenticated using ((select private.may_handle_leads()));
create policy "Who handles leads lists media files" on storage.objects
  for select to authenticated using (bucket_id = 'media' and (select private.may_handle_leads()));

-- Settings with an effect beyond what visitors see: where leads go and how long they are kept, what emails them, and
-- scripts of others.
create function private.is_setting_of_admins(key text) returns boolean
language sql immutable set search_path = ''
as $$
  select key in ('contact_email', 'delete_spam', 'delete_closed_months', 'ga_enabled', 'ga_measurement_id',
    'gtm_enabled', 'gtm_container_id', 'confirmation_enabled', 'confirmation_subject', 'confirmation_text')
$$;
revoke execute on function private.is_setting_of_admins(text) from public;
grant execute on function private.is_setting_of_admins(text) to authenticated;

drop policy "Who administers begins to say how long leads are kept" on public.site_settings;
drop policy "Who administers says how long leads are kept" on public.site_settings;
create policy "Only admins add settings of admins" on public.site_settings as restrictive
  for insert to authenticated
  with check (not private.is_setting_of_admins(setting_key) or (select private.may_administer()));
create policy "Only admins change settings of admins" on public.site_settings as restrictive
  for update to authenticated
  using (not private.is_setting_of_admins(setting_key) or (select private.may_administer()));
create policy "Only admins delete settings of admins" on public.site_settings as restrictive
  for delete to authenticated
  using (not private.is_setting_of_admins(setting_key) or (select private.may_administer()));

-- What changes in functions --------------------------------------------------------------------------------------------

-- The rest of each function stays as it is: function, text, new text.
do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('private.require_editor', $t$Only an admin can do this.$t$, $t$Only editors and admins can do this.$t$),
      ('private.require_lead_handler', $t$Only an admin can do this.$t$, $t$Only sales and admins can do this.$t$),
      ('public.admin_remove', $t$  perform private.require_admin();
  -- Before their admin's row, as what changes these takes them: nobody waits in a circle.
$t$, $t$  perform private.require_right_to_change(person);
$t$),
      ('public.admin_remove', $t$  delete from public.admins a where a.user_id = person;
$t$, $t$  delete from public.admins a where a.user_id = person;
  delete from public.staff s where s.user_id = person;
$t$),
      ('public.admin_set_admin', $t$  perform private.require_admin();$t$, $t$  perform private.require_right_to_change(admin_set_admin.user_id);$t$),
      ('public.admin_reset_password', $t$  perform private.require_admin();
$t$, $t$  perform private.require_admin();
  if private.roles_of(admin_reset_password.user_id) = array['owner'] then
    perform private.require_owner();
  end if;
$t$),
      ('private.remove_admin_of_account', $t$  delete from public.admins a where a.user_id = old.id;
$t$, $t$  delete from public.admins a where a.user_id = old.id;
  delete from public.staff s where s.user_id = old.id;
$t$),
      ('private.refuse_truncate', $t$The last admin can''t be removed. Make someone else an admin first.$t$, $t$The last owner can''t be removed. Make someone else an owner first.$t$),
      -- The other trigger has no such table.
      ('private.keep_the_last_admin', $t$  if tg_op = 'DELETE' and not exists (select from removed) then
    return null;
  end if;
$t$, $t$  if tg_op = 'DELETE' then
    if not exists (select from removed) then
      return null;
    end if;
  end if;
$t$),
      ('private.keep_the_last_admin', $t$  perform from public.admins limit 1 for update;$t$, $t$  perform from public.admins a where a.is_owner limit 1 for update;$t$),
      ('private.keep_the_last_admin', $t$The last admin can''t be removed. Make someone else an admin first.$t$, $t$The last owner can''t be removed. Make someone else an owner first.$t$),
      ('public.accept_admin_invitation', $t$private.is_admin(i.invited_by)$t$, $t$private.may_give(i.invited_by, i.roles)$t$),
      ('public.accept_admin_invitation', $t$  insert into public.admins (user_id) values (caller) on conflict do nothing;
$t$, $t$  -- A role that was given meanwhile stays.
  if private.roles_of(caller) = '{}' then
    perform private.give_roles(caller, invitation.roles);
  end if;
$t$),
      ('public.open_admin_invitation', $t$private.is_admin(i.invited_by)$t$, $t$private.may_give(i.invited_by, i.roles)$t$),
      ('public.open_admin_invitation', $t$jsonb_build_object('full_name', i.full_name)$t$, $t$jsonb_build_object('full_name', i.full_name, 'roles', i.roles)$t$),
      ('public.admin_list_users', $t$      exists (select from public.admins a where a.user_id = u.id) as is_admin,
$t$, $t$      private.roles_of(u.id) as roles, exists (select from public.admins a where a.user_id = u.id) as is_admin,
      i.roles as invited_roles,
$t$),
      ('public.admin_list_users', $t$not private.is_admin(i.invited_by)$t$, $t$not private.may_give(i.invited_by, i.roles)$t$),
      ('private.note_invitation', $t$new.email || ' was invited'$t$, $t$new.email || ' was invited as ' || private.roles_in_words(new.roles)$t$),
      ('private.guard_new_submission', $t$public.is_admin_user()$t$, $t$private.may_handle_leads()$t$),
      ('private.tell_of_lead', $t$public.is_admin_user()$t$, $t$private.may_handle_leads()$t$),
      ('private.queue_confirmation', $t$public.is_admin_user()$t$, $t$private.may_handle_leads()$t$),
      ('public.lead_choices', $t$          jsonb_build_object('id', a.user_id, 'name', private.name_of(a.user_id))
          order by lower(private.name_of(a.user_id)), a.user_id
        )
        from public.admins a
$t$, $t$          jsonb_build_object('id', p.user_id, 'name', private.name_of(p.user_id))
          order by lower(private.name_of(p.user_id)), p.user_id
        )
        from (
          select a.user_id from public.admins a
          union select s.user_id from public.staff s where s.is_sales
        ) p
$t$),
      ('private.send_digests', $t$      select u.id, today from public.admins a
      join auth.users u on u.id = a.user_id
$t$, $t$      select u.id, today
      from (
        select a.user_id, a.created_at from public.admins a
        union all select s.user_id, s.created_at from public.staff s where s.is_sales
      ) p
      join auth.users u on u.id = p.user_id
$t$),
      ('private.send_digests', $t$where a.created_at < eight$t$, $t$where p.created_at < eight$t$),
      ('public.resend_submission_mail', $t$private.require_admin()$t$, $t$private.require_lead_handler()$t$),
      ('public.figure_usage', $t$private.require_admin()$t$, $t$private.require_editor()$t$),
      ('public.media_usage', $t$private.require_admin()$t$, $t$private.require_editor()$t$),
      ('public.last_editor', $t$private.require_admin()$t$, $t$private.require_staff()$t$),
      ('public.history_list', $t$private.require_editor()$t$, $t$private.require_staff()$t$),
      ('public.history_filters', $t$private.require_editor()$t$, $t$private.require_staff()$t$),
      ('public.history_look', $t$private.require_editor()$t$, $t$private.require_staff()$t$),
      ('public.history_restore', $t$private.require_editor()$t$, $t$private.require_staff()$t$),
      ('public.staff_names', $t$private.require_editor()$t$, $t$private.require_staff()$t$),
      ('public.staff_names', $t$where exists (select from public.admins a where a.user_id = u.id)$t$, $t$where private.roles_of(u.id) <> '{}'$t$),
      ('public.first_hour', $t$(select count(*) from public.admins)$t$, $t$(select count(*) from public.admins) + (select count(*) from public.staff)$t$),
      ('private.may_be_prepared', $t$'admins', $t$, $t$'admins', 'staff', $t$),
      ('private.add_history', $t$entry.table_name = 'admins'$t$, $t$entry.table_name in ('admins', 'staff')$t$),
      ('private.history_steps', $t$('admins', 'contact_submissions')$t$, $t$('admins', 'staff', 'contact_submissions')$t$),
      ('public.was_admin_user', $t$h.table_name = 'admins'$t$, $t$h.table_name in ('admins', 'staff')$t$),
      ('private.may_know_of', $t$    else private.may_edit_content()$t$, $t$    when 'saved_replies' then private.may_edit_content() or private.may_handle_leads()
    else private.may_edit_content()$t$),
      ('public.admin_find', $t$  perform private.require_editor();$t$, $t$  perform private.require_staff();$t$),
      ('public.admin_find', $t$      and (
        c.relname in$t$, $t$      and (private.may_edit_content() or c.relname in ('media_library', 'saved_replies'))
      and (
        c.relname in$t$),
      ('public.admin_dashboard', $t$private.require_admin()$t$, $t$private.require_staff()$t$),
      ('public.admin_dashboard', $t$'email_saved', public.email_is_saved()$t$, $t$'email_saved', case when private.may_handle_leads() then public.email_is_saved() end$t$),
      ('public.admin_dashboard', $t$      )
    )
  );
end
$t$, $t$      )
    )
    - case when private.may_handle_leads() then '{}' else array['total', 'by_status', 'per_day', 'by_platform',
      'by_source', 'by_landing_page', 'oldest_unanswered', 'overdue', 'failed_mail', 'email_saved', 'unsent', 'spam',
      'held_spam'] end
    - case when private.may_edit_content() then '{}'
      else array['active_prices', 'active_faqs', 'images_without_alt_text', 'waiting_sets'] end
  );
end
$t$)
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

-- Invitations asked it.
drop function private.is_admin(uuid);
