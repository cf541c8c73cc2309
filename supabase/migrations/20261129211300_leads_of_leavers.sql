-- The dialog that removes a person says that their open leads lose their owner, and how many have a follow-up date.
create or replace function public.admin_left_open(user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := admin_left_open.user_id;
begin
  perform private.require_admin();
  return jsonb_build_object(
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'email', i.email, 'full_name', i.full_name, 'expires_at', i.expires_at) order by i.email), '[]')
      from public.admin_invitations i where i.invited_by = person and i.expires_at > now()
    ),
    'preview_links', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.id, 'set', s.name, 'expires_at', l.expires_at) order by l.expires_at, l.id), '[]')
      from public.preview_links l join public.change_sets s on s.id = l.set_id and s.status = 'open'
      where l.created_by = person and l.revoked_at is null and l.expires_at > now()
    ),
    'webhooks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', w.id, 'name', w.name, 'host', w.host) order by lower(w.name), w.id), '[]')
      from public.webhooks w where w.address_set_by = person and w.active
    ),
    'sets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', s.id, 'name', s.name, 'status', s.status, 'publish_at', s.publish_at, 'end_at', s.end_at
        ) order by coalesce(s.publish_at, s.end_at), s.id), '[]')
      from public.change_sets s
      where s.scheduled_by = person and (
        s.status = 'open' and coalesce(s.publish_at, s.end_at) is not null
        or s.status = 'published' and s.end_at is not null and s.ended_at is null
      )
    ),
    'recipients', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'email', r.email)), '[]')
      from public.lead_recipients r join auth.users u on lower(u.email) = r.email
      where u.id = person and r.is_active
    ),
    'leads', (
      select jsonb_build_object('count', count(*), 'follow_ups', count(c.follow_up_on))
      from public.contact_submissions c
      where c.owner_id = person and c.status <> 'closed' and not c.is_spam and c.deleted_at is null
    ),
    'unknown_webhooks', (
      select coalesce(jsonb_agg(w.name order by lower(w.name), w.id), '[]')
      from public.webhooks w where w.address_set_by is null and w.active
    ),
    'downloaded_backup', private.fetched_backup_since_rotation(person)
  );
end
$$;
