-- The same person again. What people are recognised by is kept beside each lead: the e-mail address in
-- lower case, and the telephone numbers that stand in the message, as digits with their country's. The
-- form asks for no number, but many write one under their words.
--
-- Nothing is joined by itself. Joined on request, messages are one conversation: what stood alike in them
-- (status, owner, follow-up) changes together from then on. Taken apart, each keeps what it has.

create function private.email_key(address text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select 'email:' || nullif(lower(normalize(regexp_replace(address, '\s', '', 'g'), NFC)), '')
$$;

-- The numbers in a text: with a plus and their country's digits, or as they are written in North America,
-- where an area and an exchange never begin with 0 or 1. "(503) 555-0142" and "+1 503.555.0142" are one.
create function private.phone_keys(words text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(array_agg(distinct 'phone:' || n.digits), '{}')
  from (
    select '1' || right(regexp_replace(found[1], '\D', '', 'g'), 10) as digits
    from regexp_matches(
      words,
      '(?<![0-9])(?<![0-9][.-])(?:\+?1[ .-]?)?(?:\([2-9][0-9]{2}\)|[2-9][0-9]{2})[ .-]{0,2}[2-9][0-9]{2}[ .-]?[0-9]{4}(?![0-9])',
      'g'
    ) as found
    where strpos(found[1], '+') = 0 or left(found[1], 2) = '+1'
    union
    select regexp_replace(replace(found[1], '(0)', ''), '\D', '', 'g')
    from regexp_matches(words, '\+[2-9][0-9]{0,2} ?(?:\(0\))?(?:[ ().-]{0,3}[0-9]{2,}){2,5}', 'g') as found
  ) n
  where length(n.digits) between 8 and 15
$$;

create table private.lead_keys (
  submission_id uuid not null references public.contact_submissions (id) on delete cascade,
  key text not null,
  primary key (submission_id, key)
);
comment on table private.lead_keys is 'What the person who wrote is recognised by, spelled one way.';
create index lead_keys_by_key on private.lead_keys (key);

create table private.lead_conversations (
  submission_id uuid primary key references public.contact_submissions (id) on delete cascade,
  conversation_id uuid not null
);
comment on table private.lead_conversations is 'Messages of one person that staff joined: those with the same conversation.';
create index lead_conversations_by_conversation on private.lead_conversations (conversation_id);

alter table private.lead_keys enable row level security;
alter table private.lead_conversations enable row level security;
revoke all on table private.lead_keys from public, anon, authenticated, service_role;
revoke all on table private.lead_conversations from public, anon, authenticated, service_role;

create function private.keep_lead_keys() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from private.lead_keys k where k.submission_id = new.id;
  end if;
  insert into private.lead_keys (submission_id, key)
    select new.id, key
    from unnest(private.phone_keys(coalesce(new.message, '')) || private.email_key(new.email)) as key
    where key is not null
  on conflict do nothing;
  return null;
end
$$;
create trigger keep_lead_keys after insert or update of email, message on public.contact_submissions
  for each row execute function private.keep_lead_keys();

insert into private.lead_keys (submission_id, key)
  select c.id, key
  from public.contact_submissions c,
    unnest(private.phone_keys(coalesce(c.message, '')) || private.email_key(c.email)) as key
  where key is not null
on conflict do nothing;

-- Two messages that wait are answered by one answer; one that was closed long ago stays so.
create function private.lead_changes_with_its_conversation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contact_submissions c set
    status = case when c.status = old.status then new.status else c.status end,
    owner_id = case when c.owner_id is not distinct from old.owner_id then new.owner_id else c.owner_id end,
    follow_up_on = case
      when c.follow_up_on is not distinct from old.follow_up_on then new.follow_up_on else c.follow_up_on
    end
  from private.lead_conversations mine
  join private.lead_conversations other using (conversation_id)
  where mine.submission_id = new.id and other.submission_id <> new.id and c.id = other.submission_id
    and c.deleted_at is null
    and (
      new.status <> old.status and c.status = old.status
      or new.owner_id is distinct from old.owner_id and c.owner_id is not distinct from old.owner_id
      or new.follow_up_on is distinct from old.follow_up_on
        and c.follow_up_on is not distinct from old.follow_up_on
    );
  return null;
end
$$;
create trigger lead_changes_with_its_conversation
  after update of status, owner_id, follow_up_on on public.contact_submissions
  for each row when (
    old.status <> new.status or old.owner_id is distinct from new.owner_id
    or old.follow_up_on is distinct from new.follow_up_on
  )
  execute function private.lead_changes_with_its_conversation();

alter table public.lead_events drop constraint lead_events_kind_is_known;
alter table public.lead_events add constraint lead_events_kind_is_known check (
  kind in (
    'created', 'status', 'owner', 'follow_up', 'spam', 'note', 'notice', 'deleted', 'restored',
    'booking', 'mail', 'joined', 'parted'
  )
);

-- What else the person of this lead wrote, newest first, 50 at most; what lies in the trash is left out:
-- [{"id", "name", "email", "message", "status", "spam_reason", "created_at", "by" ("email", "phone"),
-- "joined"}]. What was joined is there whatever it is recognised by.
create function public.lead_same_person(lead uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return coalesce((
    select jsonb_agg(to_jsonb(s) order by s.created_at desc, s.id)
    from (
      select c.id, c.name, c.email, c.message, c.status, c.spam_reason, c.created_at,
        coalesce(same.by, '{}') as by, joined.id is not null as joined
      from (
        select o.submission_id as id, array_agg(distinct split_part(o.key, ':', 1)) as by
        from private.lead_keys k join private.lead_keys o using (key)
        where k.submission_id = lead group by 1
      ) same
      full join (
        select o.submission_id as id
        from private.lead_conversations m join private.lead_conversations o using (conversation_id)
        where m.submission_id = lead
      ) joined on joined.id = same.id
      join public.contact_submissions c on c.id = coalesce(same.id, joined.id)
      where c.id <> lead and c.deleted_at is null
      order by c.created_at desc, c.id limit 50
    ) s
  ), '[]'::jsonb);
end
$$;

-- Makes one conversation of two messages, and of those that each is joined with already. Returns whether
-- both are there; in the trash they are not.
create function public.lead_join(lead uuid, other uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  there integer;
  conversation uuid;
begin
  perform private.require_lead_handler();
  -- In one order, so that two who join the same ones wait for each other.
  perform from public.contact_submissions c
    where c.id in (lead, other) and c.deleted_at is null order by c.id for update;
  get diagnostics there = row_count;
  if there < 2 then
    return false;
  end if;
  select m.conversation_id into conversation
    from private.lead_conversations m where m.submission_id = lead;
  if exists (
    select from private.lead_conversations m
    where m.submission_id = other and m.conversation_id = conversation
  ) then
    return true;
  end if;
  conversation := coalesce(conversation, gen_random_uuid());
  update private.lead_conversations m set conversation_id = conversation
    where m.conversation_id in (
      select o.conversation_id from private.lead_conversations o where o.submission_id = other
    );
  insert into private.lead_conversations (submission_id, conversation_id)
    values (lead, conversation), (other, conversation)
  on conflict (submission_id) do nothing;
  perform private.add_lead_event(lead, 'joined', jsonb_build_object('note', other));
  perform private.add_lead_event(other, 'joined', jsonb_build_object('note', lead));
  return true;
end
$$;

-- Takes a message out of its conversation; of two that were joined neither is any more. Returns whether
-- it was in one.
create function public.lead_part(lead uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  conversation uuid;
  alone uuid;
begin
  perform private.require_lead_handler();
  delete from private.lead_conversations m where m.submission_id = lead
    returning m.conversation_id into conversation;
  if conversation is null then
    return false;
  end if;
  perform private.add_lead_event(lead, 'parted');
  delete from private.lead_conversations m
    where m.conversation_id = conversation
      and (select count(*) from private.lead_conversations o where o.conversation_id = conversation) = 1
    returning m.submission_id into alone;
  if alone is not null then
    perform private.add_lead_event(alone, 'parted');
  end if;
  return true;
end
$$;

revoke all on function private.email_key(text) from public, anon, authenticated, service_role;
revoke all on function private.phone_keys(text) from public, anon, authenticated, service_role;
revoke all on function private.keep_lead_keys() from public, anon, authenticated, service_role;
revoke all on function private.lead_changes_with_its_conversation()
  from public, anon, authenticated, service_role;
revoke all on function public.lead_same_person(uuid) from public, anon, authenticated, service_role;
revoke all on function public.lead_join(uuid, uuid) from public, anon, authenticated, service_role;
revoke all on function public.lead_part(uuid) from public, anon, authenticated, service_role;
grant execute on function public.lead_same_person(uuid) to authenticated;
grant execute on function public.lead_join(uuid, uuid) to authenticated;
grant execute on function public.lead_part(uuid) to authenticated;
