-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.company_mails (
  id uuid not null default gen_random_uuid(),
  submission_id uuid,
  claimed_at timestamp with time zone not null default now(),
  only_spam boolean not null default false,
  constraint company_mails_pkey PRIMARY KEY (id)
);
comment on column private.company_mails.only_spam is 'Of a notice about what waits: it named likely spam only, so one about leads may still follow.';
alter table private.company_mails enable row level security;

create table public.lead_recipients (
  id uuid not null default gen_random_uuid(),
  email text not null,
  platforms text[] not null default '{}'::text[],
  volumes text[] not null default '{}'::text[],
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint lead_recipients_pkey PRIMARY KEY (id),
  constraint lead_recipients_email_at_most_once UNIQUE (email),
  constraint lead_recipients_email_is_an_address CHECK (private.is_email(email)),
  constraint lead_recipients_email_is_in_lower_case CHECK ((email = lower(email))),
  constraint lead_recipients_platforms_are_names CHECK (((array_position(platforms, NULL::text) IS NULL) AND (array_position(platforms, ''::text) IS NULL) AND (length(array_to_string(platforms, ''::text)) <= 2500))),
  constraint lead_recipients_platforms_at_most_50 CHECK ((cardinality(platforms) <= 50)),
  constraint lead_recipients_volumes_are_names CHECK (((array_position(volumes, NULL::text) IS NULL) AND (array_position(volumes, ''::text) IS NULL) AND (length(array_to_string(volumes, ''::text)) <= 2500))),
  constraint lead_recipients_volumes_at_most_50 CHECK ((cardinality(volumes) <= 50))
);
comment on column public.lead_recipients.platforms is 'One of them is enough; empty: any.';
comment on column public.lead_recipients.volumes is 'As visitors choose them; empty: any.';
CREATE TRIGGER bound_lead_recipients AFTER INSERT ON public.lead_recipients FOR EACH STATEMENT EXECUTE FUNCTION private.bound_lead_recipients();
CREATE TRIGGER note_editor AFTER INSERT OR DELETE OR UPDATE ON public.lead_recipients FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER record_history AFTER INSERT OR DELETE OR UPDATE ON public.lead_recipients FOR EACH ROW EXECUTE FUNCTION private.record_history('email', '', '', '');
CREATE TRIGGER record_history_of_all BEFORE TRUNCATE ON public.lead_recipients FOR EACH STATEMENT EXECUTE FUNCTION private.record_history('email', '', '', '');
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE ON public.lead_recipients FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
alter table public.lead_recipients enable row level security;
grant delete, insert, select, update on table public.lead_recipients to authenticated;
grant delete, insert, select, update on table public.lead_recipients to service_role;
create policy "Who administers reads and writes whom leads are told" on public.lead_recipients
  as permissive for all to authenticated
  using (( SELECT private.may_administer() AS may_administer))
  with check (( SELECT private.may_administer() AS may_administer));

CREATE OR REPLACE FUNCTION private.bound_lead_recipients()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended('public.lead_recipients', 0)
  );
  if (select count(*) from public.lead_recipients) > 50 then
    raise exception 'At most 50 addresses can get lead notifications.' using errcode = '22023';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_company_mails()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended('private.company_mails', 0)
  );
  delete from private.company_mails where claimed_at <= now() - interval '1 hour';
  return (select count(*) from private.company_mails where submission_id is not null);
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_mail(wanted uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.contact_submissions;
begin
  update public.contact_submissions c
    set mail_attempts = c.mail_attempts + 1, mail_next_attempt_at = now() + interval '5 minutes'
    where c.id = wanted
    returning c.* into held;
  if held.mail_requests = 0 then
    insert into private.company_mails (submission_id) values (held.id);
  end if;
  return private.mail_of(held);
end
$function$;

CREATE OR REPLACE FUNCTION public.lead_notice_at(lead uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most integer := private.mails_an_hour();
  earliest timestamptz := now();
  own record;
  claims timestamptz[];
  turn timestamptz;
begin
  perform private.require_lead_handler();
  -- The oldest and the newest go by turns (mail_due).
  select w.suspected, w.leads, least(w.older * 2, w.newer * 2 + 1) as place into own
    from (
      select n.id, n.suspected,
        count(*) filter (where not n.suspected) over () as leads,
        row_number() over (partition by n.suspected order by n.created_at, n.id) - 1 as older,
        row_number() over (partition by n.suspected order by n.created_at desc, n.id desc) - 1 as newer
      from private.waiting_notices() n
    ) w
    where w.id = lead;
  if not found then
    return null;
  end if;
  claims := array(
    select m.claimed_at from private.company_mails m
    where m.submission_id is not null and m.claimed_at > now() - interval '1 hour'
    order by m.claimed_at
  );
  if own.suspected then
    -- After all leads, and only in the first third of an hour's emails.
    if own.leads > 0 then
      earliest := private.turn_in_queue(claims, most, own.leads - 1, earliest);
    end if;
    claims := claims || array(
      select private.turn_in_queue(claims, most, place, now())
      from generate_series(greatest(own.leads - most / 3, 0), own.leads - 1) as place
      order by place
    );
    most := most / 3;
  end if;
  turn := private.turn_in_queue(claims, most, own.place, earliest);
  return case when turn > now() + interval '2 minutes' then turn end;
end
$function$;
grant execute on function public.lead_notice_at(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.lead_recipients(platforms text[], volume text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (
      select jsonb_agg(r.email order by r.created_at, r.id) from public.lead_recipients r
      where r.is_active
        and (cardinality(r.platforms) = 0 or r.platforms && lead_recipients.platforms)
        and (cardinality(r.volumes) = 0 or lead_recipients.volume = any (r.volumes))
    ),
    (
      select jsonb_agg(s.setting_value) from public.site_settings s
      where s.setting_key = 'contact_email'
    ),
    '[]'
  )
$function$;

CREATE OR REPLACE FUNCTION public.mail_claim(request_id uuid DEFAULT NULL::uuid, visitor_email text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted public.contact_submissions;
  used integer;
begin
  if mail_claim.request_id is not null then
    select c.* into wanted from public.contact_submissions c
      where c.request_id = mail_claim.request_id;
  else
    select c.* into wanted from public.contact_submissions c
      where lower(c.email) = lower(visitor_email)
        and c.created_at > now() - interval '10 minutes'
      order by c.created_at desc limit 1;
  end if;
  if wanted.id is null then
    return jsonb_build_object('state', 'unknown');
  end if;
  used := private.count_company_mails();
  select c.* into wanted from public.contact_submissions c
    where c.id = wanted.id and not c.is_spam and c.deleted_at is null and c.mail_status <> 'sent'
      and (c.mail_attempts = 0 or c.mail_next_attempt_at <= now())
      and (
        c.mail_requests > 0
        or used < private.mails_an_hour() * case when c.spam_reason is null then 2 else 1 end / 3
      )
    for update;
  if not found then
    return jsonb_build_object('state', 'settled');
  end if;
  return jsonb_build_object('state', 'claimed', 'mail', private.hold_mail(wanted.id));
end
$function$;
grant execute on function public.mail_claim(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.mail_done(submission_id uuid, requests integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.contact_submissions
    set mail_status = 'sent', mailed_at = now(), mail_next_attempt_at = null,
      mail_last_error = null
    where id = submission_id and mail_requests = coalesce(requests, mail_requests);
  select private.add_lead_event(c.id, 'notice', '{"to": "sent", "earlier": true}')
    from public.contact_submissions c where c.id = submission_id and c.mail_requests > requests
$function$;
grant execute on function public.mail_done(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.mail_due(max_rows integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used integer := private.count_company_mails();
  turn uuid;
begin
  select c.id into turn from public.contact_submissions c
    where c.mail_next_attempt_at <= now() and c.mail_status <> 'sent' and not c.is_spam
      and max_rows > 0
      and (
        c.mail_requests > 0
        or used < private.mails_an_hour() / case when c.spam_reason is null then 1 else 3 end
      )
    order by
      c.mail_requests = 0,
      c.spam_reason is not null,
      lower(c.email) in (
        select lower(s.email) from private.company_mails m
        join public.contact_submissions s on s.id = m.submission_id
        where m.submission_id <> c.id
      ),
      case when used % 2 = 0 then c.created_at end,
      case when used % 2 = 1 then c.created_at end desc,
      c.id
    limit 1
    for update of c skip locked;
  if turn is null then
    return '[]'::jsonb;
  end if;
  return jsonb_build_array(private.hold_mail(turn));
end
$function$;
grant execute on function public.mail_due(integer) to service_role;

CREATE OR REPLACE FUNCTION public.mail_failed(submission_id uuid, error text, requests integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.company_mails where id = (
    select m.id from private.company_mails m
    where m.submission_id = mail_failed.submission_id order by m.claimed_at desc limit 1
  );
  update public.contact_submissions
    set mail_status = 'failed', mail_last_error = left(error, 500),
      mail_next_attempt_at = case
        when is_spam or mail_attempts >= 16 then null
        else now() + least(interval '1 minute' * 2 ^ greatest(mail_attempts - 1, 0), interval '6 hours')
      end
    where id = mail_failed.submission_id and mail_status <> 'sent'
      and mail_requests = coalesce(requests, mail_requests);
  select private.add_lead_event(c.id, 'notice',
      jsonb_build_object('to', 'failed', 'error', left(error, 500), 'earlier', true))
    from public.contact_submissions c
    where c.id = mail_failed.submission_id and c.mail_requests > requests
$function$;
grant execute on function public.mail_failed(uuid,text,integer) to service_role;

CREATE OR REPLACE FUNCTION private.mail_of(submission public.contact_submissions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', submission.id,
    'message_id', concat_ws('.', 'submission-' || submission.id, nullif(submission.mail_requests, 0)),
    'requests', submission.mail_requests,
    'suspected', submission.spam_reason is not null,
    'name', submission.name,
    'email', submission.email,
    'business_name', submission.business_name,
    'monthly_volume', submission.monthly_volume,
    'platforms', submission.platforms,
    'message', submission.message,
    'estimate', submission.estimate,
    'created_at', submission.created_at,
    'recipients', private.lead_recipients(submission.platforms, submission.monthly_volume)
  ) || private.company()
$function$;

CREATE OR REPLACE FUNCTION public.mail_waiting()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used constant integer := private.count_company_mails();
  leads integer;
  suspected integer;
  notice uuid;
begin
  if used < private.mails_an_hour() / 3 then
    return null;
  end if;
  select count(*) filter (where not w.suspected), count(*) filter (where w.suspected)
    into leads, suspected from private.waiting_notices() w;
  if leads + suspected = 0 or (leads > 0 and used < private.mails_an_hour())
    or exists (
      select from private.company_mails m
      where m.submission_id is null and (leads = 0 or not m.only_spam)
    )
  then
    return null;
  end if;
  insert into private.company_mails (submission_id, only_spam) values (null, leads = 0)
    returning id into notice;
  return jsonb_build_object(
    'id', notice,
    'message_id', 'waiting-' || notice,
    'waiting', leads + suspected,
    'suspected', suspected,
    'an_hour', private.mails_an_hour(),
    'next_at', (
      select min(m.claimed_at) + interval '1 hour' from private.company_mails m
      where m.submission_id is not null
    ),
    'recipients', private.lead_recipients('{}', null)
  ) || private.company();
end
$function$;
grant execute on function public.mail_waiting() to service_role;

CREATE OR REPLACE FUNCTION public.mail_waiting_failed(notice uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.company_mails set claimed_at = now() - interval '50 minutes'
    where id = notice and submission_id is null
$function$;
grant execute on function public.mail_waiting_failed(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.mails_an_hour()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$select 60$function$;

CREATE OR REPLACE FUNCTION private.reschedule_mail_of_spam()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.is_spam then
    new.spam_reason := coalesce(new.spam_reason, 'marked by staff');
    new.mail_next_attempt_at := null;
  else
    new.spam_reason := null;
    if old.is_spam and new.mail_status <> 'sent' then
      new.mail_requests := old.mail_requests + 1;
      new.mail_next_attempt_at := now();
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.resend_submission_mail(submission_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  update public.contact_submissions
    set mail_status = 'pending', mail_attempts = 0, mail_last_error = null, mailed_at = null,
      mail_next_attempt_at = now(), mail_requests = mail_requests + 1
    where id = submission_id and not is_spam and deleted_at is null;
  if not found then
    raise exception 'This lead was deleted or is marked as spam.'
      using errcode = 'PT404';
  end if;
end
$function$;
grant execute on function public.resend_submission_mail(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.turn_in_queue(claims timestamp with time zone[], most integer, place bigint, earliest timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select greatest(
    earliest, claims[cardinality(claims) - most + 1 + place % most] + interval '1 hour'
  ) + place / most * interval '1 hour'
$function$;

CREATE OR REPLACE FUNCTION private.waiting_notices()
 RETURNS TABLE(id uuid, created_at timestamp with time zone, suspected boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id, c.created_at, c.spam_reason is not null from public.contact_submissions c
  where c.mail_next_attempt_at is not null and c.mail_status <> 'sent' and not c.is_spam
    and c.mail_requests = 0
    and (c.mail_attempts = 0 or c.mail_next_attempt_at <= now())
$function$;
