-- The queue of all other emails: replies, saved replies and confirmations.


-- emails: the queue of emails that people or the site itself owe someone: answers to leads, confirmations,
-- reminders. One row is one email to one address, in words: `body` is a list of parts, of which the sender
-- makes the HTML and the text when it sends. So anyone who adds a kind of email inserts a row and writes no code
-- for sending:
--
--   insert into public.mails (kind, recipient, subject, body) values ('reminder', 'dana@example.com',
--     'Two leads wait', '[{"text": "Two leads wait for you today."}, {"button": ["Open", "/admin"]}]');
--
-- Parts: {"text": …} and {"note": …} (small), whose lines stay lines; {"quote": …}, someone's own words;
-- {"facts": [[name, value], …]}; {"links": [[label, path], …]} and {"button": [label, path]}, whose paths are
-- on this site and are left out where the sender does not know its address. `heading` is above them.
--
-- What an email says of a lead's person goes with the lead: give submission_id. The answers stay as long as
-- it does; others are deleted a month after they were written, once they are settled.
--
-- A row is due when send_after has come. Anyone who claims it moves that by five minutes, longer than an
-- attempt may take, so it is never in two hands, and due again when a sender dies. Only the attempt that
-- holds it may say what became of it. A failure waits 1, 2, 4, ... minutes, then 6 hours at most; after 16
-- attempts (about two days), or at once when the mailbox is said not to exist, it is given up: 'failed' with
-- no send_after. An email about a lead that is in the trash or counts as spam when it would leave is dropped,
-- unless it is an answer that someone wrote.

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
  status_before text,
  held_until timestamptz,

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
  'What the sender calls this request: asked for twice, it is one email.';
comment on column public.mails.created_by is 'Who of the staff wrote it; null: the site itself.';
comment on column public.mails.send_after is 'When it is due, or its hold ends; null: it is settled.';
comment on column public.mails.state is
  'waiting; sent; failed, which is retried while it has a send_after.';
comment on column public.mails.status_before is
  'Of a reply: the status of its lead before, which taking it back restores.';
comment on column public.mails.held_until is 'How long a sender has it in hand; null: none has.';

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

-- Ten thousand that wait are no work of a day but a fault: whatever makes them is refused.
create function private.mails_are_bounded() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from (
    select from public.mails m where m.send_after is not null limit 10000
  ) waiting) >= 10000 then
    raise exception 'Too many emails are waiting to be sent. Try again later.' using errcode = 'PT429';
  end if;
  return new;
end
$$;

create trigger mails_are_bounded before insert on public.mails
  for each row execute function private.mails_are_bounded();


-- Replies: answers to leads, written in the admin. A row of `mails` of kind 'reply', from the company, whose
-- Reply-To is the person who wrote it, with the question quoted below. Writing one sets the lead to "Responded". For ten
-- seconds it can be undone, and the status with it; whether it has left is decided here, by the row.

-- The activity of the lead has its emails: {"mail", "what" (the kind), "to"}. An answer is shown from the
-- moment it is written ('waiting', or 'taken_back' before it left), others once they are 'sent'. A failure is
-- shown once ('failed', with its "error"), and when it is given up ('given_up'); so is that someone asked for
-- another try ('again').
create function private.tell_of_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  mail constant public.mails := coalesce(new, old);
  became constant text := case
    when tg_op = 'INSERT' then case when new.kind = 'reply' then 'waiting' end
    when tg_op = 'DELETE' then case when old.kind = 'reply' and old.state = 'waiting' then 'taken_back' end
    when new.state = 'failed' and new.send_after is null and old.send_after is not null then 'given_up'
    when old.state = 'failed' and new.state = 'waiting' then 'again'
    when new.state <> old.state then new.state
  end;
begin
  -- Where the lead itself goes, its emails go behind it.
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
-- alone, and nobody's address. An email that arrives takes one out again.
create table private.refused_addresses (
  digest bytea primary key,
  refused_at timestamptz not null default now()
);

alter table private.refused_addresses enable row level security;
revoke all on table private.refused_addresses from public, anon, authenticated, service_role;

create function private.address_digest(address text) returns bytea
language sql immutable set search_path = ''
as $$ select pg_catalog.sha256(convert_to(lower(address), 'UTF8')) $$;

-- Says what became of a claimed email: sent (no error), or not. `no_mailbox`: the receiver says that there
-- is no such mailbox, so that another try is none. An attempt that lost its hold is ignored.
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
      held_until = null,
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

-- A reply that has not left: {"id", "send_after"}.
create function private.reply_on_its_way(reply public.mails) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('id', reply.id, 'send_after', reply.send_after) $$;

-- Writes a reply to a lead, which leaves in ten seconds, and sets the lead to "Responded". The same request
-- twice is one reply. Returns {"id", "send_after"}.
create function public.reply_send(lead uuid, request uuid, subject text, message text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  asked public.contact_submissions;
  reply public.mails;
  heading_line constant text :=
    btrim(regexp_replace(coalesce(subject, ''), '[[:cntrl:]\u2028\u2029[:space:]]+', ' ', 'g'));
  written constant text := btrim(replace(coalesce(message, ''), E'\r\n', E'\n'), E' \n\t\r');
begin
  perform private.require_lead_handler();
  -- Two clicks wait for each other here: the second finds what the first wrote.
  select c.* into asked from public.contact_submissions c where c.id = reply_send.lead for update;
  select m.* into reply from public.mails m
    where m.request_id = reply_send.request and m.submission_id = reply_send.lead;
  if reply.id is not null then
    return private.reply_on_its_way(reply);
  elsif asked.id is null then
    raise exception 'This lead no longer exists.' using errcode = 'PT404';
  elsif asked.deleted_at is not null then
    raise exception 'This lead is in the trash. Restore it to reply.' using errcode = 'PT409';
  elsif asked.spam_reason is not null then
    raise exception 'This lead is marked as spam. Mark it as not spam to reply.'
      using errcode = 'PT409';
  elsif heading_line = '' or length(heading_line) > 200 then
    raise exception 'Please enter a subject of at most 200 characters.' using errcode = '22023';
  elsif written = '' or length(written) > 10000 then
    raise exception 'Please enter a reply of at most 10,000 characters.' using errcode = '22023';
  end if;
  insert into public.mails (
    kind, submission_id, recipient, reply_to, reply_to_name, subject, body, request_id, created_by,
    send_after, status_before
  )
    select 'reply', asked.id, asked.email, u.email, left(private.name_of(u.id), 200), heading_line,
      jsonb_build_array(jsonb_build_object('text', written)) || case
        when asked.message is null then '[]'
        else jsonb_build_array(
          jsonb_build_object('note', format('On %s, %s wrote:',
            to_char(asked.created_at at time zone (select private.company_zone()), 'FMMonth FMDD, YYYY'), asked.name)),
          jsonb_build_object('quote', asked.message)
        )
      end,
      request, u.id, now() + interval '10 seconds', asked.status
    from auth.users u where u.id = auth.uid()
    returning * into reply;
  update public.contact_submissions c set status = 'responded'
    where c.id = asked.id and c.status <> 'responded';
  return private.reply_on_its_way(reply);
end
$$;

-- Takes a reply back that no sender has had in hand, and restores the lead's status unless it was changed
-- since. Returns {"subject", "message"}, as they were written.
create function public.reply_take_back(reply uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken public.mails;
begin
  perform private.require_lead_handler();
  delete from public.mails m
    where m.id = reply and m.kind = 'reply' and m.attempts = 0
    returning m.* into taken;
  if taken.id is null then
    raise exception 'This reply was already sent.' using errcode = 'PT409';
  end if;
  update public.contact_submissions c set status = taken.status_before
    where c.id = taken.submission_id and c.status = 'responded' and taken.status_before <> 'responded';
  return jsonb_build_object('subject', taken.subject, 'message', taken.body #>> '{0,text}');
end
$$;

-- Makes a reply that failed due again, unless a sender has it in hand just now.
create function public.reply_send_again(reply uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  update public.mails m set state = 'waiting', send_after = now()
    where m.id = reply and m.kind = 'reply' and m.state = 'failed'
      and (m.held_until is null or m.held_until < now());
  if not found then
    raise exception 'This reply is being sent or was already sent.' using errcode = 'PT409';
  end if;
end
$$;


-- saved_replies: texts that staff answer leads with again and again, in the order in which they are offered.
-- {name} and {business} in one become the lead's. Visitors never read them.

create table public.saved_replies (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  body text not null,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint saved_replies_title_required check (title ~ '\S'),
  constraint saved_replies_title_at_most_200_characters check (length(title) <= 200),
  constraint saved_replies_body_required check (body ~ '\S'),
  constraint saved_replies_body_at_most_10000_characters check (length(body) <= 10000),
  constraint saved_replies_display_order_not_negative check (display_order >= 0)
);

create index saved_replies_in_order on public.saved_replies (display_order, created_at, id);

create trigger set_updated_at before insert or update on public.saved_replies
  for each row execute function private.set_updated_at();
create trigger notify_content_changed after insert or update or delete or truncate
  on public.saved_replies for each statement execute function private.notify_content_changed();
create trigger note_editor after insert or update or delete on public.saved_replies
  for each row execute function private.note_editor();

alter table public.saved_replies enable row level security;
revoke all on table public.saved_replies from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.saved_replies to authenticated, service_role;

create policy "Staff read and write every saved reply" on public.saved_replies
  for all to authenticated
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));
create policy "Who handles leads reads every saved reply" on public.saved_replies
  for select to authenticated using ((select private.may_handle_leads()));


-- The confirmation that a visitor gets: "we have your message". Its words are staff's (settings), it is off
-- until they switch it on, and it goes out through the queue of emails.
--
-- Anybody can type anybody's address into the form, so nothing in it is the visitor's: not even the name. And
-- nobody can be flooded by it: one an hour and three a day to a mailbox, however its address is spelt, and
-- 200 a day in all. None goes to an address that a mail server has said does not exist, nor for a message
-- that filled the trap or was sent too fast.

-- When a mailbox was sent one last, by hash: the address itself is nowhere here.
create table private.confirmations (
  digest bytea not null,
  queued_at timestamptz not null default now()
);

create index confirmations_of_mailbox on private.confirmations (digest, queued_at);

alter table private.confirmations enable row level security;
revoke all on table private.confirmations from public, anon, authenticated, service_role;

-- Counted by the visitor's address before it is counted for all. 2,000 a day in all keep the company's own name
-- as a sender: nobody reaches them from fewer than some hundred networks.
create function private.queue_confirmation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  setting constant jsonb := (
    select coalesce(jsonb_object_agg(s.setting_key, s.setting_value), '{}')
    from public.site_settings s
    where s.setting_key in (
      'confirmation_enabled', 'confirmation_subject', 'confirmation_text', 'contact_email', 'company_name'
    )
  );
  mailbox constant bytea := private.mailbox_digest(new.email);
  last_day integer;
  of_mailbox integer;
  last_hour boolean;
begin
  if setting ->> 'confirmation_enabled' is distinct from 'true' or new.is_spam
    or new.spam_reason is not null
    -- What staff or the server itself store is no message that someone waits to hear of.
    or coalesce(auth.role() not in ('anon', 'authenticated') or public.is_admin_user(), true)
    or coalesce(setting ->> 'confirmation_subject', '') !~ '\S'
    or coalesce(setting ->> 'confirmation_text', '') !~ '\S'
    or exists (
      select from private.refused_addresses r where r.digest = private.address_digest(new.email)
    )
    -- A queue that is nearly full is needed for other emails; a message is never lost for one.
    or (select count(*) >= 5000 from (
      select from public.mails m where m.send_after is not null limit 5000
    ) waiting)
  then
    return null;
  end if;
  -- Two messages at once count one after the other.
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended('private.confirmations', 0)
  );
  delete from private.confirmations c where c.queued_at <= now() - interval '1 day';
  select count(*), count(*) filter (where c.digest = mailbox),
    coalesce(bool_or(c.digest = mailbox and c.queued_at > now() - interval '1 hour'), false)
    into last_day, of_mailbox, last_hour
    from private.confirmations c;
  if of_mailbox >= 3 or last_hour or last_day >= 2000
    or not private.take_share('confirmation', new.id, last_day >= 200)
  then
    return null;
  end if;
  insert into private.confirmations (digest) values (mailbox);
  insert into public.mails (kind, submission_id, recipient, reply_to, reply_to_name, subject, body)
    values (
      'confirmation', new.id, new.email,
      case when private.is_email(setting ->> 'contact_email') then setting ->> 'contact_email' end,
      left(regexp_replace(setting ->> 'company_name', '[[:cntrl:]\u2028\u2029]+', ' ', 'g'), 200),
      left(regexp_replace(setting ->> 'confirmation_subject', '[[:cntrl:]\u2028\u2029]+', ' ', 'g'), 200),
      jsonb_build_array(jsonb_build_object('text', btrim(setting ->> 'confirmation_text')))
    );
  return null;
end
$$;

create trigger queue_confirmation after insert on public.contact_submissions
  for each row execute function private.queue_confirmation();

-- The one spelling of a mailbox: what is behind a plus goes, and the dots that Gmail does not see.
create function private.mailbox_of(address text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select split_part(split_part(lower(address), '@', 1), '+', 1) as name,
      split_part(lower(address), '@', 2) as domain
  ) parts
$$;

create function private.mailbox_digest(address text) returns bytea
language sql immutable set search_path = ''
as $$
  select private.address_digest(private.mailbox_of(address))
$$;

-- Claims one email that is due; null when none is. Returns {"id", "attempt", "message_id", "recipient",
-- "reply_to", "reply_to_name", "subject", "heading", "body", "company", "colour"}, with the link of a digest that
-- turns it off. The message_id is the same for each try at one email. The hold is a time of its own (held_until).
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
    set attempts = m.attempts + 1, send_after = now() + interval '5 minutes',
      held_until = now() + interval '5 minutes'
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
    'kind', held.kind,
    'attempt', held.attempts,
    'message_id', 'mail-' || held.id,
    'recipient', held.recipient,
    'reply_to', held.reply_to,
    'reply_to_name', held.reply_to_name,
    'subject', held.subject,
    'heading', held.heading,
    'body', held.body,
    'unsubscribe', case held.kind when 'digest' then private.digest_link(held.recipient) end,
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


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  private.is_pair(jsonb, boolean),
  private.is_mail_body(jsonb),
  private.mails_are_bounded(),
  private.tell_of_mail(),
  private.address_digest(text),
  public.queued_mail_claim(),
  public.queued_mail_settle(uuid, integer, text, boolean),
  private.reply_on_its_way(public.mails),
  public.reply_send(uuid, uuid, text, text),
  public.reply_take_back(uuid),
  public.reply_send_again(uuid),
  private.mailbox_digest(text),
  private.queue_confirmation(),
  private.mailbox_of(text)
from public, anon, authenticated, service_role;

grant execute on function
  public.queued_mail_claim(),
  public.queued_mail_settle(uuid, integer, text, boolean)
to service_role;

grant execute on function
  public.reply_send(uuid, uuid, text, text),
  public.reply_take_back(uuid),
  public.reply_send_again(uuid)
to authenticated;
