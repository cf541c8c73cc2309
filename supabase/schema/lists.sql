-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table public.announcements (
  id uuid not null default gen_random_uuid(),
  message text not null,
  link_label text,
  link_url text,
  shown_from timestamp with time zone,
  shown_until timestamp with time zone,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_display_order_not_negative CHECK ((display_order >= 0)),
  constraint announcements_link_label_at_most_60_characters CHECK ((length(link_label) <= 60)),
  constraint announcements_link_label_needs_a_link_url CHECK (((link_label IS NULL) OR (link_url IS NOT NULL))),
  constraint announcements_link_url_has_no_password CHECK ((NOT private.has_credentials(link_url))),
  constraint announcements_link_url_is_a_web_address_or_a_path CHECK (((link_url <> ''::text) AND private.is_link(link_url) AND (length(link_url) <= 2000))),
  constraint announcements_link_url_needs_a_link_label CHECK (((link_url IS NULL) OR (COALESCE(link_label, ''::text) ~ '\S'::text))),
  constraint announcements_message_at_most_300_characters CHECK ((length(message) <= 300)),
  constraint announcements_message_required CHECK ((message ~ '\S'::text)),
  constraint announcements_shown_until_is_later_than_shown_from CHECK ((shown_until > shown_from))
);
CREATE INDEX announcements_in_order ON public.announcements USING btree (display_order, created_at, id);
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.announcements FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.announcements FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.announcements FOR EACH ROW EXECUTE FUNCTION private.record_history('message', '', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.announcements FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('message', '', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.announcements FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.announcements enable row level security;
grant select on table public.announcements to anon;
grant delete, insert, select, update on table public.announcements to authenticated;
grant delete, insert, select, update on table public.announcements to service_role;
create policy "Staff read and write all announcements" on public.announcements
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));
create policy "Visitors read active announcements in their time" on public.announcements
  as permissive for select to anon, authenticated
  using ((is_active AND (COALESCE(shown_from, '-infinity'::timestamp with time zone) <= now()) AND (now() < COALESCE(shown_until, 'infinity'::timestamp with time zone))));

create table public.faq_items (
  id uuid not null default gen_random_uuid(),
  question text not null,
  answer text not null,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  topic text,
  constraint faq_items_pkey PRIMARY KEY (id),
  constraint faq_items_answer_at_most_10000_characters CHECK ((length(answer) <= 10000)),
  constraint faq_items_answer_required CHECK ((answer ~ '\S'::text)),
  constraint faq_items_display_order_not_negative CHECK ((display_order >= 0)),
  constraint faq_items_question_at_most_500_characters CHECK ((length(question) <= 500)),
  constraint faq_items_question_required CHECK ((question ~ '\S'::text)),
  constraint faq_items_topic_at_most_60_characters CHECK ((length(topic) <= 60))
);
CREATE INDEX faq_items_in_order ON public.faq_items USING btree (display_order, created_at, id);
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.faq_items FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.faq_items FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.faq_items FOR EACH ROW EXECUTE FUNCTION private.record_history('question', 'faqs', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.faq_items FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('question', 'faqs', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.faq_items FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.faq_items enable row level security;
grant select on table public.faq_items to anon;
grant delete, insert, select, update on table public.faq_items to authenticated;
grant delete, insert, select, update on table public.faq_items to service_role;
create policy "Editors read and write all FAQs" on public.faq_items
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));
create policy "Visitors read active FAQs" on public.faq_items
  as permissive for select to anon, authenticated
  using (is_active);

create table public.pricing_items (
  id uuid not null default gen_random_uuid(),
  service_name text not null,
  rate text not null,
  description text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  low numeric,
  high numeric,
  charged_per text,
  reference text not null default ''::text,
  up_to numeric,
  constraint pricing_items_pkey PRIMARY KEY (id),
  constraint pricing_items_charged_per_goes_with_numbers CHECK (((charged_per IS NULL) = (low IS NULL))),
  constraint pricing_items_charged_per_is_known CHECK ((charged_per = ANY (ARRAY['order'::text, 'further item'::text, 'package'::text, 'cubic foot a month'::text, 'month'::text, 'month with returns'::text, 'carton received'::text, 'half hour of receiving'::text, 'parcel by weight'::text, 'quote'::text]))),
  constraint pricing_items_description_at_most_2000_characters CHECK ((length(description) <= 2000)),
  constraint pricing_items_display_order_not_negative CHECK ((display_order >= 0)),
  constraint pricing_items_high_is_an_amount_up_to_a_million CHECK ((((high >= (0)::numeric) AND (high <= (1000000)::numeric)) AND (high = round(high, 2)))),
  constraint pricing_items_high_not_below_low CHECK ((low <= high)),
  constraint pricing_items_low_and_high_come_together CHECK (((low IS NULL) = (high IS NULL))),
  constraint pricing_items_low_is_an_amount_up_to_a_million CHECK ((((low >= (0)::numeric) AND (low <= (1000000)::numeric)) AND (low = round(low, 2)))),
  constraint pricing_items_rate_at_most_200_characters CHECK ((length(rate) <= 200)),
  constraint pricing_items_rate_required CHECK ((rate ~ '\S'::text)),
  constraint pricing_items_reference_is_words_and_hyphens CHECK (((reference ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(reference) <= 60))),
  constraint pricing_items_service_name_at_most_200_characters CHECK ((length(service_name) <= 200)),
  constraint pricing_items_service_name_required CHECK ((service_name ~ '\S'::text)),
  constraint pricing_items_up_to_goes_with_its_units CHECK (((COALESCE(charged_per, ''::text) <> ALL (ARRAY['half hour of receiving'::text, 'parcel by weight'::text])) OR (up_to IS NOT NULL))),
  constraint pricing_items_up_to_is_a_number_up_to_10000 CHECK (((up_to > (0)::numeric) AND (up_to <= (10000)::numeric) AND (up_to = round(up_to, 2))))
);
comment on column public.pricing_items.low is 'Dollars for each of what it is charged per; none of the three where it is quoted without a typical range.';
comment on column public.pricing_items.high is 'The same as low for a fixed price.';
comment on column public.pricing_items.reference is 'What texts call it by, made of its first name and then kept: {price: pick-and-pack}.';
comment on column public.pricing_items.up_to is 'Ounces that a parcel weighs at most, or cartons that a half hour is enough for; blank for other units.';
CREATE UNIQUE INDEX pricing_items_by_reference ON public.pricing_items USING btree (reference);
CREATE INDEX pricing_items_in_order ON public.pricing_items USING btree (display_order, created_at, id);
CREATE TRIGGER keep_reference BEFORE INSERT OR UPDATE ON public.pricing_items FOR EACH ROW EXECUTE FUNCTION private.keep_price_reference();
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.pricing_items FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pricing_items FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.pricing_items FOR EACH ROW EXECUTE FUNCTION private.record_history('service_name', 'pricing', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.pricing_items FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('service_name', 'pricing', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.pricing_items FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
CREATE CONSTRAINT TRIGGER texts_refer_to_it AFTER DELETE OR UPDATE ON public.pricing_items DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION private.refuse_while_texts_refer();
alter table public.pricing_items enable row level security;
grant select on table public.pricing_items to anon;
grant delete, insert, select, update on table public.pricing_items to authenticated;
grant delete, insert, select, update on table public.pricing_items to service_role;
create policy "Editors read and write all prices" on public.pricing_items
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));
create policy "Visitors read active prices" on public.pricing_items
  as permissive for select to anon, authenticated
  using (is_active);

create table public.services (
  id uuid not null default gen_random_uuid(),
  title text not null,
  description text not null default ''::text,
  icon_name text not null default 'Package'::text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint services_pkey PRIMARY KEY (id),
  constraint services_description_at_most_5000_characters CHECK ((length(description) <= 5000)),
  constraint services_display_order_not_negative CHECK ((display_order >= 0)),
  constraint services_icon_name_is_a_name CHECK ((icon_name ~ '^[A-Za-z][A-Za-z0-9]{0,49}$'::text)),
  constraint services_title_at_most_200_characters CHECK ((length(title) <= 200)),
  constraint services_title_required CHECK ((title ~ '\S'::text))
);
CREATE INDEX services_in_order ON public.services USING btree (display_order, created_at, id);
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.services FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.services FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.services FOR EACH ROW EXECUTE FUNCTION private.record_history('title', 'services', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.services FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('title', 'services', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.services FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.services enable row level security;
grant select on table public.services to anon;
grant delete, insert, select, update on table public.services to authenticated;
grant delete, insert, select, update on table public.services to service_role;
create policy "Editors read and write all services" on public.services
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));
create policy "Visitors read active services" on public.services
  as permissive for select to anon, authenticated
  using (is_active);

create table public.team_members (
  id uuid not null default gen_random_uuid(),
  name text not null,
  role text,
  photo_url text,
  photo_alt text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint team_members_pkey PRIMARY KEY (id),
  constraint team_members_display_order_not_negative CHECK ((display_order >= 0)),
  constraint team_members_name_at_most_200_characters CHECK ((length(name) <= 200)),
  constraint team_members_name_required CHECK ((name ~ '\S'::text)),
  constraint team_members_photo_alt_at_most_300_characters CHECK ((length(photo_alt) <= 300)),
  constraint team_members_photo_url_has_no_password CHECK ((NOT private.has_credentials(photo_url))),
  constraint team_members_photo_url_is_a_web_address_or_a_path CHECK (((photo_url <> ''::text) AND private.is_link(photo_url) AND (length(photo_url) <= 2000))),
  constraint team_members_role_at_most_200_characters CHECK ((length(role) <= 200))
);
CREATE INDEX team_members_in_order ON public.team_members USING btree (display_order, created_at, id);
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.team_members FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.team_members FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.team_members FOR EACH ROW EXECUTE FUNCTION private.record_history('name', '', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.team_members FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('name', '', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.team_members FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.team_members enable row level security;
grant select on table public.team_members to anon;
grant delete, insert, select, update on table public.team_members to authenticated;
grant delete, insert, select, update on table public.team_members to service_role;
create policy "Staff read and write every team member" on public.team_members
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));
create policy "Visitors read every active team member" on public.team_members
  as permissive for select to anon, authenticated
  using (is_active);

create table public.testimonials (
  id uuid not null default gen_random_uuid(),
  quote text not null,
  author_name text not null,
  author_title text,
  author_company text,
  display_order integer not null default 0,
  is_active boolean not null default true,
  featured boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  photo_url text,
  photo_alt text,
  link_url text,
  constraint testimonials_pkey PRIMARY KEY (id),
  constraint testimonials_author_company_at_most_200_characters CHECK ((length(author_company) <= 200)),
  constraint testimonials_author_name_at_most_200_characters CHECK ((length(author_name) <= 200)),
  constraint testimonials_author_name_required CHECK ((author_name ~ '\S'::text)),
  constraint testimonials_author_title_at_most_200_characters CHECK ((length(author_title) <= 200)),
  constraint testimonials_display_order_not_negative CHECK ((display_order >= 0)),
  constraint testimonials_link_url_has_no_password CHECK ((NOT private.has_credentials(link_url))),
  constraint testimonials_link_url_is_a_web_address_or_a_path CHECK (((link_url <> ''::text) AND private.is_link(link_url) AND (length(link_url) <= 2000))),
  constraint testimonials_photo_alt_at_most_300_characters CHECK ((length(photo_alt) <= 300)),
  constraint testimonials_photo_url_has_no_password CHECK ((NOT private.has_credentials(photo_url))),
  constraint testimonials_photo_url_is_a_web_address_or_a_path CHECK (((photo_url <> ''::text) AND private.is_link(photo_url) AND (length(photo_url) <= 2000))),
  constraint testimonials_quote_at_most_5000_characters CHECK ((length(quote) <= 5000)),
  constraint testimonials_quote_required CHECK ((quote ~ '\S'::text))
);
comment on column public.testimonials.author_name is 'Names the item.';
CREATE INDEX testimonials_in_order ON public.testimonials USING btree (display_order, created_at, id);
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.testimonials FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.testimonials FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.testimonials FOR EACH ROW EXECUTE FUNCTION private.record_history('author_name', 'home', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.testimonials FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('author_name', 'home', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.testimonials FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.testimonials enable row level security;
grant select on table public.testimonials to anon;
grant delete, insert, select, update on table public.testimonials to authenticated;
grant delete, insert, select, update on table public.testimonials to service_role;
create policy "Editors read and write all testimonials" on public.testimonials
  as permissive for all to authenticated
  using (( SELECT private.may_edit_content() AS may_edit_content))
  with check (( SELECT private.may_edit_content() AS may_edit_content));
create policy "Visitors read active testimonials" on public.testimonials
  as permissive for select to anon, authenticated
  using (is_active);

CREATE OR REPLACE FUNCTION public.announcements_change_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(moment)
  from public.announcements, unnest(array[shown_from, shown_until]) as moment
  where is_active and moment > now()
$function$;
grant execute on function public.announcements_change_at() to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.figure_pattern(amount numeric)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select '\$\s?'
    || replace(btrim(to_char(trunc(amount), '999,999,999,990')), ',', ',?')
    || case
      when amount = trunc(amount) then '(\.00?)?'
      when amount * 10 = trunc(amount * 10) then '\.' || (trunc(amount * 10) % 10)::integer || '0?'
      else '\.' || lpad((trunc(amount * 100) % 100)::integer::text, 2, '0')
    end
    || '(?![0-9]|[.,][0-9]|\s?[kKmM%]\M)'
$function$;
grant execute on function private.figure_pattern(numeric) to authenticated, service_role;

CREATE OR REPLACE FUNCTION public.figure_usage(amounts numeric[])
 RETURNS TABLE(amount numeric, source text, place text, row_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
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
$function$;
grant execute on function public.figure_usage(numeric[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.keep_price_reference()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.refuse_while_texts_refer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.reorder_items(list text, ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.reorder_items(text,uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION private.texts_of_site()
 RETURNS TABLE(source text, place text, row_id uuid, words text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  list record;
begin
  return query
    select 'site_content', concat_ws(' / ', c.page_name, c.section_name, c.content_key), c.id,
        c.content_value
      from public.site_content c
    union all
    select 'site_settings', s.setting_key, s.id, s.setting_value from public.site_settings s
    union all
    -- Not its rate: a price doesn't repeat itself.
    select 'pricing_items', p.service_name, p.id, concat_ws(' ', p.service_name, p.description)
      from public.pricing_items p;
  for list in
    select c.relname as name,
        string_agg(format('l.%I', a.attname), ', ' order by a.attnum) as texts,
        -- as private.keep_history() gave it to the recorder: the columns that name a row
        string_to_array(split_part(encode(t.tgargs, 'escape'), '\000', 1), ',') as label
      from pg_catalog.pg_class c
      join pg_catalog.pg_trigger t on t.tgrelid = c.oid and t.tgname = 'record_history'
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid = 'text'::regtype and a.attname !~ '_(url|path|address)$'
      where c.relnamespace = 'public'::regnamespace and c.relname <> 'pricing_items'
        and has_table_privilege('anon', c.oid, 'select')
        and exists (
          select from pg_catalog.pg_attribute o
          where o.attrelid = c.oid and o.attname = 'display_order' and not o.attisdropped
        )
      group by c.relname, t.tgargs
  loop
    return query execute format(
      'select %L, concat_ws('' / '', %s), l.id, concat_ws('' '', %s) from public.%I as l',
      list.name, (select string_agg(format('l.%I', c), ', ') from unnest(list.label) as c),
      list.texts, list.name);
  end loop;
end
$function$;
grant execute on function private.texts_of_site() to authenticated, service_role;
