-- The confirmation that a visitor gets: "we have your message". Its words are staff's (settings), it is off
-- until they switch it on, and it goes out through the queue of mails.
--
-- Anybody can type anybody's address into the form, so nothing in it is the visitor's: not even the name. And
-- nobody can be flooded by it: one an hour and three a day to a mailbox, however its address is spelt, and
-- 200 a day in all. None goes to an address that a mail server has said does not exist, nor for a message
-- that filled the trap or was sent too fast.

-- When a mailbox was sent one last, by hash: the address itself stands nowhere here.
create table private.confirmations (
  digest bytea not null,
  queued_at timestamptz not null default now()
);
create index confirmations_of_mailbox on private.confirmations (digest, queued_at);
alter table private.confirmations enable row level security;
revoke all on table private.confirmations from public, anon, authenticated, service_role;

-- Spellings of one mailbox are one: what stands behind a plus goes, and the dots that Gmail does not see.
create function private.mailbox_digest(address text) returns bytea
language sql immutable set search_path = ''
as $$
  select private.address_digest(
    case
      when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
      else name || '@' || domain
    end
  )
  from (
    select split_part(split_part(lower(address), '@', 1), '+', 1) as name,
      split_part(lower(address), '@', 2) as domain
  ) parts
$$;

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
    -- What staff or the server itself store is no message that somebody waits to hear of.
    or coalesce(auth.role() not in ('anon', 'authenticated') or public.is_admin_user(), true)
    or coalesce(setting ->> 'confirmation_subject', '') !~ '\S'
    or coalesce(setting ->> 'confirmation_text', '') !~ '\S'
    or exists (
      select from private.refused_addresses r where r.digest = private.address_digest(new.email)
    )
    -- A queue that is nearly full is needed for other mails; a message is never lost for one.
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
  if last_day >= 200 or of_mailbox >= 3 or last_hour then
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

-- For a site that has its settings already; a new one gets them with the others.
insert into public.site_settings (setting_key, setting_value, setting_type, description)
select seed.*
from (values
  ('confirmation_enabled', 'false', 'boolean', 'Visitors who write get a mail that says so'),
  ('confirmation_subject', 'We have your message', 'text', 'Subject of that mail'),
  ('confirmation_text', E'Thank you for writing to us. We have your message and will answer it within business hours.\n\nIf you did not write to us, someone typed your address by mistake: do nothing, and you will not hear from us again.', 'textarea', 'What that mail says. Nothing of the visitor''s own message is in it.')
) as seed (setting_key, setting_value, setting_type, description)
where exists (select from public.site_settings)
on conflict (setting_key) do nothing;

revoke all on function private.mailbox_digest(text) from public, anon, authenticated, service_role;
revoke all on function private.queue_confirmation() from public, anon, authenticated, service_role;
