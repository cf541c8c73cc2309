-- Removing an admin: what goes with the rights, what the other admins are emailed, and the function that the
-- Users screen calls once it was asked what stays.

alter table private.account_notices drop constraint account_notices_kind_check;
alter table private.account_notices
  add constraint account_notices_kind_check check (
    kind in (
      'password_changed', 'admin_granted', 'admin_removed', 'backup_trouble', 'webhook_changed',
      'backup_downloaded', 'colleague_invited', 'colleague_removed'
    )
  );

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
        || to_char(now() at time zone 'America/Los_Angeles', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM')
        || ' (Los Angeles time) by ' || case
          when who ->> 'actor' = 'person'
            then coalesce(private.person_in_words((who ->> 'id')::uuid), 'an account that is gone')
          when who ->> 'actor' = 'database' then 'someone with access to the database'
          else 'the ' || (who ->> 'actor')
        end || '.',
      after,
      case when sent = most - 1 then
        'More of these within 24 hours are not emailed: look at the Users screen.'
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

-- However somebody lost their rights: what they left open ends, what they scheduled waits for an admin.
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
      'Waiting for an admin: ' || private.counted(schedules, 'scheduled set') || '.',
      'Webhooks they set up that are still on: ' || on_still || '.'
    ),
    array[old.user_id]
  );
  return null;
end
$$;
create trigger revoke_what_is_left after delete on public.admins
  for each row execute function private.revoke_what_is_left();

-- An account that is deleted, or kept as deleted, loses its rights first, while what it left can still be told
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


-- What somebody would leave: {"invitations": [{email, full_name, expires_at}], "preview_links": [{id, set,
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
-- what came up since somebody looked.
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

do $$
declare
  name text;
begin
  foreach name in array array[
    'person_in_words(uuid)', 'tell_colleagues(text, text, text, uuid[])', 'note_invitation()',
    'counted(integer, text)', 'revoke_what_is_left()', 'remove_admin_of_account()'
  ] loop
    execute format(
      'revoke all on function private.%s from public, anon, authenticated, service_role', name);
  end loop;
  foreach name in array array['admin_left_open(uuid)', 'admin_remove(uuid, uuid[])'] loop
    execute format(
      'revoke all on function public.%s from public, anon, authenticated, service_role', name);
    execute format('grant execute on function public.%s to authenticated', name);
  end loop;
end
$$;
