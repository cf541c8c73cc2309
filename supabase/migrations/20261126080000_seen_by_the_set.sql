-- The base of an item has, beside what its prepared columns were, the live row as the set last saw it: that
-- is what the set shows, and brings back, when the row is deleted live. Columns that are prepared no longer
-- (they lead back to what is live, or somebody decided for it) kept an older value there. A new row is
-- prepared whole, also where there is such a row live by now: without its id it would be another one.
create or replace function private.keep_item(item public.change_set_items, kept boolean) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
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
    insert into public.change_set_items select item.*;
  end if;
  update public.change_sets s set version = next_version where s.id = item.set_id;
  return next_version;
end
$$;
