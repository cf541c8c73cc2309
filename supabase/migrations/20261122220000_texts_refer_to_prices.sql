-- A text may refer to a price instead of repeating it: "{price: storage}" is read as the rate's words,
-- "{amount: storage}" as its amount alone, by whoever looks at the page. What stands in the braces is
-- the price's `reference`: made of its name when it is added, and the same from then on, so that a
-- renamed price breaks no text. Whoever brings a deleted price back brings its reference along.

alter table public.pricing_items add column reference text not null default '';
comment on column public.pricing_items.reference is
  'What texts call it by, made of its first name and then kept: {price: pick-and-pack}.';

create function private.keep_price_reference() returns trigger
language plpgsql set search_path = ''
as $$
declare
  stem text;
  number integer := 1;
begin
  if tg_op = 'UPDATE' and old.reference <> '' then
    new.reference := old.reference;
    return new;
  end if;
  -- Two prices of one name that are added at once.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('pricing_items.reference'));
  stem := case when new.reference <> '' then new.reference else coalesce(nullif(btrim(left(
    btrim(regexp_replace(replace(lower(new.service_name), '&', ' and '), '[^a-z0-9]+', '-', 'g'), '-'),
    40), '-'), ''), 'price') end;
  new.reference := stem;
  while exists (
    select from public.pricing_items p where p.reference = new.reference and p.id <> new.id
  ) loop
    number := number + 1;
    new.reference := stem || '-' || number;
  end loop;
  return new;
end
$$;
create trigger keep_reference before insert or update on public.pricing_items
  for each row execute function private.keep_price_reference();

-- The prices that are there, in their order. Nobody changed them: no version, no history.
alter table public.pricing_items disable trigger user;
alter table public.pricing_items enable trigger keep_reference;
do $$
declare
  price uuid;
begin
  for price in select p.id from public.pricing_items p order by p.display_order, p.created_at, p.id loop
    update public.pricing_items p set reference = '' where p.id = price;
  end loop;
end
$$;
alter table public.pricing_items enable trigger user;

create unique index pricing_items_by_reference on public.pricing_items (reference);
alter table public.pricing_items
  add constraint pricing_items_reference_is_words_and_hyphens check (
    reference ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(reference) <= 60
  );


-- Every text in which a price may stand, by where staff find it.
create function private.texts_of_site()
returns table (source text, place text, row_id uuid, words text)
language sql stable set search_path = ''
as $$
  select 'site_content', concat_ws(' / ', c.page_name, c.section_name, c.content_key), c.id,
      c.content_value
    from public.site_content c
  union all
  select 'site_settings', s.setting_key, s.id, s.setting_value from public.site_settings s
  union all
  select 'services', v.title, v.id, concat_ws(' ', v.title, v.description) from public.services v
  union all
  select 'pricing_items', p.service_name, p.id, concat_ws(' ', p.service_name, p.description)
    from public.pricing_items p
  union all
  select 'faq_items', f.question, f.id, concat_ws(' ', f.question, f.answer) from public.faq_items f
  union all
  select 'testimonials', t.author_name, t.id, t.quote from public.testimonials t
  union all
  select 'announcements', a.message, a.id, a.message from public.announcements a
$$;
revoke all on function private.texts_of_site() from public;
grant execute on function private.texts_of_site() to authenticated, service_role;

-- As before, with announcements: a text that refers to the price has no figure to be found.
create or replace function public.figure_usage(amounts numeric[])
returns table (amount numeric, source text, place text, row_id uuid)
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select figure.amount, used.source, used.place, used.row_id
      from (
        select distinct given.amount from unnest(figure_usage.amounts[1:10]) as given (amount)
        where given.amount between 0 and 1000000
      ) as figure
      join private.texts_of_site() as used
        on used.words ~ private.figure_pattern(figure.amount)
      order by 1, 2, 3;
end
$$;


-- A price that a text refers to is neither deleted nor hidden: the sentence around it would promise
-- what is no longer offered. Whoever wants that is told where it stands. What is read back in one
-- transaction with its texts may ask for the question to wait until the end (`set constraints`).
create function private.refuse_while_texts_refer() returns trigger
language plpgsql set search_path = ''
as $$
declare
  places text[];
begin
  if tg_op = 'UPDATE' and (new.is_active or not old.is_active) then
    return null;
  end if;
  -- Deferred, it may be back, or never have gone.
  if exists (select from public.pricing_items p where p.reference = old.reference and p.is_active) then
    return null;
  end if;
  places := array(
    select left(btrim(regexp_replace(used.place, '[{}<>\s]+', ' ', 'g')), 60)
      from private.texts_of_site() as used
      where used.row_id <> old.id
        and used.words ~* ('\{ {0,3}(price|amount) {0,3}: {0,3}' || old.reference || ' {0,3}\}')
      order by used.source, used.place
  );
  if cardinality(places) > 0 then
    raise exception 'Texts refer to this price: %. Put other words there first.',
      array_to_string(places[1:2], '; ')
        || case when cardinality(places) > 2 then '; and ' || cardinality(places) - 2 || ' more' else '' end
      using errcode = 'PT409';
  end if;
  return null;
end
$$;
create constraint trigger texts_refer_to_it after delete or update on public.pricing_items
  deferrable initially immediate
  for each row execute function private.refuse_while_texts_refer();
