-- The history checks itself: what an entry left is what the next entry of that column found, the last one
-- left what the row holds, and a row that is gone was deleted by an entry. Where that is not so, somebody
-- changed the database past the recorder, or an entry is missing.
--
-- The history may begin anywhere (older entries are deleted after HISTORY_DAYS), and knows only the columns
-- there were: a column is compared from its first entry on, as long as the table has it. A migration that
-- gives old rows other values leaves the triggers on, so that its changes are recorded too.

-- The columns whose changes are recorded. `key` names the table's rows; `whole`: additions and deletions are
-- recorded as well. Generated columns follow from the others, and `updated_at` is no change.
create function private.recorded_columns()
returns table (table_name text, key text, whole boolean, field text, is_time boolean)
language sql stable set search_path = ''
as $$
  select c.relname::text,
    case when exists (
      select from pg_catalog.pg_attribute i where i.attrelid = c.oid and i.attname = 'id'
    ) then 'id' else 'user_id' end,
    -- tgtype, PostgreSQL's pg_trigger.h: 1 for each row, 8 on delete
    t.tgtype & 8 <> 0,
    a.attname::text,
    a.atttypid = 'timestamptz'::regtype
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where t.tgfoid = 'private.record_history'::regproc and t.tgtype & 1 <> 0
    and a.attgenerated = '' and a.attname <> 'updated_at'
    and (cardinality(t.tgattr::smallint[]) = 0 or a.attnum = any (t.tgattr::smallint[]))
$$;

-- What somebody has looked at and accepted: a break is known by the entry before it and by what came
-- instead of what that entry left.
create table private.history_accepted (
  entry uuid not null,
  field text not null,
  found jsonb,
  accepted_at timestamptz not null default now(),
  primary key (entry, field)
);
alter table private.history_accepted enable row level security;
revoke all on table private.history_accepted from public, anon, authenticated, service_role;

-- Every break but those that were accepted. `entry` is the last one before it, `found` what came instead:
--   gap      a later entry began with another value than `entry` left
--   changed  the row holds another value than `entry` left
--   deleted  the row is gone
-- One statement sees entries and rows as of one moment, whoever writes meanwhile.
create function private.history_breaks()
returns table (
  table_name text, row_id uuid, label text, field text, problem text, entry uuid, found jsonb
)
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  rows constant text := (
    select string_agg(format('select %L, t.%I, %s from public.%I t', r.table_name, r.key, r.columns, r.table_name),
      ' union all ')
    from (
      select c.table_name, c.key,
        case when c.whole then 'to_jsonb(t)'
          else format('jsonb_build_object(%s)', string_agg(format('%L, t.%I', c.field, c.field), ', ')) end
          as columns
      from private.recorded_columns() c group by c.table_name, c.key, c.whole
    ) r
  );
begin
  return query execute format(
    $query$
      with recorded as materialized (select * from private.recorded_columns()),
      live (table_name, row_id, values) as materialized (%s),
      steps as (
        select h.table_name, h.row_id, c.field, h.changed_at, h.id as entry,
          h.before -> c.field as was, h.after -> c.field as is_now, c.is_time
        from public.history h
        cross join unnest(h.fields) as f (name)
        join recorded c on c.table_name = h.table_name and c.field = f.name
        union all
        select l.table_name, l.row_id, c.field, 'infinity', null, l.values -> c.field, null, c.is_time
        from live l join recorded c on c.table_name = l.table_name
      ),
      chain as (
        select s.*, lag(s.entry) over one as earlier, lag(s.is_now) over one as left_as
        from steps s
        window one as (partition by s.row_id, s.table_name, s.field order by s.changed_at, s.entry)
      ),
      last as (
        select distinct on (h.row_id, h.table_name) h.table_name, h.row_id, h.id, h.operation
        from public.history h
        where h.table_name in (select c.table_name from recorded c where c.whole)
        order by h.row_id, h.table_name, h.changed_at desc, h.id desc
      ),
      breaks as (
        select c.table_name, c.row_id, c.field,
          case when c.entry is null then 'changed' else 'gap' end as problem, c.earlier as entry, c.was as found
        from chain c
        where c.earlier is not null and c.was is distinct from c.left_as
          -- The same instant is written in another way in another time zone.
          and not (
            c.is_time and coalesce((c.was #>> '{}')::timestamptz = (c.left_as #>> '{}')::timestamptz, false)
          )
        union all
        select l.table_name, l.row_id, '', 'deleted', l.id, null
        from last l
        where l.operation <> 'DELETE' and not exists (
          select from live r where r.table_name = l.table_name and r.row_id = l.row_id
        )
      )
      select b.table_name, b.row_id, h.label, b.field, b.problem, b.entry, b.found
      from breaks b join public.history h on h.id = b.entry
      where not exists (
        select from private.history_accepted a
        where a.entry = b.entry and a.field = b.field and a.found is not distinct from b.found
      )
      order by h.changed_at, b.table_name, b.row_id, b.field
    $query$, rows
  );
end
$$;


-- What the last check found: one row.
create table private.history_checks (
  one boolean primary key default true check (one),
  checked_at timestamptz not null,
  found jsonb not null
);
alter table private.history_checks enable row level security;
revoke all on table private.history_checks from public, anon, authenticated, service_role;

-- Checks and keeps what it found, for whoever asks `history_checked`:
-- {"checked_at", "rows": how many are affected, "examples": ten breaks at most, without their values}.
-- `accept`: what is found now is known from here on, and found no more.
create function public.history_check(accept boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.history_accepted a
    where not exists (select from public.history h where h.id = a.entry);
  if accept then
    insert into private.history_accepted (entry, field, found)
      select b.entry, b.field, b.found from private.history_breaks() b
      on conflict on constraint history_accepted_pkey
        do update set found = excluded.found, accepted_at = now();
  end if;
  insert into private.history_checks (checked_at, found)
    with breaks as materialized (select * from private.history_breaks())
    select clock_timestamp(), jsonb_build_object(
      'rows', (select count(*) from (select distinct b.table_name, b.row_id from breaks b) r),
      'examples', (
        select coalesce(jsonb_agg(to_jsonb(b) - array['entry', 'found']), '[]')
        from (select * from breaks limit 10) b
      )
    )
    on conflict (one) do update set checked_at = excluded.checked_at, found = excluded.found;
  return public.history_checked();
end
$$;

-- Null before the first check.
create function public.history_checked() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('checked_at', c.checked_at) || c.found from private.history_checks c
$$;

revoke all on function private.recorded_columns() from public, anon, authenticated, service_role;
revoke all on function private.history_breaks() from public, anon, authenticated, service_role;
revoke all on function public.history_check(boolean) from public, anon, authenticated;
revoke all on function public.history_checked() from public, anon, authenticated;
grant execute on function public.history_check(boolean) to service_role;
grant execute on function public.history_checked() to service_role;
