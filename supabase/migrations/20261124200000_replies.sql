-- Replies: answers to leads, written in the admin. A row of `mails` of kind 'reply', from the company, whose
-- Reply-To is whoever wrote it, with the question quoted below. Writing one sets the lead to "Responded". For ten
-- seconds it can be taken back, and the status with it; whether it has left is decided here, by the row.

-- status_before: what the lead's status was, for taking the reply back.
-- held_until: while a sender has it in hand; asking for another try must not make it two.
alter table public.mails
  add column status_before text,
  add column held_until timestamptz;

comment on column public.mails.status_before is
  'Of a reply: the status of its lead before, which taking it back restores.';
comment on column public.mails.held_until is 'How long a sender has it in hand; null: none has.';

-- As before, and the hold is a time of its own.
create or replace function public.queued_mail_claim() returns jsonb
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

create or replace function public.queued_mail_settle(
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

-- As before; that somebody asked for another try is told too ('again').
create or replace function private.tell_of_mail() returns trigger
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
    raise exception 'This submission no longer exists.' using errcode = 'PT404';
  elsif asked.deleted_at is not null then
    raise exception 'This submission is in the trash. Restore it to reply.' using errcode = 'PT409';
  elsif asked.spam_reason is not null then
    raise exception 'This submission is marked as spam. Mark it as not spam to reply.'
      using errcode = 'PT409';
  elsif heading_line = '' or length(heading_line) > 200 then
    raise exception 'A reply needs a subject of at most 200 characters.' using errcode = '22023';
  elsif written = '' or length(written) > 10000 then
    raise exception 'A reply needs a text of at most 10,000 characters.' using errcode = '22023';
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
            to_char(asked.created_at at time zone 'America/Los_Angeles', 'FMMonth FMDD, YYYY'), asked.name)),
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
    raise exception 'This reply has left already.' using errcode = 'PT409';
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
    raise exception 'This reply is being sent, or has left already.' using errcode = 'PT409';
  end if;
end
$$;

revoke all on function private.reply_on_its_way(public.mails)
  from public, anon, authenticated, service_role;
revoke all on function public.reply_send(uuid, uuid, text, text)
  from public, anon, authenticated, service_role;
revoke all on function public.reply_take_back(uuid) from public, anon, authenticated, service_role;
revoke all on function public.reply_send_again(uuid) from public, anon, authenticated, service_role;
grant execute on function public.reply_send(uuid, uuid, text, text) to authenticated;
grant execute on function public.reply_take_back(uuid) to authenticated;
grant execute on function public.reply_send_again(uuid) to authenticated;
