-- A change in a set remembered only who saved it last. So two people who edited the same text could each approve what
-- the other wrote, and someone could approve their own text after a colleague had corrected a comma. Now it remembers
-- everyone who saved it.

alter table public.change_set_items add column authors uuid[] not null default '{}';
comment on column public.change_set_items.authors is 'The accounts that saved it; empty: from before this was recorded.';
update public.change_set_items set authors = array[changed_by] where changed_by is not null;
alter table public.change_set_items drop column changed_by;

do $do$
declare
  change record;
  body text;
begin
  for change in values
    ('private.keep_item', 'item.changed_by := auth.uid();',
      'item.authors := array(select distinct unnest(array_append(item.authors, auth.uid())));'),
    ('public.set_answer_review', 'i.changed_by = auth.uid()', 'auth.uid() = any (i.authors)')
  loop
    body := pg_get_functiondef(change.column1::regproc);
    if position(change.column2 in body) = 0 then
      raise exception '% has no "%"', change.column1, change.column2;
    end if;
    execute replace(body, change.column2, change.column3);
  end loop;
end
$do$;
