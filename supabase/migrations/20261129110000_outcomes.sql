-- What became of a lead: won, with a value a month, or lost, with a reason. It belongs to a closed lead. Insights sums
-- it up by source, campaign, landing page and month. The sums outlive the person (decision 0070).

alter table public.contact_submissions
  add column outcome text,
  add column outcome_value integer,
  add column outcome_reason text,
  add column answered_at timestamptz,
  add column closed_at timestamptz,
  add column campaign text generated always as (
    coalesce(attribution #>> '{first,utm_campaign}', attribution #>> '{last,utm_campaign}')
  ) stored;
comment on column public.contact_submissions.outcome is 'Won or lost; null: not known, or not closed.';
comment on column public.contact_submissions.outcome_value is 'Of a won lead: whole dollars a month; null: not known.';
comment on column public.contact_submissions.outcome_reason is 'Why it was lost, in staff''s words.';
comment on column public.contact_submissions.answered_at is
  'When it first became contacted or responded; null while new, and where it was closed at once.';
comment on column public.contact_submissions.closed_at is 'Since when it is closed; null: it isn''t, or not known.';
comment on column public.contact_submissions.campaign is 'The first campaign (utm_campaign) known of the visitor''s tab.';

update public.contact_submissions c set
  answered_at = case when c.status <> 'new' then e.answered_at end,
  closed_at = case when c.status = 'closed' then e.closed_at end
from (
  select s.submission_id,
    min(s.happened_at) filter (
      where s.details ->> 'to' in ('contacted', 'responded') and s.happened_at > coalesce(n.at, '-infinity')
    ) as answered_at,
    max(s.happened_at) filter (where s.details ->> 'to' = 'closed') as closed_at
  from public.lead_events s
  left join (
    select b.submission_id, max(b.happened_at) as at from public.lead_events b
    where b.kind = 'status' and b.details ->> 'to' = 'new' group by 1
  ) n using (submission_id)
  where s.kind = 'status' group by 1
) e
where e.submission_id = c.id and c.status <> 'new';

alter table public.contact_submissions
  add constraint contact_submissions_outcome_is_known check (outcome in ('won', 'lost')),
  add constraint contact_submissions_outcome_is_of_a_closed_lead check (outcome is null or status = 'closed'),
  add constraint contact_submissions_outcome_value_is_of_a_won_lead
    check (outcome_value is null or coalesce(outcome = 'won', false)),
  add constraint contact_submissions_outcome_value_is_from_0_to_10_million
    check (outcome_value between 0 and 10000000),
  add constraint contact_submissions_outcome_reason_is_of_a_lost_lead
    check (outcome_reason is null or coalesce(outcome = 'lost', false)),
  add constraint contact_submissions_outcome_reason_at_most_200_characters check (length(outcome_reason) <= 200),
  -- Visitors insert new leads: these times are never theirs.
  add constraint contact_submissions_answered_at_is_not_of_a_new_lead check (answered_at is null or status <> 'new'),
  add constraint contact_submissions_closed_at_is_of_a_closed_lead check (closed_at is null or status = 'closed');

-- What Insights counts, so that it reads no rows.
create index contact_submissions_for_insights on public.contact_submissions (created_at)
  include (source, campaign, landing_page, outcome, outcome_value, answered_at, closed_at)
  where not is_spam and deleted_at is null;
create index contact_submissions_of_outcome on public.contact_submissions (outcome, created_at desc, id)
  where outcome is not null;

-- Reopening a lead removes its outcome. Undo sends the earlier times and the outcome with the status.
create function private.keep_outcome() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.outcome_reason :=
    nullif(btrim(regexp_replace(private.visible_text(new.outcome_reason, ' '), '\s+', ' ', 'g')), '');
  if tg_op = 'UPDATE' and new.status <> old.status then
    new.answered_at := case
      when new.status in ('contacted', 'responded') then coalesce(new.answered_at, now())
      when new.status = 'closed' then new.answered_at
    end;
    if new.closed_at is not distinct from old.closed_at then
      new.closed_at := case when new.status = 'closed' then now() end;
    end if;
    if new.status <> 'closed' and new.outcome is not distinct from old.outcome then
      new.outcome := null;
      new.outcome_value := null;
      new.outcome_reason := null;
    end if;
  end if;
  return new;
end
$$;
create trigger keep_outcome
before insert or update of status, outcome, outcome_value, outcome_reason on public.contact_submissions
for each row execute function private.keep_outcome();

-- The outcome is a part of the version that detects a stale edit, and of who made it.
create or replace trigger set_updated_at
before insert or update of name, email, business_name, monthly_volume, platforms, message, status, is_spam,
  spam_reason, owner_id, follow_up_on, deleted_at, outcome, outcome_value, outcome_reason
on public.contact_submissions for each row execute function private.set_updated_at();
create or replace trigger note_editor
after delete or update of status, is_spam, outcome, outcome_value, outcome_reason on public.contact_submissions
for each row execute function private.note_editor();

alter table public.lead_events drop constraint lead_events_kind_is_known;
alter table public.lead_events add constraint lead_events_kind_is_known check (kind in (
  'created', 'status', 'outcome', 'owner', 'follow_up', 'spam', 'note', 'notice', 'deleted', 'restored', 'booking',
  'mail', 'joined', 'parted'
));
alter table public.webhooks drop constraint webhooks_events_are_known;
alter table public.webhooks add constraint webhooks_events_are_known check (
  cardinality(events) >= 1
    and events <@ array['lead.created', 'lead.status_changed', 'lead.won', 'lead.lost', 'booking.created']
);
alter table public.webhook_deliveries drop constraint webhook_deliveries_kind_is_known;
alter table public.webhook_deliveries add constraint webhook_deliveries_kind_is_known check (
  kind in ('lead.created', 'lead.status_changed', 'lead.won', 'lead.lost', 'booking.created', 'test')
);

create function private.tell_webhooks_of_outcome() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not new.is_spam and new.deleted_at is null then
    perform private.tell_webhooks('lead.' || new.outcome, new.id,
      json_build_object('lead', private.told_of_lead(new)));
  end if;
  return null;
end
$$;
create trigger tell_webhooks_of_outcome after update on public.contact_submissions
for each row when (
  new.outcome is not null and (new.outcome, new.outcome_value, new.outcome_reason)
    is distinct from (old.outcome, old.outcome_value, old.outcome_reason)
) execute function private.tell_webhooks_of_outcome();

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('private.tell_of_lead', $t$  if new.owner_id is distinct from old.owner_id then
    perform$t$, $t$  if (new.outcome, new.outcome_value, new.outcome_reason)
    is distinct from (old.outcome, old.outcome_value, old.outcome_reason)
  then
    perform private.add_lead_event(new.id, 'outcome', jsonb_build_object(
      'to', new.outcome, 'value', new.outcome_value, 'reason', new.outcome_reason));
  end if;
  if new.owner_id is distinct from old.owner_id then
    perform$t$),
      ('private.told_of_lead', $t$    'landing_page', lead.landing_page
$t$, $t$    'landing_page', lead.landing_page,
    'outcome', lead.outcome,
    'monthly_value', lead.outcome_value,
    'lost_reason', lead.outcome_reason
$t$),
      ('public.webhook_save', $t$array['lead.created', 'lead.status_changed', 'booking.created']$t$,
        $t$array['lead.created', 'lead.status_changed', 'lead.won', 'lead.lost', 'booking.created']$t$),
      -- A joined message that was won or lost isn't reopened by another one.
      ('private.lead_changes_with_its_conversation',
        $t$case when c.status = old.status then$t$,
        $t$case when c.status = old.status and c.outcome is null then$t$),
      ('private.lead_changes_with_its_conversation',
        $t$new.status <> old.status and c.status = old.status
$t$, $t$new.status <> old.status and c.status = old.status and c.outcome is null
$t$),
      ('public.lead_list', $t$      when 'follow-up' then
$t$, $t$      when 'won' then $q$c.outcome = 'won' and not c.is_spam$q$
      when 'lost' then $q$c.outcome = 'lost' and not c.is_spam$q$
      when 'follow-up' then
$t$),
      ('public.lead_change', $t$select c.id, c.%1$I, c.is_spam as was_spam, c.spam_reason
$t$, $t$select c.id, c.%1$I, c.is_spam as was_spam, c.spam_reason,
          jsonb_build_object('answered_at', c.answered_at, 'closed_at', c.closed_at, 'outcome', c.outcome,
            'outcome_value', c.outcome_value, 'outcome_reason', c.outcome_reason) as with_status
$t$),
      ('public.lead_change', $t$jsonb_build_object('spam_reason', spam_reason) else '{}' end
$t$, $t$jsonb_build_object('spam_reason', spam_reason) else '{}' end
              || case when %1$L = 'status' then with_status else '{}' end
$t$),
      ('public.lead_change_back', $t$set %1$I = before.%1$I
$t$, $t$set %1$I = before.%1$I%3$s
$t$),
      ('public.lead_change_back', $t$($2).%1$I', changed_column)
    end
$t$, $t$($2).%1$I', changed_column)
    end,
    case when changed_column = 'status' then ', answered_at = before.answered_at, closed_at = before.closed_at,
      outcome = before.outcome, outcome_value = before.outcome_value, outcome_reason = before.outcome_reason' end
$t$)
    ) as c (function, was, is_now)
  loop
    body := pg_get_functiondef(change.function::regproc);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;

-- Of leads that are deleted permanently: how many, from where, and what became of them. No one can be found in it:
-- nothing finer than a month, and nothing that staff or visitors wrote.
create table private.lead_sums (
  month date not null,
  -- "": not known
  source text not null,
  campaign text not null,
  landing_page text not null,
  leads bigint not null,
  won bigint not null,
  lost bigint not null,
  won_value bigint not null,
  constraint lead_sums_pkey primary key (month, source, campaign, landing_page)
);
comment on table private.lead_sums is 'Leads that were deleted permanently, as Insights counts them.';
revoke all on private.lead_sums from public, anon, authenticated, service_role;
alter table private.lead_sums enable row level security;

-- Spam and the trash aren't counted before, so they aren't kept. In one order, so that two deletions wait for each
-- other.
create function private.keep_lead_sums() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  zone constant text := private.company_zone();
begin
  insert into private.lead_sums as s (month, source, campaign, landing_page, leads, won, lost, won_value)
    select date_trunc('month', g.created_at at time zone zone)::date, coalesce(g.source, ''),
      coalesce(g.campaign, ''), coalesce(g.landing_page, ''), count(*), count(*) filter (where g.outcome = 'won'),
      count(*) filter (where g.outcome = 'lost'), coalesce(sum(g.outcome_value), 0)
    from gone g where not g.is_spam and g.deleted_at is null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (month, source, campaign, landing_page) do update set leads = s.leads + excluded.leads,
    won = s.won + excluded.won, lost = s.lost + excluded.lost, won_value = s.won_value + excluded.won_value;
  return null;
end
$$;
create trigger keep_lead_sums after delete on public.contact_submissions
referencing old table as gone for each statement execute function private.keep_lead_sums();

-- Leads by the month they arrived in, and what became of them: `months` months up to this one (`skipped` months
-- ago), or all. Compared with as many months before. At most 50 rows; the rest is the row with the key null.
create function public.lead_insights(
  by text default 'source', months integer default null, skipped integer default 0
) returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '64MB'
as $$
declare
  zone constant text := private.company_zone();
  ends constant date := date_trunc('month', now() at time zone zone)::date
    + make_interval(months => 1 - least(greatest(skipped, 0), 1200));
  length constant interval := case when months is not null
    then make_interval(months => least(greatest(months, 1), 1200)) end;
  begins constant date := ends - length;
  before constant date := begins - length;
  -- The newest 50 months of the period: a lead's month is the number of those that began before it.
  starts constant timestamptz[] := array(
    select (ends - make_interval(months => 50 - n))::timestamp at time zone zone from generate_series(0, 49) as n
  );
  by_month constant boolean := by = 'month';
  known constant text := case when by in ('campaign', 'landing_page') then by else 'source' end;
  answer jsonb;
begin
  perform private.require_lead_handler();
  execute format(
    $s$
      with stored as materialized (
        select %1$s as key, coalesce(c.created_at >= $6, true) as recent, c.outcome,
          c.outcome_value as value, (date_part('epoch', c.answered_at - c.created_at) / 60)::integer as answer,
          (date_part('epoch', c.closed_at - c.created_at) / 60)::integer as close
        from public.contact_submissions c
        where not c.is_spam and c.deleted_at is null and c.created_at < $8
          and c.created_at >= coalesce($7, '-infinity')
      ), kept as (
        select %2$s as key, coalesce(s.month >= $1, true) as recent, s.leads, s.won, s.lost, s.won_value
        from private.lead_sums s where s.month < $3 and s.month >= coalesce($2, '-infinity')
      ), top as (
        select u.key, (row_number() over (order by %3$s))::integer as place
        from (
          select a.key, sum(a.leads) as leads
          from (
            select s.key, count(*) as leads from stored s where s.recent group by 1
            union all select k.key, sum(k.leads) from kept k where k.recent group by 1
          ) a
          group by 1
        ) u
        where %4$s
        order by place limit 50
      ), placed as (
        select case when s.recent then coalesce(t.place, 51) else 0 end as place, s.*
        from stored s left join top t using (key)
      ), parts as (
        select p.place, count(*) as leads, count(*) filter (where p.outcome = 'won') as won,
          count(*) filter (where p.outcome = 'lost') as lost, sum(p.value) as won_value,
          percentile_disc(0.5) within group (order by p.answer) as answer,
          percentile_disc(0.5) within group (order by p.close) as close
        from placed p group by 1
        union all
        select case when k.recent then coalesce(t.place, 51) else 0 end, k.leads, k.won, k.lost, k.won_value, null, null
        from kept k left join top t using (key)
      ), figures as (
        select a.place, jsonb_build_object(
          'leads', sum(a.leads), 'won', sum(a.won), 'lost', sum(a.lost), 'won_value', coalesce(sum(a.won_value), 0),
          'minutes_to_answer', max(a.answer), 'minutes_to_close', max(a.close)
        ) as figures
        from (
          select * from parts
          union all select -1, p.leads, p.won, p.lost, p.won_value, null, null from parts p where p.place > 0
          union all select -1, 0, 0, 0, 0, percentile_disc(0.5) within group (order by s.answer),
            percentile_disc(0.5) within group (order by s.close) from stored s where s.recent
        ) a
        group by 1
      )
      -- Places: 1 to 50, 51 for the rest, -1 for their total, 0 for the period before.
      select jsonb_build_object(
        'since', $1, 'until', $3 - 1,
        'total', (select f.figures from figures f where f.place = -1),
        'before', (select f.figures from figures f where f.place = 0),
        'rows', coalesce((
          select jsonb_agg(f.figures || jsonb_build_object('key', %5$s) order by f.place)
          from figures f left join top t using (place) where f.place > 0
        ), '[]')
      )
    $s$,
    case when by_month then 'width_bucket(c.created_at, $5)' else format('coalesce(c.%I, '''')', known) end,
    case when by_month then 'width_bucket(s.month::timestamp at time zone $4, $5)' else format('s.%I', known) end,
    case when by_month then 'u.key desc' else 'u.leads desc, u.key' end,
    case when by_month then 'u.key > 0' else 'true' end,
    case when by_month then $s$to_char($5[t.key] at time zone $4, 'YYYY-MM')$s$ else 't.key' end
  ) into answer using begins, before, ends, zone, starts, begins::timestamp at time zone zone,
    before::timestamp at time zone zone, ends::timestamp at time zone zone;
  return answer;
end
$$;

revoke all on function private.keep_outcome(), private.tell_webhooks_of_outcome(), private.keep_lead_sums(),
  public.lead_insights(text, integer, integer)
from public, anon, authenticated, service_role;
grant execute on function public.lead_insights(text, integer, integer) to authenticated;
