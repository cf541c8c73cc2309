-- mails: the queue of mails that people or the site itself owe somebody: answers to leads, confirmations,
-- reminders. One row is one mail to one address, in words: `body` is a list of parts, of which the sender
-- makes the HTML and the text when it sends. So whoever adds a kind of mail inserts a row and writes no code
-- for sending:
--
--   insert into public.mails (kind, recipient, subject, body) values ('reminder', 'dana@example.com',
--     'Two leads wait', '[{"text": "Two leads wait for you today."}, {"button": ["Open", "/admin"]}]');
--
-- Parts: {"text": …} and {"note": …} (small), whose lines stay lines; {"quote": …}, someone's own words;
-- {"facts": [[name, value], …]}; {"links": [[label, path], …]} and {"button": [label, path]}, whose paths are
-- on this site and are left out where the sender does not know its address. `heading` stands above them.
--
-- What a mail says of a lead's person goes with the lead: give submission_id. The answers stay as long as
-- it does; others are deleted a month after they were written, once they are settled.
--
-- A row is due when send_after has come. Whoever claims it moves that by five minutes, longer than an
-- attempt may take, so it is never in two hands, and due again when a sender dies. Only the attempt that
-- holds it may say what became of it. A failure waits 1, 2, 4, ... minutes, then 6 hours at most; after 16
-- attempts (about two days), or at once when the mailbox is said not to exist, it is given up: 'failed' with
-- no send_after. A mail about a lead that lies in the trash or counts as spam when it would leave is dropped,
-- unless it is an answer that somebody wrote.

-- [label, value], both strings; of a link the value is a path on this site.
create function private.is_pair(value jsonb, link boolean) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(value) = 'array' and jsonb_typeof(value -> 0) = 'string'
    and jsonb_typeof(value -> 1) = 'string' and value -> 2 is null
    and (not link or value ->> 1 ~ '^/(?![/\\])[^\s"<>\\]*$'),
    false
  )
$$;

-- Runs in a check: false, never an error, for whatever it is given.
create function private.is_mail_body(body jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(body) <> 'array' or octet_length(body::text) > 65536 then false
    else jsonb_array_length(body) between 1 and 200 and not exists (
      select from jsonb_array_elements(body) as given (part)
      where not coalesce(case
        when jsonb_typeof(part) <> 'object' or (select count(*) from jsonb_object_keys(part)) <> 1
          then false
        when part ?| array['text', 'note', 'quote'] then
          jsonb_typeof(coalesce(part -> 'text', part -> 'note', part -> 'quote')) = 'string'
        when part ? 'button' then private.is_pair(part -> 'button', true)
        when jsonb_typeof(coalesce(part -> 'facts', part -> 'links')) = 'array' then not exists (
          select from jsonb_array_elements(coalesce(part -> 'facts', part -> 'links')) as item
          where not private.is_pair(item, part ? 'links')
        )
      end, false)
    )
  end
$$;

create table public.mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  submission_id uuid references public.contact_submissions (id) on delete cascade,
  recipient text not null,
  reply_to text,
  reply_to_name text,
  subject text not null,
  heading text,
  body jsonb not null,
  request_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  created_by uuid,
  send_after timestamptz default now(),
  state text not null default 'waiting',
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,

  constraint mails_request_is_one unique (request_id),
  constraint mails_kind_is_a_word check (kind ~ '^[a-z][a-z_]{0,39}$'),
  constraint mails_recipient_is_an_address check (private.is_email(recipient)),
  constraint mails_reply_to_is_an_address check (private.is_email(reply_to)),
  constraint mails_names_are_one_line check (
    concat(subject, heading, reply_to_name) !~ '[[:cntrl:]\u2028\u2029]'
  ),
  constraint mails_subject_length check (length(subject) between 1 and 200),
  constraint mails_heading_length check (length(heading) <= 200),
  constraint mails_reply_to_name_length check (length(reply_to_name) <= 200),
  constraint mails_body_is_in_parts check (private.is_mail_body(body)),
  constraint mails_state_is_known check (state in ('waiting', 'sent', 'failed')),
  constraint mails_sent_is_settled check (
    (state = 'sent') = (sent_at is not null) and (state <> 'sent' or send_after is null)
    and (state <> 'waiting' or send_after is not null)
  )
);

comment on column public.mails.request_id is
  'What the sender calls this request: asked for twice, it is one mail.';
comment on column public.mails.created_by is 'Who of the staff wrote it; null: the site itself.';
comment on column public.mails.send_after is 'When it is due, or its hold ends; null: it is settled.';
comment on column public.mails.state is
  'waiting; sent; failed, which is tried again while it has a send_after.';

create index mails_due on public.mails (send_after) where send_after is not null;
create index mails_of_lead on public.mails (submission_id, created_at);
create index mails_failed on public.mails (submission_id) where state = 'failed';
create index mails_settled on public.mails (created_at) where send_after is null and kind <> 'reply';

alter table public.mails enable row level security;
revoke all on table public.mails from public, anon, authenticated, service_role;
grant select on table public.mails to authenticated;

create policy "Who handles leads reads the mails about leads" on public.mails
  for select to authenticated
  using (submission_id is not null and (select private.may_handle_leads()));

-- Ten thousand that wait are no work of a day but a fault: whatever makes them is told.
create function private.mails_are_bounded() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from (
    select from public.mails m where m.send_after is not null limit 10000
  ) waiting) >= 10000 then
    raise exception 'Too many mails wait to be sent.' using errcode = 'PT429';
  end if;
  return new;
end
$$;
create trigger mails_are_bounded before insert on public.mails
  for each row execute function private.mails_are_bounded();


-- The story of the lead has its mails: {"mail", "what" (the kind), "to"}. An answer is told of from the
-- moment it is written ('waiting', or 'taken_back' before it left), others once they are 'sent'. A failure is
-- told once ('failed', with its "error"), and when it is given up ('given_up').
alter table public.lead_events drop constraint lead_events_kind_is_known;
alter table public.lead_events add constraint lead_events_kind_is_known check (
  kind in (
    'created', 'status', 'owner', 'follow_up', 'spam', 'note', 'notice', 'deleted', 'restored',
    'booking', 'mail'
  )
);

create function private.tell_of_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  mail constant public.mails := coalesce(new, old);
  became constant text := case
    when tg_op = 'INSERT' then case when new.kind = 'reply' then 'waiting' end
    when tg_op = 'DELETE' then case when old.kind = 'reply' and old.state = 'waiting' then 'taken_back' end
    when new.state = 'failed' and new.send_after is null and old.send_after is not null then 'given_up'
    when new.state <> old.state then new.state
  end;
begin
  -- Where the lead itself goes, its mails go behind it.
  if became is not null and exists (
    select from public.contact_submissions c where c.id = mail.submission_id
  ) then
    perform private.add_lead_event(mail.submission_id, 'mail', jsonb_build_object(
      'mail', mail.id, 'what', mail.kind, 'to', became,
      'error', case when became in ('failed', 'given_up') then mail.last_error end
    ));
  end if;
  return null;
end
$$;
create trigger tell_of_mail after insert or update of state, send_after or delete on public.mails
  for each row execute function private.tell_of_mail();


-- Addresses of which a mail server said that there is no such mailbox, as hashes: enough to leave them
-- alone, and nobody's address. A mail that arrives takes one out again.
create table private.refused_addresses (
  digest bytea primary key,
  refused_at timestamptz not null default now()
);
alter table private.refused_addresses enable row level security;
revoke all on table private.refused_addresses from public, anon, authenticated, service_role;

create function private.address_digest(address text) returns bytea
language sql immutable set search_path = ''
as $$ select pg_catalog.sha256(convert_to(lower(address), 'UTF8')) $$;


-- Claims one mail that is due; null when none is. Returns {"id", "attempt", "message_id", "recipient",
-- "reply_to", "reply_to_name", "subject", "heading", "body", "company", "colour"}. The message_id is the same
-- for each try at one mail.
create function public.queued_mail_claim() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  held public.mails;
begin
  delete from public.mails m using public.contact_submissions c
    where m.send_after <= now() and m.kind <> 'reply' and c.id = m.submission_id
      and (c.deleted_at is not null or c.spam_reason is not null);
  update public.mails m
    set attempts = m.attempts + 1, send_after = now() + interval '5 minutes'
    where m.id = (
      select d.id from public.mails d where d.send_after <= now()
      order by d.send_after limit 1 for update skip locked
    )
    returning m.* into held;
  if held.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'id', held.id,
    'attempt', held.attempts,
    'message_id', 'mail-' || held.id,
    'recipient', held.recipient,
    'reply_to', held.reply_to,
    'reply_to_name', held.reply_to_name,
    'subject', held.subject,
    'heading', held.heading,
    'body', held.body,
    'company', (
      select s.setting_value from public.site_settings s where s.setting_key = 'company_name'
    ),
    'colour', (
      select s.setting_value from public.site_settings s
      where s.setting_key = 'brand_color_primary'
    )
  );
end
$$;

-- Says what became of a claimed mail: sent (no error), or not. `no_mailbox`: the receiver says that there
-- is no such mailbox, so that another try is none. An attempt that lost its hold is not heard.
create function public.queued_mail_settle(
  mail uuid, attempt integer, error text default null, no_mailbox boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  settled public.mails;
begin
  update public.mails m
    set state = case when error is null then 'sent' else 'failed' end,
      sent_at = case when error is null then now() end,
      last_error = left(error, 500),
      send_after = case
        when error is null or no_mailbox or m.attempts >= 16 then null
        else now() + least(interval '1 minute' * 2 ^ (m.attempts - 1), interval '6 hours')
      end
    where m.id = mail and m.attempts = attempt and m.send_after is not null
    returning m.* into settled;
  if settled.state = 'sent' then
    delete from private.refused_addresses r
      where r.digest = private.address_digest(settled.recipient);
  elsif settled.id is not null and no_mailbox then
    insert into private.refused_addresses (digest)
      values (private.address_digest(settled.recipient))
      on conflict (digest) do update set refused_at = now();
  end if;
  delete from public.mails m where m.id in (
    select o.id from public.mails o
    where o.send_after is null and o.kind <> 'reply' and o.created_at < now() - interval '32 days'
    order by o.created_at limit 100
  );
end
$$;


-- As before, with the queue's mails.
create or replace function public.admin_system() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'postgres', current_setting('server_version'),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
    'media_files', (select count(*) from storage.objects o where o.bucket_id = 'media'),
    'media_bytes', (
      select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
      where o.bucket_id = 'media'
    ),
    'mail', (
      select jsonb_build_object(
        'waiting', count(*), 'oldest', min(m.owed_at), 'failing', count(*) filter (where m.attempts > 1),
        'last_error', (
          select f.error from (
            select c.mail_last_error as error, c.mail_next_attempt_at as due
            from public.contact_submissions c
            where c.mail_last_error is not null and c.mail_status <> 'sent'
            union all
            select q.last_error, q.send_after from public.mails q where q.state = 'failed'
          ) f
          order by f.due desc nulls last limit 1
        )
      )
      from (
        select c.created_at as owed_at, c.mail_attempts as attempts from public.contact_submissions c
          where c.mail_status <> 'sent' and c.mail_next_attempt_at is not null and not c.is_spam
        union all
        select n.created_at, n.attempts from private.account_notices n
        union all
        select q.created_at, q.attempts from public.mails q where q.send_after is not null
      ) m
    ),
    'scheduled', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', s.name, 'at', s.publish_at) order by s.publish_at
      ), '[]')
      from public.change_sets s where s.status = 'open' and s.publish_at is not null
    ),
    'downloads', (
      select coalesce(jsonb_agg(
        jsonb_build_object('email', d.email, 'asked_at', d.asked_at, 'backup', d.backup)
        order by d.asked_at desc
      ), '[]')
      from (select * from public.backup_downloads order by asked_at desc limit 5) d
    ),
    'backups', public.admin_backups()
  );
end
$$;

revoke all on function private.is_mail_body(jsonb) from public, anon, authenticated, service_role;
revoke all on function private.is_pair(jsonb, boolean) from public, anon, authenticated, service_role;
revoke all on function private.mails_are_bounded() from public, anon, authenticated, service_role;
revoke all on function private.tell_of_mail() from public, anon, authenticated, service_role;
revoke all on function private.address_digest(text) from public, anon, authenticated, service_role;
revoke all on function public.queued_mail_claim() from public, anon, authenticated;
revoke all on function public.queued_mail_settle(uuid, integer, text, boolean)
  from public, anon, authenticated;
grant execute on function public.queued_mail_claim() to service_role;
grant execute on function public.queued_mail_settle(uuid, integer, text, boolean) to service_role;
