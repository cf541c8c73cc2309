-- Webhooks to other systems.


-- Webhooks: other systems get events about leads, by the Standard Webhooks scheme
-- (https://www.standardwebhooks.com). A webhook is an address that gets some kinds of events; a
-- delivery is one event on its way to one address. It is stored in the transaction of the event itself, so
-- that no event is lost and none is sent that did not happen; the server, or a function on hosted
-- Supabase, sends what is due.
--
-- * Addresses and secrets lie in a private table that no role of the API reads: the address of a Slack
--   channel is as good as a password. A secret is shown once, where it is made.
-- * What is sent is a version of its own (`version`): fields are added within one, and never change their
--   meaning (docs/webhooks.md).
-- * A lead that is held back as spam is sent once it is cleared; what is in progress about a lead in the
--   trash, or held back since, waits.
-- * One delivery at a time goes to an address, under a lease: of several processes one sends, and an
--   address that hangs delays nobody but itself.
-- * A delivery that fails is retried for two days, then given up. Anyone who answers 410 wants no more: the
--   webhook is switched off. Nothing is deleted but what is older than 30 days, and what goes with its lead.

create table public.webhooks (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- of its address, which is kept apart
  host text not null,
  format text not null,
  events text[] not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  address_set_by uuid default auth.uid(),

  constraint webhooks_name_required check (name ~ '\S'),
  constraint webhooks_name_at_most_100_characters check (length(name) <= 100),
  constraint webhooks_format_is_known check (format in ('standard', 'slack', 'teams')),
  constraint webhooks_events_are_known check (
    cardinality(events) >= 1
    and events <@ array['lead.created', 'lead.status_changed', 'booking.created']
  )
);

comment on table public.webhooks is 'Which other systems get which events.';
comment on column public.webhooks.address_set_by is
  'The account of the person who gave it its present address; null: from before this was recorded.';

create trigger set_updated_at before insert or update on public.webhooks
  for each row execute function private.set_updated_at();

alter table public.webhooks enable row level security;
revoke all on table public.webhooks from public, anon, authenticated, service_role;
grant select on table public.webhooks to authenticated;

create policy "Who administers reads the webhooks" on public.webhooks
  for select to authenticated using ((select private.may_administer()));

create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references public.webhooks (id) on delete cascade,
  submission_id uuid references public.contact_submissions (id) on delete cascade,
  kind text not null,
  -- json and not jsonb: it is read by people, in the order in which it was written
  payload json not null,
  created_at timestamptz not null default now(),
  outcome text not null default 'waiting',
  -- since it was last asked for
  tries integer not null default 0,
  next_attempt_at timestamptz default now(),
  -- what was sent, in the format of its receiver; null: nothing yet
  request_body text,
  -- the last 20: {"at", "ms", "status", "answer", "problem"}
  attempts jsonb not null default '[]',

  constraint webhook_deliveries_kind_is_known check (
    kind in ('lead.created', 'lead.status_changed', 'booking.created', 'test')
  ),
  constraint webhook_deliveries_outcome_is_known check (outcome in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_waiting_has_its_time check (
    (outcome = 'waiting') = (next_attempt_at is not null)
  )
);

comment on table public.webhook_deliveries is
  'An event on its way to one address, and what was answered. Holds what a lead holds; is deleted with it.';

create index webhook_deliveries_due
  on public.webhook_deliveries (webhook_id, next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_newest on public.webhook_deliveries (webhook_id, created_at desc, id);
create index webhook_deliveries_of_lead on public.webhook_deliveries (submission_id);
create index webhook_deliveries_oldest on public.webhook_deliveries (created_at);

alter table public.webhook_deliveries enable row level security;
revoke all on table public.webhook_deliveries from public, anon, authenticated, service_role;
grant select on table public.webhook_deliveries to authenticated;

create policy "Who administers reads what was delivered" on public.webhook_deliveries
  for select to authenticated using ((select private.may_administer()));

-- What nobody reads again, and how the address is doing.
create table private.webhook_endpoints (
  webhook_id uuid primary key references public.webhooks (id) on delete cascade,
  url text not null,
  -- 32 bytes in base64; the scheme writes "whsec_" before it
  secret text not null,
  -- signs along with the new one for a day
  old_secret text,
  old_secret_until timestamptz,
  lease uuid,
  leased_until timestamptz,
  claimed_at timestamptz,
  failing_since timestamptz,
  -- it answered 410 and was switched off
  gone_at timestamptz,
  last_at timestamptz,
  last_status integer,
  last_problem text
);

create trigger hold_own_rights before insert or update of url on private.webhook_endpoints
  for each row execute function private.hold_own_rights();

alter table private.webhook_endpoints enable row level security;
revoke all on table private.webhook_endpoints from public, anon, authenticated, service_role;

-- The host of an address that may get events, in small letters. Where the name leads is for the sender to
-- check, each time. Plain http is for this very machine, and the sender refuses that too unless its
-- settings say that it is one of a developer.
create function private.webhook_host(url text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  parts constant text[] :=
    regexp_match(url, '^(https|http)://([A-Za-z0-9][A-Za-z0-9.-]*)(?::(\d{1,5}))?(?:[/?][!-~]*)?$');
  port constant integer := parts[3]::integer;
begin
  if length(url) > 2000 or parts is null or position('#' in url) > 0 then
    raise exception 'This isn''t a valid webhook address. Use https://, a host name and a path.'
      using errcode = '22023';
  end if;
  if parts[1] = 'http' and lower(parts[2]) not in ('localhost', '127.0.0.1') then
    raise exception 'The address must start with https://, so the data is encrypted.'
      using errcode = '22023';
  end if;
  if port is not null and port <> 443 and (port < 1024 or port > 65535) then
    raise exception 'Use port 443, or a port from 1024 to 65535.' using errcode = '22023';
  end if;
  return lower(parts[2]);
end
$$;

-- Who wants a format of its own is known by its host.
create function private.webhook_format(host text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when host in ('hooks.slack.com', 'hooks.slack-gov.com') then 'slack'
    when host ~ '(^|\.)(webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$' then 'teams'
    else 'standard'
  end
$$;

create function private.new_webhook_secret() returns text
language sql volatile set search_path = ''
as $$
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64')
$$;

-- Pauses between tries: together 47 hours and 35 minutes, and a little more by chance, so that what failed
-- together does not come back together. Null: it is given up.
create function private.webhook_pause(tries integer) returns interval
language sql volatile set search_path = ''
as $$
  select (array[
    '5 seconds', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours', '16 hours'
  ]::interval[])[tries] * (1 + random() * 0.05)
$$;

-- Whether a delivery may leave now, as far as its lead goes.
create function private.lead_may_be_told(lead uuid) returns boolean
language sql stable set search_path = ''
as $$
  select lead is null or exists (
    select from public.contact_submissions c
    where c.id = lead and not c.is_spam and c.deleted_at is null
  )
$$;

create function private.webhook_time(at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function private.webhook_payload(kind text, data json) returns json
language sql stable set search_path = ''
as $$
  select json_build_object(
    'type', kind, 'version', 1, 'timestamp', private.webhook_time(clock_timestamp()), 'data', data
  )
$$;

-- What is sent about a lead.
create function private.told_of_lead(lead public.contact_submissions) returns json
language sql stable set search_path = ''
as $$
  select json_build_object(
    'id', lead.id,
    'created_at', private.webhook_time(lead.created_at),
    'status', lead.status,
    'likely_spam', lead.spam_reason is not null,
    'name', lead.name,
    'email', lead.email,
    'business_name', lead.business_name,
    'monthly_volume', lead.monthly_volume,
    'platforms', lead.platforms,
    'message', lead.message,
    'estimate', lead.estimate,
    'source', lead.source,
    'landing_page', lead.landing_page
  )
$$;

-- A row for each address that wants this kind.
create function private.tell_webhooks(event text, lead uuid, data json) returns void
language sql security definer set search_path = ''
as $$
  insert into public.webhook_deliveries (webhook_id, submission_id, kind, payload)
    select w.id, tell_webhooks.lead, tell_webhooks.event,
      private.webhook_payload(tell_webhooks.event, tell_webhooks.data)
    from public.webhooks w
    where w.active and tell_webhooks.event = any (w.events)
$$;

create function private.tell_webhooks_of_lead() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_spam or new.deleted_at is not null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform private.tell_webhooks('lead.created', new.id,
      json_build_object('lead', private.told_of_lead(new)));
    return null;
  end if;
  -- Cleared: it is new to everyone who did not get it before. Deliveries are kept for 30 days, so what
  -- is older than that can't be known to be new.
  if old.is_spam and new.created_at > now() - interval '30 days' and not exists (
    select from public.webhook_deliveries d
    where d.submission_id = new.id and d.kind = 'lead.created'
  ) then
    perform private.tell_webhooks('lead.created', new.id,
      json_build_object('lead', private.told_of_lead(new)));
  elsif new.status <> old.status then
    perform private.tell_webhooks('lead.status_changed', new.id,
      json_build_object('previous_status', old.status, 'lead', private.told_of_lead(new)));
  end if;
  return null;
end
$$;

create trigger tell_webhooks_of_new after insert on public.contact_submissions
  for each row execute function private.tell_webhooks_of_lead();

create trigger tell_webhooks_of_change after update on public.contact_submissions
  for each row when (new.status <> old.status or old.is_spam and not new.is_spam)
  execute function private.tell_webhooks_of_lead();

-- A call that was booked, with its lead where the same tab wrote one. Joined to a lead later, what was sent
-- of it belongs to that lead too, and is deleted with it.
create function private.tell_webhooks_of_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.tell_webhooks('booking.created', new.submission_id, json_build_object(
      'booking', json_build_object(
        'id', new.id,
        'created_at', private.webhook_time(new.created_at),
        'event_uri', new.event_uri,
        'source', new.source,
        'landing_page', new.landing_page
      ),
      'lead', (
        select private.told_of_lead(c) from public.contact_submissions c where c.id = new.submission_id
      )
    ));
  else
    update public.webhook_deliveries d set submission_id = new.submission_id
      where d.kind = 'booking.created' and d.submission_id is null
        and d.payload #>> '{data,booking,id}' = new.id::text;
  end if;
  return null;
end
$$;

create trigger tell_webhooks_of_new after insert on public.bookings
  for each row execute function private.tell_webhooks_of_booking();

create trigger tell_webhooks_of_join after update on public.bookings
  for each row when (old.submission_id is null and new.submission_id is not null)
  execute function private.tell_webhooks_of_booking();

-- The webhooks for their screen, by name, with how each is doing.
create function public.webhook_list() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(to_jsonb(w) || jsonb_build_object(
      'gone_at', e.gone_at,
      'failing_since', e.failing_since,
      'last_at', e.last_at,
      'last_status', e.last_status,
      'last_problem', e.last_problem,
      'old_secret_until', case when e.old_secret_until > now() then e.old_secret_until end,
      'waiting', (
        select count(*) from public.webhook_deliveries d
        where d.webhook_id = w.id and d.next_attempt_at is not null
      ),
      'given_up', (
        select count(*) from public.webhook_deliveries d
        where d.webhook_id = w.id and d.outcome = 'failed' and d.kind <> 'test'
      )
    ) order by lower(w.name), w.id), '[]')
    from public.webhooks w join private.webhook_endpoints e on e.webhook_id = w.id
  );
end
$$;

-- A new secret, shown once; the old one signs along with it for 24 hours.
create function public.webhook_rotate(webhook uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  made constant text := private.new_webhook_secret();
begin
  perform private.require_admin();
  update private.webhook_endpoints e
    set secret = made, old_secret = e.secret, old_secret_until = now() + interval '24 hours'
    where e.webhook_id = webhook;
  if not found then
    raise exception 'This webhook no longer exists.' using errcode = 'PT404';
  end if;
  return 'whsec_' || made;
end
$$;

create function public.webhook_delete(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.webhooks w where w.id = webhook;
  if not found then
    raise exception 'This webhook no longer exists.' using errcode = 'PT404';
  end if;
end
$$;

-- Stores a test for one address; returns the delivery. Anyone who asked claims it at once, and has 20 seconds
-- for it before it is sent like any other.
create function public.webhook_test(webhook uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  made uuid;
begin
  perform private.require_admin();
  insert into public.webhook_deliveries (webhook_id, kind, next_attempt_at, payload)
    select w.id, 'test', now() + interval '20 seconds', private.webhook_payload('test', json_build_object(
      'message', 'This is a test. If you can read it, the webhook works.',
      'company', (
        select s.setting_value from public.site_settings s where s.setting_key = 'company_name'
      )
    ))
    from public.webhooks w where w.id = webhook
    returning id into made;
  if made is null then
    raise exception 'This webhook no longer exists.' using errcode = 'PT404';
  end if;
  return made;
end
$$;

-- The same message once more, with the same id, and all its tries before it; claimed as a test is.
create function public.webhook_send_again(delivery uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.webhook_deliveries d set outcome = 'waiting', tries = 0,
      next_attempt_at = now() + interval '20 seconds'
    where d.id = delivery and private.lead_may_be_told(d.submission_id);
  if not found then
    raise exception 'This event no longer exists, or its lead is in the trash or held as spam.'
      using errcode = 'PT404';
  end if;
end
$$;

-- Takes one address into one hand for a minute, and what is to be sent there; null when nothing is due.
-- Addresses have their turns. With `delivery` that very one, also when its webhook is switched off: an
-- admin asks for it.
-- Returns {"delivery", "lease", "url", "format", "kind", "payload", "secrets"}.
create function public.webhook_claim(delivery uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  endpoint private.webhook_endpoints;
  due public.webhook_deliveries;
begin
  delete from public.webhook_deliveries d where d.id in (
    select o.id from public.webhook_deliveries o where o.created_at < now() - interval '30 days'
    order by o.created_at limit 500 for update skip locked
  );
  update public.webhook_deliveries d set outcome = 'failed', next_attempt_at = null
    from public.webhooks w
    where w.id = d.webhook_id and d.next_attempt_at < now() - interval '3 days'
      and not (w.active and private.lead_may_be_told(d.submission_id));

  select e.* into endpoint
    from private.webhook_endpoints e join public.webhooks w on w.id = e.webhook_id
    where (e.leased_until is null or e.leased_until <= now())
      and (w.active or webhook_claim.delivery is not null)
      and exists (
        select from public.webhook_deliveries d
        where d.webhook_id = e.webhook_id
          and case when webhook_claim.delivery is null then d.next_attempt_at <= now()
            else d.id = webhook_claim.delivery and d.next_attempt_at is not null end
          and private.lead_may_be_told(d.submission_id)
      )
    order by e.claimed_at nulls first limit 1
    for update of e skip locked;
  select d.* into due from public.webhook_deliveries d
    where d.webhook_id = endpoint.webhook_id
      and case when webhook_claim.delivery is null then d.next_attempt_at <= now()
        else d.id = webhook_claim.delivery and d.next_attempt_at is not null end
      and private.lead_may_be_told(d.submission_id)
    order by d.next_attempt_at, d.created_at, d.id limit 1;
  if due.id is null then
    return null;
  end if;
  update private.webhook_endpoints e
    set lease = gen_random_uuid(), leased_until = now() + interval '60 seconds',
      claimed_at = clock_timestamp()
    where e.webhook_id = endpoint.webhook_id
    returning e.* into endpoint;
  return jsonb_build_object(
    'delivery', due.id,
    'lease', endpoint.lease,
    'url', endpoint.url,
    'format', (select w.format from public.webhooks w where w.id = endpoint.webhook_id),
    'kind', due.kind,
    -- as text: jsonb would put its fields into another order
    'payload', due.payload::text,
    'secrets', array_remove(array[
      endpoint.secret, case when endpoint.old_secret_until > now() then endpoint.old_secret end
    ], null)
  );
end
$$;

-- Writes down how a claimed delivery went, and when it is retried.
-- `result`: {"body", "ms", "status", "answer", "problem", "retry_after"}; the status is null where nothing
-- answered, and then `problem` says why; retry_after is in seconds. An attempt that lost the lease is ignored.
create function public.webhook_settle(delivery uuid, lease uuid, result jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  code constant integer := (result ->> 'status')::integer;
  taken constant boolean := coalesce(code between 200 and 299, false);
  done public.webhook_deliveries;
  pause interval;
  asked interval;
begin
  update private.webhook_endpoints e
    set lease = null, leased_until = null, last_at = now(), last_status = code,
      last_problem = left(result ->> 'problem', 300),
      failing_since = case when not taken then coalesce(e.failing_since, now()) end,
      gone_at = case when code = 410 then now() else e.gone_at end
    where e.lease = webhook_settle.lease and e.webhook_id = (
      select d.webhook_id from public.webhook_deliveries d where d.id = delivery
    );
  if not found then
    -- The lead may have been erased while its delivery was on its way: the address is free again.
    update private.webhook_endpoints e set lease = null, leased_until = null
      where e.lease = webhook_settle.lease;
    return;
  end if;
  select d.* into done from public.webhook_deliveries d where d.id = delivery for update;
  if not taken and code is distinct from 410 and done.kind <> 'test' then
    pause := private.webhook_pause(done.tries + 1);
    -- At most an hour: a receiver may ask for patience, not for the end of all tries.
    asked := make_interval(secs => (result ->> 'retry_after')::integer);
    if asked > pause then
      pause := greatest(pause, least(asked, interval '1 hour'));
    end if;
  end if;
  update public.webhook_deliveries d set
    tries = d.tries + 1,
    outcome = case when taken then 'delivered' when pause is null then 'failed' else 'waiting' end,
    next_attempt_at = now() + pause,
    request_body = result ->> 'body',
    attempts = (
      select jsonb_agg(kept.value order by kept.n)
      from (
        select a.value, a.n
        from jsonb_array_elements(d.attempts || jsonb_build_array(jsonb_build_object(
          'at', now(),
          'ms', result -> 'ms',
          'status', code,
          'answer', left(result ->> 'answer', 4096),
          'problem', left(result ->> 'problem', 300)
        ))) with ordinality as a (value, n)
        order by a.n desc limit 20
      ) kept
    )
    where d.id = delivery;
  if code = 410 then
    update public.webhooks w set active = false where w.id = done.webhook_id;
  end if;
end
$$;


-- A webhook takes every lead out of the house, from then on and silently. So each admin is mailed of a new one
-- and of another address, the one who did it too: it may have been someone else with their session.

create function private.note_webhook_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.account_notices (email, kind, detail)
    select u.email, 'webhook_changed', format(
      '"%s" now sends to %s.%s', w.name, w.host,
      ' Changed by ' || private.person_in_words(auth.uid()) || '.'
    )
    from public.admins a join auth.users u on u.id = a.user_id, public.webhooks w
    where u.email is not null and w.id = new.webhook_id;
  return null;
end
$$;

create trigger note_new_webhook after insert on private.webhook_endpoints
  for each row execute function private.note_webhook_address();

create trigger note_webhook_address after update on private.webhook_endpoints
  for each row when (new.url <> old.url) execute function private.note_webhook_address();


-- Another address gets another secret: anyone who received at the old one could sign what the new one believes.
-- The old secret does not sign along with it, since the new address never had it.

-- Adds a webhook, or changes one. Without `url` the address stays as it is; without `format` the host says
-- it. `seen` is the updated_at of what was changed. Returns {"id", "secret"}: the secret of a new one, or of
-- one with another address, which nobody is shown again.
create function public.webhook_save(
  name text, events text[], active boolean, url text default null, format text default null,
  webhook uuid default null, seen timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address constant text := btrim(coalesce(webhook_save.url, ''));
  new_host text;
  stored public.webhooks;
  new_secret text;
begin
  perform private.require_admin();
  if coalesce(btrim(webhook_save.name), '') = '' or length(webhook_save.name) > 100
    or webhook_save.name ~ '[[:cntrl:]]'
  then
    raise exception 'Please enter a name of at most 100 characters, on one line.'
      using errcode = '22023';
  end if;
  if coalesce(cardinality(webhook_save.events), 0) = 0 or array_position(webhook_save.events, null) is not null
    or not webhook_save.events <@ array['lead.created', 'lead.status_changed', 'booking.created']
  then
    raise exception 'Choose at least one event.' using errcode = '22023';
  end if;
  if webhook_save.format is not null and webhook_save.format not in ('standard', 'slack', 'teams') then
    raise exception 'This format isn''t supported.' using errcode = '22023';
  end if;
  if address <> '' or webhook is null then
    new_host := private.webhook_host(address);
  end if;

  if webhook is not null then
    select w.* into stored from public.webhooks w where w.id = webhook for update;
    if not found then
      raise exception 'This webhook no longer exists.' using errcode = 'PT404';
    end if;
    if seen is distinct from stored.updated_at then
      raise exception 'Someone else changed this webhook. Close it and open it again.'
        using errcode = 'PT409';
    end if;
    if new_host is not null and exists (
      select from private.webhook_endpoints e where e.webhook_id = webhook and e.url <> address
    ) then
      new_secret := private.new_webhook_secret();
    end if;
    update public.webhooks w set
      name = btrim(webhook_save.name),
      address_set_by = case when new_secret is null then w.address_set_by else auth.uid() end,
      host = coalesce(new_host, w.host),
      format = coalesce(webhook_save.format, private.webhook_format(coalesce(new_host, w.host))),
      events = webhook_save.events,
      active = coalesce(webhook_save.active, true)
      where w.id = webhook;
    -- Another address, or one that was switched on again, starts over.
    update private.webhook_endpoints e set
      url = case when new_host is null then e.url else address end,
      secret = coalesce(new_secret, e.secret),
      old_secret = case when new_secret is null then e.old_secret end,
      old_secret_until = case when new_secret is null then e.old_secret_until end,
      gone_at = case when webhook_save.active or new_host is not null then null else e.gone_at end,
      failing_since = case when new_host is null then e.failing_since end
      where e.webhook_id = webhook;
    return jsonb_strip_nulls(jsonb_build_object('id', webhook, 'secret', 'whsec_' || new_secret));
  end if;

  -- Each may hang: the sender has a hand free for every one of this many.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('public.webhooks', 0));
  if (select count(*) from public.webhooks) >= 20 then
    raise exception 'You can have at most 20 webhooks. Delete one you no longer need.'
      using errcode = 'PT409';
  end if;
  insert into public.webhooks (name, host, format, events, active)
    values (
      btrim(webhook_save.name), new_host,
      coalesce(webhook_save.format, private.webhook_format(new_host)),
      webhook_save.events, coalesce(webhook_save.active, true)
    )
    returning * into stored;
  new_secret := private.new_webhook_secret();
  insert into private.webhook_endpoints (webhook_id, url, secret)
    values (stored.id, address, new_secret);
  return jsonb_build_object('id', stored.id, 'secret', 'whsec_' || new_secret);
end
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  private.webhook_host(text),
  private.webhook_format(text),
  private.new_webhook_secret(),
  private.webhook_pause(integer),
  private.lead_may_be_told(uuid),
  private.webhook_time(timestamptz),
  private.webhook_payload(text, json),
  private.told_of_lead(public.contact_submissions),
  private.tell_webhooks(text, uuid, json),
  private.tell_webhooks_of_lead(),
  private.tell_webhooks_of_booking(),
  public.webhook_list(),
  public.webhook_save(text, text[], boolean, text, text, uuid, timestamptz),
  public.webhook_rotate(uuid),
  public.webhook_delete(uuid),
  public.webhook_test(uuid),
  public.webhook_send_again(uuid),
  public.webhook_claim(uuid),
  public.webhook_settle(uuid, uuid, jsonb),
  private.note_webhook_address()
from public, anon, authenticated, service_role;

grant execute on function
  public.webhook_list(),
  public.webhook_save(text, text[], boolean, text, text, uuid, timestamptz),
  public.webhook_rotate(uuid),
  public.webhook_delete(uuid),
  public.webhook_test(uuid),
  public.webhook_send_again(uuid)
to authenticated;

grant execute on function
  public.webhook_claim(uuid),
  public.webhook_settle(uuid, uuid, jsonb)
to service_role;
