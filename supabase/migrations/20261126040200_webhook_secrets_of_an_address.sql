-- Another address gets another secret: whoever received at the old one could sign what the new one believes.
-- The old secret does not sign beside it, since the new address never had it.

-- Adds a webhook, or changes one. Without `url` the address stays as it is; without `format` the host says
-- it. `seen` is the updated_at of what was changed. Returns {"id", "secret"}: the secret of a new one, or of
-- one with another address, which nobody is shown again.
create or replace function public.webhook_save(
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
    raise exception 'A webhook needs a name of at most 100 characters, all on one line.'
      using errcode = '22023';
  end if;
  if coalesce(cardinality(webhook_save.events), 0) = 0 or array_position(webhook_save.events, null) is not null
    or not webhook_save.events <@ array['lead.created', 'lead.status_changed', 'booking.created']
  then
    raise exception 'Choose what this webhook is told of.' using errcode = '22023';
  end if;
  if webhook_save.format is not null and webhook_save.format not in ('standard', 'slack', 'teams') then
    raise exception 'There is no such format.' using errcode = '22023';
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
      raise exception 'Someone else changed this webhook meanwhile. Close this and open it again.'
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
    -- Another address, or one that was switched on again, begins anew.
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
    raise exception 'There can be 20 webhooks. Delete one that is no longer needed.'
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
