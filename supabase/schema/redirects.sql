-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.broken_addresses (
  path text not null,
  visits bigint not null,
  first_day date not null default private.company_day(),
  last_day date not null default private.company_day(),
  referrer text,
  dismissed boolean not null default false,
  constraint broken_addresses_pkey PRIMARY KEY (path),
  constraint broken_addresses_path_is_in_one_spelling CHECK ((private.is_site_path(path) AND (length(path) <= 500))),
  constraint broken_addresses_referrer_at_most_300_characters CHECK ((length(referrer) <= 300)),
  constraint broken_addresses_visits_positive CHECK ((visits > 0))
);
comment on table private.broken_addresses is 'How often visitors asked for an address that does not exist.';
comment on column private.broken_addresses.referrer is 'Host and path of the page that linked to it last.';
alter table private.broken_addresses enable row level security;

create table public.redirects (
  id uuid not null default gen_random_uuid(),
  from_path text not null,
  to_address text not null,
  is_permanent boolean not null default true,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint redirects_pkey PRIMARY KEY (id),
  constraint redirects_display_order_not_negative CHECK ((display_order >= 0)),
  constraint redirects_from_path_at_most_500_characters CHECK ((length(from_path) <= 500)),
  constraint redirects_from_path_at_most_once UNIQUE (from_path),
  constraint redirects_from_path_is_in_one_spelling CHECK (private.is_site_path(from_path)),
  constraint redirects_to_address_at_most_2000_characters CHECK ((length(to_address) <= 2000)),
  constraint redirects_to_address_is_a_web_address_or_a_path CHECK (private.is_redirect_target(to_address))
);
comment on table public.redirects is 'Where an address leads that the site no longer has.';
CREATE INDEX redirects_by_from ON public.redirects USING btree (lower(from_path)) WHERE is_active;
CREATE INDEX redirects_by_to ON public.redirects USING btree (private.redirect_path(to_address)) WHERE is_active;
CREATE INDEX redirects_in_order ON public.redirects USING btree (display_order, created_at, id);
CREATE TRIGGER check_redirect AFTER INSERT OR UPDATE OF from_path, to_address, is_active ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.check_redirect();
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.record_history('from_path', '', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('from_path', '', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.redirects FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.redirects enable row level security;
grant select on table public.redirects to anon;
grant delete, insert, select, update on table public.redirects to authenticated;
grant delete, insert, select, update on table public.redirects to service_role;
create policy "Staff read and write every redirect" on public.redirects
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));
create policy "Visitors read every active redirect" on public.redirects
  as permissive for select to anon, authenticated
  using (is_active);

CREATE OR REPLACE FUNCTION public.broken_address_dismiss(path text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  update private.broken_addresses b set dismissed = true where b.path = broken_address_dismiss.path;
end
$function$;
grant execute on function public.broken_address_dismiss(text) to authenticated;

CREATE OR REPLACE FUNCTION public.broken_address_list()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'path', b.path, 'visits', b.visits, 'last_day', b.last_day, 'referrer', b.referrer
    ) order by b.visits desc, b.last_day desc, b.path), '[]')
    from (
      select o.* from private.broken_addresses o
      where not o.dismissed
        and not exists (select from public.redirects r where r.from_path = o.path and r.is_active)
      order by o.visits desc, o.last_day desc, o.path limit 100
    ) b
  );
end
$function$;
grant execute on function public.broken_address_list() to authenticated;

CREATE OR REPLACE FUNCTION public.broken_addresses_count(counted jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_array_length(counted) not between 1 and 100 or private.client_address() is not null
    and not private.take_share('broken_addresses', gen_random_uuid(), false)
  then
    return;
  end if;
  insert into private.broken_addresses as b (path, visits, referrer)
    select c.path, least(sum(c.visits), 1000), left(max(c.referrer), 300)
    from jsonb_to_recordset(counted) as c(path text, visits integer, referrer text)
    where private.is_site_path(c.path) and length(c.path) <= 500 and not private.is_own_path(c.path) and c.visits > 0
    -- In one order, so that two servers don't wait for each other.
    group by c.path order by c.path
    on conflict on constraint broken_addresses_pkey do update
    set visits = b.visits + excluded.visits, last_day = excluded.last_day,
      referrer = coalesce(excluded.referrer, b.referrer);
  delete from private.broken_addresses b where b.last_day < private.company_day() - 90;
  delete from private.broken_addresses b where b.path in (
    select o.path from private.broken_addresses o order by o.visits desc, o.last_day desc, o.path offset 1000
  );
end
$function$;
grant execute on function public.broken_addresses_count(jsonb) to anon, authenticated;

CREATE OR REPLACE FUNCTION private.check_redirect()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  loops boolean;
  links integer;
begin
  -- One after the other: two at once could make a loop.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('public.redirects', 0));
  if (select count(*) from public.redirects) > 1000 then
    raise exception 'There can be at most 1,000 redirects.' using errcode = 'PT409';
  elsif private.is_own_path(new.from_path) then
    raise exception 'The address % is a page of your site. Redirect an address that has no page.', left(new.from_path, 100)
      using errcode = 'PT409';
  elsif not new.is_active then
    return null;
  end if;
  with recursive ahead(path, steps) as (
    select private.redirect_path(new.to_address), 1
    union all
    select private.redirect_path(r.to_address), a.steps + 1
    from ahead a join public.redirects r on lower(r.from_path) = a.path and r.is_active
    where a.steps < 7
  ), behind(path, steps) as (
    select lower(new.from_path), 0
    union all
    select lower(r.from_path), b.steps + 1
    from behind b join public.redirects r on private.redirect_path(r.to_address) = b.path and r.is_active
    where b.steps < 6
  )
  select bool_or(a.path = lower(new.from_path)), max(a.steps) + (select max(b.steps) from behind b)
    into loops, links from ahead a;
  if loops then
    raise exception 'The address % would lead back to itself.', left(new.from_path, 100) using errcode = 'PT409';
  elsif links > 5 then
    raise exception 'More than 5 redirects would follow each other. Choose the last address instead.'
      using errcode = 'PT409';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_own_path(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select regexp_replace(path, '/(index(\.(html?|php))?)?$', '') = any (array[
    '', '/services', '/sourcing', '/pricing', '/why-us', '/faqs', '/contact', '/privacy',
    '/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/security-policy.txt', '/favicon.ico', '/icon-96.png',
    '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png', '/icon-maskable.png', '/visits', '/inbound/mail', '/healthz', '/readyz', '/metrics'
  ]) or path ~ '^/(admin|assets|og|auth/v1|rest/v1|storage/v1|functions/v1|preview|unsubscribe|\.well-known)(/|$)'
$function$;

CREATE OR REPLACE FUNCTION private.is_redirect_target(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select address ~ '^[!-~]+$' and address !~ '["<>\\^`{|}]' and address !~* '/(\.|%2e){1,2}([/?#]|$)'
    and address ~* '^(/(?!/)|https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?([/?#]|$))'
$function$;
grant execute on function private.is_redirect_target(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_site_path(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select path ~ '^/(([a-z0-9._~!$&''()*+,;=:@-]|%[0-9A-F]{2})+(/([a-z0-9._~!$&''()*+,;=:@-]|%[0-9A-F]{2})+)*)?$'
    and path !~ '%([01].|2[146-9A-F]|3[0-9ABD]|4.|5[0-9ACF]|6[1-9A-F]|7[0-9AEF])'
    and path !~ '/\.{1,2}(/|$)'
$function$;
grant execute on function private.is_site_path(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.redirect_path(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when address like '/%' then
    coalesce(nullif(rtrim(lower(split_part(split_part(address, '#', 1), '?', 1)), '/'), ''), '/')
  end
$function$;
grant execute on function private.redirect_path(text) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.redirects_import(entries jsonb, save boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  problems jsonb := '[]';
  entry record;
  rule text;
  said text;
  next_order integer;
begin
  perform private.require_editor();
  perform private.require_approval('redirects');
  if jsonb_array_length(entries) > 1000 then
    raise exception 'A file can have at most 1,000 redirects.' using errcode = 'PT409';
  end if;
  select coalesce(max(r.display_order) + 1, 0) into next_order from public.redirects r;
  begin
    for entry in
      select * from jsonb_to_recordset(entries) as e(line integer, "from" text, "to" text, permanent boolean)
    loop
      begin
        insert into public.redirects (from_path, to_address, is_permanent, display_order)
          values (entry."from", entry."to", entry.permanent, next_order);
        next_order := next_order + 1;
      exception when integrity_constraint_violation or sqlstate 'PT409' then
        get stacked diagnostics rule = constraint_name, said = message_text;
        problems := problems || jsonb_build_object('line', entry.line, 'rule', nullif(rule, ''), 'said', said);
      end;
    end loop;
    if not save or problems <> '[]' then
      -- Takes back what was inserted.
      raise sqlstate 'RD000';
    end if;
  exception when sqlstate 'RD000' then
    null;
  end;
  return problems;
end
$function$;
grant execute on function public.redirects_import(jsonb,boolean) to authenticated;
