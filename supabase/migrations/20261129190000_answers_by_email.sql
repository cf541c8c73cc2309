-- Answers by email (decision 0077): what people write back is stored with their lead, found by the Message-ID of what was
-- sent, or by the lead's signed reply address, never by the subject. What belongs to no lead waits in a list.

create table public.inbound_mails (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid references public.contact_submissions (id) on delete cascade,
  kind text not null,
  message_id text,
  sender text not null,
  sender_name text,
  is_from_team boolean not null default false,
  subject text,
  body_text text,
  body_html text,
  excerpt text generated always as (
    btrim(left(regexp_replace(left(body_text, 1000), '\s+', ' ', 'g'), 200))
  ) stored,
  is_cut boolean not null default false,
  attachments jsonb not null default '[]',
  sent_at timestamptz,
  arrived_at timestamptz not null default clock_timestamp(),
  dismissed_at timestamptz,
  constraint inbound_mails_kind_is_known check (kind in ('reply', 'auto_reply', 'bounce', 'complaint')),
  constraint inbound_mails_are_bounded check (
    length(sender) <= 254 and length(sender_name) <= 200 and length(subject) <= 500 and length(message_id) <= 300
    and length(body_text) <= 100000 and length(body_html) <= 300000
    and jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 20
  ),
  constraint inbound_mails_dismissed_belong_to_no_lead check (dismissed_at is null or submission_id is null)
);
comment on table public.inbound_mails is 'Emails that arrived: answers to ours, and those that belong to no lead.';
comment on column public.inbound_mails.submission_id is 'Its lead; null: none, so it is in the list of unmatched emails.';
comment on column public.inbound_mails.is_from_team is 'A person with an account wrote it, so it is no answer of the lead.';
comment on column public.inbound_mails.body_html is 'As it arrived. The browser makes it safe when it is shown.';
comment on column public.inbound_mails.excerpt is 'The beginning of its text, for lists: texts can be long.';
comment on column public.inbound_mails.is_cut is 'Part of it was too large to be stored.';
comment on column public.inbound_mails.attachments is 'Name, type and size of each, and the id of its content; without an id it was too large.';
comment on column public.inbound_mails.dismissed_at is 'When staff dismissed it; it is deleted 30 days later.';
create index inbound_mails_of_lead on public.inbound_mails (submission_id, arrived_at);
create index inbound_mails_unmatched on public.inbound_mails (arrived_at desc, id) where submission_id is null;
create index inbound_mails_of_sender on public.inbound_mails (private.email_key(sender));
create index inbound_mails_by_message on public.inbound_mails (message_id);

create table private.inbound_files (
  id uuid primary key default gen_random_uuid(),
  mail_id uuid not null references public.inbound_mails (id) on delete cascade,
  size integer not null,
  content bytea not null
);
comment on table private.inbound_files is 'The content of attachments, read only through inbound_attachment.';
create index inbound_files_of_mail on private.inbound_files (mail_id);
-- Compressing what is compressed already only takes time.
alter table private.inbound_files alter column content set storage external;

create table private.inbound_digests (
  digest bytea primary key,
  arrived_at timestamptz not null default now()
);
comment on table private.inbound_digests is 'Emails that were stored once, so that the same one is not stored again, even after it was deleted.';
create index inbound_digests_oldest on private.inbound_digests (arrived_at);

-- One row.
create table private.inbound_mailbox (
  is_only boolean primary key default true check (is_only),
  -- signs reply addresses
  key bytea not null default sha256(convert_to(concat(
    gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8')),
  -- where answers go, as the server said at its last start
  reply_address text,
  arrived_at timestamptz,
  -- which process reads the mailbox by IMAP, and how far it has come
  holder uuid,
  held_until timestamptz,
  validity bigint,
  uid bigint,
  checked_at timestamptz,
  error text check (length(error) <= 500)
);
comment on table private.inbound_mailbox is 'Whether answers arrive here, and the state of the mailbox that is read.';
insert into private.inbound_mailbox default values;

alter table public.inbound_mails enable row level security;
alter table private.inbound_files enable row level security;
alter table private.inbound_digests enable row level security;
alter table private.inbound_mailbox enable row level security;
revoke all on public.inbound_mails, private.inbound_files, private.inbound_digests, private.inbound_mailbox
  from public, anon, authenticated, service_role;
grant select on public.inbound_mails to authenticated;
create policy "Who handles leads reads the emails that arrived" on public.inbound_mails
  for select to authenticated using ((select private.may_handle_leads()));

alter table public.contact_submissions add column new_answer_at timestamptz;
comment on column public.contact_submissions.new_answer_at is 'When the first answer arrived that staff have not dealt with; null: there is none.';
create index contact_submissions_with_new_answer on public.contact_submissions (new_answer_at)
  where new_answer_at is not null;

alter table public.mails add column answer_before timestamptz;
comment on column public.mails.answer_before is 'Of a reply: new_answer_at of its lead before, which taking it back restores.';

alter table public.lead_events drop constraint lead_events_kind_is_known,
  add constraint lead_events_kind_is_known check (kind in (
    'created', 'status', 'outcome', 'owner', 'follow_up', 'spam', 'note', 'notice', 'deleted', 'restored', 'booking',
    'mail', 'joined', 'parted', 'answer'
  )) not valid;
alter table public.lead_events validate constraint lead_events_kind_is_known;

alter table public.webhooks drop constraint webhooks_events_are_known,
  add constraint webhooks_events_are_known check (cardinality(events) >= 1 and events <@ array[
    'lead.created', 'lead.replied', 'lead.status_changed', 'lead.won', 'lead.lost', 'booking.created']);
alter table public.webhook_deliveries drop constraint webhook_deliveries_kind_is_known,
  add constraint webhook_deliveries_kind_is_known check (kind in (
    'lead.created', 'lead.replied', 'lead.status_changed', 'lead.won', 'lead.lost', 'booking.created', 'test'));

-- What the reply address of a lead contains: its id, and 80 bits that only this database can write.
create function private.reply_token(lead uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select translate(lead::text, '-', '')
    || encode(substr(sha256(b.key || decode(translate(lead::text, '-', ''), 'hex') || b.key), 1, 10), 'hex')
  from private.inbound_mailbox b
$$;

-- The lead whose signed reply address is among these; null: none. What is around the token may look like a part of it.
create function private.lead_of_addresses(addresses jsonb) returns uuid
language sql stable security definer set search_path = ''
as $$
  select c.id
  from jsonb_array_elements_text(addresses) as a (address),
    lateral (select lower(split_part(a.address, '@', 1)) as name) l,
    generate_series(1, length(l.name) - 51) as place,
    lateral (select substr(l.name, place, 52) as token) t,
    lateral (select case when t.token ~ '^[0-9a-f]{52}$' then left(t.token, 32)::uuid end as lead) n
  join public.contact_submissions c on c.id = n.lead
  where t.token = private.reply_token(c.id)
  limit 1
$$;

-- The id in a Message-ID of ours: "mail-<id>@example.com" for the prefix "mail".
create function private.own_id(message_id text, prefix text) returns uuid
language sql immutable set search_path = ''
as $$
  select substring(message_id from
    '^' || prefix || '-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[.@]')::uuid
$$;

-- The lead that a thread is about: the newest reference that is known. Notices to the team count too, because staff
-- may have answered one from their own mailbox.
create function private.lead_of_thread(message_ids jsonb) returns uuid
language sql stable security definer set search_path = ''
as $$
  select found.lead
  from jsonb_array_elements_text(message_ids) with ordinality as r (message_id, place),
    lateral (
      select m.submission_id as lead from public.mails m
        where m.id = private.own_id(r.message_id, 'mail') and m.kind in ('reply', 'confirmation')
      union all
      select c.id from public.contact_submissions c where c.id = private.own_id(r.message_id, 'submission')
      union all
      select i.submission_id from public.inbound_mails i where i.message_id = r.message_id
    ) found
  where found.lead is not null
  order by r.place desc limit 1
$$;

-- An answer reopens its lead, except a customer, who stays won. Spam stays spam.
create function private.answer_came(mail public.inbound_mails) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.lead_events (submission_id, kind, actor, details)
    values (mail.submission_id, 'answer', 'visitor', jsonb_build_object('mail', mail.id, 'what', mail.kind));
  if mail.kind <> 'reply' or mail.is_from_team then
    return;
  end if;
  update public.contact_submissions c set
      new_answer_at = coalesce(c.new_answer_at, mail.arrived_at),
      deleted_at = null,
      status = case when c.status in ('responded', 'closed') and c.outcome is distinct from 'won'
        then 'contacted' else c.status end
    where c.id = mail.submission_id and c.spam_reason is null;
  if found then
    perform private.tell_webhooks('lead.replied', c.id, json_build_object(
      'reply', json_build_object(
        'id', mail.id,
        'received_at', private.webhook_time(mail.arrived_at),
        'from', mail.sender,
        'subject', mail.subject,
        'text', left(mail.body_text, 10000)
      ),
      'lead', private.told_of_lead(c)
    )) from public.contact_submissions c where c.id = mail.submission_id;
  end if;
end
$$;

-- Once, however often it is reported: anyone who got an email of ours can report on it.
create function private.add_report_event(lead uuid, what text, about jsonb) returns void
language sql security definer set search_path = ''
as $$
  select private.add_lead_event(lead, what, about) where not exists (
    select from public.lead_events e where e.submission_id = lead and e.kind = what and e.details = about
  )
$$;

-- A report about an email of ours: it came back, or its recipient called it spam. @returns its lead
create function private.report_came(mail jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  about constant jsonb := mail -> 'report';
  reason constant text := left(concat_ws(' ', about ->> 'status', about ->> 'reason'), 500);
  returned public.mails;
  notice uuid;
begin
  select m.* into returned
    from jsonb_array_elements_text(mail -> 'references') as r (message_id)
    join public.mails m on m.id = private.own_id(r.message_id, 'mail') limit 1;
  if returned.id is null then
    notice := (
      select c.id from jsonb_array_elements_text(mail -> 'references') as r (message_id)
      join public.contact_submissions c on c.id = private.own_id(r.message_id, 'submission') limit 1
    );
    if notice is not null and mail ->> 'kind' = 'bounce' then
      perform private.add_report_event(notice, 'notice', jsonb_build_object('to', 'bounced', 'error', reason));
    end if;
    return notice;
  end if;
  insert into private.refused_addresses (digest) values (private.address_digest(returned.recipient))
    on conflict (digest) do update set refused_at = now();
  if mail ->> 'kind' = 'complaint' then
    if returned.submission_id is not null then
      perform private.add_report_event(returned.submission_id, 'mail', jsonb_build_object(
        'mail', returned.id, 'what', returned.kind, 'to', 'complained'));
    end if;
    return returned.submission_id;
  end if;
  update public.mails m
    set state = 'failed', sent_at = null, send_after = null, last_error = coalesce(nullif(reason, ''), 'It came back.')
    where m.id = returned.id and m.state = 'sent';
  if found and returned.kind = 'reply' then
    insert into public.mails (kind, submission_id, recipient, subject, heading, body)
      select 'returned', c.id, lower(u.email),
        left('Your reply to ' || private.lead_line(c.name, null) || ' wasn''t delivered', 200),
        'Your reply wasn''t delivered',
        jsonb_build_array(
          jsonb_build_object('text', format('It was sent to %s and came back.', returned.recipient)),
          jsonb_build_object('note', 'The mail server said: ' || coalesce(nullif(reason, ''), 'nothing.')),
          jsonb_build_object('button', jsonb_build_array(
            'Open the lead', '/admin/contact-manager?open=' || c.id))
        )
      from public.contact_submissions c
      join auth.users u on u.id = returned.created_by
      where c.id = returned.submission_id and c.deleted_at is null and private.is_email(u.email);
  end if;
  return returned.submission_id;
end
$$;

-- Why an email is not taken: a bound that protects the disk. Each counts for its lead, its sender, or the list alone.
create function private.inbound_is_full(lead uuid, from_address text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when lead is not null then
      (select count(*) from public.inbound_mails i where i.submission_id = lead) >= 1000
    else
      (select count(*) from (
        select from public.inbound_mails i where i.submission_id is null and i.dismissed_at is null limit 2000
      ) waiting) >= 2000
      or (
        select count(*) from public.inbound_mails i
        where i.submission_id is null and private.email_key(i.sender) = private.email_key(from_address)
          and i.arrived_at > now() - interval '1 day'
      ) >= 50
  end
$$;

-- Stores an email that arrived, once, with its lead or without one. @param mail in the shape of ArrivedMail
-- (supabase/functions/_shared/inbound/arrived.ts), which bounds it
-- @returns result, and where it is stored id and submission_id. stored; known: it was stored before; ignored: an email of
-- ours, or a report with nothing to read; full: not stored, for now
create function public.mail_arrived(mail jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  own constant text := '^(mail|submission|waiting|notice|account|test)-[0-9a-f-]{32,36}[.@]';
  what constant text := mail ->> 'kind';
  lead uuid;
  stored public.inbound_mails;
  refusal text;
  space bigint;
begin
  update private.inbound_mailbox b set arrived_at = now();
  if what in ('reply', 'auto_reply') and mail ->> 'message_id' ~ own then
    return jsonb_build_object('result', 'ignored');
  end if;
  insert into private.inbound_digests (digest) values (decode(mail ->> 'digest', 'hex')) on conflict do nothing;
  if not found then
    return jsonb_build_object('result', 'known');
  end if;
  lead := case when what in ('bounce', 'complaint') then private.report_came(mail)
    else coalesce(private.lead_of_addresses(mail -> 'to'), private.lead_of_thread(mail -> 'references')) end;
  refusal := case
    -- About an email to the team, or about nothing of ours. Anyone can send those, so they take no space.
    when lead is null and what in ('bounce', 'complaint') then 'ignored'
    when private.inbound_is_full(lead, mail ->> 'sender') then 'full'
  end;
  if refusal is not null then
    delete from private.inbound_digests d where d.digest = decode(mail ->> 'digest', 'hex');
    return jsonb_build_object('result', refusal);
  end if;
  -- 200 MB of attachments for one lead, and for all that have none.
  space := 200 * 1024 * 1024 - coalesce((
    select sum(f.size) from private.inbound_files f join public.inbound_mails i on i.id = f.mail_id
    where i.submission_id is not distinct from lead
  ), 0);
  insert into public.inbound_mails (
    submission_id, kind, message_id, sender, sender_name, is_from_team, subject, body_text, body_html, is_cut, sent_at
  ) values (
    lead, what, mail ->> 'message_id', mail ->> 'sender', mail ->> 'sender_name',
    exists (select from auth.users u where lower(u.email) = lower(mail ->> 'sender')),
    mail ->> 'subject', mail ->> 'text', mail ->> 'html', (mail ->> 'cut')::boolean, (mail ->> 'sent_at')::timestamptz
  ) returning * into stored;
  with given as (
    select a.file, a.place, case when a.file ->> 'content' is not null
      and sum((a.file ->> 'size')::bigint) filter (where a.file ->> 'content' is not null) over (order by a.place)
        <= space then gen_random_uuid() end as id
    from jsonb_array_elements(mail -> 'attachments') with ordinality as a (file, place)
  ), filed as (
    insert into private.inbound_files (id, mail_id, size, content)
      select g.id, stored.id, length(c.content), c.content
      from given g, lateral (select decode(g.file ->> 'content', 'base64') as content) c where g.id is not null
  )
  update public.inbound_mails i set attachments = (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', g.id)) || (g.file - 'content') order by g.place), '[]')
      from given g
    ), is_cut = i.is_cut or exists (select from given g where g.id is null)
    where i.id = stored.id;
  if lead is not null and what in ('reply', 'auto_reply') then
    perform private.answer_came(stored);
  end if;
  delete from private.inbound_digests d where d.digest in (
    select o.digest from private.inbound_digests o where o.arrived_at < now() - interval '1 year'
    order by o.arrived_at limit 100
  );
  return jsonb_strip_nulls(jsonb_build_object('result', 'stored', 'id', stored.id, 'submission_id', lead));
end
$$;

-- Takes or renews the right to read the mailbox, for 90 seconds. @returns how far it was read; null: another process reads it
create function public.inbound_mailbox_claim(holder uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  update private.inbound_mailbox b
    set holder = inbound_mailbox_claim.holder, held_until = clock_timestamp() + interval '90 seconds'
    where b.holder is null or b.holder = inbound_mailbox_claim.holder or b.held_until < clock_timestamp()
    returning jsonb_build_object('validity', b.validity, 'uid', b.uid, 'checked_at', b.checked_at)
$$;

-- Gives up the right to read the mailbox, so that another process begins at once.
create function public.inbound_mailbox_release(holder uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.inbound_mailbox b set holder = null, held_until = null
    where b.holder = inbound_mailbox_release.holder
$$;

-- Records how far the mailbox was read, by the process that may read it. @param error in words; null: none
create function public.inbound_mailbox_report(holder uuid, validity bigint, uid bigint, error text default null)
returns void
language sql security definer set search_path = ''
as $$
  update private.inbound_mailbox b set
      validity = coalesce(inbound_mailbox_report.validity, b.validity),
      uid = coalesce(inbound_mailbox_report.uid, b.uid),
      checked_at = case when inbound_mailbox_report.error is null then clock_timestamp() else b.checked_at end,
      error = left(inbound_mailbox_report.error, 500)
    where b.holder = inbound_mailbox_report.holder
$$;

revoke execute on function
  private.reply_token(uuid), private.lead_of_addresses(jsonb), private.own_id(text, text), private.lead_of_thread(jsonb),
  private.answer_came(public.inbound_mails), private.add_report_event(uuid, text, jsonb), private.report_came(jsonb), private.inbound_is_full(uuid, text),
  public.mail_arrived(jsonb), public.inbound_mailbox_claim(uuid), public.inbound_mailbox_release(uuid),
  public.inbound_mailbox_report(uuid, bigint, bigint, text)
from public, anon, authenticated, service_role;
grant execute on function
  public.mail_arrived(jsonb), public.inbound_mailbox_claim(uuid), public.inbound_mailbox_release(uuid),
  public.inbound_mailbox_report(uuid, bigint, bigint, text)
to service_role;
