-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.confirmations (
  digest bytea not null,
  queued_at timestamp with time zone not null default now()
);
CREATE INDEX confirmations_of_mailbox ON private.confirmations USING btree (digest, queued_at);
alter table private.confirmations enable row level security;

create table public.mails (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  submission_id uuid,
  recipient text not null,
  reply_to text,
  reply_to_name text,
  subject text not null,
  heading text,
  body jsonb not null,
  request_id uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  created_by uuid,
  send_after timestamp with time zone default now(),
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  last_error text,
  sent_at timestamp with time zone,
  status_before text,
  held_until timestamp with time zone,
  answer_before timestamp with time zone,
  lead_before jsonb,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_body_is_in_parts CHECK (private.is_mail_body(body)),
  constraint mails_heading_length CHECK ((length(heading) <= 200)),
  constraint mails_kind_is_a_word CHECK ((kind ~ '^[a-z][a-z_]{0,39}$'::text)),
  constraint mails_names_are_one_line CHECK ((concat(subject, heading, reply_to_name) !~ '[[:cntrl:]\u2028\u2029]'::text)),
  constraint mails_recipient_is_an_address CHECK (private.is_email(recipient)),
  constraint mails_reply_to_is_an_address CHECK (private.is_email(reply_to)),
  constraint mails_reply_to_name_length CHECK ((length(reply_to_name) <= 200)),
  constraint mails_request_is_one UNIQUE (request_id),
  constraint mails_sent_is_settled CHECK ((((state = 'sent'::text) = (sent_at IS NOT NULL)) AND ((state <> 'sent'::text) OR (send_after IS NULL)) AND ((state <> 'waiting'::text) OR (send_after IS NOT NULL)))),
  constraint mails_state_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))),
  constraint mails_subject_length CHECK (((length(subject) >= 1) AND (length(subject) <= 200))),
  constraint mails_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE
);
comment on column public.mails.request_id is 'What the sender calls this request: asked for twice, it is one email.';
comment on column public.mails.created_by is 'Who of the staff wrote it; null: the site itself.';
comment on column public.mails.send_after is 'When it is due, or its hold ends; null: it is settled.';
comment on column public.mails.state is 'waiting; sent; failed, which is retried while it has a send_after.';
comment on column public.mails.status_before is 'Of a reply: the status of its lead before, which taking it back restores.';
comment on column public.mails.held_until is 'How long a sender has it in hand; null: none has.';
comment on column public.mails.answer_before is 'Of a reply: new_answer_at of its lead before, which taking it back restores.';
comment on column public.mails.lead_before is 'Of a reply: times and outcome of its lead before, which taking it back restores.';
CREATE INDEX mails_due ON public.mails USING btree (send_after) WHERE (send_after IS NOT NULL);
CREATE INDEX mails_failed ON public.mails USING btree (submission_id) WHERE (state = 'failed'::text);
CREATE INDEX mails_of_lead ON public.mails USING btree (submission_id, created_at);
CREATE INDEX mails_settled ON public.mails USING btree (created_at) WHERE ((send_after IS NULL) AND (kind <> 'reply'::text));
CREATE TRIGGER mails_are_bounded BEFORE INSERT ON public.mails FOR EACH ROW EXECUTE FUNCTION private.mails_are_bounded();
CREATE TRIGGER search_text_of_reply AFTER INSERT ON public.mails FOR EACH ROW WHEN ((new.kind = 'reply'::text)) EXECUTE FUNCTION private.search_text_of_mail();
CREATE TRIGGER search_text_of_reply_gone AFTER DELETE ON public.mails FOR EACH ROW WHEN ((old.kind = 'reply'::text)) EXECUTE FUNCTION private.search_text_of_mail();
CREATE TRIGGER tell_of_mail AFTER INSERT OR DELETE OR UPDATE OF state, send_after ON public.mails FOR EACH ROW EXECUTE FUNCTION private.tell_of_mail();
alter table public.mails enable row level security;
grant select on table public.mails to authenticated;
create policy "Who handles leads reads the mails about leads" on public.mails
  as permissive for select to authenticated
  using (((submission_id IS NOT NULL) AND ( SELECT private.may_handle_leads() AS may_handle_leads)));

create table private.refused_addresses (
  digest bytea not null,
  refused_at timestamp with time zone not null default now(),
  constraint refused_addresses_pkey PRIMARY KEY (digest)
);
alter table private.refused_addresses enable row level security;

create table public.saved_replies (
  id uuid not null default gen_random_uuid(),
  title text not null,
  body text not null,
  display_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint saved_replies_pkey PRIMARY KEY (id),
  constraint saved_replies_body_at_most_10000_characters CHECK ((length(body) <= 10000)),
  constraint saved_replies_body_required CHECK ((body ~ '\S'::text)),
  constraint saved_replies_display_order_not_negative CHECK ((display_order >= 0)),
  constraint saved_replies_title_at_most_200_characters CHECK ((length(title) <= 200)),
  constraint saved_replies_title_required CHECK ((title ~ '\S'::text))
);
CREATE INDEX saved_replies_in_order ON public.saved_replies USING btree (display_order, created_at, id);
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.saved_replies FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.saved_replies FOR EACH STATEMENT EXECUTE FUNCTION private.notify_content_changed();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.saved_replies FOR EACH ROW EXECUTE FUNCTION private.record_history('title', '', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.saved_replies FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('title', '', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.saved_replies FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.saved_replies enable row level security;
grant delete, insert, select, update on table public.saved_replies to authenticated;
grant delete, insert, select, update on table public.saved_replies to service_role;
create policy "Staff read and write every saved reply" on public.saved_replies
  as permissive for all to authenticated
  using ((( SELECT private.may_edit_content() AS may_edit_content) OR ( SELECT private.may_handle_leads() AS may_handle_leads)))
  with check ((( SELECT private.may_edit_content() AS may_edit_content) OR ( SELECT private.may_handle_leads() AS may_handle_leads)));

CREATE OR REPLACE FUNCTION private.address_digest(address text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select pg_catalog.sha256(convert_to(lower(address), 'UTF8')) $function$;

CREATE OR REPLACE FUNCTION private.is_mail_body(body jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_pair(value jsonb, link boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(
    jsonb_typeof(value) = 'array' and jsonb_typeof(value -> 0) = 'string'
    and jsonb_typeof(value -> 1) = 'string' and value -> 2 is null
    and (not link or value ->> 1 ~ '^/(?![/\\])[^\s"<>\\]*$'),
    false
  )
$function$;

CREATE OR REPLACE FUNCTION private.mailbox_digest(address text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.address_digest(private.mailbox_of(address))
$function$;

CREATE OR REPLACE FUNCTION private.mailbox_of(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select split_part(split_part(lower(address), '@', 1), '+', 1) as name,
      split_part(lower(address), '@', 2) as domain
  ) parts
$function$;

CREATE OR REPLACE FUNCTION private.mails_are_bounded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from (
    select from public.mails m where m.send_after is not null limit 10000
  ) waiting) >= 10000 then
    raise exception 'Too many emails are waiting to be sent. Try again later.' using errcode = 'PT429';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    or coalesce(auth.role() not in ('anon', 'authenticated') or private.may_handle_leads(), true)
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
$function$;

CREATE OR REPLACE FUNCTION public.queued_mail_claim()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    'reply_token', case when held.kind in ('reply', 'confirmation') then private.reply_token(held.submission_id) end,
    'references', case when held.kind = 'reply' then private.thread_of(held.submission_id, held.id) else '[]' end,
    'unsubscribe', case when held.kind in ('digest', 'weekly') then private.digest_link(held.recipient, held.kind) end,
    'company', (
      select s.setting_value from public.site_settings s where s.setting_key = 'company_name'
    ),
    'colour', (
      select s.setting_value from public.site_settings s
      where s.setting_key = 'brand_color_primary'
    )
  );
end
$function$;
grant execute on function public.queued_mail_claim() to service_role;

CREATE OR REPLACE FUNCTION public.queued_mail_settle(mail uuid, attempt integer, error text DEFAULT NULL::text, no_mailbox boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.queued_mail_settle(uuid,integer,text,boolean) to service_role;

CREATE OR REPLACE FUNCTION private.reply_on_its_way(reply public.mails)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select jsonb_build_object('id', reply.id, 'send_after', reply.send_after) $function$;

CREATE OR REPLACE FUNCTION public.reply_send(lead uuid, request uuid, subject text, message text, anyway boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked public.contact_submissions;
  reply public.mails;
  heading_line constant text :=
    btrim(regexp_replace(coalesce(subject, ''), '[[:cntrl:]\u2028\u2029[:space:]]+', ' ', 'g'));
  written constant text := btrim(replace(coalesce(message, ''), E'\r\n', E'\n'), E' \n\t\r');
  quoted record;
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
  elsif not anyway and exists (
    select from private.refused_addresses r where r.digest = private.address_digest(asked.email)
  ) then
    raise exception 'An earlier email to % bounced.', asked.email using errcode = 'PT428';
  end if;
  -- What it answers: the latest answer, or else the message in the form.
  select q.who, q.at, q.words into quoted from (
    select coalesce(i.sender_name, i.sender) as who, i.arrived_at as at, left(i.body_text, 5000) as words
      from public.inbound_mails i
      where i.submission_id = asked.id and i.kind = 'reply' and not i.is_from_team and i.body_text ~ '\S'
    union all
    select asked.name, asked.created_at, asked.message
  ) q order by q.at desc limit 1;
  insert into public.mails (
    kind, submission_id, recipient, reply_to, reply_to_name, subject, body, request_id, created_by,
    send_after, status_before, answer_before, lead_before
  )
    select 'reply', asked.id, asked.email, u.email, left(private.name_of(u.id), 200), heading_line,
      jsonb_build_array(jsonb_build_object('text', written)) || case
        when quoted.words is null then '[]'
        else jsonb_build_array(
          jsonb_build_object('note', format('On %s, %s wrote:',
            to_char(quoted.at at time zone (select private.company_zone()), 'FMMonth FMDD, YYYY'), quoted.who)),
          jsonb_build_object('quote', quoted.words)
        )
      end,
      request, u.id, now() + interval '10 seconds', asked.status, asked.new_answer_at,
      jsonb_build_object('answered_at', asked.answered_at, 'closed_at', asked.closed_at, 'outcome', asked.outcome,
        'outcome_value', asked.outcome_value, 'outcome_reason', asked.outcome_reason)
    from auth.users u where u.id = auth.uid()
    returning * into reply;
  update public.contact_submissions c set status = 'responded', new_answer_at = null
    where c.id = asked.id and (c.status <> 'responded' or c.new_answer_at is not null);
  return private.reply_on_its_way(reply);
end
$function$;
grant execute on function public.reply_send(uuid,uuid,text,text,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.reply_send_again(reply uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  update public.mails m set state = 'waiting', send_after = now()
    where m.id = reply and m.kind = 'reply' and m.state = 'failed'
      and (m.held_until is null or m.held_until < now());
  if not found then
    raise exception 'This reply is being sent or was already sent.' using errcode = 'PT409';
  end if;
end
$function$;
grant execute on function public.reply_send_again(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.reply_take_back(reply uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  update public.contact_submissions c set status = taken.status_before,
      (answered_at, closed_at, outcome, outcome_value, outcome_reason) = (
        select b.answered_at, b.closed_at, b.outcome, b.outcome_value, b.outcome_reason
        from jsonb_populate_record(c, taken.lead_before) b
      )
    where c.id = taken.submission_id and c.status = 'responded' and taken.status_before <> 'responded';
  update public.contact_submissions c set new_answer_at = taken.answer_before
    where c.id = taken.submission_id and c.new_answer_at is null and taken.answer_before is not null;
  return jsonb_build_object('subject', taken.subject, 'message', taken.body #>> '{0,text}');
end
$function$;
grant execute on function public.reply_take_back(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.tell_of_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail constant public.mails := coalesce(new, old);
  became constant text := case
    when tg_op = 'INSERT' then case when new.kind = 'reply' then 'waiting' end
    when tg_op = 'DELETE' then case when old.kind = 'reply' and old.state = 'waiting' then 'taken_back' end
    when new.state = 'failed' and new.send_after is null and old.send_after is not null then 'given_up'
    when old.state = 'failed' and new.state = 'waiting' then 'again'
    when old.state = 'sent' and new.state = 'failed' then 'bounced'
    when new.state <> old.state then new.state
  end;
begin
  -- Where the lead itself goes, its emails go behind it.
  if became is not null and exists (
    select from public.contact_submissions c where c.id = mail.submission_id
  ) then
    perform private.add_lead_event(mail.submission_id, 'mail', jsonb_build_object(
      'mail', mail.id, 'what', mail.kind, 'to', became,
      'error', case when became in ('failed', 'given_up', 'bounced') then mail.last_error end
    ));
  end if;
  return null;
end
$function$;
