-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.outside_link_checks (
  is_only boolean not null default true,
  own_host text,
  collected_at timestamp with time zone,
  collect_at timestamp with time zone not null default (now() + '1 day'::interval),
  address text,
  lease uuid,
  leased_until timestamp with time zone,
  constraint outside_link_checks_pkey PRIMARY KEY (is_only),
  constraint outside_link_checks_is_only_check CHECK (is_only)
);
comment on table private.outside_link_checks is 'When links were collected, and which one is being checked.';
alter table private.outside_link_checks enable row level security;

create table private.outside_links (
  address text not null,
  places text[] not null,
  status integer,
  problem text,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  checked_at timestamp with time zone,
  due_at timestamp with time zone not null default now(),
  is_broken boolean not null generated always as (COALESCE(((problem = ANY (ARRAY['missing'::text, 'unknown_host'::text, 'refused'::text, 'certificate'::text, 'private'::text])) OR ((problem = ANY (ARRAY['error'::text, 'no_answer'::text])) AND (failures >= 2))), false)) stored,
  constraint outside_links_pkey PRIMARY KEY (address),
  constraint outside_links_address_is_a_web_address CHECK (((address ~* '^https?://[^\s/?#]'::text) AND (length(address) <= 2000))),
  constraint outside_links_problem_is_known CHECK ((problem = ANY (ARRAY['missing'::text, 'unknown_host'::text, 'refused'::text, 'certificate'::text, 'private'::text, 'error'::text, 'no_answer'::text, 'no_access'::text, 'redirects'::text, 'not_tried'::text]))),
  constraint outside_links_status_is_of_http CHECK (((status >= 100) AND (status <= 999)))
);
comment on table private.outside_links is 'Addresses of other sites that visitors read, and the result of their last check.';
comment on column private.outside_links.places is 'Where staff typed it: "services/<id>.description".';
CREATE INDEX outside_links_due ON private.outside_links USING btree (due_at, address);
alter table private.outside_links enable row level security;

CREATE OR REPLACE FUNCTION public.check_outside_links()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  perform from private.outside_link_checks for update;
  perform private.collect_outside_links();
  update private.outside_links l set due_at = now()
    where l.due_at > now() and l.checked_at < now() - interval '10 minutes';
  return (select count(*) from private.outside_links l where l.due_at <= now());
end
$function$;
grant execute on function public.check_outside_links() to authenticated;

CREATE OR REPLACE FUNCTION private.collect_outside_links()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  own constant text := (select c.own_host from private.outside_link_checks c);
begin
  with found as (
    select a.address, (array_agg(distinct v.place order by v.place))[1:20] as places
    from private.visible_values() v, lateral private.web_addresses_in(v.value) as a(address)
    where v.value ~* 'https?://' and length(a.address) <= 2000 and a.address ~* '^https?://[^\s/?#]'
      and lower(substring(a.address from '^[^:]+://([^/?#]+)')) is distinct from own
    group by a.address order by a.address limit 500
  ), gone as (
    delete from private.outside_links l where l.address not in (select f.address from found f)
  )
  insert into private.outside_links as l (address, places)
    select f.address, f.places from found f
  on conflict on constraint outside_links_pkey do update set places = excluded.places
    where l.places <> excluded.places;
  update private.outside_link_checks c set collected_at = now(), collect_at = now() + interval '1 day';
end
$function$;

CREATE OR REPLACE FUNCTION public.outside_link_checked(lease uuid, status integer, problem text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  checked text;
begin
  update private.outside_link_checks c set lease = null, leased_until = null
    where c.lease = outside_link_checked.lease returning c.address into checked;
  update private.outside_links l set
    status = outside_link_checked.status,
    problem = outside_link_checked.problem,
    failures = case when f.has_failed then l.failures + 1 else 0 end,
    failing_since = case when f.has_failed then coalesce(l.failing_since, now()) end,
    checked_at = now(),
    due_at = now() + case when outside_link_checked.problem in ('error', 'no_answer') then interval '1 day'
      else interval '7 days' end
    from (
      select coalesce(outside_link_checked.problem not in ('no_access', 'redirects', 'not_tried'), false) as has_failed
    ) f
    where l.address = checked;
end
$function$;
grant execute on function public.outside_link_checked(uuid,integer,text) to service_role;

CREATE OR REPLACE FUNCTION public.outside_link_claim(own text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host constant text := lower(substring(own from '^[^:]+://([^/?#]+)'));
  state private.outside_link_checks;
begin
  -- Without a lock, because servers ask every few seconds.
  if not exists (
    select from private.outside_link_checks c
    where c.own_host is distinct from host or c.collect_at <= now()
  ) and not exists (select from private.outside_links l where l.due_at <= now()) then
    return null;
  end if;
  select * into state from private.outside_link_checks c
    where c.leased_until is null or c.leased_until <= now()
    for update skip locked;
  if not found then
    return null;
  end if;
  if state.own_host is distinct from host then
    update private.outside_link_checks c set own_host = host;
  end if;
  if state.collect_at <= now() then
    perform private.collect_outside_links();
  end if;
  update private.outside_link_checks c
    set address = l.address, lease = gen_random_uuid(), leased_until = now() + interval '2 minutes'
    from (
      select o.address from private.outside_links o where o.due_at <= now() order by o.due_at, o.address limit 1
    ) l
    returning c.* into state;
  return case when found then jsonb_build_object('address', state.address, 'lease', state.lease) end;
end
$function$;
grant execute on function public.outside_link_claim(text) to service_role;

CREATE OR REPLACE FUNCTION public.outside_link_list()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return jsonb_build_object(
    'collected_at', (select c.collected_at from private.outside_link_checks c),
    'links', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'address', l.address, 'places', l.places, 'status', l.status, 'problem', l.problem, 'broken', l.is_broken,
        'failing_since', l.failing_since, 'checked_at', l.checked_at, 'due', l.due_at <= now()
      ) order by l.failing_since desc nulls last, l.address), '[]')
      from private.outside_links l
    )
  );
end
$function$;
grant execute on function public.outside_link_list() to authenticated;

CREATE OR REPLACE FUNCTION private.visible_values()
 RETURNS TABLE(place text, value text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  source record;
begin
  for source in
    select c.relname as name, format('(%s)%s',
      string_agg(format('(%s)', pg_catalog.pg_get_expr(p.polqual, c.oid)), ' or ') filter (where p.polpermissive),
      string_agg(format(' and (%s)', pg_catalog.pg_get_expr(p.polqual, c.oid)), '') filter (where not p.polpermissive)
    ) as condition
    from pg_catalog.pg_class c
    join pg_catalog.pg_policy p on p.polrelid = c.oid and p.polcmd in ('r', '*')
      and p.polroles && array[0::oid, 'anon'::regrole::oid]
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and pg_catalog.has_table_privilege('anon', c.oid, 'select')
    group by c.oid, c.relname having bool_or(p.polpermissive)
  loop
    return query execute format(
      'select case %1$L
          when ''site_content'' then format(''site_content/%%s.%%s.%%s'', r.item ->> ''page_name'',
            r.item ->> ''section_name'', r.item ->> ''content_key'')
          when ''site_settings'' then ''site_settings/'' || (r.item ->> ''setting_key'')
          else format(''%1$s/%%s.%%s'', r.item ->> ''id'', v.key)
        end, v.value
      from (select pg_catalog.to_jsonb(%1$I) as item from public.%1$I where %2$s) r,
        pg_catalog.jsonb_each_text(r.item) v
      where v.key <> ''description'' or %1$L <> ''site_settings''',
      source.name, source.condition
    );
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.web_addresses_in(words text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- A parenthesis ends a remark, unless the address has one itself.
  select distinct rtrim(split_part(m[1], '#', 1), case when position('(' in m[1]) = 0 then '.,;:!?'')' else '.,;:!?''' end)
  from regexp_matches(words, '(https?://[^\s<>"\\^`{|}\[\]]+)', 'gi') as m
$function$;
