-- preview_links: a set of prepared changes shown to somebody without an account, by a link that only
-- those know who were given it. It ends by itself after seven days, or when an admin revokes it.
--
-- Of the token only its SHA-256 is kept: whoever reads the table, or a backup of it, can open nothing.
-- Admins see which links there are; the functions below alone write them.

create table public.preview_links (
  id uuid primary key default gen_random_uuid(),
  -- a link that was once good says that it is over, also when its set is gone
  set_id uuid references public.change_sets (id) on delete set null,
  token_hash text not null,
  made_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  revoked_at timestamptz,

  constraint preview_links_token_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint preview_links_one_of_a_token unique (token_hash),
  constraint preview_links_end_after_they_begin check (expires_at > created_at)
);

comment on table public.preview_links is 'Links by which people without an account see a set of changes.';
comment on column public.preview_links.made_by is 'The e-mail address of who made it, as it was then.';

create index preview_links_of_set on public.preview_links (set_id, created_at desc);

alter table public.preview_links enable row level security;
revoke all on table public.preview_links from public, anon, authenticated, service_role;
grant select (id, set_id, made_by, created_at, expires_at, revoked_at)
  on table public.preview_links to authenticated;

create policy "Who may edit the content sees the links to previews" on public.preview_links
  for select to authenticated using ((select private.may_edit_content()));


-- A new link to an open set: {"id", "token", "expires_at"}. The token is in no other answer.
create function public.preview_link_create(of_set uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- 244 random bits, in letters that an address may have
  token constant text := translate(encode(sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64'), '+/=', '-_');
  made public.preview_links;
begin
  perform private.lock_set(of_set);
  -- Those that have been over for long need not say so any more.
  delete from public.preview_links l where l.expires_at < now() - interval '90 days';
  insert into public.preview_links as l (set_id, token_hash, made_by)
    values (of_set, encode(sha256(convert_to(token, 'UTF8')), 'hex'),
      coalesce(private.history_actor() ->> 'email', 'an admin'))
    returning l.* into made;
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at);
end
$$;

-- From now on the link opens nothing. One that was revoked already stays so.
create function public.preview_link_revoke(link uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  update public.preview_links l set revoked_at = now() where l.id = link and l.revoked_at is null;
end
$$;


-- Whether visitors would see this row if it stood in the table: what has "is_active" says so itself, of
-- the others the table's own policies for visitors say it. A time at which a row is shown does not
-- count: what is prepared for Friday is looked at before.
create function private.visitors_see(list text, row_values jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  policies constant text := (
    select string_agg('(' || pg_get_expr(p.polqual, p.polrelid) || ')', ' or ')
    from pg_catalog.pg_policy p
    where p.polrelid = format('public.%I', list)::regclass and p.polpermissive
      and p.polcmd in ('r', '*') and p.polroles && array[0, 'anon'::regrole::oid]
  );
  seen boolean;
begin
  if row_values ? 'is_active' then
    return coalesce((row_values ->> 'is_active')::boolean, false);
  end if;
  execute format('select (%2$s) from jsonb_populate_record(null::public.%1$I, $1) as %1$I',
    list, coalesce(policies, 'false')) into seen using row_values;
  return coalesce(seen, false);
end
$$;

-- What the site looks like with a set to a visitor, by table (compare set_preview): of each row that they
-- would see the columns that they may read; of each that they would not, what tells it from others, with
-- "is_active": false.
create function private.set_for_visitors(of_set uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(t.table_name, t.rows), '{}'::jsonb)
  from (
    select i.table_name, jsonb_agg(case
      when shown.is_seen then private.columns_of(shown.it, array(
        select a.attname::text from pg_catalog.pg_attribute a
        where a.attrelid = format('public.%I', i.table_name)::regclass
          and a.attnum > 0 and not a.attisdropped
          and has_column_privilege('anon', a.attrelid, a.attnum, 'select')))
      else private.columns_of(shown.it,
          array['id', 'page_name', 'section_name', 'content_key', 'setting_key'])
        || '{"is_active": false}'
      end) as rows
    from public.change_set_items i
    cross join lateral (
      select private.row_in_set(private.live_row(i.table_name, i.row_id), i) as it
    ) as prepared
    cross join lateral (
      select coalesce(prepared.it, i.base) as it,
        prepared.it is not null and private.visitors_see(i.table_name, prepared.it) as is_seen
    ) as shown
    where i.set_id = of_set
    group by i.table_name
  ) t
$$;

-- What a link opens, for whoever has its token. Null: there is no such link. {"state"}: it is over, because
-- it 'expired', was 'revoked', or its set is 'closed', published or discarded. Otherwise {"state": "open"}
-- with "name" and "until" and the set's "rows", as visitors would see them and not a word more.
create function public.preview_link_open(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  link public.preview_links;
  opened public.change_sets;
begin
  select l.* into link from public.preview_links l
    where l.token_hash =
      encode(sha256(convert_to(preview_link_open.token, 'UTF8')), 'hex');
  if link.id is null then
    return null;
  end if;
  select s.* into opened from public.change_sets s where s.id = link.set_id and s.status = 'open';
  return case
    when link.revoked_at is not null then '{"state": "revoked"}'
    when link.expires_at <= now() then '{"state": "expired"}'
    when opened.id is null then '{"state": "closed"}'
    else jsonb_build_object('state', 'open', 'name', opened.name, 'until', link.expires_at,
      'rows', private.set_for_visitors(opened.id))
  end;
end
$$;

do $$
declare
  name text;
begin
  foreach name in array array['visitors_see(text, jsonb)', 'set_for_visitors(uuid)'] loop
    execute format(
      'revoke all on function private.%s from public, anon, authenticated, service_role', name);
  end loop;
  foreach name in array array[
    'preview_link_create(uuid)', 'preview_link_revoke(uuid)', 'preview_link_open(text)'
  ] loop
    execute format(
      'revoke all on function public.%s from public, anon, authenticated, service_role', name);
    execute format('grant execute on function public.%s to authenticated', name);
  end loop;
end
$$;
grant execute on function public.preview_link_open(text) to anon;
