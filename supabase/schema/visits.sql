-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.visit_days (
  span text not null default 'day'::text,
  day date not null,
  dimension text not null,
  name text not null,
  views bigint not null default 0,
  visits bigint not null default 0,
  contact bigint not null default 0,
  started bigint not null default 0,
  sent bigint not null default 0,
  booked bigint not null default 0,
  phone bigint not null default 0,
  email bigint not null default 0,
  summed boolean not null default false,
  constraint visit_days_pkey PRIMARY KEY (span, day, dimension, name),
  constraint visit_days_dimension_is_known CHECK ((dimension = ANY (ARRAY['total'::text, 'source'::text, 'campaign'::text, 'landing_page'::text, 'device'::text, 'page'::text]))),
  constraint visit_days_span_is_known CHECK ((span = ANY (ARRAY['day'::text, 'month'::text])))
);
comment on table private.visit_days is 'Sums of a company day: of all visits, and by source, campaign, page and device.';
CREATE INDEX visit_days_to_sum_up ON private.visit_days USING btree (day) WHERE ((dimension = 'total'::text) AND (span = 'day'::text) AND (NOT summed));
alter table private.visit_days enable row level security;

create unlogged table private.visit_keys (
  key bytea not null,
  visit uuid not null,
  constraint visit_keys_pkey PRIMARY KEY (key)
);
comment on table private.visit_keys is 'Today''s visitors, hashed with a salt that is dropped tomorrow.';
alter table private.visit_keys enable row level security;

create unlogged table private.visit_salts (
  day date not null,
  salt bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))),
  constraint visit_salts_pkey PRIMARY KEY (day)
);
comment on table private.visit_salts is 'The random salt of today''s visitor keys.';
alter table private.visit_salts enable row level security;

create table private.visit_vitals (
  span text not null default 'day'::text,
  day date not null,
  metric text not null,
  at_most integer not null,
  samples bigint not null,
  constraint visit_vitals_pkey PRIMARY KEY (span, day, metric, at_most),
  constraint visit_vitals_metric_is_known CHECK ((metric = ANY (ARRAY['lcp'::text, 'inp'::text, 'cls'::text]))),
  constraint visit_vitals_span_is_known CHECK ((span = ANY (ARRAY['day'::text, 'month'::text])))
);
comment on table private.visit_vitals is 'Core Web Vitals of visitors, as a histogram of each day.';
alter table private.visit_vitals enable row level security;

create table private.visits (
  id uuid not null default gen_random_uuid(),
  day date not null,
  source text not null,
  campaign text not null,
  landing_page text not null,
  device text not null,
  contact boolean not null,
  started boolean not null,
  sent boolean not null,
  booked boolean not null,
  constraint visits_pkey PRIMARY KEY (id),
  constraint visits_campaign_at_most_100_characters CHECK ((length(campaign) <= 100)),
  constraint visits_device_is_known CHECK ((device = ANY (ARRAY['phone'::text, 'tablet'::text, 'desktop'::text]))),
  constraint visits_landing_page_at_most_200_characters CHECK ((length(landing_page) <= 200)),
  constraint visits_source_at_most_300_characters CHECK ((length(source) <= 300))
);
comment on table private.visits is 'Visits of the last 30 days: where each came from, and how far it got.';
CREATE INDEX visits_by_day ON private.visits USING btree (day);
alter table private.visits enable row level security;

CREATE OR REPLACE FUNCTION private.begin_visit_day(today date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  over constant date[] := array(
    select d.day from private.visit_days d
    where d.span = 'day' and d.dimension = 'total' and not d.summed and d.day < today order by d.day
  );
begin
  delete from private.visit_salts s where s.day <> today;
  delete from private.visit_keys;
  insert into private.visit_days as d (day, dimension, name, visits, contact, started, sent, booked)
    select o.day, s.dimension, s.name, s.visits, s.contact, s.started, s.sent, s.booked
    from unnest(over) as o(day), lateral private.visits_of(o.day) s
  on conflict on constraint visit_days_pkey do update set visits = excluded.visits, contact = excluded.contact,
    started = excluded.started, sent = excluded.sent, booked = excluded.booked;
  insert into private.visit_days as m
      (span, day, dimension, name, views, visits, contact, started, sent, booked, phone, email)
    select 'month', date_trunc('month', d.day::timestamp)::date, d.dimension, d.name, sum(d.views), sum(d.visits),
      sum(d.contact), sum(d.started), sum(d.sent), sum(d.booked), sum(d.phone), sum(d.email)
    from private.visit_days d where d.span = 'day' and d.day = any (over) group by 2, 3, 4
  on conflict on constraint visit_days_pkey do update set views = m.views + excluded.views,
    visits = m.visits + excluded.visits, contact = m.contact + excluded.contact, started = m.started + excluded.started,
    sent = m.sent + excluded.sent, booked = m.booked + excluded.booked, phone = m.phone + excluded.phone,
    email = m.email + excluded.email;
  insert into private.visit_vitals as m (span, day, metric, at_most, samples)
    select 'month', date_trunc('month', v.day::timestamp)::date, v.metric, v.at_most, sum(v.samples)
    from private.visit_vitals v where v.span = 'day' and v.day = any (over) group by 2, 3, 4
  on conflict on constraint visit_vitals_pkey do update set samples = m.samples + excluded.samples;
  update private.visit_days d set summed = true
    where d.span = 'day' and d.dimension = 'total' and d.day = any (over);
  delete from private.visits v where v.day < today - 30;
  delete from private.visit_days d where d.day < today - 1830;
  delete from private.visit_vitals m where m.day < today - 1830;
end
$function$;

CREATE OR REPLACE FUNCTION private.visit_figures("from" date DEFAULT NULL::date, until date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
declare
  today constant date := private.company_day();
  ends constant date := greatest(least(coalesce(until, today), today), today - 1826);
  begins constant date := greatest(least(coalesce("from", ends - 29), ends), ends - 1826);
  before constant date := begins - (ends - begins + 1);
  step constant text := case when ends - begins > 91 then 'month' else 'day' end;
  answer jsonb;
begin
  
  -- The whole months of both periods, if they are read by month; else an empty range after them.
  with periods as (
    select p.recent, p.since, p.until, case when p.whole then p.first_month else p.until + 1 end as months_since,
      case when p.whole then p.last_day else p.until end as months_until
    from (
      select b.*, step = 'month' and b.first_month < b.last_day as whole
      from (
        select a.*, date_trunc('month', a.since::timestamp + interval '1 month - 1 day')::date as first_month,
          date_trunc('month', a.until::timestamp + interval '1 day')::date - 1 as last_day
        from (values (true, begins, ends), (false, before, begins - 1)) as a(recent, since, until)
      ) b
    ) p
  ), open_days as materialized (
    select d.day from private.visit_days d where d.span = 'day' and d.dimension = 'total' and not d.summed
  ), spans as materialized (
    select p.recent, 'day' as span, p.since, p.months_since - 1 as until from periods p
    union all select p.recent, 'month', p.months_since, p.months_until from periods p
    union all select p.recent, 'day', p.months_until + 1, p.until from periods p
    union all select p.recent, 'day', o.day, o.day
      from periods p join open_days o on o.day between p.months_since and p.months_until
  ), days as materialized (
    select s.recent, d.day, d.dimension, d.name, d.views, d.visits, d.contact, d.started, d.sent, d.booked, d.phone,
      d.email
    -- "offset 0": a search in the index for each span, and not one scan for all of them.
    from spans s, lateral (
      select * from private.visit_days v where v.span = s.span and v.day between s.since and s.until offset 0
    ) d
    union all
    select p.recent, o.day, s.dimension, s.name, 0, s.visits, s.contact, s.started, s.sent, s.booked, 0, 0
    from periods p join open_days o on o.day between p.since and p.until, lateral private.visits_of(o.day) s
  ), sums as materialized (
    select d.dimension, d.name, d.recent, sum(d.views) as views, sum(d.visits) as visits,
      sum(d.contact) as contact, sum(d.started) as started, sum(d.sent) as sent, sum(d.booked) as booked,
      sum(d.phone) as phone, sum(d.email) as email
    from days d group by 1, 2, 3
  ), totals as materialized (
    select p.recent, coalesce(s.views, 0) as views, coalesce(s.visits, 0) as visits, coalesce(s.contact, 0) as contact,
      coalesce(s.started, 0) as started, coalesce(s.sent, 0) as sent, coalesce(s.booked, 0) as booked,
      coalesce(s.phone, 0) as phone, coalesce(s.email, 0) as email
    from (values (true), (false)) as p(recent)
    left join sums s on s.recent = p.recent and s.dimension = 'total'
  ), ranked as (
    select n.*, coalesce(b.visits, 0) as visits_before, coalesce(b.views, 0) as views_before,
      row_number() over (partition by n.dimension order by n.visits desc, n.views desc, n.name) as place
    from sums n left join sums b on b.dimension = n.dimension and b.name = n.name and not b.recent
    where n.recent
  ), top as materialized (
    select * from ranked r where r.place <= 50
  ), listed as (
    select t.dimension, t.place, t.name, t.visits, t.contact, t.started, t.sent, t.booked, t.visits_before
    from top t where t.dimension in ('source', 'campaign', 'landing_page') and t.visits > 0
    union all
    select t.dimension, 51, null, n.visits - sum(t.visits), n.contact - sum(t.contact), n.started - sum(t.started),
      n.sent - sum(t.sent), n.booked - sum(t.booked), greatest(b.visits - sum(t.visits_before), 0)
    from top t, totals n, totals b
    where t.dimension in ('source', 'campaign', 'landing_page') and n.recent and not b.recent
    group by t.dimension, n.visits, n.contact, n.started, n.sent, n.booked, b.visits
    having n.visits > sum(t.visits)
  ), lists as (
    select l.dimension, jsonb_agg(jsonb_build_object(
      'name', l.name, 'visits', l.visits, 'contact', l.contact, 'started', l.started, 'sent', l.sent,
      'booked', l.booked, 'visits_before', l.visits_before
    ) order by l.place) as rows
    from listed l group by 1
  ), measured as (
    select v.metric, v.at_most, sum(v.samples) as samples,
      sum(sum(v.samples)) over (partition by v.metric order by v.at_most) as up_to,
      sum(sum(v.samples)) over (partition by v.metric) as total
    from spans s, lateral (
      select * from private.visit_vitals m where m.span = s.span and m.day between s.since and s.until offset 0
    ) v
    where s.recent group by 1, 2
  )
  select jsonb_build_object(
    'from', begins, 'until', ends,
    'recorded_from', (select min(d.day) from private.visit_days d where d.span = 'day'),
    'now', (select to_jsonb(t) - 'recent' from totals t where t.recent),
    'before', (select to_jsonb(t) - 'recent' from totals t where not t.recent),
    'days', (
      select jsonb_agg(jsonb_build_object(
        'day', g.day, 'views', coalesce(s.views, 0), 'visits', coalesce(s.visits, 0)
      ) order by g.day)
      from (
        select g::date as day
        from generate_series(date_trunc(step, begins::timestamp), ends::timestamp, ('1 ' || step)::interval) g
      ) g
      left join (
        select date_trunc(step, d.day::timestamp)::date as day, sum(d.views) as views, sum(d.visits) as visits
        from days d where d.dimension = 'total' and d.recent group by 1
      ) s using (day)
    ),
    'sources', coalesce((select l.rows from lists l where l.dimension = 'source'), '[]'),
    'campaigns', coalesce((select l.rows from lists l where l.dimension = 'campaign'), '[]'),
    'landing_pages', coalesce((select l.rows from lists l where l.dimension = 'landing_page'), '[]'),
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('name', t.name, 'views', t.views, 'views_before', t.views_before)
        order by t.place)
      from top t where t.dimension = 'page'
    ), '[]'),
    'devices', coalesce((
      select jsonb_agg(jsonb_build_object('name', t.name, 'visits', t.visits) order by t.place)
      from top t where t.dimension = 'device'
    ), '[]'),
    'vitals', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', m.metric, 'samples', m.total, 'p75', m.p75, 'good', m.good, 'poor', m.poor
      ) order by array_position(array['lcp', 'inp', 'cls'], m.metric))
      from (
        select m.metric, max(m.total) as total,
          min(m.at_most) filter (where m.up_to >= m.total * 0.75)
            / case m.metric when 'cls' then 1000.0 else 1 end as p75,
          coalesce(sum(m.samples) filter (
            where m.at_most <= case m.metric when 'lcp' then 2500 when 'inp' then 200 else 100 end
          ), 0) as good,
          coalesce(sum(m.samples) filter (
            where m.at_most > case m.metric when 'lcp' then 4000 when 'inp' then 500 else 250 end
          ), 0) as poor
        from measured m group by 1
      ) m
    ), '[]')
  ) into answer;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.visit_insights("from" date DEFAULT NULL::date, until date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  return private.visit_figures("from", until);
end
$function$;
grant execute on function public.visit_insights(date,date) to authenticated;

CREATE OR REPLACE FUNCTION private.visit_page(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select path where length(path) <= 200 and private.is_site_path(path) and private.is_own_path(path)
    and path !~ '[.]|^/(admin|assets|og|auth|rest|storage|functions|preview|unsubscribe|visits|healthz|readyz|metrics)(/|$)'
$function$;

CREATE OR REPLACE FUNCTION private.visits_of(wanted date)
 RETURNS TABLE(dimension text, name text, visits bigint, contact bigint, started bigint, sent bigint, booked bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.dimension, s.name, s.visits, s.contact, s.started, s.sent, s.booked
  from (
    select d.dimension, d.name, count(*) as visits, count(*) filter (where v.contact) as contact,
      count(*) filter (where v.started) as started, count(*) filter (where v.sent) as sent,
      count(*) filter (where v.booked) as booked,
      row_number() over (partition by d.dimension order by count(*) desc, d.name) as place
    from private.visits v, lateral (values
      ('total', ''), ('source', v.source), ('campaign', v.campaign), ('landing_page', v.landing_page),
      ('device', v.device)
    ) as d(dimension, name)
    where v.day = wanted
    group by 1, 2
  ) s
  where s.place <= 50
$function$;

CREATE OR REPLACE FUNCTION public.visits_record(seen jsonb, vitals jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.company_day();
  salt bytea;
  room integer;
  known uuid;
  entry record;
begin
  if seen = '[]' and vitals = '[]' and not exists (select from private.visit_salts s where s.day <> today) then
    return;
  elsif jsonb_array_length(seen) > 1000 or jsonb_array_length(vitals) > 1000 or (
      select sum(greatest(v.value::integer, 0))
      from jsonb_to_recordset(seen) as e(views jsonb), lateral jsonb_each_text(coalesce(e.views, '{}')) v
    ) > 5000 or private.client_address() is not null
    and not private.take_share('visits', gen_random_uuid(), false)
  then
    return;
  end if;
  -- One after the other: two servers may report the same visitor.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('private.visits', 0));
  insert into private.visit_salts (day) values (today) on conflict do nothing;
  if found then
    perform private.begin_visit_day(today);
  end if;
  if seen = '[]' and vitals = '[]' then
    return;
  end if;
  select s.salt into salt from private.visit_salts s where s.day = today;
  select 20000 - count(*) into room from private.visits v where v.day = today;

  for entry in
    select sha256(salt || convert_to(left(e.visitor, 100), 'UTF8')) as key,
      case when e.device in ('phone', 'tablet') then e.device else 'desktop' end as device,
      coalesce(private.source_of(e.attribution), '') as source,
      coalesce(e.attribution #>> '{first,utm_campaign}', e.attribution #>> '{last,utm_campaign}', '') as campaign,
      coalesce(private.visit_page(e.attribution #>> '{first,landing_page}'), private.visit_page(e.path), '')
        as landing_page,
      e.reached_contact or e.started or e.sent or e.booked as contact, e.started or e.sent as started, e.sent, e.booked
    from (
      select r.visitor, r.device, private.clean_attribution(r.attribution) as attribution, r.path,
        coalesce(r.views ? '/contact', false) as reached_contact, coalesce(r.started, false) as started,
        coalesce(r.sent, false) as sent, coalesce(r.booked, false) as booked
      from jsonb_to_recordset(seen) as r(visitor text, device text, attribution jsonb, path text, views jsonb,
        started boolean, sent boolean, booked boolean)
      where r.visitor <> ''
    ) e
  loop
    select k.visit into known from private.visit_keys k where k.key = entry.key;
    if known is not null then
      update private.visits v set contact = v.contact or entry.contact, started = v.started or entry.started,
        sent = v.sent or entry.sent, booked = v.booked or entry.booked
      where v.id = known and (entry.contact and not v.contact or entry.started and not v.started
        or entry.sent and not v.sent or entry.booked and not v.booked);
    elsif room > 0 then
      room := room - 1;
      insert into private.visits (day, source, campaign, landing_page, device, contact, started, sent, booked)
        values (today, entry.source, entry.campaign, entry.landing_page, entry.device, entry.contact, entry.started,
          entry.sent, entry.booked)
        returning id into known;
      insert into private.visit_keys (key, visit) values (entry.key, known);
    end if;
  end loop;

  insert into private.visit_days as d (day, dimension, name, views)
    select today, 'page', p.path, sum(p.views)
    from (
      select private.visit_page(v.key) as path, greatest(v.value::integer, 0) as views
      from jsonb_to_recordset(seen) as e(views jsonb), lateral jsonb_each_text(coalesce(e.views, '{}')) v
    ) p
    where p.path is not null and p.views > 0 group by p.path
  on conflict on constraint visit_days_pkey do update set views = d.views + excluded.views;
  insert into private.visit_days as d (day, dimension, name, views, phone, email)
    select today, 'total', '', coalesce(sum(e.views), 0), coalesce(sum(e.phone), 0), coalesce(sum(e.email), 0)
    from (
      select least(greatest(r.phone, 0), 100) as phone, least(greatest(r.email, 0), 100) as email, (
        select sum(greatest(v.value::integer, 0)) from jsonb_each_text(coalesce(r.views, '{}')) v
        where private.visit_page(v.key) is not null
      ) as views
      from jsonb_to_recordset(seen) as r(views jsonb, phone integer, email integer)
    ) e
  on conflict on constraint visit_days_pkey do update set views = d.views + excluded.views,
    phone = d.phone + excluded.phone, email = d.email + excluded.email;
  -- Steps small enough for the limits of "good" and "poor", and at most a hundred of each metric.
  insert into private.visit_vitals as m (day, metric, at_most, samples)
    select today, s.metric, s.at_most, sum(s.samples)
    from (
      select r.metric, least(greatest(r.samples, 0), 100) as samples, case r.metric
        when 'lcp' then ceil(least(r.value, 10000) / 100) * 100
        when 'inp' then ceil(least(r.value, 2000) / 20) * 20
        when 'cls' then ceil(least(r.value, 1) * 100) * 10
      end::integer as at_most
      from jsonb_to_recordset(vitals) as r(metric text, value numeric, samples integer)
      where r.value >= 0 and r.value < 'infinity'
    ) s
    where s.at_most is not null and s.samples > 0 group by 2, 3
  on conflict on constraint visit_vitals_pkey do update set samples = m.samples + excluded.samples;
end
$function$;
grant execute on function public.visits_record(jsonb,jsonb) to anon, authenticated;
