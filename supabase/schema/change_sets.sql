-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table public.change_set_items (
  id uuid not null default gen_random_uuid(),
  set_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  operation text not null,
  base jsonb,
  prepared jsonb not null default '{}'::jsonb,
  version timestamp with time zone not null default clock_timestamp(),
  authors uuid[] not null default '{}'::uuid[],
  constraint change_set_items_pkey PRIMARY KEY (id),
  constraint change_set_items_have_a_base CHECK (((operation = 'INSERT'::text) = (base IS NULL))),
  constraint change_set_items_one_of_a_row UNIQUE (set_id, table_name, row_id),
  constraint change_set_items_operation_is_known CHECK ((operation = ANY (ARRAY['INSERT'::text, 'UPDATE'::text, 'DELETE'::text]))),
  constraint change_set_items_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.change_sets(id) ON DELETE CASCADE
);
comment on column public.change_set_items.prepared is 'The columns that change; of a new row all of them, of a deletion none.';
comment on column public.change_set_items.authors is 'The accounts that saved it; empty: from before this was recorded.';
alter table public.change_set_items enable row level security;
grant select on table public.change_set_items to authenticated;
create policy "Who may edit the content sees what is in the sets" on public.change_set_items
  as permissive for select to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content));

create table public.change_set_remains (
  id uuid not null default gen_random_uuid(),
  set_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  page text,
  label text,
  columns text[] not null,
  constraint change_set_remains_pkey PRIMARY KEY (id),
  constraint change_set_remains_one_of_a_row UNIQUE (set_id, table_name, row_id),
  constraint change_set_remains_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.change_sets(id) ON DELETE CASCADE
);
comment on table public.change_set_remains is 'What the end of a set left alone, to be decided about.';
alter table public.change_set_remains enable row level security;
grant select on table public.change_set_remains to authenticated;
create policy "Who may edit the content sees what ended sets left" on public.change_set_remains
  as permissive for select to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content));

create table public.change_sets (
  id uuid not null default gen_random_uuid(),
  name text not null,
  status text not null default 'open'::text,
  created_at timestamp with time zone not null default now(),
  version timestamp with time zone not null default now(),
  published_at timestamp with time zone,
  published_change uuid,
  publish_at timestamp with time zone,
  scheduled_by uuid,
  problem text,
  end_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_change uuid,
  edited_since boolean not null default false,
  constraint change_sets_pkey PRIMARY KEY (id),
  constraint change_sets_end_after_they_begin CHECK ((end_at > publish_at)),
  constraint change_sets_name_is_said CHECK (((name ~ '\S'::text) AND (name !~ '[\n\r]'::text))),
  constraint change_sets_name_length CHECK ((length(name) <= 60)),
  constraint change_sets_scheduled_by_fkey FOREIGN KEY (scheduled_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint change_sets_status_is_known CHECK ((status = ANY (ARRAY['open'::text, 'published'::text])))
);
comment on table public.change_sets is 'Changes prepared under a name, to be published at once.';
comment on column public.change_sets.version is 'Of all that is in the set.';
comment on column public.change_sets.published_change is 'What history.change_id the publishing is; null while open, and where nothing was left to do.';
comment on column public.change_sets.publish_at is 'When it is to be published automatically.';
comment on column public.change_sets.scheduled_by is 'As whom: who chose the time.';
comment on column public.change_sets.end_at is 'When what was live before comes back automatically.';
comment on column public.change_sets.ended_change is 'What history.change_id the end is; null before, and where nothing was left to do.';
comment on column public.change_sets.edited_since is 'Someone whose changes need approval edited it after its time was chosen.';
CREATE INDEX change_sets_due ON public.change_sets USING btree (publish_at) WHERE ((status = 'open'::text) AND (problem IS NULL));
CREATE INDEX change_sets_ending ON public.change_sets USING btree (end_at) WHERE ((status = 'published'::text) AND (ended_at IS NULL) AND (problem IS NULL));
CREATE UNIQUE INDEX change_sets_one_open_of_a_name ON public.change_sets USING btree (lower(name)) WHERE (status = 'open'::text);
alter table public.change_sets enable row level security;
grant select on table public.change_sets to authenticated;
create policy "Who may edit the content sees the sets" on public.change_sets
  as permissive for select to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content));

create table public.preview_links (
  id uuid not null default gen_random_uuid(),
  set_id uuid,
  token_hash text not null,
  made_by text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '7 days'::interval),
  revoked_at timestamp with time zone,
  created_by uuid default auth.uid(),
  may_comment boolean not null default false,
  comment_noticed_at timestamp with time zone,
  constraint preview_links_pkey PRIMARY KEY (id),
  constraint preview_links_end_after_they_begin CHECK ((expires_at > created_at)),
  constraint preview_links_one_of_a_token UNIQUE (token_hash),
  constraint preview_links_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.change_sets(id) ON DELETE SET NULL,
  constraint preview_links_token_hash_is_sha256 CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on table public.preview_links is 'Links by which people without an account see a set of changes.';
comment on column public.preview_links.made_by is 'The email address of who made it, at that time.';
comment on column public.preview_links.created_by is 'The account of the person who made it.';
comment on column public.preview_links.may_comment is 'Whether people with the link may comment, without an account.';
comment on column public.preview_links.comment_noticed_at is 'When its maker last got an email about comments.';
CREATE INDEX preview_links_of_person ON public.preview_links USING btree (created_by) WHERE (revoked_at IS NULL);
CREATE INDEX preview_links_of_set ON public.preview_links USING btree (set_id, created_at DESC);
CREATE TRIGGER hold_own_rights BEFORE INSERT ON public.preview_links FOR EACH ROW EXECUTE FUNCTION private.hold_own_rights();
alter table public.preview_links enable row level security;
grant select (id, set_id, made_by, created_at, expires_at, revoked_at, may_comment) on table public.preview_links to authenticated;
create policy "Who may edit the content sees the links to previews" on public.preview_links
  as permissive for select to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content));

CREATE OR REPLACE FUNCTION private.close_end(of_set uuid, change uuid, remains jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  update public.change_sets s set ended_at = now(), ended_change = change where s.id = of_set;
  insert into public.change_set_remains (set_id, table_name, row_id, page, label, columns)
    select of_set, r.table_name, r.row_id, r.page, r.label, r.columns
    from jsonb_populate_recordset(null::public.change_set_remains, remains) r;
end
$function$;
grant execute on function private.close_end(uuid,uuid,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.close_set(of_set uuid, change uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  update public.change_sets s
    set status = 'published', published_at = now(), published_change = change, problem = null
    where s.id = of_set;
end
$function$;
grant execute on function private.close_set(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.columns_of(row_values jsonb, names text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(v.key, v.value), '{}'::jsonb)
  from jsonb_each(row_values) as v where v.key = any (names)
$function$;
grant execute on function private.columns_of(jsonb,text[]) to authenticated;

CREATE OR REPLACE FUNCTION private.drop_remain(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  delete from public.change_set_remains r where r.id = drop_remain.id;
end
$function$;
grant execute on function private.drop_remain(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.due_sets(ending boolean)
 RETURNS SETOF public.change_sets
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Others have no role of the API: the job of the database itself.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_editor();
  end if;
  if ending then
    return query
      select s.* from public.change_sets s
      where s.status = 'published' and s.ended_at is null and s.problem is null
        and s.end_at <= now()
      order by s.end_at, s.id for update skip locked;
  else
    return query
      select s.* from public.change_sets s
      where s.status = 'open' and s.problem is null and s.publish_at <= now()
      order by s.publish_at, s.id for update skip locked;
  end if;
end
$function$;
grant execute on function private.due_sets(boolean) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.end_set(the_set public.change_sets)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item record;
  remains jsonb;
begin
  perform private.require_editor();
  if the_set.published_change is not null and not exists (
    select from public.history h where h.change_id = the_set.published_change
  ) then
    raise exception 'The history no longer has the version from before this set.' using errcode = 'PT409';
  end if;
  -- From here on nobody changes live what is about to come back.
  for item in
    select h.table_name, h.row_id from public.history h
    where h.change_id = the_set.published_change order by h.table_name, h.row_id
  loop
    execute format('select from public.%I t where t.id = $1 for update', item.table_name)
      using item.row_id;
  end loop;
  select coalesce(jsonb_agg(jsonb_build_object(
      'table_name', (s.step).table_name, 'row_id', (s.step).row_id, 'page', (s.step).page,
      'label', (s.step).label, 'columns', s.stays)), '[]')
    into remains
    from private.set_end_steps(the_set.published_change) s where s.stays is not null;
  perform set_config('loading_dock.change_note',
    private.set_end_note(the_set, jsonb_array_length(remains)), true);
  perform set_config('loading_dock.approved', 'yes', true);
  set constraints all deferred;
  for item in
    select s.step from private.set_end_steps(the_set.published_change) s
    where (s.step).action is not null
  loop
    perform private.take_history_step(item.step);
  end loop;
  set constraints all immediate;
  perform set_config('loading_dock.change_note', '', true);
  perform set_config('loading_dock.approved', '', true);
  perform private.close_end(the_set.id,
    nullif(current_setting('loading_dock.change', true), '')::uuid, remains);
end
$function$;
grant execute on function private.end_set(public.change_sets) to authenticated;

CREATE OR REPLACE FUNCTION private.hold_set(of_set uuid, problem text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_editor();
  end if;
  update public.change_sets s set problem = hold_set.problem where s.id = of_set;
end
$function$;
grant execute on function private.hold_set(uuid,text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.keep_item(item public.change_set_items, kept boolean)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  live constant jsonb := private.live_row(item.table_name, item.row_id);
  -- Two versions are never alike, also where a clock was set back.
  next_version constant timestamptz := greatest(clock_timestamp(), (
    select s.version + interval '1 microsecond' from public.change_sets s where s.id = item.set_id
  ));
begin
  perform private.require_editor();
  delete from public.change_set_items i where i.id = item.id;
  if kept then
    if item.operation = 'UPDATE' then
      item.base := coalesce(live, item.base)
        || private.columns_of(item.base, array(select jsonb_object_keys(item.prepared)));
    elsif item.operation = 'INSERT' then
      item.prepared := coalesce(live - 'updated_at', '{}') || item.prepared;
    end if;
    item.version := next_version;
    item.authors := array(select distinct unnest(array_append(item.authors, auth.uid())));
    insert into public.change_set_items select item.*;
  end if;
  update public.change_sets s
    set version = next_version,
      edited_since = s.edited_since or s.scheduled_by is not null and public.needs_approval()
    where s.id = item.set_id;
  return next_version;
end
$function$;
grant execute on function private.keep_item(public.change_set_items,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.live_row(list text, id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  live jsonb;
begin
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', list) into live using id;
  return live;
end
$function$;
grant execute on function private.live_row(text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.lock_remain(id uuid)
 RETURNS public.change_set_remains
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  remain public.change_set_remains;
begin
  perform private.require_editor();
  select r.* into remain from public.change_set_remains r where r.id = lock_remain.id for update;
  if remain.id is null then
    raise exception 'Someone already decided this.' using errcode = 'PT409';
  end if;
  return remain;
end
$function$;
grant execute on function private.lock_remain(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.lock_set(of_set uuid)
 RETURNS public.change_sets
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_set public.change_sets;
begin
  perform private.require_editor();
  select s.* into found_set from public.change_sets s where s.id = of_set for update;
  if found_set.status is distinct from 'open' then
    raise exception 'This set was already published or discarded.'
      using errcode = 'PT409';
  end if;
  return found_set;
end
$function$;
grant execute on function private.lock_set(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.may_be_prepared(list text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select list not in ('admins', 'staff', 'contact_submissions', 'media_library') and exists (
    select from pg_catalog.pg_trigger t
    where t.tgrelid = to_regclass(format('public.%I', list)) and t.tgname = 'record_history'
  )
$function$;
grant execute on function private.may_be_prepared(text) to authenticated;

CREATE OR REPLACE FUNCTION public.preview_link_create(of_set uuid, comments boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- 244 random bits, in letters that an address may have
  token constant text := translate(encode(sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64'), '+/=', '-_');
  made public.preview_links;
begin
  perform private.lock_set(of_set);
  -- Those that have been over for long need not say so.
  delete from public.preview_links l where l.expires_at < now() - interval '90 days';
  insert into public.preview_links as l (set_id, token_hash, made_by, may_comment)
    values (of_set, encode(sha256(convert_to(token, 'UTF8')), 'hex'),
      coalesce(private.history_actor() ->> 'email', 'an admin'), coalesce(comments, false))
    returning l.* into made;
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at);
end
$function$;
grant execute on function public.preview_link_create(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.preview_link_open(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link public.preview_links;
  state text;
begin
  select l.* into link from public.preview_links l
    where l.token_hash = encode(sha256(convert_to(preview_link_open.token, 'UTF8')), 'hex');
  if link.id is null then
    return null;
  end if;
  state := private.preview_link_state(link);
  if state <> 'open' then
    return jsonb_build_object('state', state);
  end if;
  return jsonb_build_object('state', state, 'until', link.expires_at, 'zone', private.company_zone(),
    'name', (select s.name from public.change_sets s where s.id = link.set_id),
    'may_comment', link.may_comment, 'rows', private.set_for_visitors(link.set_id));
end
$function$;
grant execute on function public.preview_link_open(text) to anon, authenticated;

CREATE OR REPLACE FUNCTION public.preview_link_revoke(link uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  update public.preview_links l set revoked_at = now() where l.id = link and l.revoked_at is null;
end
$function$;
grant execute on function public.preview_link_revoke(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.preview_link_state(link public.preview_links)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when exists (select from public.change_sets s where s.id = link.set_id and s.status = 'open') then 'open'
    else 'closed'
  end
$function$;

CREATE OR REPLACE FUNCTION private.remain_step(remain public.change_set_remains)
 RETURNS private.history_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  step private.history_step;
begin
  select s.* into step
    from public.change_sets c
    cross join lateral private.history_steps(
      jsonb_build_object(
      'change', c.published_change, 'kind', remain.table_name, 'row', remain.row_id)) s
    where c.id = remain.set_id;
  step.table_name := remain.table_name;
  step.row_id := remain.row_id;
  step.page := remain.page;
  step.label := remain.label;
  step.version :=
    (private.live_row(remain.table_name, remain.row_id) ->> 'updated_at')::timestamptz;
  if step.obstacle is not null then
    step.action := null;
  elsif step.action = 'update' then
    step.target := private.columns_of(step.target, remain.columns);
    step.present := private.columns_of(step.present, remain.columns);
    step.action := case when step.target <> '{}' then 'update' end;
  end if;
  return step;
end
$function$;
grant execute on function private.remain_step(public.change_set_remains) to authenticated;

CREATE OR REPLACE FUNCTION private.row_in_set(live jsonb, item public.change_set_items)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when item.id is null then live
    when item.operation <> 'DELETE' then
      coalesce(live, item.base, '{}') || item.prepared
        || jsonb_build_object('updated_at', item.version)
  end
$function$;
grant execute on function private.row_in_set(jsonb,public.change_set_items) to authenticated;

CREATE OR REPLACE FUNCTION public.set_create(name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created public.change_sets;
begin
  perform private.require_editor();
  insert into public.change_sets as s (name)
    values (substring(set_create.name from '\S.*\S|\S')) returning s.* into created;
  return to_jsonb(created);
exception
  when unique_violation then
    raise exception 'An open set already has this name.' using errcode = 'PT409';
end
$function$;
grant execute on function public.set_create(text) to authenticated;

CREATE OR REPLACE FUNCTION public.set_decide(of_set uuid, item_id uuid, item_version timestamp with time zone, version timestamp with time zone, keep text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item public.change_set_items;
  live jsonb;
  step private.history_step;
begin
  perform private.lock_set(of_set);
  select i.* into item from public.change_set_items i where i.set_id = of_set and i.id = item_id;
  step := private.set_step_of(item);
  if item.version is distinct from set_decide.item_version
    or step.version is distinct from set_decide.version
  then
    raise exception 'Someone changed this in the meantime. Review it again.' using errcode = 'PT409';
  end if;
  live := private.live_row(item.table_name, item.row_id);
  if keep = 'prepared' then
    item.base := case
      when live is null then null
      when item.operation = 'UPDATE'
        then item.base || private.columns_of(live, step.changed_since)
      else live
    end;
    item.prepared := case when live is null then step.target - 'updated_at' else item.prepared end;
    item.operation := case
      when live is null then 'INSERT'
      when item.operation = 'INSERT' then 'UPDATE'
      else item.operation
    end;
    perform private.keep_item(item, true);
  elsif keep = 'live' then
    item.prepared := item.prepared - step.changed_since;
    perform private.keep_item(item,
      live is not null and item.operation = 'UPDATE' and item.prepared <> '{}');
  else
    raise exception 'Keep the live version, or use the version in this set.' using errcode = '22023';
  end if;
end
$function$;
grant execute on function public.set_decide(uuid,uuid,timestamp with time zone,timestamp with time zone,text) to authenticated;

CREATE OR REPLACE FUNCTION public.set_discard(of_set uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_set(of_set);
  delete from public.change_sets s where s.id = of_set;
end
$function$;
grant execute on function public.set_discard(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.set_drop(of_set uuid, items uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item public.change_set_items;
  dropped integer := 0;
begin
  perform private.lock_set(of_set);
  for item in
    select i.* from public.change_set_items i where i.set_id = of_set and i.id = any (items)
  loop
    perform private.keep_item(item, false);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$function$;
grant execute on function public.set_drop(uuid,uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION private.set_end_back(of_set uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  update public.change_sets s set ended_at = null where s.id = of_set and s.end_at > now();
end
$function$;
grant execute on function private.set_end_back(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.set_end_decide(remain uuid, version timestamp with time zone, keep text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  left_over constant public.change_set_remains := private.lock_remain(remain);
  step constant private.history_step := private.remain_step(left_over);
begin
  if step.version is distinct from set_end_decide.version then
    raise exception 'Someone changed this in the meantime. Review it again.' using errcode = 'PT409';
  elsif keep = 'before' and step.action is not null then
    perform set_config('loading_dock.change_note', (
      select 'Ended: ' || s.name from public.change_sets s where s.id = left_over.set_id
    ), true);
    perform private.take_history_step(step);
    perform set_config('loading_dock.change_note', '', true);
  elsif keep not in ('live', 'before') then
    raise exception 'Keep the live version, or restore the earlier one.' using errcode = '22023';
  end if;
  perform private.drop_remain(remain);
end
$function$;
grant execute on function public.set_end_decide(uuid,timestamp with time zone,text) to authenticated;

CREATE OR REPLACE FUNCTION private.set_end_note(the_set public.change_sets, remains integer)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'Ended: ' || the_set.name
    || case when remains > 0 then ', except ' || remains || ' edited since' else '' end
    || case when the_set.end_at < now() - interval '1 minute' then
      ' (planned for ' || to_char(the_set.end_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC)'
    else '' end
$function$;
grant execute on function private.set_end_note(public.change_sets,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.set_end_review(of_set uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return (
    select coalesce(jsonb_agg(
      to_jsonb(private.remain_step(r)) || jsonb_build_object('id', r.id)
      order by r.page nulls last, r.table_name, r.label, r.row_id), '[]')
    from public.change_set_remains r where r.set_id = of_set
  );
end
$function$;
grant execute on function public.set_end_review(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.set_end_steps(published_change uuid)
 RETURNS TABLE(step private.history_step, stays text[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Where all of it stood live already there was nothing to publish.
  if published_change is null then
    return;
  end if;
  for step in
    select * from private.history_steps(jsonb_build_object('change', published_change))
  loop
    stays := nullif(step.changed_since, '{}');
    if step.obstacle is not null or (step.action = 'delete' and stays is not null) then
      step.action := null;
      stays := '{}';
    elsif step.action = 'update' then
      -- What the set deleted and someone brought back is theirs.
      if exists (
        select from public.history h
        where h.change_id = published_change and h.operation = 'DELETE'
          and h.table_name = step.table_name and h.row_id = step.row_id
      ) then
        stays := array(select jsonb_object_keys(step.target) order by 1);
      end if;
      step.target := step.target - coalesce(stays, '{}');
      step.present := step.present - coalesce(stays, '{}');
      step.action := case when step.target <> '{}' then 'update' end;
    end if;
    return next;
  end loop;
end
$function$;
grant execute on function private.set_end_steps(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.set_for_visitors(of_set uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  list text;
  readable text[];
  seen_rows jsonb;
  result jsonb := '{}';
begin
  for list in select distinct i.table_name from public.change_set_items i where i.set_id = of_set loop
    readable := array(
      select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = format('public.%I', list)::regclass
        and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('anon', a.attrelid, a.attnum, 'select'));
    execute format(
      $query$
        select jsonb_agg(case
          when prepared.it is not null and private.visitors_see(i.table_name, prepared.it)
          then private.columns_of(prepared.it, $2)
          else private.columns_of(coalesce(prepared.it, i.base),
              array['id', 'page_name', 'section_name', 'content_key', 'setting_key'])
            || '{"is_active": false}'
          end)
        from public.change_set_items i
        left join public.%1$I t on t.id = i.row_id
        cross join lateral (select private.row_in_set(to_jsonb(t), i) as it offset 0) as prepared
        where i.set_id = $1 and i.table_name = %1$L
      $query$, list
    ) into seen_rows using of_set, readable;
    result := result || jsonb_build_object(list, seen_rows);
  end loop;
  return result;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_list(of_set uuid, list text, what jsonb DEFAULT '{}'::jsonb, page integer DEFAULT 1, page_size integer DEFAULT 1000)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  size constant integer := greatest(least(page_size, 1000), 0);
  -- a regular expression that takes everything behind it as it is
  containing constant text := '***=' || coalesce(what ->> 'words', '');
  narrowed text;
  ordered text;
  result jsonb;
begin
  perform private.require_editor();
  if not private.may_be_prepared(list) then
    raise exception 'This can''t be saved in a change set.' using errcode = '22023';
  end if;
  if exists (
    select jsonb_object_keys(what -> 'filters')
    union all select jsonb_array_elements_text(what -> 'search')
    union all select o.by ->> 0 from jsonb_array_elements(what -> 'order') as o (by)
    except select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = to_regclass(format('public.%I', list)) and a.attnum > 0 and not a.attisdropped
  ) then
    raise exception 'This list has no such column.' using errcode = '42703';
  end if;

  select string_agg(c.condition, ' and ') into narrowed from (
    select format('t.%I = %L', f.name, f.value) as condition
      from jsonb_each_text(what -> 'filters') as f (name, value)
    union all
    select '(' || string_agg(format('t.%I ~* %L', s.name, containing), ' or ') || ')'
      from jsonb_array_elements_text(what -> 'search') as s (name) where what ->> 'words' <> ''
  ) c;
  select string_agg(
      format('t.%I %s', o.by ->> 0, case o.by ->> 1 when 'desc' then 'desc' else 'asc' end), ', ' order by o.place)
    into ordered
    from jsonb_array_elements(what -> 'order') with ordinality as o (by, place);

  execute format(
    $query$
      with items as (
        select i.* from public.change_set_items i where i.set_id = $1 and i.table_name = %2$L
      ), whole as materialized (
        select t.* from public.%1$I t where not exists (select from items i where i.row_id = t.id)
        union all
        select r.* from items i
          left join public.%1$I t on t.id = i.row_id
          cross join lateral jsonb_populate_record(
            null::public.%1$I, private.row_in_set(to_jsonb(t), i)) as r
          where i.operation <> 'DELETE'
      ), found as materialized (
        select t.* from whole t %3$s
      ), shown as (
        select t.* from found t %4$s limit $2 offset $3
      )
      select jsonb_build_object(
        'rows', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from shown s),
        'total', (select count(*) from found),
        'facts', (
          select jsonb_build_object(
            'total', count(*),
            'active', count(*) filter (where w.it -> 'is_active' = 'true'),
            'highestOrder', max((w.it ->> 'display_order')::integer))
          from (select to_jsonb(t) as it from whole t) w
        ))
    $query$, list, list, 'where ' || narrowed, 'order by ' || ordered
  ) into result
    using of_set, size, (greatest(page, 1) - 1)::bigint * size;
  return result;
end
$function$;
grant execute on function public.set_list(uuid,text,jsonb,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION private.set_note(the_set public.change_sets)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'Published: ' || the_set.name || case
    when the_set.publish_at < now() - interval '1 minute' then
      ' (planned for ' || to_char(the_set.publish_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC)'
    else ''
  end
$function$;
grant execute on function private.set_note(public.change_sets) to authenticated;

CREATE OR REPLACE FUNCTION public.set_preview(of_set uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return (
    select coalesce(jsonb_object_agg(t.table_name, t.rows), '{}'::jsonb)
    from (
      select i.table_name, jsonb_agg(coalesce(
        private.row_in_set(private.live_row(i.table_name, i.row_id), i),
        i.base || '{"is_active": false}'
      )) as rows
      from public.change_set_items i where i.set_id = of_set
      group by i.table_name
    ) t
  );
end
$function$;
grant execute on function public.set_preview(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.set_publish(of_set uuid, seen timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  the_set public.change_sets;
  item record;
  step private.history_step;
  changed integer := 0;
  change uuid;
begin
  the_set := private.lock_set(of_set);
  if the_set.version is distinct from seen then
    raise exception 'Someone changed this set. Review it again.' using errcode = 'PT409';
  elsif not exists (select from public.change_set_items i where i.set_id = of_set) then
    raise exception 'This set has no changes yet.' using errcode = 'PT409';
  elsif the_set.end_at <= now() and (the_set.publish_at <= now() and the_set.problem is null) is not true
  then
    raise exception 'The end time has passed. Choose another one first.'
      using errcode = 'PT409';
  end if;
  if not private.is_approved(the_set) and (
    public.needs_approval()
    or the_set.edited_since and current_setting('loading_dock.scheduled_by', true) <> ''
  ) then
    raise exception 'Someone else has to approve this set first. Send it for review.' using errcode = 'PT409';
  end if;
  -- From here on nobody changes live what is about to be.
  for item in
    select i.table_name, i.row_id from public.change_set_items i where i.set_id = of_set
    order by i.table_name, i.row_id
  loop
    execute format('select from public.%I t where t.id = $1 for update', item.table_name)
      using item.row_id;
  end loop;
  if exists (
    select from private.set_steps(of_set) s
    where (s.step).obstacle is not null or (s.step).changed_since <> '{}'
  ) then
    raise exception 'Some of this was changed on the live site. Resolve it in the review first.'
      using errcode = 'PT409';
  end if;

  perform set_config('loading_dock.change_note', private.set_note(the_set), true);
  perform set_config('loading_dock.approved', 'yes', true);
  set constraints all deferred;
  for step in
    select (s.step).* from private.set_steps(of_set) s where (s.step).action is not null
  loop
    perform private.take_history_step(step);
    changed := changed + 1;
  end loop;
  set constraints all immediate;
  perform set_config('loading_dock.change_note', '', true);
  perform set_config('loading_dock.approved', '', true);
  change := nullif(current_setting('loading_dock.change', true), '')::uuid;
  perform private.close_set(of_set, change);
  return jsonb_build_object('changed', changed, 'change', change);
end
$function$;
grant execute on function public.set_publish(uuid,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.set_publish_due()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  due public.change_sets;
  ending boolean;
  done integer := 0;
  reason text;
  -- what is at work here, to be it again after each set
  role_here constant text := current_setting('role');
  claims_here constant text := coalesce(current_setting('request.jwt.claims', true), '');
  person_here constant text := coalesce(current_setting('request.jwt.claim.sub', true), '');
  named_here constant text := coalesce(current_setting('request.jwt.claim.role', true), '');
begin
  -- One that is late for both is published first, and then ends: visitors see nothing of it.
  foreach ending in array array[false, true] loop
    for due in select * from private.due_sets(ending) loop
      reason := null;
      begin
        perform set_config('request.jwt.claims',
          jsonb_build_object('sub', due.scheduled_by, 'role', 'authenticated')::text, true);
        perform set_config('request.jwt.claim.sub', coalesce(due.scheduled_by::text, ''), true);
        perform set_config('request.jwt.claim.role', 'authenticated', true);
        perform set_config('loading_dock.scheduled_by', due.scheduled_by::text, true);
        perform set_config('role', 'authenticated', true);
        if ending then
          perform private.end_set(due);
        else
          perform public.set_publish(due.id, due.version);
        end if;
        done := done + 1;
      exception
        -- Another try may go well: the next turn takes it.
        when transaction_rollback or lock_not_available or insufficient_resources then
          raise;
        when others then
          get stacked diagnostics reason = message_text;
      end;
      perform set_config('role', role_here, true);
      perform set_config('loading_dock.scheduled_by', '', true);
      perform set_config('request.jwt.claims', claims_here, true);
      perform set_config('request.jwt.claim.sub', person_here, true);
      perform set_config('request.jwt.claim.role', named_here, true);
      -- The next set is another change.
      perform set_config('loading_dock.change', '', true);
      if reason is not null then
        perform private.hold_set(due.id, reason);
      end if;
    end loop;
  end loop;
  return done;
end
$function$;
grant execute on function public.set_publish_due() to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.set_reorder(of_set uuid, list text, ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  shown jsonb;
  moved record;
begin
  perform private.lock_set(of_set);
  shown := public.set_rows(of_set, list);
  if (
    select count(distinct s.it ->> 'id') from jsonb_array_elements(shown) as s (it)
    where (s.it ->> 'id')::uuid = any (ids)
  ) <> coalesce(cardinality(ids), 0) then
    raise exception 'Someone else changed the list. Reload and try again.' using errcode = 'PT409';
  end if;
  for moved in
    select o.id, o.place, (s.it ->> 'updated_at')::timestamptz as version
    from unnest(ids) with ordinality as o (id, place)
    join jsonb_array_elements(shown) as s (it) on (s.it ->> 'id')::uuid = o.id
    where (s.it ->> 'display_order')::integer <> o.place - 1
  loop
    perform public.set_save(of_set, list, moved.id, 'UPDATE',
      jsonb_build_object('display_order', moved.place - 1), moved.version);
  end loop;
end
$function$;
grant execute on function public.set_reorder(uuid,text,uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.set_rows(of_set uuid, list text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  result jsonb;
begin
  perform private.require_editor();
  if not private.may_be_prepared(list) then
    raise exception 'This can''t be saved in a change set.' using errcode = '22023';
  end if;
  execute format(
    $query$
      with items as (
        select i.* from public.change_set_items i where i.set_id = $1 and i.table_name = %2$L
      ), rows as (
        select private.row_in_set(to_jsonb(t), i) as it
          from public.%1$I t left join items i on i.row_id = t.id
        union all
        select private.row_in_set(null, i) from items i
          where not exists (select from public.%1$I t where t.id = i.row_id)
      )
      select coalesce(jsonb_agg(r.it), '[]'::jsonb) from rows r where r.it is not null
    $query$, list, list
  ) into result using of_set;
  return result;
end
$function$;
grant execute on function public.set_rows(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.set_save(of_set uuid, list text, id uuid, operation text, patch jsonb DEFAULT '{}'::jsonb, seen timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  was public.change_set_items;
  item public.change_set_items;
  live jsonb;
  shown jsonb;
  stored jsonb;
  step private.history_step;
  other private.history_step;
begin
  perform private.lock_set(of_set);
  if not private.may_be_prepared(list) then
    raise exception 'This can''t be saved in a change set.' using errcode = '22023';
  end if;
  select i.* into was from public.change_set_items i
    where i.set_id = of_set and i.table_name = list and i.row_id = set_save.id;
  live := private.live_row(list, id);
  shown := private.row_in_set(live, was);
  if operation = 'INSERT' and shown is not null then
    raise exception 'This item already exists.' using errcode = '23505';
  elsif operation <> 'INSERT' and shown is null then
    return jsonb_build_object('row', null, 'stale', false);
  elsif operation = 'UPDATE' and seen is distinct from (shown ->> 'updated_at')::timestamptz then
    return jsonb_build_object('row', shown, 'stale', true);
  end if;

  item := was;
  item.id := coalesce(was.id, gen_random_uuid());
  item.set_id := of_set;
  item.table_name := list;
  item.row_id := set_save.id;
  -- What was prepared before keeps the version that it was made from.
  item.base := coalesce(live, was.base) || private.columns_of(
    coalesce(was.base, '{}'), array(select jsonb_object_keys(
      case was.operation when 'DELETE' then was.base else was.prepared end)));
  if operation = 'DELETE' then
    item.operation := 'DELETE';
    item.prepared := '{}';
  else
    item.operation := case when item.base is null then 'INSERT' else 'UPDATE' end;
    item.prepared := coalesce(was.prepared, '{}') || patch - 'id'
      || case operation when 'INSERT' then jsonb_build_object('id', set_save.id) else '{}' end;
    if was.operation = 'INSERT' then
      item.operation := 'INSERT';
      item.base := null;
    end if;
  end if;

  step := private.set_step_of(item);
  if step.action is not null then
    begin
      perform set_config('loading_dock.approved', 'yes', true);
      set constraints all deferred;
      perform private.take_history_step(step);
      stored := private.live_row(list, id);
      begin
        set constraints all immediate;
      exception when sqlstate 'PT409' then
        -- It is refused on its own: what publishing the set comes to decides, and says so in its words.
        for other in
          select (s.step).* from private.set_steps(of_set) s
          where (s.item).id <> item.id and (s.step).action is not null
            and (s.step).obstacle is null and (s.step).changed_since = '{}'
        loop
          perform private.take_history_step(other);
        end loop;
        set constraints all immediate;
      end;
      raise sqlstate 'LD001';
    exception when sqlstate 'LD001' then null;
    end;
  end if;
  -- What triggers made of it comes along.
  if item.operation = 'INSERT' and live is null then
    item.prepared := stored - 'updated_at';
  elsif item.operation <> 'DELETE' then
    item.prepared := coalesce((
      select jsonb_object_agg(s.key, s.value) from jsonb_each(stored) as s
      where s.key not in ('id', 'created_at', 'updated_at')
        and (live is null or s.value is distinct from live -> s.key)
    ), '{}');
  end if;
  item.version := private.keep_item(item,
    case item.operation when 'DELETE' then live is not null else item.prepared <> '{}' end);
  if operation = 'DELETE' then
    return jsonb_build_object('row', shown, 'stale', false);
  end if;
  return jsonb_build_object('row',
    case when item.prepared = '{}' then live else private.row_in_set(live, item) end,
    'stale', false);
end
$function$;
grant execute on function public.set_save(uuid,text,uuid,text,jsonb,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.set_schedule(of_set uuid, publish_at timestamp with time zone DEFAULT NULL::timestamp with time zone, end_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scheduled public.change_sets;
begin
  perform private.require_editor();
  select s.* into scheduled from public.change_sets s where s.id = of_set for update;
  if scheduled.status = 'published' and scheduled.ended_at is null then
    set_schedule.publish_at := scheduled.publish_at;
    if set_schedule.end_at is distinct from scheduled.end_at then
      perform private.require_approval(h.table_name)
        from public.history h where h.change_id = scheduled.published_change;
    end if;
  else
    perform private.lock_set(of_set);
    if set_schedule.publish_at <= now() then
      raise exception 'Choose a time in the future.' using errcode = 'PT409';
    end if;
  end if;
  if set_schedule.end_at <= now() or set_schedule.end_at <= set_schedule.publish_at then
    raise exception 'Choose an end time in the future and after the set goes live.'
      using errcode = 'PT409';
  end if;
  update public.change_sets s
    set publish_at = set_schedule.publish_at, end_at = set_schedule.end_at, problem = null,
      edited_since = false,
      scheduled_by = case
        when coalesce(set_schedule.publish_at, set_schedule.end_at) is not null then auth.uid()
      end
    where s.id = of_set returning s.* into scheduled;
  return to_jsonb(scheduled);
end
$function$;
grant execute on function public.set_schedule(uuid,timestamp with time zone,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION private.set_step_of(item public.change_set_items)
 RETURNS private.history_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  step private.history_step;
  live constant jsonb := private.live_row(item.table_name, item.row_id);
  known constant jsonb := coalesce(live, '{}') || coalesce(item.base, '{}') || item.prepared;
  -- as private.keep_history() gave them to the recorder: label, page, the column of the page
  settings constant text[] := (
    select string_to_array(encode(t.tgargs, 'escape'), '\000') from pg_catalog.pg_trigger t
    where t.tgrelid = format('public.%I', item.table_name)::regclass and t.tgname = 'record_history'
  );
  columns constant text[] := array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', item.table_name)::regclass
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.attname not in ('id', 'created_at', 'updated_at')
  );
begin
  step.table_name := item.table_name;
  step.row_id := item.row_id;
  step.version := (live ->> 'updated_at')::timestamptz;
  step.page := coalesce(known ->> settings[3], nullif(settings[2], ''));
  step.label := (
    select left(nullif(string_agg(known ->> c.name, ' / ' order by c.place), ''), 200)
    from unnest(string_to_array(settings[1], ',')) with ordinality as c (name, place)
  );
  step.changed_since := '{}';
  if item.operation = 'DELETE' then
    step.action := case when live is not null then 'delete' end;
    step.present := live;
    step.changed_since := array(
      select l.key from jsonb_each(live) as l
      where l.key = any (columns) and l.value is distinct from item.base -> l.key order by l.key
    );
  elsif live is null then
    step.action := 'insert';
    step.target := coalesce(item.base, '{}') || item.prepared;
    step.obstacle := case when item.operation = 'UPDATE' then 'deleted since' end;
  else
    select jsonb_object_agg(p.key, live -> p.key), jsonb_object_agg(p.key, p.value),
        coalesce(array_agg(p.key order by p.key)
          filter (where live -> p.key is distinct from item.base -> p.key), '{}')
      into step.present, step.target, step.changed_since
      from jsonb_each(item.prepared) as p
      where p.key = any (columns) and p.value is distinct from live -> p.key;
    step.action := case when step.target is not null then 'update' end;
  end if;
  return step;
end
$function$;
grant execute on function private.set_step_of(public.change_set_items) to authenticated;

CREATE OR REPLACE FUNCTION private.set_steps(of_set uuid)
 RETURNS TABLE(item public.change_set_items, step private.history_step)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.item, s.step
  from (
    select i as item, private.set_step_of(i) as step from public.change_set_items i
    where i.set_id = of_set
    offset 0
  ) s
  order by (s.step).action <> 'delete',
    private.history_depth((s.step).table_name) * case (s.step).action when 'delete' then -1 else 1 end,
    (s.step).table_name, (s.step).row_id
$function$;
grant execute on function private.set_steps(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.visitors_see(list text, row_values jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  policies text;
  seen boolean;
begin
  if row_values ? 'is_active' then
    return coalesce((row_values ->> 'is_active')::boolean, false);
  end if;
  policies := (
    select string_agg('(' || pg_get_expr(p.polqual, p.polrelid) || ')', ' or ')
    from pg_catalog.pg_policy p
    where p.polrelid = format('public.%I', list)::regclass and p.polpermissive
      and p.polcmd in ('r', '*') and p.polroles && array[0, 'anon'::regrole::oid]
  );
  execute format('select (%2$s) from jsonb_populate_record(null::public.%1$I, $1) as %1$I',
    list, coalesce(policies, 'false')) into seen using row_values;
  return coalesce(seen, false);
end
$function$;
