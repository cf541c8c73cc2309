-- What staff do with answers by email (decision 0077): read them with the lead, answer in the same thread, and put
-- those that belong to no lead where they belong.

-- Only an answer can be new: dealing with the lead, or answering it, ends that.
create or replace function private.keep_outcome() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.outcome_reason :=
    nullif(btrim(regexp_replace(private.visible_text(new.outcome_reason, ' '), '\s+', ' ', 'g')), '');
  if tg_op = 'UPDATE' and new.status <> old.status then
    new.answered_at := case
      when new.status in ('contacted', 'responded') then coalesce(new.answered_at, now())
      when new.status = 'closed' then new.answered_at
    end;
    if new.closed_at is not distinct from old.closed_at then
      new.closed_at := case when new.status = 'closed' then now() end;
    end if;
    if new.status <> 'closed' and new.outcome is not distinct from old.outcome then
      new.outcome := null;
      new.outcome_value := null;
      new.outcome_reason := null;
    end if;
    if new.new_answer_at is not distinct from old.new_answer_at then
      new.new_answer_at := null;
    end if;
  end if;
  return new;
end
$$;

create or replace function private.search_text_of(lead public.contact_submissions) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(E'\n', t.folded, (
    select string_agg(d.digits, ' ')
    from (
      select regexp_replace(n[1], '\D', '', 'g') as digits
      from regexp_matches(t.folded, '[0-9][0-9 ()./-]{5,}[0-9]', 'g') as n
    ) d
    where length(d.digits) >= 7 and strpos(t.folded, d.digits) = 0
  ))
  from (
    select private.folded(string_agg(regexp_replace(x.words, '\s+', ' ', 'g'), E'\n' order by x.nth)) as folded
    from unnest(array[
      lead.name, lead.email, lead.business_name, lead.message,
      (select string_agg(n.body, ' ' order by n.created_at, n.id)
        from public.submission_notes n where n.submission_id = lead.id),
      -- The latest hundred of both, and of a long email its beginning.
      (select string_agg(e.words, ' ' order by e.at) from (
        select m.created_at as at, concat_ws(' ', m.subject, m.body #>> '{0,text}') as words from public.mails m
          where m.submission_id = lead.id and m.kind = 'reply'
        union all
        select i.arrived_at, concat_ws(' ', i.sender_name, i.sender, i.subject, left(i.body_text, 10000))
          from public.inbound_mails i where i.submission_id = lead.id and i.kind = 'reply'
        order by 1 desc limit 100
      ) e)
    ]) with ordinality as x (words, nth)
  ) t
$$;

-- A reply, or an answer, came or went.
create function private.search_text_of_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contact_submissions c set search_text = ''
    where c.id in ((coalesce(new, old)).submission_id, (coalesce(old, new)).submission_id);
  return null;
end
$$;
create trigger search_text_of_reply after insert on public.mails
  for each row when (new.kind = 'reply') execute function private.search_text_of_mail();
create trigger search_text_of_reply_gone after delete on public.mails
  for each row when (old.kind = 'reply') execute function private.search_text_of_mail();
create trigger search_text_of_answer after insert or update of submission_id or delete on public.inbound_mails
  for each row execute function private.search_text_of_mail();

-- The thread of a lead, oldest first, for the headers of the next email in it. Our own ids are without a domain.
create function private.thread_of(lead uuid, but uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(t.message_id order by t.at), '[]') from (
    select m.created_at as at, 'mail-' || m.id as message_id from public.mails m
      where m.submission_id = lead and m.kind in ('reply', 'confirmation') and m.state = 'sent' and m.id <> but
    union all
    select i.arrived_at, i.message_id from public.inbound_mails i
      where i.submission_id = lead and i.kind = 'reply' and i.message_id is not null
    order by 1 desc limit 20
  ) t
$$;

drop function public.reply_send(uuid, uuid, text, text);
-- Queues a reply, which leaves ten seconds later. @param anyway: also to an address that an email came back from
create function public.reply_send(lead uuid, request uuid, subject text, message text, anyway boolean default false)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
    raise exception 'An earlier email to % came back.', asked.email using errcode = 'PT428';
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
    send_after, status_before, answer_before
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
      request, u.id, now() + interval '10 seconds', asked.status, asked.new_answer_at
    from auth.users u where u.id = auth.uid()
    returning * into reply;
  update public.contact_submissions c set status = 'responded', new_answer_at = null
    where c.id = asked.id and (c.status <> 'responded' or c.new_answer_at is not null);
  return private.reply_on_its_way(reply);
end
$$;

create or replace function public.reply_take_back(reply uuid) returns jsonb
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
  update public.contact_submissions c set new_answer_at = taken.answer_before
    where c.id = taken.submission_id and c.new_answer_at is null and taken.answer_before is not null;
  return jsonb_build_object('subject', taken.subject, 'message', taken.body #>> '{0,text}');
end
$$;

-- Puts an email that belongs to no lead where it belongs.
create function public.inbound_attach(mail uuid, lead uuid) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;

-- Makes a lead of an email that belongs to none. @returns its id, the same for the same email
create function public.inbound_lead(mail uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
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
    raise exception 'This email has no sender that can be answered.' using errcode = 'PT409';
  end if;
  insert into public.contact_submissions (name, email, monthly_volume, platforms, message)
    values (
      case when length(btrim(private.visible_text(arrived.sender_name, ' '))) >= 2
        then btrim(private.visible_text(arrived.sender_name, ' ')) else arrived.sender end,
      arrived.sender, 'Not given', array['Not given'], nullif(btrim(left(arrived.body_text, 5000), E' \n\t\r'), '')
    ) returning id into made;
  update public.inbound_mails i set submission_id = made, dismissed_at = null where i.id = arrived.id;
  insert into public.lead_events (submission_id, kind, actor, details)
    values (made, 'answer', 'visitor', jsonb_build_object('mail', arrived.id, 'what', arrived.kind));
  return made;
end
$$;

-- Takes an email out of the list of unmatched ones, or, with `back`, puts it there again.
create function public.inbound_dismiss(mail uuid, back boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  update public.inbound_mails i set dismissed_at = case when not back then coalesce(i.dismissed_at, now()) end
    where i.id = inbound_dismiss.mail and i.submission_id is null;
  if not found then
    raise exception 'Someone else has already handled this email.' using errcode = 'PT409';
  end if;
end
$$;

-- Takes an email out of a lead that it doesn't belong to, back to the list of unmatched ones. Without it the lead may
-- have no new answer.
create function public.inbound_detach(mail uuid) returns void
language plpgsql security definer set search_path = ''
as $$
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
$$;

-- At most 3 MB of an attachment, from byte `start`: {size of the whole, content in base64}.
create function public.inbound_attachment(attachment uuid, start integer default 0) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
$$;

-- Whether answers arrive here, where they go, what is wrong with the mailbox, and how many emails belong to no lead.
create function public.inbound_state() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
$$;

-- How many leads wait for someone: new ones, and those with a new answer. Counted apart, so that each reads its index.
create function public.lead_new_count() returns integer
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return (
    select count(*) from public.contact_submissions c
    where c.status = 'new' and not c.is_spam and c.deleted_at is null
  ) + (
    select count(*) from public.contact_submissions c
    where c.new_answer_at is not null and c.status <> 'new' and not c.is_spam and c.deleted_at is null
  );
end
$$;

-- A person's data is also in emails from their address that belong to no lead, or to another person's.
create or replace function private.tables_of_person() returns table (relation regclass, name text, condition text)
language sql stable set search_path = ''
as $$
  with recursive hanging (relation, condition, path) as (
    select r.relation::regclass, r.condition, array[r.relation::regclass]
    from (values
      ('public.contact_submissions', 't.id in (select k.submission_id from private.lead_keys k where k.key = $1)'),
      ('public.inbound_mails', 'private.email_key(t.sender) = $1')
    ) as r (relation, condition)
    union all
    select k.conrelid::regclass,
      format(
        't.%I in (select t.%I from %s t where %s)', mine.attname, its.attname, h.relation, h.condition
      ) collate "default",
      h.path || k.conrelid::regclass
    from hanging h
    join pg_catalog.pg_constraint k
      on k.confrelid = h.relation and k.contype = 'f' and k.confdeltype = 'c'
    join pg_catalog.pg_attribute mine on mine.attrelid = k.conrelid and mine.attnum = k.conkey[1]
    join pg_catalog.pg_attribute its on its.attrelid = k.confrelid and its.attnum = k.confkey[1]
    where k.conrelid::regclass <> all (h.path)
  )
  select h.relation, regexp_replace(h.relation::text, '^public\.', ''),
    string_agg(distinct '(' || h.condition || ')', ' or ')
  from hanging h group by 1
$$;

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.queued_mail_claim', $t$    'unsubscribe', case$t$,
        $t$    'reply_token', case when held.kind in ('reply', 'confirmation') then private.reply_token(held.submission_id) end,
    'references', case when held.kind = 'reply' then private.thread_of(held.submission_id, held.id) else '[]' end,
    'unsubscribe', case$t$),
      ('private.tell_of_mail', $t$    when old.state = 'failed' and new.state = 'waiting' then 'again'$t$,
        $t$    when old.state = 'failed' and new.state = 'waiting' then 'again'
    when old.state = 'sent' and new.state = 'failed' then 'bounced'$t$),
      ('private.tell_of_mail', $t$case when became in ('failed', 'given_up') then$t$,
        $t$case when became in ('failed', 'given_up', 'bounced') then$t$),
      ('public.webhook_save', $t$array['lead.created', 'lead.status_changed',$t$,
        $t$array['lead.created', 'lead.replied', 'lead.status_changed',$t$),
      ('public.lead_list', $t$      when 'won' then $q$t$, $t$      when 'new-answer' then 'not c.is_spam and c.new_answer_at is not null'
      when 'won' then $q$t$),
      -- An open inbox learns of new answers as it learns of new leads.
      ('public.lead_list', $t$      $s$c.created_at > ($1 ->> 'arrived_after')::timestamptz$s$$t$,
        $t$      $s$(c.created_at > ($1 ->> 'arrived_after')::timestamptz
        or c.new_answer_at > ($1 ->> 'arrived_after')::timestamptz)$s$$t$),
      ('public.lead_list', $t$count(*) as found from found r$t$, $t$count(*) as found,
          count(*) filter (
            where r.created_at <= ($1 ->> 'arrived_after')::timestamptz and not ($5 and r.is_spam)
          ) as answered
        from found r$t$),
      ('public.lead_list', $t$(select max(c.created_at) from public.contact_submissions c),$t$, $t$greatest(
          (select max(c.created_at) from public.contact_submissions c),
          (select max(c.new_answer_at) from public.contact_submissions c)
        ),
        'answered', n.answered,$t$),
      ('public.admin_dashboard', $t$      'failed_mail', ($t$, $t$      'new_answers', (select count(*) from real where new_answer_at is not null),
      'unmatched_mails', (
        select count(*) from public.inbound_mails where submission_id is null and dismissed_at is null
      ),
      'failed_mail', ($t$),
      ('public.admin_dashboard', $t$'spam',
      'held_spam'] end$t$, $t$'spam',
      'held_spam', 'new_answers', 'unmatched_mails'] end$t$),
      ('private.digest', $t$  due bigint;$t$, $t$  due bigint;
  answers bigint;$t$),
      ('private.digest', $t$  if fresh = 0 and failed = 0 then$t$, $t$  answers := (
    select count(*) from public.contact_submissions c
    where c.new_answer_at is not null and not c.is_spam and c.deleted_at is null
  );
  if fresh = 0 and failed = 0 and answers = 0 then$t$),
      ('private.digest', $t$      case when overdue > 0 then overdue || ' overdue' end,$t$,
        $t$      case when overdue > 0 then overdue || ' overdue' end,
      case when answers > 0 then private.count_of(answers, 'new answer', 'new answers') end,$t$),
      ('private.digest', $t$        (3, 'Follow-ups due', due::text, due > 0),
        (4, 'Failed emails', failed::text, failed > 0)$t$, $t$        (3, 'New answers', answers::text, answers > 0),
        (4, 'Follow-ups due', due::text, due > 0),
        (5, 'Failed emails', failed::text, failed > 0)$t$),
      ('private.digest', $t$        else '["Open the inbox", "/admin/contact-manager?show=failed-mail"]'::jsonb end),$t$,
        $t$        when answers > 0 then '["Open the inbox", "/admin/contact-manager?show=new-answer"]'::jsonb
        else '["Open the inbox", "/admin/contact-manager?show=failed-mail"]'::jsonb end),$t$),
      ('private.digest', $t$on workdays if leads are waiting or an email failed.$t$,
        $t$on workdays if leads or answers are waiting, or an email failed.$t$),
      ('private.is_own_path', $t$'/visits', $t$, $t$'/visits', '/inbound/mail', $t$),
      ('public.lead_person_export', $t$'{search_text,platforms_key}'$t$, $t$'{search_text,platforms_key,content}'$t$),
      ('public.lead_person_erase', $t$    delete from public.contact_submissions c where c.id = any (leads);$t$,
        $t$    delete from public.contact_submissions c where c.id = any (leads);
    delete from public.inbound_mails i where private.email_key(i.sender) = person;$t$),
      ('public.leads_clean', $t$  delete from private.confirmations c$t$,
        $t$  delete from public.inbound_mails i where i.dismissed_at <= now() - interval '30 days';
  delete from private.confirmations c$t$)
    ) as c (function, was, is_now)
  loop
    body := pg_get_functiondef(change.function::regproc);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;

revoke execute on function
  private.search_text_of_mail(), private.thread_of(uuid, uuid),
  public.reply_send(uuid, uuid, text, text, boolean), public.inbound_attach(uuid, uuid), public.inbound_lead(uuid),
  public.inbound_dismiss(uuid, boolean), public.inbound_detach(uuid), public.inbound_attachment(uuid, integer),
  public.inbound_state(), public.lead_new_count()
from public, anon, authenticated, service_role;
grant execute on function
  public.reply_send(uuid, uuid, text, text, boolean), public.inbound_attach(uuid, uuid), public.inbound_lead(uuid),
  public.inbound_dismiss(uuid, boolean), public.inbound_detach(uuid), public.inbound_attachment(uuid, integer),
  public.inbound_state(), public.lead_new_count()
to authenticated;
