-- The lists that staff put in order and visitors read: services, prices, questions, testimonials, announcements
-- and the team; and how texts refer to prices.


-- services: the cards on /services, in the order that staff chose. Visitors see the active ones;
-- 'active' is a rule here, not a filter that a page may forget.

create table public.services (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null default '',
  icon_name text not null default 'Package',
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint services_title_at_most_200_characters check (length(title) <= 200),
  constraint services_description_at_most_5000_characters check (length(description) <= 5000),
  constraint services_icon_name_is_a_name check (icon_name ~ '^[A-Za-z][A-Za-z0-9]{0,49}$'),
  constraint services_display_order_not_negative check (display_order >= 0),
  constraint services_title_required check (title ~ '\S')
);

create index services_in_order on public.services (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.services
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.services for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.services
  for each row execute function private.note_editor();

alter table public.services enable row level security;
revoke all on table public.services from public, anon, authenticated, service_role;
grant select on table public.services to anon;
grant select, insert, update, delete on table public.services to authenticated, service_role;

create policy "Visitors read active services" on public.services
  for select to anon, authenticated using (is_active);
create policy "Admins read and write all services" on public.services
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));


-- A price is words for people ('$1.00-$5.00 per order'), and says the same in numbers, so that a
-- month can be counted from the list: from `low` to `high` dollars, `charged_per` what. All three are
-- blank where a price is quoted. A fixed price has the same number twice; what costs nothing has 0.
--
-- 'further item' is each item of an order behind its first one; 'month with returns' is a flat price
-- that only those pay who want returns handled.


-- pricing_items: the rows of the price table on /pricing. A rate is text ('$1.00-$5.00 per
-- order'), because it is read by people and never added up.

create table public.pricing_items (
  id uuid primary key default gen_random_uuid(),
  service_name text not null,
  rate text not null,
  description text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  low numeric,
  high numeric,
  charged_per text,
  reference text not null default '',

  constraint pricing_items_service_name_required check (service_name ~ '\S'),
  constraint pricing_items_service_name_at_most_200_characters check (length(service_name) <= 200),
  constraint pricing_items_rate_required check (rate ~ '\S'),
  constraint pricing_items_rate_at_most_200_characters check (length(rate) <= 200),
  constraint pricing_items_description_at_most_2000_characters check (length(description) <= 2000),
  constraint pricing_items_display_order_not_negative check (display_order >= 0),
  constraint pricing_items_low_is_an_amount_up_to_a_million check (
    low between 0 and 1000000 and low = round(low, 2)
  ),
  constraint pricing_items_high_is_an_amount_up_to_a_million check (
    high between 0 and 1000000 and high = round(high, 2)
  ),
  constraint pricing_items_low_and_high_come_together check ((low is null) = (high is null)),
  constraint pricing_items_high_not_below_low check (low <= high),
  constraint pricing_items_charged_per_is_known check (
    charged_per in (
      'order', 'further item', 'package', 'cubic foot a month', 'month', 'month with returns',
      'carton received'
    )
  ),
  constraint pricing_items_charged_per_goes_with_numbers check (
    (charged_per is null) = (low is null)
  ),
  constraint pricing_items_reference_is_words_and_hyphens check (
    reference ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(reference) <= 60
  )
);

comment on column public.pricing_items.low is
  'Dollars for each of what it is charged per; none of the three where it is quoted.';
comment on column public.pricing_items.high is 'The same as low for a fixed price.';
comment on column public.pricing_items.reference is
  'What texts call it by, made of its first name and then kept: {price: pick-and-pack}.';

create index pricing_items_in_order on public.pricing_items (display_order, created_at, id);
create unique index pricing_items_by_reference on public.pricing_items (reference);

create trigger set_updated_at before insert or update on public.pricing_items
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.pricing_items for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.pricing_items
  for each row execute function private.note_editor();

alter table public.pricing_items enable row level security;
revoke all on table public.pricing_items from public, anon, authenticated, service_role;
grant select on table public.pricing_items to anon;
grant select, insert, update, delete on table public.pricing_items to authenticated, service_role;

create policy "Visitors read active prices" on public.pricing_items
  for select to anon, authenticated using (is_active);
create policy "Admins read and write all prices" on public.pricing_items
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));


-- faq_items: the questions and answers on /faqs.

create table public.faq_items (
  id uuid primary key default gen_random_uuid(),
  question text not null,
  answer text not null,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint faq_items_question_required check (question ~ '\S'),
  constraint faq_items_question_at_most_500_characters check (length(question) <= 500),
  constraint faq_items_answer_required check (answer ~ '\S'),
  constraint faq_items_answer_at_most_10000_characters check (length(answer) <= 10000),
  constraint faq_items_display_order_not_negative check (display_order >= 0)
);

create index faq_items_in_order on public.faq_items (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.faq_items
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.faq_items for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.faq_items
  for each row execute function private.note_editor();

alter table public.faq_items enable row level security;
revoke all on table public.faq_items from public, anon, authenticated, service_role;
grant select on table public.faq_items to anon;
grant select, insert, update, delete on table public.faq_items to authenticated, service_role;

create policy "Visitors read active FAQs" on public.faq_items
  for select to anon, authenticated using (is_active);
create policy "Admins read and write all FAQs" on public.faq_items
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));


-- testimonials: what customers said. The home page shows the first active one marked featured,
-- else the first active one.

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  quote text not null,
  author_name text not null,
  author_title text,
  author_company text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  featured boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint testimonials_quote_required check (quote ~ '\S'),
  constraint testimonials_quote_at_most_5000_characters check (length(quote) <= 5000),
  constraint testimonials_author_name_required check (author_name ~ '\S'),
  constraint testimonials_author_name_at_most_200_characters check (length(author_name) <= 200),
  constraint testimonials_author_title_at_most_200_characters check (length(author_title) <= 200),
  constraint testimonials_author_company_at_most_200_characters check (length(author_company) <= 200),
  constraint testimonials_display_order_not_negative check (display_order >= 0)
);

comment on column public.testimonials.author_name is 'Names the item.';

create index testimonials_in_order on public.testimonials (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.testimonials
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.testimonials for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.testimonials
  for each row execute function private.note_editor();

alter table public.testimonials enable row level security;
revoke all on table public.testimonials from public, anon, authenticated, service_role;
grant select on table public.testimonials to anon;
grant select, insert, update, delete on table public.testimonials to authenticated, service_role;

create policy "Visitors read active testimonials" on public.testimonials
  for select to anon, authenticated using (is_active);
create policy "Admins read and write all testimonials" on public.testimonials
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));


-- Order, for whatever list staff have, now and later. A list is any table of `public` whose rows have an
-- `id` and a `display_order`: the catalogue says so, and no list of lists has to. Who may put one in
-- order is its own policies' answer, because the call runs as the caller.

-- Puts a list into the order of `ids` in one statement: display_order 0, 1, 2, ...
-- An id that is gone or given twice refuses the whole call, since the list on that screen is out of date.
create function public.reorder_items(list text, ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted integer := coalesce(cardinality(ids), 0);
  may_change integer;
  refused boolean;
begin
  if not exists (
    select from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relname = list and c.relkind in ('r', 'p')
      and a.attname in ('id', 'display_order') and not a.attisdropped
    having count(*) = 2
  ) then
    raise exception 'This list doesn''t exist.' using errcode = '22023';
  end if;
  -- Rows that can be locked are those that the caller's policies let them change.
  execute format(
    'with mine as (select from public.%I where id = any ($1) order by id for update)
       select count(*) from mine', list)
    into may_change using ids;
  if wanted = 0 or may_change <> wanted then
    execute format(
      'with mine as (select from public.%1$I limit 1 for update)
         select exists (select from public.%1$I) and not exists (select from mine)', list)
      into refused;
    if refused then
      raise exception 'You don''t have permission to reorder this list.' using errcode = '42501';
    end if;
  end if;
  if may_change <> wanted then
    raise exception 'Someone else changed the list. Reload and try again.' using errcode = 'PT409';
  end if;
  execute format(
    'update public.%I t set display_order = o.place - 1
       from unnest($1) with ordinality as o (id, place)
       where t.id = o.id and t.display_order <> o.place - 1', list)
    using ids;
end
$$;


-- Where else a price's old figure is, for staff who have just changed it: texts, settings,
-- services, questions, testimonials and the descriptions of prices. Not the rates of other prices:
-- their figures are their own. A figure is found however it is written: $2 and $2.00, $1250.50 and
-- $1,250.50; but not in $2.50, $2,000 or $2k.

-- A pattern of the figure, as `~` takes it.
create function private.figure_pattern(amount numeric) returns text
language sql immutable set search_path = ''
as $$
  select '\$\s?'
    || replace(btrim(to_char(trunc(amount), '999,999,999,990')), ',', ',?')
    || case
      when amount = trunc(amount) then '(\.00?)?'
      when amount * 10 = trunc(amount * 10) then '\.' || (trunc(amount * 10) % 10)::integer || '0?'
      else '\.' || lpad((trunc(amount * 100) % 100)::integer::text, 2, '0')
    end
    || '(?![0-9]|[.,][0-9]|\s?[kKmM%]\M)'
$$;


-- announcements: the bar above every public page, for what holds for a while: the last day to send stock
-- in before the peak season, a holiday. Staff say from when and until when it is there; both may be left open.

create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  message text not null,
  link_label text,
  link_url text,
  shown_from timestamptz,
  shown_until timestamptz,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint announcements_message_required check (message ~ '\S'),
  constraint announcements_message_at_most_300_characters check (length(message) <= 300),
  constraint announcements_link_label_at_most_60_characters check (length(link_label) <= 60),
  constraint announcements_link_label_needs_a_link_url
    check (link_label is null or link_url is not null),
  constraint announcements_link_url_needs_a_link_label check (link_url is null or coalesce(link_label, '') ~ '\S'),
  constraint announcements_link_url_is_a_web_address_or_a_path
    check (link_url <> '' and private.is_link(link_url) and length(link_url) <= 2000),
  constraint announcements_shown_until_is_later_than_shown_from check (shown_until > shown_from),
  constraint announcements_display_order_not_negative check (display_order >= 0),
  constraint announcements_link_url_has_no_password check (
  not private.has_credentials(link_url)
)
);

create index announcements_in_order on public.announcements (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.announcements
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.announcements for each statement execute function private.notify_content_changed();
-- Anyone who changed an announcement is named in a conflict too, as of every other list.
create trigger note_editor after insert or update or delete on public.announcements
  for each row execute function private.note_editor();

alter table public.announcements enable row level security;
revoke all on table public.announcements from public, anon, authenticated, service_role;
grant select on table public.announcements to anon;
grant select, insert, update, delete on table public.announcements to authenticated, service_role;

create policy "Visitors read active announcements in their time" on public.announcements
  for select to anon, authenticated
  using (
    is_active
    and coalesce(shown_from, '-infinity') <= now()
    and now() < coalesce(shown_until, 'infinity')
  );
create policy "Staff read and write all announcements" on public.announcements
  for all to authenticated
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));

-- When what visitors read here changes next by the clock alone, for pages that are kept until then. It
-- tells the moment and nothing of what comes; null: never.
create function public.announcements_change_at() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(moment)
  from public.announcements, unnest(array[shown_from, shown_until]) as moment
  where is_active and moment > now()
$$;


-- team_members: the people who pack, with their role and a photo, on the page that says why. Without any
-- the page shows nothing in their place. The company's postal address is next to them, in settings that
-- visitors read; none of it has a row until staff write it.

create table public.team_members (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  role text,
  photo_url text,
  photo_alt text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint team_members_name_required check (name ~ '\S'),
  constraint team_members_name_at_most_200_characters check (length(name) <= 200),
  constraint team_members_role_at_most_200_characters check (length(role) <= 200),
  constraint team_members_photo_url_is_a_web_address_or_a_path
    check (photo_url <> '' and private.is_link(photo_url) and length(photo_url) <= 2000),
  constraint team_members_photo_alt_at_most_300_characters check (length(photo_alt) <= 300),
  constraint team_members_display_order_not_negative check (display_order >= 0),
  constraint team_members_photo_url_has_no_password check (
  not private.has_credentials(photo_url)
)
);

create index team_members_in_order on public.team_members (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.team_members
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.team_members for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.team_members
  for each row execute function private.note_editor();

alter table public.team_members enable row level security;
revoke all on table public.team_members from public, anon, authenticated, service_role;
grant select on table public.team_members to anon;
grant select, insert, update, delete on table public.team_members to authenticated, service_role;

create policy "Visitors read every active team member" on public.team_members
  for select to anon, authenticated using (is_active);
create policy "Staff read and write every team member" on public.team_members
  for all to authenticated
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));


-- A text may refer to a price instead of repeating it: "{price: storage}" is read as the rate's words,
-- "{amount: storage}" as its amount alone, no matter who looks at the page. What is in the braces is
-- the price's `reference`: made of its name when it is added, and the same from then on, so that a
-- renamed price breaks no text. Anyone who brings a deleted price back brings its reference along.

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

-- Every text in which a price may be, by where staff find it.
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

-- At most ten figures; null and what is no price of the list find nothing. A text that refers to the price has
-- no figure to be found.
create function public.figure_usage(amounts numeric[])
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
-- what is no longer offered. Anyone who wants that gets where it is. What is read back in one
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
    raise exception 'These texts use this price: %. Edit them first.',
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


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  public.reorder_items(text, uuid[]),
  private.figure_pattern(numeric),
  public.figure_usage(numeric[]),
  public.announcements_change_at(),
  private.keep_price_reference(),
  private.texts_of_site(),
  private.refuse_while_texts_refer()
from public, anon, authenticated, service_role;

grant execute on function public.reorder_items(text, uuid[]) to authenticated;

grant execute on function
  private.figure_pattern(numeric),
  public.figure_usage(numeric[]),
  private.texts_of_site()
to authenticated, service_role;

grant execute on function public.announcements_change_at() to anon, authenticated, service_role;
