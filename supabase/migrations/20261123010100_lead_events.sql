-- lead_events: the story of a lead, one row for each thing that happened to it. Triggers write it and
-- nobody else; who handles leads reads it. It goes with the lead, so that a person's data can be erased.
--
-- `details` says what became of it: {"from", "to"} of a status, an owner (names, as they were then), a
-- day to come back, spam (true or false) and the notice to the team (sent, failed, pending; a failure has
-- its "error"); of a note {"note", "done"}.

create table public.lead_events (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.contact_submissions (id) on delete cascade,
  kind text not null,
  happened_at timestamptz not null default clock_timestamp(),
  actor text not null,
  actor_id uuid,
  actor_name text,
  details jsonb not null default '{}',

  constraint lead_events_kind_is_known check (
    kind in ('created', 'status', 'owner', 'follow_up', 'spam', 'note', 'notice', 'deleted', 'restored')
  ),
  constraint lead_events_actor_is_known check (
    actor in ('visitor', 'person', 'server', 'command line', 'database')
  )
);

comment on column public.lead_events.actor is
  'A visitor with the form; a person of the staff, with id and name as they were then; the web server itself; its command line; or whoever was at the database without either.';
comment on column public.lead_events.details is 'What became of it, by kind.';

create index lead_events_of_lead
  on public.lead_events (submission_id, happened_at desc, id);

alter table public.lead_events enable row level security;
revoke all on table public.lead_events from public, anon, authenticated, service_role;
grant select on table public.lead_events to authenticated;

create policy "Who handles leads reads their story" on public.lead_events
  for select to authenticated using ((select private.may_handle_leads()));

create function private.add_lead_event(lead uuid, kind text, details jsonb default '{}') returns void
language sql security definer set search_path = ''
as $$
  insert into public.lead_events (submission_id, kind, actor, actor_id, actor_name, details)
    select lead, add_lead_event.kind, who ->> 'actor', (who ->> 'id')::uuid,
      coalesce(private.name_of((who ->> 'id')::uuid), who ->> 'email'),
      jsonb_strip_nulls(add_lead_event.details)
    from private.history_actor() as who
$$;

create function private.tell_of_lead() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- Of a visitor nothing is kept but that it was one.
    insert into public.lead_events (submission_id, kind, happened_at, actor, actor_id, actor_name)
      select new.id, 'created', new.created_at,
        case when who ->> 'actor' = 'person' and not public.is_admin_user() or auth.role() = 'anon'
          then 'visitor' else who ->> 'actor' end,
        case when public.is_admin_user() then (who ->> 'id')::uuid end,
        case when public.is_admin_user() then private.name_of((who ->> 'id')::uuid) end
      from private.history_actor() as who;
    return null;
  end if;
  if new.status <> old.status then
    perform private.add_lead_event(new.id, 'status',
      jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  if new.owner_id is distinct from old.owner_id then
    perform private.add_lead_event(new.id, 'owner', jsonb_build_object(
      'from', private.name_of(old.owner_id), 'to', private.name_of(new.owner_id)));
  end if;
  if new.follow_up_on is distinct from old.follow_up_on then
    perform private.add_lead_event(new.id, 'follow_up',
      jsonb_build_object('from', old.follow_up_on, 'to', new.follow_up_on));
  end if;
  if new.is_spam <> old.is_spam or (new.spam_reason is null) <> (old.spam_reason is null) then
    perform private.add_lead_event(new.id, 'spam',
      jsonb_build_object('to', new.spam_reason is not null));
  end if;
  if new.mail_status <> old.mail_status or new.mailed_at is distinct from old.mailed_at then
    perform private.add_lead_event(new.id, 'notice',
      jsonb_build_object('to', new.mail_status, 'error', new.mail_last_error));
  end if;
  if (new.deleted_at is null) <> (old.deleted_at is null) then
    perform private.add_lead_event(new.id,
      case when new.deleted_at is null then 'restored' else 'deleted' end);
  end if;
  return null;
end
$$;
create trigger tell_of_lead after insert or update on public.contact_submissions
  for each row execute function private.tell_of_lead();

create function private.tell_of_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  note constant public.submission_notes := coalesce(new, old);
begin
  -- Where the lead itself goes, its notes go behind it.
  if exists (select from public.contact_submissions c where c.id = note.submission_id) then
    perform private.add_lead_event(note.submission_id, 'note', jsonb_build_object(
      'note', note.id,
      'done', case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'deleted' end
    ));
  end if;
  return null;
end
$$;
create trigger tell_of_note after insert or update of body or delete on public.submission_notes
  for each row execute function private.tell_of_note();

-- What is known of the leads that are there: their arrival, the notice to the team, and whatever the
-- history has of their status.
insert into public.lead_events (submission_id, kind, happened_at, actor)
  select c.id, 'created', c.created_at, 'visitor' from public.contact_submissions c;
insert into public.lead_events (submission_id, kind, happened_at, actor, details)
  select c.id, 'notice', c.mailed_at, 'server', '{"to": "sent"}'
  from public.contact_submissions c where c.mailed_at is not null;
insert into public.lead_events (submission_id, kind, happened_at, actor, actor_id, actor_name, details)
  select c.id, 'status', h.changed_at, h.actor, h.actor_id,
    coalesce(private.name_of(h.actor_id), h.actor_email),
    jsonb_build_object('from', h.before -> 'status', 'to', h.after -> 'status')
  from public.history h join public.contact_submissions c on c.id = h.row_id
  where h.table_name = 'contact_submissions' and h.operation = 'UPDATE';

revoke all on function private.add_lead_event(uuid, text, jsonb)
  from public, anon, authenticated, service_role;
revoke all on function private.tell_of_lead() from public, anon, authenticated, service_role;
revoke all on function private.tell_of_note() from public, anon, authenticated, service_role;
