-- Links to other sites: the addresses in what visitors read, and whether they work (decision 0075). The server checks each
-- once a week, and when staff ask; these functions decide which one is next, and what its result means.

create table private.outside_links (
  address text primary key,
  places text[] not null,
  -- of the last answer; null: there was none
  status integer,
  -- a code, never words of the other site; null: it works
  problem text,
  -- failed checks in a row
  failures integer not null default 0,
  failing_since timestamptz,
  checked_at timestamptz,
  due_at timestamptz not null default now(),
  -- A server that is restarted, or a network that is slow once, is no broken link.
  is_broken boolean not null generated always as (coalesce(
    problem in ('missing', 'unknown_host', 'refused', 'certificate', 'private')
    or problem in ('error', 'no_answer') and failures >= 2, false
  )) stored,
  constraint outside_links_address_is_a_web_address
    check (address ~* '^https?://[^\s/?#]' and length(address) <= 2000),
  constraint outside_links_problem_is_known check (problem in (
    'missing', 'unknown_host', 'refused', 'certificate', 'private', 'error', 'no_answer',
    'no_access', 'redirects', 'not_tried'
  )),
  constraint outside_links_status_is_of_http check (status between 100 and 999)
);
comment on table private.outside_links is 'Addresses of other sites that visitors read, and the result of their last check.';
comment on column private.outside_links.places is 'Where staff typed it: "services/<id>.description".';
create index outside_links_due on private.outside_links (due_at, address);

-- One row. One check at a time, whatever process makes it: other sites are asked politely.
create table private.outside_link_checks (
  is_only boolean primary key default true check (is_only),
  -- host and port of the site itself, as the server said last; its own links aren't tried
  own_host text,
  collected_at timestamptz,
  -- The first time is a day after this migration, unless staff ask for a check.
  collect_at timestamptz not null default now() + interval '1 day',
  address text,
  lease uuid,
  leased_until timestamptz
);
comment on table private.outside_link_checks is 'When links were collected, and which one is being checked.';
insert into private.outside_link_checks default values;

revoke all on private.outside_links, private.outside_link_checks from public, anon, authenticated, service_role;
alter table private.outside_links enable row level security;
alter table private.outside_link_checks enable row level security;

-- Every value that visitors may read, with the address of its field. The tables and the conditions of their rows are
-- those of the policies for visitors, so a new table needs no line here.
create function private.visible_values() returns table (place text, value text)
language plpgsql stable set search_path = ''
as $$
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
$$;

-- The web addresses in a text, without the punctuation of its sentence and without the part after "#".
create function private.web_addresses_in(words text) returns setof text
language sql immutable set search_path = ''
as $$
  -- A parenthesis ends a remark, unless the address has one itself.
  select distinct rtrim(split_part(m[1], '#', 1), case when position('(' in m[1]) = 0 then '.,;:!?'')' else '.,;:!?''' end)
  from regexp_matches(words, '(https?://[^\s<>"\\^`{|}\[\]]+)', 'gi') as m
$$;

-- Takes over which links there are now. What is known of the others stays.
create function private.collect_outside_links() returns void
language plpgsql set search_path = ''
as $$
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
$$;

-- When links were collected last, and every link with its last result, for Site health.
create function public.outside_link_list() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
$$;

-- Asks for a check of every link now, except of those checked in the last ten minutes. Returns how many are due.
create function public.check_outside_links() returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  perform from private.outside_link_checks for update;
  perform private.collect_outside_links();
  update private.outside_links l set due_at = now()
    where l.due_at > now() and l.checked_at < now() - interval '10 minutes';
  return (select count(*) from private.outside_links l where l.due_at <= now());
end
$$;

-- The next link that is due, for at most two minutes; null if there is none, or another process checks one. Once a day it
-- collects the links first. `own` is the site's own address.
create function public.outside_link_claim(own text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
$$;

-- Stores a result: the status of the last answer, and the problem. The next check is a week later, or after what may be
-- temporary a day.
create function public.outside_link_checked(lease uuid, status integer, problem text) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;

revoke execute on function
  private.visible_values(),
  private.web_addresses_in(text),
  private.collect_outside_links(),
  public.outside_link_list(),
  public.check_outside_links(),
  public.outside_link_claim(text),
  public.outside_link_checked(uuid, integer, text)
from public, anon, authenticated, service_role;
grant execute on function public.outside_link_list(), public.check_outside_links() to authenticated;
grant execute on function public.outside_link_claim(text), public.outside_link_checked(uuid, integer, text) to service_role;
