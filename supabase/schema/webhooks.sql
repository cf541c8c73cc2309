-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table public.webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  submission_id uuid,
  kind text not null,
  payload json not null,
  created_at timestamp with time zone not null default now(),
  outcome text not null default 'waiting'::text,
  tries integer not null default 0,
  next_attempt_at timestamp with time zone default now(),
  request_body text,
  attempts jsonb not null default '[]'::jsonb,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_kind_is_known CHECK ((kind = ANY (ARRAY['lead.created'::text, 'lead.replied'::text, 'lead.status_changed'::text, 'lead.won'::text, 'lead.lost'::text, 'booking.created'::text, 'test'::text]))),
  constraint webhook_deliveries_outcome_is_known CHECK ((outcome = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE,
  constraint webhook_deliveries_waiting_has_its_time CHECK (((outcome = 'waiting'::text) = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE
);
comment on table public.webhook_deliveries is 'An event on its way to one address, and what was answered. Holds what a lead holds; is deleted with it.';
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (webhook_id, created_at DESC, id);
CREATE INDEX webhook_deliveries_of_lead ON public.webhook_deliveries USING btree (submission_id);
CREATE INDEX webhook_deliveries_oldest ON public.webhook_deliveries USING btree (created_at);
alter table public.webhook_deliveries enable row level security;
grant select on table public.webhook_deliveries to authenticated;
create policy "Who administers reads what was delivered" on public.webhook_deliveries
  as permissive for select to authenticated
  using (( SELECT private.may_administer() AS may_administer));

create table private.webhook_endpoints (
  webhook_id uuid not null,
  url text not null,
  secret text not null,
  old_secret text,
  old_secret_until timestamp with time zone,
  lease uuid,
  leased_until timestamp with time zone,
  claimed_at timestamp with time zone,
  failing_since timestamp with time zone,
  gone_at timestamp with time zone,
  last_at timestamp with time zone,
  last_status integer,
  last_problem text,
  constraint webhook_endpoints_pkey PRIMARY KEY (webhook_id),
  constraint webhook_endpoints_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE
);
CREATE TRIGGER hold_own_rights BEFORE INSERT OR UPDATE OF url ON private.webhook_endpoints FOR EACH ROW EXECUTE FUNCTION private.hold_own_rights();
CREATE TRIGGER note_new_webhook AFTER INSERT ON private.webhook_endpoints FOR EACH ROW EXECUTE FUNCTION private.note_webhook_address();
CREATE TRIGGER note_webhook_address AFTER UPDATE ON private.webhook_endpoints FOR EACH ROW WHEN ((new.url <> old.url)) EXECUTE FUNCTION private.note_webhook_address();
alter table private.webhook_endpoints enable row level security;

create table public.webhooks (
  id uuid not null default gen_random_uuid(),
  name text not null,
  host text not null,
  format text not null,
  events text[] not null,
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  address_set_by uuid default auth.uid(),
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_events_are_known CHECK (((cardinality(events) >= 1) AND (events <@ ARRAY['lead.created'::text, 'lead.replied'::text, 'lead.status_changed'::text, 'lead.won'::text, 'lead.lost'::text, 'booking.created'::text]))),
  constraint webhooks_format_is_known CHECK ((format = ANY (ARRAY['standard'::text, 'slack'::text, 'teams'::text]))),
  constraint webhooks_name_at_most_100_characters CHECK ((length(name) <= 100)),
  constraint webhooks_name_required CHECK ((name ~ '\S'::text))
);
comment on table public.webhooks is 'Which other systems get which events.';
comment on column public.webhooks.address_set_by is 'The account of the person who gave it its present address; null: from before this was recorded.';
CREATE TRIGGER audit_webhook AFTER INSERT OR DELETE OR UPDATE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION private.audit_webhook();
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.webhooks enable row level security;
grant select on table public.webhooks to authenticated;
create policy "Who administers reads the webhooks" on public.webhooks
  as permissive for select to authenticated
  using (( SELECT private.may_administer() AS may_administer));

CREATE OR REPLACE FUNCTION private.audit_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    perform private.audit('webhook_deleted', old.name);
  elsif tg_op = 'INSERT' then
    perform private.audit('webhook_saved', new.name, 'new');
  -- A person may have changed its address, which is stored apart.
  elsif auth.uid() is not null
    or (new.name, new.host, new.format, new.events, new.active)
      is distinct from (old.name, old.host, old.format, old.events, old.active)
  then
    perform private.audit('webhook_saved', new.name);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lead_may_be_told(lead uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select lead is null or exists (
    select from public.contact_submissions c
    where c.id = lead and not c.is_spam and c.deleted_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION private.new_webhook_secret()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64')
$function$;

CREATE OR REPLACE FUNCTION private.note_webhook_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.tell_webhooks(event text, lead uuid, data json)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.webhook_deliveries (webhook_id, submission_id, kind, payload)
    select w.id, tell_webhooks.lead, tell_webhooks.event,
      private.webhook_payload(tell_webhooks.event, tell_webhooks.data)
    from public.webhooks w
    where w.active and tell_webhooks.event = any (w.events)
$function$;

CREATE OR REPLACE FUNCTION private.tell_webhooks_of_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.tell_webhooks_of_lead()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Of one that is cleared in the trash, the delivery waits until it is restored.
  if new.is_spam or new.deleted_at is not null and not (tg_op = 'UPDATE' and old.is_spam) then
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
$function$;

CREATE OR REPLACE FUNCTION private.tell_webhooks_of_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not new.is_spam and new.deleted_at is null then
    perform private.tell_webhooks('lead.' || new.outcome, new.id,
      json_build_object('lead', private.told_of_lead(new)));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.told_of_lead(lead public.contact_submissions)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
    'landing_page', lead.landing_page,
    'outcome', lead.outcome,
    'monthly_value', lead.outcome_value,
    'lost_reason', lead.outcome_reason
  )
$function$;

CREATE OR REPLACE FUNCTION public.webhook_claim(delivery uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.webhook_claim(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.webhook_delete(webhook uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  delete from public.webhooks w where w.id = webhook;
  if not found then
    raise exception 'This webhook no longer exists.' using errcode = 'PT404';
  end if;
end
$function$;
grant execute on function public.webhook_delete(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.webhook_format(host text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when host in ('hooks.slack.com', 'hooks.slack-gov.com') then 'slack'
    when host ~ '(^|\.)(webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$' then 'teams'
    else 'standard'
  end
$function$;

CREATE OR REPLACE FUNCTION private.webhook_host(url text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.webhook_list()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.webhook_list() to authenticated;

CREATE OR REPLACE FUNCTION private.webhook_pause(tries integer)
 RETURNS interval
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select (array[
    '5 seconds', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours', '16 hours'
  ]::interval[])[tries] * (1 + random() * 0.05)
$function$;

CREATE OR REPLACE FUNCTION private.webhook_payload(kind text, data json)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select json_build_object(
    'type', kind, 'version', 1, 'timestamp', private.webhook_time(clock_timestamp()), 'data', data
  )
$function$;

CREATE OR REPLACE FUNCTION public.webhook_rotate(webhook uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  perform private.audit(
    'webhook_saved', (select w.name from public.webhooks w where w.id = webhook), 'new secret');
  return 'whsec_' || made;
end
$function$;
grant execute on function public.webhook_rotate(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.webhook_save(name text, events text[], active boolean, url text DEFAULT NULL::text, format text DEFAULT NULL::text, webhook uuid DEFAULT NULL::uuid, seen timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    or not webhook_save.events <@ array['lead.created', 'lead.replied', 'lead.status_changed', 'lead.won', 'lead.lost', 'booking.created']
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
      failing_since = case when new_host is null then e.failing_since end,
      -- What the old address answers from now on is ignored, and its delivery stays due.
      lease = case when new_secret is null then e.lease end,
      leased_until = case when new_secret is null then e.leased_until end
      where e.webhook_id = webhook;
    return jsonb_strip_nulls(jsonb_build_object('id', webhook, 'secret', (
      select 'whsec_' || new_secret from public.webhooks w where w.id = webhook and w.format = 'standard'
    )));
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
  return jsonb_strip_nulls(jsonb_build_object('id', stored.id,
    'secret', case stored.format when 'standard' then 'whsec_' || new_secret end));
end
$function$;
grant execute on function public.webhook_save(text,text[],boolean,text,text,uuid,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.webhook_send_again(delivery uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.webhook_send_again(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.webhook_settle(delivery uuid, lease uuid, result jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  code constant integer := (result ->> 'status')::integer;
  taken constant boolean := coalesce(code between 200 and 299, false);
  done public.webhook_deliveries;
  pause interval;
  asked interval;
begin
  perform from public.webhooks w
    where w.id = (select d.webhook_id from public.webhook_deliveries d where d.id = delivery)
    for key share;
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
$function$;
grant execute on function public.webhook_settle(uuid,uuid,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.webhook_test(webhook uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.webhook_test(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.webhook_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$function$;
