-- What a page reads of several tables, in one question: a page that nobody kept costs one way to the database,
-- not one for each of its parts. It runs with the caller's rights, so it shows nothing that a request
-- for the table would not; and only to look at, never to change anything.
--
-- Each part names a table, the columns that are wanted and, under "where", what columns must equal:
--   [{"table": "services", "columns": ["id", "title"]},
--    {"table": "site_content", "columns": ["content_value"], "where": {"page_name": "home"}}]
-- Its answer stands at the same place: {"rows": [...], "until": null}. Rows of a table that staff put in order
-- come in that order. "until" is when they change by the clock alone, which a table tells by a function of its
-- name (announcements_change_at). A part that fails is {"failed": <SQLSTATE>}, and the others are there all the
-- same: a page shows its built-in words for what is missing alone. So is one whose table somebody holds: it is
-- given up before the statement is, of which all parts would be lost.

create function public.page_rows(asked jsonb) returns json
language plpgsql stable set search_path = '' set lock_timeout = '700ms'
as $$
declare
  part jsonb;
  name text;
  wanted text;
  condition text;
  placed text;
  moment timestamptz;
  found json;
  answers json[] := '{}';
begin
  if jsonb_array_length(asked) > 40 then
    raise exception using errcode = '22023', message = 'Too much is asked for at once.';
  end if;
  for part in select value from jsonb_array_elements(asked) loop
    begin
      name := part ->> 'table';
      select string_agg(format('t.%I', wanted_column), ', ') into strict wanted
      from jsonb_array_elements_text(part -> 'columns') as wanted_column;
      select string_agg(format('t.%I = %L', key, value), ' and ') into strict condition
      from jsonb_each_text(coalesce(part -> 'where', '{}'));
      select case when count(*) > 0 then ' order by t.display_order, t.created_at, t.id' else '' end into strict placed
      from pg_catalog.pg_attribute
      where attrelid = to_regclass(format('public.%I', name)) and attname = 'display_order' and not attisdropped;
      moment := null;
      if to_regprocedure(format('public.%I()', name || '_change_at')) is not null then
        execute format('select public.%I()', name || '_change_at') into moment;
      end if;
      execute format(
        'select coalesce(json_agg(row), ''[]'') from (select %s from public.%I t where %s%s limit 1000) row',
        wanted, name, coalesce(condition, 'true'), placed
      ) into found;
      answers := answers || json_build_object('rows', found, 'until', moment);
    exception when others then
      answers := answers || json_build_object('failed', sqlstate);
    end;
  end loop;
  return array_to_json(answers);
end
$$;

revoke all on function public.page_rows(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.page_rows(jsonb) to anon, authenticated, service_role;
