-- What the history's screens ask. The functions run as the caller, so row security decides what is found.
--
-- `what` says which entries are meant, by any of these names; those that are left out select nothing:
--   "change"          one change, with all its entries
--   "since", "until"  times; from the first on, up to before the second
--   "person"          an e-mail address, or "server", "command line", "database"
--   "kind"            a table's name
--   "page"            a page's name
--   "row", "field"    one row's id (with "kind"), and one column of it
--   "after", "from"   an entry's id: what came later to its row, without and with itself

create function private.history_condition(what jsonb, entry text) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    format('%I.change_id = ', entry) || quote_literal((what ->> 'change')::uuid),
    format('%I.changed_at >= ', entry) || quote_literal((what ->> 'since')::timestamptz),
    format('%I.changed_at < ', entry) || quote_literal((what ->> 'until')::timestamptz),
    case
      when what ->> 'person' in ('server', 'command line', 'database')
        then format('%I.actor = ', entry) || quote_literal(what ->> 'person')
      else
        format('%1$I.actor = ''person'' and %1$I.actor_email = ', entry)
          || quote_literal(what ->> 'person')
    end,
    format('%I.table_name = ', entry) || quote_literal(what ->> 'kind'),
    format('%I.page = ', entry) || quote_literal(what ->> 'page'),
    format('%I.row_id = ', entry) || quote_literal((what ->> 'row')::uuid),
    format('(%1$I.operation <> ''UPDATE'' or %1$I.fields @> array[', entry)
      || quote_literal(what ->> 'field') || '])',
    format('%I.changed_at > (select e.changed_at from public.history e where e.id = ', entry)
      || quote_literal((what ->> 'after')::uuid) || ')',
    format('%I.changed_at >= (select e.changed_at from public.history e where e.id = ', entry)
      || quote_literal((what ->> 'from')::uuid) || ')'
  )
$$;

-- What is short enough for a list.
create function private.short_values(row_values jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_object_agg(v.key, v.value), '{}'::jsonb)
  from jsonb_each(row_values) as v where coalesce(length(v.value #>> '{}'), 0) <= 300
$$;


-- Changes, newest first; of each its newest entry among those meant, and how many of its entries are.
-- `older_than` is the change with which the page before ended: its "changed_at" and "id".
-- Values of more than 300 characters are left out; the table has them.
create function public.history_list(
  what jsonb default '{}', page_size integer default 50, older_than jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  result jsonb;
begin
  perform private.require_editor();
  execute format(
    $query$
      with page as (
        select h.* from public.history h
        where %1$s and %2$s
          and not exists (
            select from public.history o
            where o.change_id = h.change_id and (o.changed_at, o.id) > (h.changed_at, h.id)
              and %3$s
          )
        order by h.changed_at desc, h.id desc limit %4$s
      )
      select coalesce(jsonb_agg(
        to_jsonb(p) || jsonb_build_object(
          'before', case p.operation when 'UPDATE' then private.short_values(p.before) end,
          'after', case p.operation when 'UPDATE' then private.short_values(p.after) end,
          'entries', (
            select count(*) from public.history h where h.change_id = p.change_id and %1$s
          )
        ) order by p.changed_at desc, p.id desc
      ), '[]'::jsonb)
      from page p
    $query$,
    private.history_condition(what, 'h'),
    case when older_than is null then 'true' else format(
      '(h.changed_at, h.id) < (%L::timestamptz, %L::uuid)',
      older_than ->> 'changed_at', older_than ->> 'id') end,
    private.history_condition(what, 'o'),
    greatest(least(page_size, 200), 0)
  ) into result;
  return result;
end
$$;


-- What the list can be filtered by: {"people", "kinds", "pages"}, each in order.
create function public.history_filters() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_editor();
  -- From one value in the index to the next, instead of through all entries.
  return (
    with recursive people as (
      (select h.actor, h.actor_email from public.history h order by 1, 2 limit 1)
      union all
      select n.actor, n.actor_email from people p
      cross join lateral (
        select h.actor, h.actor_email from public.history h
        where (h.actor, h.actor_email) > (p.actor, p.actor_email) order by 1, 2 limit 1
      ) n
    ), kinds as (
      (select h.table_name as name from public.history h order by 1 limit 1)
      union all
      select n.table_name from kinds k
      cross join lateral (
        select h.table_name from public.history h where h.table_name > k.name order by 1 limit 1
      ) n
    ), pages as (
      (select h.page as name from public.history h where h.page is not null order by 1 limit 1)
      union all
      select n.page from pages p
      cross join lateral (
        select h.page from public.history h where h.page > p.name order by 1 limit 1
      ) n
    )
    select jsonb_build_object(
      'people', coalesce((
        select jsonb_agg(coalesce(p.actor_email, p.actor) order by p.actor <> 'person', p.actor_email)
        from people p where p.actor <> 'person' or p.actor_email is not null
      ), '[]'::jsonb),
      'kinds', coalesce((select jsonb_agg(k.name order by k.name) from kinds k), '[]'::jsonb),
      'pages', coalesce((select jsonb_agg(p.name order by p.name) from pages p), '[]'::jsonb)
    )
  );
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

revoke all on function private.history_condition(jsonb, text) from public, anon, service_role;
revoke all on function private.short_values(jsonb) from public, anon, service_role;
revoke all on function private.require_editor() from public, anon, service_role;
revoke all on function public.history_list(jsonb, integer, jsonb)
  from public, anon, authenticated, service_role;
revoke all on function public.history_filters() from public, anon, authenticated, service_role;
grant execute on function private.history_condition(jsonb, text) to authenticated;
grant execute on function private.short_values(jsonb) to authenticated;
grant execute on function private.require_editor() to authenticated;
grant execute on function public.history_list(jsonb, integer, jsonb) to authenticated;
grant execute on function public.history_filters() to authenticated;
