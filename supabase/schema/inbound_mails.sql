-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.inbound_digests (
  digest bytea not null,
  arrived_at timestamp with time zone not null default now(),
  constraint inbound_digests_pkey PRIMARY KEY (digest)
);
comment on table private.inbound_digests is 'Emails that were stored once, so that the same one is not stored again, even after it was deleted.';
CREATE INDEX inbound_digests_oldest ON private.inbound_digests USING btree (arrived_at);
alter table private.inbound_digests enable row level security;

create table private.inbound_files (
  id uuid not null default gen_random_uuid(),
  mail_id uuid not null,
  size integer not null,
  content bytea not null,
  constraint inbound_files_pkey PRIMARY KEY (id),
  constraint inbound_files_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES public.inbound_mails(id) ON DELETE CASCADE
);
comment on table private.inbound_files is 'The content of attachments, read only through inbound_attachment.';
CREATE INDEX inbound_files_of_mail ON private.inbound_files USING btree (mail_id);
alter table private.inbound_files enable row level security;

create table private.inbound_mailbox (
  is_only boolean not null default true,
  key bytea not null default sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid()), 'UTF8'::name)),
  reply_address text,
  arrived_at timestamp with time zone,
  holder uuid,
  held_until timestamp with time zone,
  validity bigint,
  uid bigint,
  checked_at timestamp with time zone,
  error text,
  test_id uuid,
  test_headers text,
  constraint inbound_mailbox_pkey PRIMARY KEY (is_only),
  constraint inbound_mailbox_error_check CHECK ((length(error) <= 500)),
  constraint inbound_mailbox_is_only_check CHECK (is_only),
  constraint inbound_mailbox_test_headers_check CHECK ((length(test_headers) <= 32768))
);
comment on table private.inbound_mailbox is 'Whether answers arrive here, and the state of the mailbox that is read.';
comment on column private.inbound_mailbox.test_headers is 'The headers of the test email that arrived last.';
alter table private.inbound_mailbox enable row level security;

create table public.inbound_mails (
  id uuid not null default gen_random_uuid(),
  submission_id uuid,
  kind text not null,
  message_id text,
  sender text not null,
  sender_name text,
  is_from_team boolean not null default false,
  subject text,
  body_text text,
  body_html text,
  excerpt text generated always as (btrim("left"(regexp_replace("left"(body_text, 1000), '\s+'::text, ' '::text, 'g'::text), 200))) stored,
  is_cut boolean not null default false,
  attachments jsonb not null default '[]'::jsonb,
  sent_at timestamp with time zone,
  arrived_at timestamp with time zone not null default clock_timestamp(),
  dismissed_at timestamp with time zone,
  constraint inbound_mails_pkey PRIMARY KEY (id),
  constraint inbound_mails_are_bounded CHECK (((length(sender) <= 254) AND (length(sender_name) <= 200) AND (length(subject) <= 500) AND (length(message_id) <= 300) AND (length(body_text) <= 100000) AND (length(body_html) <= 300000) AND (jsonb_typeof(attachments) = 'array'::text) AND (jsonb_array_length(attachments) <= 20))),
  constraint inbound_mails_dismissed_belong_to_no_lead CHECK (((dismissed_at IS NULL) OR (submission_id IS NULL))),
  constraint inbound_mails_kind_is_known CHECK ((kind = ANY (ARRAY['reply'::text, 'auto_reply'::text, 'bounce'::text, 'complaint'::text]))),
  constraint inbound_mails_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE
);
comment on table public.inbound_mails is 'Emails that arrived: answers to ours, and those that belong to no lead.';
comment on column public.inbound_mails.submission_id is 'Its lead; null: none, so it is in the list of unmatched emails.';
comment on column public.inbound_mails.is_from_team is 'A person with a role wrote it, so it is no answer of the lead.';
comment on column public.inbound_mails.body_html is 'As it arrived. The browser makes it safe when it is shown.';
comment on column public.inbound_mails.excerpt is 'The beginning of its text, for lists: texts can be long.';
comment on column public.inbound_mails.is_cut is 'Part of it was too large to be stored.';
comment on column public.inbound_mails.attachments is 'Name, type and size of each, and the id of its content; without an id it was too large.';
comment on column public.inbound_mails.dismissed_at is 'When staff dismissed it; it is deleted 30 days later.';
CREATE INDEX inbound_mails_by_message ON public.inbound_mails USING btree (message_id);
CREATE INDEX inbound_mails_of_lead ON public.inbound_mails USING btree (submission_id, arrived_at);
CREATE INDEX inbound_mails_of_sender ON public.inbound_mails USING btree (private.email_key(sender));
CREATE INDEX inbound_mails_unmatched ON public.inbound_mails USING btree (arrived_at DESC, id) WHERE (submission_id IS NULL);
CREATE TRIGGER search_text_of_answer AFTER INSERT OR DELETE OR UPDATE OF submission_id ON public.inbound_mails FOR EACH ROW EXECUTE FUNCTION private.search_text_of_mail();
alter table public.inbound_mails enable row level security;
grant select on table public.inbound_mails to authenticated;
create policy "Who handles leads reads the emails that arrived" on public.inbound_mails
  as permissive for select to authenticated
  using (( SELECT private.may_handle_leads() AS may_handle_leads));

CREATE OR REPLACE FUNCTION private.add_report_event(lead uuid, what text, about jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_lead_event(lead, what, about) where not exists (
    select from public.lead_events e where e.submission_id = lead and e.kind = what and e.details = about
  )
$function$;

CREATE OR REPLACE FUNCTION private.answer_came(mail public.inbound_mails)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since timestamptz;
begin
  insert into public.lead_events (submission_id, kind, actor, details)
    values (mail.submission_id, 'answer', 'visitor', jsonb_build_object('mail', mail.id, 'what', mail.kind));
  if mail.kind <> 'reply' or mail.is_from_team then
    return;
  end if;
  select c.new_answer_at into since
    from public.contact_submissions c where c.id = mail.submission_id for update;
  update public.contact_submissions c set
      deleted_at = null,
      status = case when c.status in ('responded', 'closed') and c.outcome is distinct from 'won'
        then 'contacted' else c.status end
    where c.id = mail.submission_id and c.spam_reason is null;
  if found then
    -- On its own, as a change of status takes the mark off.
    update public.contact_submissions c set new_answer_at = coalesce(since, mail.arrived_at)
      where c.id = mail.submission_id;
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
$function$;

CREATE OR REPLACE FUNCTION public.inbound_attach(mail uuid, lead uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attached public.inbound_mails;
begin
  perform private.require_lead_handler();
  perform from public.contact_submissions c where c.id = inbound_attach.lead for key share;
  if not found then
    raise exception 'This lead no longer exists.' using errcode = 'PT404';
  end if;
  update public.inbound_mails i set submission_id = inbound_attach.lead, dismissed_at = null
    where i.id = inbound_attach.mail and i.submission_id is null returning i.* into attached;
  if attached.id is null then
    raise exception 'Someone else has already handled this email.' using errcode = 'PT409';
  end if;
  perform private.answer_came(attached);
end
$function$;
grant execute on function public.inbound_attach(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.inbound_attachment(attachment uuid, start integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found jsonb;
begin
  perform private.require_lead_handler();
  select jsonb_build_object('size', f.size, 'content', translate(encode(
      substr(f.content, greatest(start, 0) + 1, 3 * 1024 * 1024), 'base64'), E'\n', ''
    )) into found
    from private.inbound_files f where f.id = inbound_attachment.attachment;
  if found is null then
    raise exception 'This attachment no longer exists.' using errcode = 'PT404';
  end if;
  return found;
end
$function$;
grant execute on function public.inbound_attachment(uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.inbound_detach(mail uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lead uuid;
begin
  perform private.require_lead_handler();
  select i.submission_id into lead from public.inbound_mails i where i.id = inbound_detach.mail for update;
  if not found then
    raise exception 'This email no longer exists.' using errcode = 'PT404';
  end if;
  update public.inbound_mails i set submission_id = null where i.id = inbound_detach.mail;
  update public.contact_submissions c set new_answer_at = null
    where c.id = lead and not exists (
      select from public.inbound_mails i
      where i.submission_id = c.id and i.kind = 'reply' and not i.is_from_team and i.arrived_at >= c.new_answer_at
    );
end
$function$;
grant execute on function public.inbound_detach(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.inbound_dismiss(mail uuid, back boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  update public.inbound_mails i set dismissed_at = case when not back then coalesce(i.dismissed_at, now()) end
    where i.id = inbound_dismiss.mail and i.submission_id is null;
  if not found then
    raise exception 'Someone else has already handled this email.' using errcode = 'PT409';
  end if;
end
$function$;
grant execute on function public.inbound_dismiss(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION private.inbound_is_full(lead uuid, from_address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.inbound_lead(mail uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  arrived public.inbound_mails;
  made uuid;
begin
  perform private.require_lead_handler();
  select i.* into arrived from public.inbound_mails i where i.id = inbound_lead.mail for update;
  if arrived.id is null then
    raise exception 'This email no longer exists.' using errcode = 'PT404';
  elsif arrived.submission_id is not null then
    -- Two clicks make one lead.
    return arrived.submission_id;
  elsif not private.is_email(arrived.sender) then
    raise exception 'This email has no sender you can reply to.' using errcode = 'PT409';
  end if;
  insert into public.contact_submissions (name, email, monthly_volume, platforms, message)
    values (
      case when length(btrim(private.visible_text(arrived.sender_name, ' '))) >= 2
        then btrim(private.visible_text(arrived.sender_name, ' ')) else left(arrived.sender, 200) end,
      arrived.sender, 'Not given', array['Not given'], nullif(btrim(left(arrived.body_text, 5000), E' \n\t\r'), '')
    ) returning id into made;
  update public.inbound_mails i set submission_id = made, dismissed_at = null where i.id = arrived.id;
  insert into public.lead_events (submission_id, kind, actor, details)
    values (made, 'answer', 'visitor', jsonb_build_object('mail', arrived.id, 'what', arrived.kind));
  return made;
end
$function$;
grant execute on function public.inbound_lead(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.inbound_mailbox_claim(holder uuid)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.inbound_mailbox b
    set holder = inbound_mailbox_claim.holder, held_until = clock_timestamp() + interval '90 seconds'
    where b.holder is null or b.holder = inbound_mailbox_claim.holder or b.held_until < clock_timestamp()
    returning jsonb_build_object('validity', b.validity, 'uid', b.uid, 'checked_at', b.checked_at)
$function$;
grant execute on function public.inbound_mailbox_claim(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.inbound_mailbox_release(holder uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.inbound_mailbox b set holder = null, held_until = null
    where b.holder = inbound_mailbox_release.holder
$function$;
grant execute on function public.inbound_mailbox_release(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.inbound_mailbox_report(holder uuid, validity bigint, uid bigint, error text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.inbound_mailbox b set
      validity = coalesce(inbound_mailbox_report.validity, b.validity),
      uid = coalesce(inbound_mailbox_report.uid, b.uid),
      checked_at = case when inbound_mailbox_report.error is null then clock_timestamp() else b.checked_at end,
      error = left(inbound_mailbox_report.error, 500)
    where b.holder = inbound_mailbox_report.holder
$function$;
grant execute on function public.inbound_mailbox_report(uuid,bigint,bigint,text) to service_role;

CREATE OR REPLACE FUNCTION public.inbound_state()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  return (
    select jsonb_build_object(
      'on', b.reply_address is not null or b.arrived_at is not null,
      'address', b.reply_address,
      'checked_at', b.checked_at,
      'error', b.error,
      'unmatched', (
        select count(*) from public.inbound_mails i where i.submission_id is null and i.dismissed_at is null
      )
    )
    from private.inbound_mailbox b
  );
end
$function$;
grant execute on function public.inbound_state() to authenticated;

CREATE OR REPLACE FUNCTION public.inbound_test(test uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return (select b.test_headers from private.inbound_mailbox b where b.test_id = inbound_test.test);
end
$function$;
grant execute on function public.inbound_test(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.lead_of_addresses(addresses jsonb)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id
  from jsonb_array_elements_text(addresses) as a (address),
    lateral (select lower(split_part(a.address, '@', 1)) as name) l,
    generate_series(1, length(l.name) - 51) as place,
    lateral (select substr(l.name, place, 52) as token) t,
    lateral (select case when t.token ~ '^[0-9a-f]{52}$' then left(t.token, 32)::uuid end as lead) n
  join public.contact_submissions c on c.id = n.lead
  where t.token = private.reply_token(c.id)
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.lead_of_thread(message_ids jsonb)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.mail_arrived(mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    update private.inbound_mailbox b
      set test_id = private.own_id(mail ->> 'message_id', 'test'), test_headers = left(mail ->> 'headers', 32768)
      where mail ->> 'message_id' like 'test-%';
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
    exists (select from auth.users u where lower(u.email) = lower(mail ->> 'sender') and private.roles_of(u.id) <> '{}'),
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
$function$;
grant execute on function public.mail_arrived(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.own_id(message_id text, prefix text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select substring(message_id from
    '^' || prefix || '-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[.@]')::uuid
$function$;

CREATE OR REPLACE FUNCTION private.reply_token(lead uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select translate(lead::text, '-', '')
    || encode(substr(sha256(b.key || decode(translate(lead::text, '-', ''), 'hex') || b.key), 1, 10), 'hex')
  from private.inbound_mailbox b
$function$;

CREATE OR REPLACE FUNCTION private.report_came(mail jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  update public.mails m set state = 'sent', sent_at = now(), send_after = null, held_until = null
    where m.id = returned.id and m.held_until is not null;
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
    set state = 'failed', sent_at = null, send_after = null, last_error = coalesce(nullif(reason, ''), 'It bounced.')
    where m.id = returned.id and m.state = 'sent';
  if found and returned.kind = 'reply' then
    insert into public.mails (kind, submission_id, recipient, subject, heading, body)
      select 'returned', c.id, lower(u.email),
        left('Your reply to ' || private.lead_line(c.name, null) || ' wasn''t delivered', 200),
        'Your reply wasn''t delivered',
        jsonb_build_array(
          jsonb_build_object('text', format('It was sent to %s but bounced.', returned.recipient)),
          jsonb_build_object('note', 'The mail server said: ' || coalesce(nullif(reason, ''), 'nothing.')),
          jsonb_build_object('button', jsonb_build_array(
            'Open the lead', '/admin/contact-manager?open=' || c.id))
        )
      from public.contact_submissions c
      join auth.users u on u.id = returned.created_by
      where c.id = returned.submission_id and c.deleted_at is null and private.is_email(u.email)
        and private.roles_of(u.id) && array['owner', 'admin', 'sales'];
  end if;
  return returned.submission_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_text_of_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.contact_submissions c set search_text = ''
    where c.id in ((coalesce(new, old)).submission_id, (coalesce(old, new)).submission_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.thread_of(lead uuid, but uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(t.message_id order by t.at), '[]') from (
    select m.created_at as at, 'mail-' || m.id as message_id from public.mails m
      where m.submission_id = lead and m.kind in ('reply', 'confirmation') and m.state = 'sent' and m.id <> but
    union all
    select i.arrived_at, i.message_id from public.inbound_mails i
      where i.submission_id = lead and i.kind = 'reply' and i.message_id is not null
    order by 1 desc limit 20
  ) t
$function$;
