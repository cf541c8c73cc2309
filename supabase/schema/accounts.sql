-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.account_notices (
  id uuid not null default gen_random_uuid(),
  email text not null,
  kind text not null,
  created_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  detail text,
  page text,
  message text,
  reply_to text,
  constraint account_notices_pkey PRIMARY KEY (id),
  constraint account_notices_kind_check CHECK ((kind = ANY (ARRAY['password_changed'::text, 'admin_granted'::text, 'admin_removed'::text, 'role_changed'::text, 'backup_trouble'::text, 'webhook_changed'::text, 'backup_downloaded'::text, 'colleague_invited'::text, 'colleague_removed'::text, 'colleague_changed'::text, 'second_factor_added'::text, 'second_factor_removed'::text, 'second_factor_required'::text, 'second_factor_guessed'::text, 'recovery_code_used'::text, 'new_sign_in'::text, 'review_asked'::text, 'set_approved'::text, 'set_changes_asked'::text, 'set_commented'::text])))
);
comment on column private.account_notices.page is 'The path of the screen that its button opens; null: the usual one of its kind.';
comment on column private.account_notices.message is 'What a colleague wrote, to be quoted.';
comment on column private.account_notices.reply_to is 'The address of the colleague it is from; null: the site itself.';
CREATE INDEX account_notices_due ON private.account_notices USING btree (due_at);
alter table private.account_notices enable row level security;

create table public.admin_invitations (
  email text not null,
  full_name text,
  invited_by uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '7 days'::interval),
  password_set_at timestamp with time zone,
  had_account boolean not null,
  roles text[] not null default '{admin}'::text[],
  constraint admin_invitations_pkey PRIMARY KEY (email),
  constraint admin_invitations_email_valid CHECK ((private.is_email(email) AND (email = lower(email)))),
  constraint admin_invitations_full_name_valid CHECK (private.is_person_name(full_name)),
  constraint admin_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint admin_invitations_roles_known CHECK ((((((roles = '{owner}'::text[]) OR (roles = '{admin}'::text[])) OR (roles = '{editor}'::text[])) OR (roles = '{sales}'::text[])) OR (roles = '{editor,sales}'::text[])))
);
CREATE TRIGGER audit_invitation AFTER INSERT OR DELETE ON public.admin_invitations FOR EACH ROW EXECUTE FUNCTION private.audit_invitation();
CREATE TRIGGER audit_invitation_again AFTER UPDATE ON public.admin_invitations FOR EACH ROW WHEN (((new.expires_at <> old.expires_at) OR (new.roles <> old.roles))) EXECUTE FUNCTION private.audit_invitation();
CREATE TRIGGER hold_own_rights BEFORE INSERT ON public.admin_invitations FOR EACH ROW EXECUTE FUNCTION private.hold_own_rights();
CREATE TRIGGER note_invitation AFTER INSERT ON public.admin_invitations FOR EACH ROW EXECUTE FUNCTION private.note_invitation();
CREATE TRIGGER note_invitation_again AFTER UPDATE ON public.admin_invitations FOR EACH ROW WHEN (((new.invited_by IS DISTINCT FROM old.invited_by) AND (new.invited_by IS NOT NULL))) EXECUTE FUNCTION private.note_invitation();
alter table public.admin_invitations enable row level security;

create table public.admins (
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  is_owner boolean not null default false,
  constraint admins_pkey PRIMARY KEY (user_id),
  constraint admins_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column public.admins.is_owner is 'An owner: only owners make and remove owners, and there is always one.';
CREATE TRIGGER admins_keep_an_owner AFTER UPDATE OF is_owner ON public.admins FOR EACH STATEMENT EXECUTE FUNCTION private.keep_the_last_admin();
CREATE TRIGGER admins_keep_the_last AFTER DELETE ON public.admins REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION private.keep_the_last_admin();
CREATE TRIGGER admins_one_change_at_a_time BEFORE UPDATE OF is_owner ON public.admins FOR EACH STATEMENT EXECUTE FUNCTION private.queue_admin_removal();
CREATE TRIGGER admins_one_removal_at_a_time BEFORE DELETE ON public.admins FOR EACH STATEMENT EXECUTE FUNCTION private.queue_admin_removal();
CREATE TRIGGER admins_refuse_truncate BEFORE TRUNCATE ON public.admins FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();
CREATE TRIGGER audit_role AFTER INSERT OR DELETE OR UPDATE OF is_owner ON public.admins FOR EACH ROW EXECUTE FUNCTION private.audit_role();
CREATE TRIGGER make_first_admin_owner BEFORE INSERT ON public.admins FOR EACH ROW EXECUTE FUNCTION private.make_first_admin_owner();
CREATE TRIGGER note_admin_rights AFTER INSERT OR DELETE OR UPDATE OF is_owner ON public.admins FOR EACH ROW EXECUTE FUNCTION private.note_admin_rights();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.admins FOR EACH ROW EXECUTE FUNCTION private.record_history('', '', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.admins FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('', '', '', '');
CREATE TRIGGER revoke_what_is_left AFTER DELETE OR UPDATE OF is_owner ON public.admins FOR EACH ROW EXECUTE FUNCTION private.revoke_what_is_left();
alter table public.admins enable row level security;

create table private.colleague_notices (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  created_at timestamp with time zone not null default now(),
  constraint colleague_notices_pkey PRIMARY KEY (id)
);
alter table private.colleague_notices enable row level security;

create table private.first_hour (
  place text not null,
  person_id uuid,
  said_at timestamp with time zone not null default now(),
  constraint first_hour_pkey PRIMARY KEY (place),
  constraint first_hour_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint first_hour_place_is_short CHECK ((place ~ '^[a-z0-9_/.-]{1,200}$'::text))
);
CREATE INDEX first_hour_of_an_account ON private.first_hour USING btree (person_id);
alter table private.first_hour enable row level security;

create table private.last_editors (
  row_id uuid not null,
  editor_id uuid not null,
  constraint last_editors_pkey PRIMARY KEY (row_id),
  constraint last_editors_editor_id_fkey FOREIGN KEY (editor_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX last_editors_of_an_account ON private.last_editors USING btree (editor_id);
alter table private.last_editors enable row level security;

create unlogged table private.presence (
  person_id uuid not null,
  table_name text not null,
  row_key text not null,
  field text not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint presence_pkey PRIMARY KEY (person_id, table_name, row_key, field),
  constraint presence_field_short CHECK ((length(field) <= 63)),
  constraint presence_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint presence_row_key_short CHECK (((length(row_key) >= 1) AND (length(row_key) <= 100))),
  constraint presence_table_name_short CHECK (((length(table_name) >= 1) AND (length(table_name) <= 63)))
);
CREATE INDEX presence_by_end ON private.presence USING btree (until);
alter table private.presence enable row level security;

create table public.staff (
  user_id uuid not null,
  is_editor boolean not null default false,
  is_sales boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint staff_pkey PRIMARY KEY (user_id),
  constraint staff_has_a_role CHECK ((is_editor OR is_sales)),
  constraint staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on table public.staff is 'People with a limited role. An editor changes what visitors see; sales handles leads. Only functions read and write it.';
CREATE TRIGGER audit_role AFTER INSERT OR DELETE OR UPDATE OF is_editor, is_sales ON public.staff FOR EACH ROW EXECUTE FUNCTION private.audit_role();
CREATE TRIGGER note_admin_rights AFTER INSERT OR DELETE OR UPDATE OF is_editor, is_sales ON public.staff FOR EACH ROW EXECUTE FUNCTION private.note_admin_rights();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.staff FOR EACH ROW EXECUTE FUNCTION private.record_history('', '', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.staff FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('', '', '', '');
CREATE TRIGGER revoke_what_is_left AFTER DELETE OR UPDATE OF is_editor, is_sales ON public.staff FOR EACH ROW EXECUTE FUNCTION private.revoke_what_is_left();
alter table public.staff enable row level security;

CREATE OR REPLACE FUNCTION public.accept_admin_invitation()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := auth.uid();
  invitation public.admin_invitations;
begin
  perform pg_advisory_xact_lock(hashtextextended('public.admins', 0));
  perform from auth.users u where u.id = caller for no key update;
  select i.* into invitation
    from public.admin_invitations i
    join auth.users u on lower(u.email) = i.email
    where u.id = caller and u.email_confirmed_at is not null and u.deleted_at is null
      and i.expires_at > now() and i.password_set_at >= i.created_at
      and private.may_give(i.invited_by, i.roles)
      -- A token outlives its session.
      and private.has_open_session()
      and (private.has_proved_second_factor() or not private.has_second_factor(caller))
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
  -- A role that was given meanwhile stays.
  if private.roles_of(caller) = '{}' then
    perform private.give_roles(caller, invitation.roles);
  end if;
  delete from public.admin_invitations i where i.email = invitation.email;
  update auth.users u
    set raw_user_meta_data = jsonb_build_object('full_name', invitation.full_name)
      || case when jsonb_typeof(u.raw_user_meta_data) = 'object'
        then u.raw_user_meta_data - 'full_name' else '{}' end
    where u.id = caller and invitation.full_name is not null
      and coalesce(u.raw_user_meta_data ->> 'full_name', '') !~ '\S';
  return true;
end
$function$;
grant execute on function public.accept_admin_invitation() to authenticated;

CREATE OR REPLACE FUNCTION public.account_notice_add(person uuid, kind text, detail text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if account_notice_add.kind is null
    or account_notice_add.kind not in ('second_factor_guessed', 'recovery_code_used', 'new_sign_in')
  then
    raise exception 'There is no such email.' using errcode = '22023';
  end if;
  insert into private.account_notices (email, kind, detail)
    select u.email, account_notice_add.kind, left(account_notice_add.detail, 300) from auth.users u
    where u.id = person and u.email is not null;
  if account_notice_add.kind = 'recovery_code_used' then
    perform private.audit('recovery_code_used');
  end if;
end
$function$;
grant execute on function public.account_notice_add(uuid,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.account_notice_claim()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'id', notice.id, 'email', notice.email, 'kind', notice.kind, 'detail', notice.detail, 'page', notice.page,
    'message', notice.message, 'reply_to', notice.reply_to,
    'company', (
      select s.setting_value from public.site_settings s where s.setting_key = 'company_name'
    ),
    'colour', (
      select s.setting_value from public.site_settings s
      where s.setting_key = 'brand_color_primary'
    )
  );
end
$function$;
grant execute on function public.account_notice_claim() to service_role;

CREATE OR REPLACE FUNCTION public.account_notice_settle(id uuid, sent boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if sent then
    delete from private.account_notices n where n.id = account_notice_settle.id;
  else
    update private.account_notices n
      set due_at = now() + least(interval '20 seconds' * 2 ^ least(n.attempts - 1, 10), interval '30 minutes')
      where n.id = account_notice_settle.id;
  end if;
end
$function$;
grant execute on function public.account_notice_settle(uuid,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.admin_invite(email text, full_name text DEFAULT NULL::text, roles text[] DEFAULT '{admin}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.admin_invite(text,text,text[]) to authenticated;

CREATE OR REPLACE FUNCTION public.admin_left_open(user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'leads', (
      select jsonb_build_object('count', count(*), 'follow_ups', count(c.follow_up_on))
      from public.contact_submissions c
      where c.owner_id = person and c.status <> 'closed' and not c.is_spam and c.deleted_at is null
    ),
    'unknown_webhooks', (
      select coalesce(jsonb_agg(w.name order by lower(w.name), w.id), '[]')
      from public.webhooks w where w.address_set_by is null and w.active
    ),
    'downloaded_backup', private.fetched_backup_since_rotation(person)
  );
end
$function$;
grant execute on function public.admin_left_open(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.admin_list_users(search text DEFAULT ''::text, page_size integer DEFAULT 1000, page_offset integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  result jsonb;
begin
  perform private.require_admin();
  with people as (
    select u.id, u.email, coalesce(i.full_name, left(m.metadata ->> 'full_name', 100)) as full_name,
      u.email_confirmed_at, u.created_at, u.last_sign_in_at,
      private.roles_of(u.id) as roles, private.has_second_factor(u.id) as has_second_factor,
      exists (select from public.admins a where a.user_id = u.id) as is_admin,
      i.roles as invited_roles,
      i.expires_at as invited_until,
      i.email is not null and not private.may_give(i.invited_by, i.roles) as invitation_revoked
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
$function$;
grant execute on function public.admin_list_users(text,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.admin_own_address()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'email', (select u.email from auth.users u where u.id = auth.uid()),
    'company', private.company() ->> 'company_name',
    'colour', private.company() ->> 'colour'
  );
end
$function$;
grant execute on function public.admin_own_address() to authenticated;

CREATE OR REPLACE FUNCTION public.admin_remove(user_id uuid, keep uuid[] DEFAULT '{}'::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := admin_remove.user_id;
  kept constant uuid[] := coalesce(admin_remove.keep, '{}');
begin
  perform private.require_right_to_change(person);
  perform private.require_recent_proof();
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
  delete from public.staff s where s.user_id = person;
end
$function$;
grant execute on function public.admin_remove(uuid,uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.admin_reset_password(user_id uuid, new_password text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  crypto text := (
    select n.nspname from pg_catalog.pg_extension e
    join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pgcrypto'
  );
  hashed text;
begin
  perform private.require_admin();
  perform private.require_recent_proof();
  if private.roles_of(admin_reset_password.user_id) = array['owner'] then
    perform private.require_owner();
  end if;
  if new_password is null or new_password !~ '\S' then
    raise exception 'Please enter a new password.' using errcode = '22023';
  elsif length(new_password) < 6 then
    raise exception 'Password must be at least 6 characters long.' using errcode = '22023';
  elsif length(new_password) < 10 and private.roles_of(admin_reset_password.user_id) <> '{}' then
    raise exception 'Password must be at least 10 characters long.' using errcode = '22023';
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
$function$;
grant execute on function public.admin_reset_password(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.admin_revoke_invitation(email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('public.admins', 0));
  if not private.revoke_invitation(lower(btrim(coalesce(admin_revoke_invitation.email, '')))) then
    raise exception 'This invitation is no longer valid.' using errcode = 'PT404';
  end if;
end
$function$;
grant execute on function public.admin_revoke_invitation(text) to authenticated;

CREATE OR REPLACE FUNCTION public.admin_set_admin(user_id uuid, make_admin boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_right_to_change(admin_set_admin.user_id);
  perform private.require_recent_proof();
  if make_admin is distinct from false then
    raise exception 'Invite this person instead. They get admin rights when they accept.'
      using errcode = '22023';
  end if;
  delete from public.admins a where a.user_id = admin_set_admin.user_id;
end
$function$;
grant execute on function public.admin_set_admin(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.admin_set_roles(user_id uuid, roles text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := admin_set_roles.user_id;
begin
  perform private.require_right_to_change(person);
  perform private.require_recent_proof();
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
$function$;
grant execute on function public.admin_set_roles(uuid,text[]) to authenticated;

CREATE OR REPLACE FUNCTION private.counted(many integer, one text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when many > 0 then many || ' ' || one || case when many > 1 then 's' else '' end end
$function$;

CREATE OR REPLACE FUNCTION public.first_hour()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return jsonb_build_object(
    'said', coalesce((
      select jsonb_agg(jsonb_build_object('place', f.place, 'by', private.name_of(f.person_id), 'at', f.said_at) order by f.place)
      from private.first_hour f
    ), '[]'::jsonb),
    'admins', (select count(*) from public.admins) + (select count(*) from public.staff)
  );
end
$function$;
grant execute on function public.first_hour() to authenticated;

CREATE OR REPLACE FUNCTION public.first_hour_say(places text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.first_hour_say(text[]) to authenticated;

CREATE OR REPLACE FUNCTION public.first_hour_take_back(places text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  delete from private.first_hour f where f.place = any (places);
  return public.first_hour();
end
$function$;
grant execute on function public.first_hour_take_back(text[]) to authenticated;

CREATE OR REPLACE FUNCTION private.give_roles(person uuid, roles text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.has_open_session()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(auth.uid()::text = current_setting('loading_dock.scheduled_by', true), false) or exists (
    select from auth.sessions s
    where s.user_id = auth.uid() and s.id = private.session_id() and (s.not_after is null or s.not_after > now())
  )
$function$;
grant execute on function private.has_open_session() to authenticated;

CREATE OR REPLACE FUNCTION private.history_actor()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.hold_own_rights()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.role() = 'authenticated' then
    perform from public.admins a where a.user_id = auth.uid() for key share;
    -- Editors make preview links. A shared lock waits for a change of their role, too.
    if not found and tg_table_name = 'preview_links' then
      perform from public.staff s where s.user_id = auth.uid() and s.is_editor for share;
    end if;
    if not found then
      raise exception 'Only an admin can do this.' using errcode = '42501';
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_admin_user()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.admins where user_id = auth.uid()) and private.has_full_session()
$function$;
comment on function public.is_admin_user() is 'True when the caller is signed in as an owner or admin. Policies ask private.may_edit_content() and its like.';
grant execute on function public.is_admin_user() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.keep_the_last_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if not exists (select from removed) then
      return null;
    end if;
  end if;
  perform from public.admins a where a.is_owner limit 1 for update;
  if not found then
    raise exception 'The last owner can''t be removed. Make someone else an owner first.'
      using errcode = 'PT409';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.last_editor(row_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_staff();
  return (
    select private.name_of(e.editor_id) from private.last_editors e
      where e.row_id = last_editor.row_id
  );
end
$function$;
grant execute on function public.last_editor(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.make_first_admin_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.is_owner := new.is_owner or not exists (select from public.admins a where a.is_owner);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_administer()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select public.is_admin_user() $function$;
grant execute on function private.may_administer() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_edit_content()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.is_admin_user() or private.has_full_session()
    and exists (select from public.staff s where s.user_id = auth.uid() and s.is_editor)
$function$;
grant execute on function private.may_edit_content() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_give(person uuid, roles text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.roles_of(person) && case when roles = array['owner'] then array['owner'] else array['owner', 'admin'] end
$function$;

CREATE OR REPLACE FUNCTION private.may_handle_leads()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.is_admin_user() or private.has_full_session()
    and exists (select from public.staff s where s.user_id = auth.uid() and s.is_sales)
$function$;
grant execute on function private.may_handle_leads() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_know_of(table_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case table_name
    when 'contact_submissions' then private.may_handle_leads()
    when 'saved_replies' then private.may_edit_content() or private.may_handle_leads()
    else private.may_edit_content()
  end
$function$;

CREATE OR REPLACE FUNCTION public.my_roles()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.has_full_session() then private.roles_of(auth.uid()) else '{}' end
$function$;
grant execute on function public.my_roles() to anon, authenticated;

CREATE OR REPLACE FUNCTION public.my_session_end(session uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s
    where s.id = my_session_end.session and s.user_id = auth.uid() and private.has_full_session();
  if not found then
    raise exception 'This session has already ended.' using errcode = 'PT404';
  end if;
end
$function$;
grant execute on function public.my_session_end(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.my_sessions()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(own) order by own.current desc, own.created_at desc, own.id), '[]')
  from (
    select s.id, coalesce(private.browser_in_words(s.user_agent), 'Unknown browser') as browser, host(s.ip) as address, s.created_at,
      -- refreshed_at has no time zone, and is in UTC.
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') as seen_at,
      s.id = private.session_id() as current
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and private.has_full_session()
    order by current desc, s.created_at desc, s.id
    limit 100
  ) as own
$function$;
grant execute on function public.my_sessions() to authenticated;

CREATE OR REPLACE FUNCTION private.name_of(person_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(substring(u.raw_user_meta_data ->> 'full_name' from '\S.*\S|\S'), u.email)
  from auth.users u where u.id = person_id
$function$;

CREATE OR REPLACE FUNCTION private.note_admin_rights()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  roles constant text[] := private.roles_of(person);
  notice text;
begin
  if tg_op = 'INSERT' then
    if (exists (select from public.admins a where a.user_id = person)
        and exists (select from public.staff s where s.user_id = person))
      -- They accepted an invitation.
      or person = auth.uid()
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
$function$;

CREATE OR REPLACE FUNCTION private.note_editor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.note_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.tell_colleagues('colleague_invited', new.email || ' was invited as ' || private.roles_in_words(new.roles), null, '{}');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_new_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.open_admin_invitation(address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('full_name', i.full_name, 'roles', i.roles)
  from public.admin_invitations i
  where i.email = lower(address) and i.expires_at > now() and private.may_give(i.invited_by, i.roles)
$function$;
grant execute on function public.open_admin_invitation(text) to service_role;

CREATE OR REPLACE FUNCTION private.person_in_words(person_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when private.name_of(u.id) = u.email then u.email
    else left(private.name_of(u.id), 100) || ' (' || u.email || ')'
  end
  from auth.users u where u.id = person_id
$function$;

CREATE OR REPLACE FUNCTION private.queue_admin_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('public.admins', 0));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_admin_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.admins a where a.user_id = old.id;
  delete from public.staff s where s.user_id = old.id;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_admin()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.may_administer() then
    raise exception 'Only an admin can do this.' using errcode = '42501';
  end if;
end
$function$;
grant execute on function private.require_admin() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.require_editor()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.may_edit_content() then
    raise exception 'Only editors and admins can do this.' using errcode = '42501';
  end if;
end
$function$;
grant execute on function private.require_editor() to authenticated;

CREATE OR REPLACE FUNCTION private.require_known_roles(roles text[])
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if not coalesce(roles in ('{owner}', '{admin}', '{editor}', '{sales}', '{editor,sales}'), false) then
    raise exception 'Please choose a role.' using errcode = '22023';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_lead_handler()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.may_handle_leads() then
    raise exception 'Only sales and admins can do this.' using errcode = '42501';
  end if;
end
$function$;
grant execute on function private.require_lead_handler() to authenticated;

CREATE OR REPLACE FUNCTION private.require_open_session()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not private.has_open_session() then
    raise exception 'Your session has ended. Sign in again.' using errcode = 'PT401';
  end if;
end
$function$;
grant execute on function private.require_open_session() to authenticated;

CREATE OR REPLACE FUNCTION private.require_owner()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  if private.roles_of(auth.uid()) <> array['owner'] then
    raise exception 'Only an owner can do this.' using errcode = '42501';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_recent_proof()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.proved_at() is null or private.proved_at() < now() - interval '15 minutes' then
    raise exception 'Confirm it''s you, then try again.' using errcode = 'PT428';
  end if;
end
$function$;
grant execute on function private.require_recent_proof() to authenticated;

CREATE OR REPLACE FUNCTION private.require_right_to_change(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('public.admins', 0));
  perform private.require_admin();
  if private.roles_of(person) = array['owner'] then
    perform private.require_owner();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_staff()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not (private.may_edit_content() or private.may_handle_leads()) then
    raise exception 'Only staff can do this.' using errcode = '42501';
  end if;
end
$function$;
grant execute on function private.require_staff() to authenticated;

CREATE OR REPLACE FUNCTION private.revoke_invitation(address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  revoked public.admin_invitations;
begin
  perform from auth.users u where lower(u.email) = address for no key update;
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
$function$;

CREATE OR REPLACE FUNCTION private.revoke_what_is_left()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      where u.id = person and m.recipient = lower(u.email) and m.send_after is not null
        and m.kind in ('digest', 'weekly', 'reminder', 'returned')
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
$function$;

CREATE OR REPLACE FUNCTION private.roles_in_words(roles text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(string_agg(initcap(r.role), ', ' order by r.place), ', ([^,]*)$', ' and \1')
  from unnest(roles) with ordinality as r (role, place)
$function$;

CREATE OR REPLACE FUNCTION private.roles_of(person uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.say_present(here jsonb DEFAULT '[]'::jsonb, gone jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.say_present(jsonb,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.tell_colleagues(notice text, what text, after text, except_for uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        || ' (' || private.zone_name(private.company_zone()) || ') by ' || case
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
$function$;

CREATE TRIGGER note_new_password AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW EXECUTE FUNCTION private.note_new_password();

CREATE TRIGGER remove_admin_of_closed BEFORE UPDATE OF deleted_at ON auth.users FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION private.remove_admin_of_account();

CREATE TRIGGER remove_admin_of_deleted BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.remove_admin_of_account();
