-- Leads: what visitors send, the staff's notes, the activity of each lead, who is the same person, and how the
-- inbox reads and changes them.


-- What a visitor estimated on the pricing page before writing: the figures given, and from how many to
-- how many dollars a month they came to. It is what the visitor saw, sent by the visitor's browser:
-- bounded in form and size, and as little proof of a price as the message next to it.
--
-- {"orders": 300, "items": 2, "cubic_feet": 40, "returns": true, "low": 440, "high": 1820}

-- A check that comes out as null passes: each value is asked for its type before it is compared.
create function private.is_estimate(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value) <> 'object' then false
    when not value ?& array['orders', 'items', 'cubic_feet', 'returns', 'low', 'high'] then false
    when value - array['orders', 'items', 'cubic_feet', 'returns', 'low', 'high'] <> '{}' then false
    when jsonb_typeof(value -> 'returns') <> 'boolean' then false
    when exists (
      select from jsonb_each(value - 'returns') as figure
      where jsonb_typeof(figure.value) <> 'number' or length(figure.value::text) > 20
    ) then false
    else
      (value ->> 'orders')::numeric between 1 and 1000000
      and (value ->> 'items')::numeric between 1 and 1000
      and (value ->> 'cubic_feet')::numeric between 0 and 1000000
      and (value ->> 'low')::numeric between 0 and (value ->> 'high')::numeric
      and (value ->> 'high')::numeric <= 1e15
  end
$$;

-- The one word for where an arrival came from: the campaign's utm_source, else the host, whereby the
-- addresses of a large service are one ("l.facebook.com", "google.co.uk"); null for neither.
create function private.source_of_touch(touch jsonb) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    touch ->> 'utm_source',
    substring(touch ->> 'referrer' from
      '(?:^|\.)(google|bing|yahoo|duckduckgo|facebook|instagram|linkedin|pinterest|reddit|tiktok|youtube)\.(?:com?|[a-z]{2})(?:\.[a-z]{2})?$'),
    touch ->> 'referrer'
  )
$$;

-- The first arrival that says where it came from decides. "direct": none does; null: nothing is known.
create function private.source_of(attribution jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case when attribution is not null then coalesce(
    private.source_of_touch(attribution -> 'first'),
    private.source_of_touch(attribution -> 'last'),
    'direct'
  ) end
$$;


-- contact_submissions: what visitors send with the contact form. A visitor only adds; reading,
-- answering and deleting is for admins. Each row also carries what the company must not lose: that
-- the email about it is still owed, and how often sending it was tried.
--
-- From a visitor the database takes name, email, business_name, monthly_volume, platforms,
-- message, request_id, and the two readings of the spam traps: `trap` (a field hidden from people)
-- and `filled_in_ms` (how long the form was open; null when unknown, as without script). The rest
-- is the database's: a visitor's own idea of an id, a status or a date is replaced, not refused.
--
-- request_id comes from the browser, one for each message written. A row that repeats one is left
-- out without an error, so a double click or a retry after a lost answer counts as success, with
-- a plain insert and no right to read.

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  business_name text,
  monthly_volume text not null,
  platforms text[] not null,
  message text,
  status text not null default 'new',
  trap text,
  filled_in_ms bigint,
  is_spam boolean not null default false,
  spam_reason text,
  mail_status text not null default 'pending',
  mail_attempts integer not null default 0,
  mail_last_error text,
  mail_next_attempt_at timestamptz default now() + interval '1 minute',
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  mail_requests integer not null default 0
    constraint contact_submissions_mail_requests_not_negative check (mail_requests >= 0),
  estimate jsonb,
  owner_id uuid references public.admins (user_id) on delete set null,
  follow_up_on date,
  deleted_at timestamptz,
  search_text text not null default '',
  attribution jsonb,
  source text generated always as (private.source_of(attribution)) stored,
  landing_page text generated always as (attribution #>> '{first,landing_page}') stored,

  constraint contact_submissions_one_row_per_request unique (request_id),
  constraint contact_submissions_name_at_least_2_characters check (
    length(regexp_replace(name, '^\s+|\s+$', '', 'g')) >= 2
  ),
  constraint contact_submissions_name_on_one_line check (name !~ '[\n\r]'),
  constraint contact_submissions_name_at_most_200_characters check (length(name) <= 200),
  constraint contact_submissions_email_is_an_address check (private.is_email(email)),
  constraint contact_submissions_business_name_at_most_200_characters check (
    length(business_name) <= 200
  ),
  constraint contact_submissions_monthly_volume_required check (monthly_volume ~ '\S'),
  constraint contact_submissions_monthly_volume_at_most_100_characters check (
    length(monthly_volume) <= 100
  ),
  constraint contact_submissions_platforms_at_least_one check (cardinality(platforms) >= 1),
  constraint contact_submissions_platforms_at_most_20 check (cardinality(platforms) <= 20),
  constraint contact_submissions_platforms_are_names check (
    cardinality(platforms) = 0
    or (
      array_position(platforms, null) is null
      and array_to_string(platforms, E'\n') !~ '(^|\n)\s*(\n|$)'
      and length(array_to_string(platforms, '')) <= 1000
    )
  ),
  constraint contact_submissions_message_at_most_5000_characters check (length(message) <= 5000),
  constraint contact_submissions_status_is_known check (
    status in ('new', 'contacted', 'responded', 'closed')
  ),
  constraint contact_submissions_trap_at_most_200_characters check (length(trap) <= 200),
  constraint contact_submissions_spam_reason_is_known check (
    spam_reason in ('trap filled', 'too fast', 'marked by staff')
  ),
  constraint contact_submissions_mail_status_is_known check (
    mail_status in ('pending', 'sent', 'failed')
  ),
  constraint contact_submissions_mail_attempts_not_negative check (mail_attempts >= 0),
  constraint contact_submissions_mail_last_error_at_most_500_characters check (
    length(mail_last_error) <= 500
  ),
  constraint contact_submissions_estimate_is_an_estimate check (private.is_estimate(estimate))
);

comment on column public.contact_submissions.mail_next_attempt_at is
  'When the email is due; while a sender holds it, when the hold ends; null: not due (sent, spam, or given up).';
comment on column public.contact_submissions.spam_reason is
  'Why it is suspected, as shown to staff and in the email; held back only where is_spam says so.';
comment on column public.contact_submissions.request_id is
  'One for each message a visitor writes; a repeated insert is left out without an error.';
comment on column public.contact_submissions.trap is
  'What stood in the field that people don''t see.';
comment on column public.contact_submissions.filled_in_ms is
  'How long the form was open; null when unknown.';
comment on column public.contact_submissions.is_spam is
  'Held back: not mailed, and not counted among the real ones.';
comment on column public.contact_submissions.mail_requests is
  'How often staff asked for the email, by ''not spam'' or by sending it again.';
comment on column public.contact_submissions.estimate is
  'What the visitor estimated on the pricing page: the figures, and dollars a month from low to high.';
comment on column public.contact_submissions.owner_id is 'Who of the staff answers it; null: nobody yet.';
comment on column public.contact_submissions.follow_up_on is
  'The day, on the company''s calendar, on which someone wants to come back to it.';
comment on column public.contact_submissions.deleted_at is
  'Since when it is in the trash; null: it is not.';
comment on column public.contact_submissions.search_text is
  'What staff search in: name, address, business, message and notes, case and accents folded; kept by triggers.';
comment on column public.contact_submissions.attribution is
  'Where the visitor''s tab came from, at first and at last: landing page, referrer''s host, utm_*; null where nothing is known.';
comment on column public.contact_submissions.source is
  'The campaign''s source or the referrer; "direct" for neither, null where nothing is known.';
comment on column public.contact_submissions.landing_page is 'The path that the tab began with.';

create index contact_submissions_newest_first on public.contact_submissions (created_at desc, id);
create index contact_submissions_by_status
  on public.contact_submissions (status, created_at desc, id);
create index contact_submissions_mail_due
  on public.contact_submissions (mail_next_attempt_at) where mail_next_attempt_at is not null;
create index contact_submissions_of_address
  on public.contact_submissions (lower(email), created_at desc);
create index contact_submissions_of_owner
  on public.contact_submissions (owner_id) where owner_id is not null;
create index contact_submissions_in_trash
  on public.contact_submissions (deleted_at) where deleted_at is not null;
-- The sources there are, and the leads of one, without reading all leads: the choices of the list's filters
-- are asked for with its first page.
create index contact_submissions_of_source on public.contact_submissions (source);

-- A visitor writes a submission and its email changes it; what staff change is these two.
create trigger note_editor after update of status, is_spam or delete on public.contact_submissions
  for each row execute function private.note_editor();
create trigger set_updated_at
  before insert or update of name, email, business_name, monthly_volume, platforms, message,
    status, is_spam, spam_reason, owner_id, follow_up_on, deleted_at
  on public.contact_submissions
  for each row execute function private.set_updated_at();

alter table public.contact_submissions enable row level security;
revoke all on table public.contact_submissions from public, anon, authenticated, service_role;
grant insert on table public.contact_submissions to anon;
grant select, insert, update, delete on table public.contact_submissions to authenticated, service_role;

create policy "Anyone sends a new submission" on public.contact_submissions
  for insert to anon, authenticated
  with check (
    status = 'new' and mail_status = 'pending' and mail_attempts = 0 and mailed_at is null
    and created_at = now()
  );
create policy "Admins read and write all submissions" on public.contact_submissions
  for all to authenticated
  using ((select public.is_admin_user())) with check ((select public.is_admin_user()));

-- Whether a request was stored before, asked for a visitor who may not read. The lock makes two
-- simultaneous copies of a request wait for one another, so the second one finds the first.
create function private.request_is_stored(request uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(request::text, 1));
  return exists (select from public.contact_submissions c where c.request_id = request);
end
$$;


-- What becomes of a message that a visitor sends.
--
-- One request, one message. A second row in the same transaction, which is a request's, is refused
-- before it is looked up or locked, so a statement of 5,000 rows does the work of one, takes one
-- lock and stores nothing.
--
-- Likely spam comes in two degrees. `spam_reason` says why a message is suspected; staff see it
-- labelled, and so does the email. `is_spam` holds it back: no email, and not counted among the real
-- ones. Only a filled trap does that, or staff. A form that was sent too fast may be a person with
-- autofill: it is labelled, and mailed.
--
-- `mail_requests` counts how often staff asked for the email, by 'not spam' or by sending it again:
-- such an email is a new one and waits for no limit.

-- Runs as the caller: row security is active for visitors and staff, and not for the server's own
-- connection, which may restore rows as they were.
create function private.guard_new_submission() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not row_security_active('public.contact_submissions') or public.is_admin_user() then
    if new.is_spam then
      new.spam_reason := coalesce(new.spam_reason, 'marked by staff');
    end if;
    return new;
  end if;

  if current_setting('loading_dock.request_has_message', true) = 'yes' then
    raise exception 'Please send one message at a time.' using errcode = '22023';
  end if;
  perform set_config('loading_dock.request_has_message', 'yes', true);

  if not private.is_email(new.email) then
    raise exception 'Please enter a valid email address' using errcode = '22023';
  end if;
  -- U+FFFD is where a character could not be read: half an emoji, for example.
  if new.name ~ '\uFFFD' or new.business_name ~ '\uFFFD' then
    raise exception 'The name contains an invalid character.' using errcode = '22023';
  end if;

  new.request_id := coalesce(new.request_id, gen_random_uuid());
  if private.request_is_stored(new.request_id) then
    return null;
  end if;

  new.id := gen_random_uuid();
  new.created_at := now();
  new.status := 'new';
  new.trap := left(new.trap, 200);
  new.spam_reason := case
    when new.trap ~ '\S' then 'trap filled'
    when new.filled_in_ms < 3000 then 'too fast'
  end;
  new.is_spam := coalesce(new.spam_reason = 'trap filled', false);
  new.mail_status := 'pending';
  new.mail_attempts := 0;
  new.mail_requests := 0;
  new.mail_last_error := null;
  -- The browser asks for the email right after the insert; the server's own retries wait a minute.
  new.mail_next_attempt_at := case when not new.is_spam then now() + interval '1 minute' end;
  new.mailed_at := null;
  return new;
end
$$;

create trigger guard_new_submission before insert on public.contact_submissions
  for each row execute function private.guard_new_submission();


-- A note about a submission says what one person of the staff knows or did. All admins read it; only
-- who wrote it changes or deletes it. A note whose author's account is gone stays as long as its
-- submission does.

-- submission_notes: what staff write to one another about a submission. The author is the person who is
-- signed in, set here and never taken from the client; the email is kept when the account goes.
create table public.submission_notes (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.contact_submissions (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  author_email text,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint submission_notes_body_required check (body ~ '\S'),
  constraint submission_notes_body_at_most_5000_characters check (length(body) <= 5000)
);

comment on column public.submission_notes.author_id is 'Null: the account was deleted.';

create index submission_notes_of_submission
  on public.submission_notes (submission_id, created_at, id);

create trigger set_updated_at before insert or update of body on public.submission_notes
  for each row execute function private.set_updated_at();

alter table public.submission_notes enable row level security;
revoke all on table public.submission_notes from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.submission_notes to authenticated, service_role;

create policy "Admins read all notes" on public.submission_notes
  for select to authenticated using ((select public.is_admin_user()));
create policy "Admins add notes" on public.submission_notes
  for insert to authenticated with check ((select public.is_admin_user()));
create policy "Admins change their own notes" on public.submission_notes
  for update to authenticated
  using (author_id = (select auth.uid()) and (select public.is_admin_user()))
  with check (author_id = (select auth.uid()) and (select public.is_admin_user()));
create policy "Admins delete their own notes" on public.submission_notes
  for delete to authenticated
  using (author_id = (select auth.uid()) and (select public.is_admin_user()));

create function private.sign_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and auth.uid() is not null then
    new.author_id := auth.uid();
    new.author_email := (select u.email from auth.users u where u.id = auth.uid());
  elsif tg_op = 'UPDATE' then
    new.author_email := old.author_email;
    -- null: the account was deleted
    if new.author_id is not null then
      new.author_id := old.author_id;
    end if;
  end if;
  return new;
end
$$;

create trigger sign_note before insert or update on public.submission_notes
  for each row execute function private.sign_note();

create function private.keep_visible_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.visible_text(new.name, ' ');
  new.business_name := private.visible_text(new.business_name, ' ');
  new.monthly_volume := private.visible_text(new.monthly_volume, ' ');
  new.message := private.visible_text(new.message, E'\n');
  if new.platforms is not null then
    new.platforms := array(
      select private.visible_text(p.platform, ' ')
      from unnest(new.platforms) with ordinality as p (platform, place) order by p.place
    );
  end if;
  return new;
end
$$;

-- By its name it runs before the others, which then see what is stored.
create trigger a_visible_text
  before insert or update of name, business_name, monthly_volume, platforms, message
  on public.contact_submissions
  for each row execute function private.keep_visible_text();


-- A lead in someone's hand: who answers it (owner), when to come back to it (follow-up), and a trash
-- from which it can be restored for 30 days. What a visitor sends has none of these.
--
-- The owner is an admin; where that person's rights or account go, the lead is nobody's again.
--
-- A lead in the trash keeps its notes and its activity, is counted nowhere and owes no email; restored, it
-- owes the email again that was not sent. What has been there for 30 days is deleted permanently, and all that
-- hangs on it is deleted with it.

-- Runs as the caller: row security is active for visitors and staff, and not for the server's own
-- connection, which may restore rows as they were.
create function private.guard_hand_of_submission() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.contact_submissions') and not private.may_handle_leads() then
    new.owner_id := null;
    new.follow_up_on := null;
    new.deleted_at := null;
  end if;
  return new;
end
$$;

create trigger guard_hand_of_submission before insert on public.contact_submissions
  for each row execute function private.guard_hand_of_submission();

-- By its name it runs behind the triggers that make an email due. The time in the trash is the database's,
-- and saying 'deleted' again does not lengthen it.
create function private.trash_is_quiet() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.deleted_at is not null then
    new.deleted_at := coalesce(old.deleted_at, now());
    new.mail_next_attempt_at := null;
  elsif old.deleted_at is not null and not new.is_spam and new.mail_status <> 'sent' then
    new.mail_next_attempt_at := now();
  end if;
  return new;
end
$$;

create trigger trash_is_quiet before update on public.contact_submissions
  for each row execute function private.trash_is_quiet();


-- lead_events: the activity of a lead, one row for each thing that happened to it. Triggers write it and
-- nobody else; who handles leads reads it. It goes with the lead, so that a person's data can be erased.
--
-- `details` says what became of it: {"from", "to"} of a status, an owner (names, as they were then), a
-- day to come back, spam (true or false) and the notice to the team (sent, failed, pending; a failure has
-- its "error"); of a note {"note", "done"}.

create table public.lead_events (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references public.contact_submissions (id) on delete cascade,
  kind text not null,
  happened_at timestamptz not null default clock_timestamp(),
  actor text not null,
  actor_id uuid,
  actor_name text,
  details jsonb not null default '{}',
  constraint lead_events_actor_is_known check (
    actor in ('visitor', 'person', 'server', 'command line', 'database')
  ),
  constraint lead_events_kind_is_known check (
  kind in (
    'created', 'status', 'owner', 'follow_up', 'spam', 'note', 'notice', 'deleted', 'restored',
    'booking', 'mail', 'joined', 'parted'
  )
)
);

comment on column public.lead_events.actor is
  'A visitor with the form; a person of the staff, with id and name as they were then; the web server itself; its command line; or someone with database access and neither.';
comment on column public.lead_events.details is 'What became of it, by kind.';

create index lead_events_of_lead
  on public.lead_events (submission_id, happened_at desc, id);

alter table public.lead_events enable row level security;
revoke all on table public.lead_events from public, anon, authenticated, service_role;
grant select on table public.lead_events to authenticated;

create policy "Who handles leads reads their story" on public.lead_events
  for select to authenticated using ((select private.may_handle_leads()));

create function private.add_lead_event(lead uuid, kind text, details jsonb default '{}') returns void
language sql security definer set search_path = ''
as $$
  insert into public.lead_events (submission_id, kind, actor, actor_id, actor_name, details)
    select lead, add_lead_event.kind, who ->> 'actor', (who ->> 'id')::uuid,
      coalesce(private.name_of((who ->> 'id')::uuid), who ->> 'email'),
      jsonb_strip_nulls(add_lead_event.details)
    from private.history_actor() as who
$$;

create function private.tell_of_lead() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- Of a visitor nothing is kept but that it was one.
    insert into public.lead_events (submission_id, kind, happened_at, actor, actor_id, actor_name)
      select new.id, 'created', new.created_at,
        case when who ->> 'actor' = 'person' and not public.is_admin_user() or auth.role() = 'anon'
          then 'visitor' else who ->> 'actor' end,
        case when public.is_admin_user() then (who ->> 'id')::uuid end,
        case when public.is_admin_user() then private.name_of((who ->> 'id')::uuid) end
      from private.history_actor() as who;
    return null;
  end if;
  if new.status <> old.status then
    perform private.add_lead_event(new.id, 'status',
      jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  if new.owner_id is distinct from old.owner_id then
    perform private.add_lead_event(new.id, 'owner', jsonb_build_object(
      'from', private.name_of(old.owner_id), 'to', private.name_of(new.owner_id)));
  end if;
  if new.follow_up_on is distinct from old.follow_up_on then
    perform private.add_lead_event(new.id, 'follow_up',
      jsonb_build_object('from', old.follow_up_on, 'to', new.follow_up_on));
  end if;
  if new.is_spam <> old.is_spam or (new.spam_reason is null) <> (old.spam_reason is null) then
    perform private.add_lead_event(new.id, 'spam',
      jsonb_build_object('to', new.spam_reason is not null));
  end if;
  if new.mail_status <> old.mail_status or new.mailed_at is distinct from old.mailed_at then
    perform private.add_lead_event(new.id, 'notice',
      jsonb_build_object('to', new.mail_status, 'error', new.mail_last_error));
  end if;
  if (new.deleted_at is null) <> (old.deleted_at is null) then
    perform private.add_lead_event(new.id,
      case when new.deleted_at is null then 'restored' else 'deleted' end);
  end if;
  return null;
end
$$;

create trigger tell_of_lead after insert or update on public.contact_submissions
  for each row execute function private.tell_of_lead();

create function private.tell_of_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  note constant public.submission_notes := coalesce(new, old);
begin
  -- Where the lead itself goes, its notes go behind it.
  if exists (select from public.contact_submissions c where c.id = note.submission_id) then
    perform private.add_lead_event(note.submission_id, 'note', jsonb_build_object(
      'note', note.id,
      'done', case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'deleted' end
    ));
  end if;
  return null;
end
$$;

create trigger tell_of_note after insert or update of body or delete on public.submission_notes
  for each row execute function private.tell_of_note();


-- How staff read the inbox: what a search finds, which leads the list hides, in which order it comes, and
-- whether newer ones have arrived.

create function private.keep_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.search_text := private.search_text_of(new);
  return new;
end
$$;

-- By its name it runs behind the trigger that takes out what nobody sees.
create trigger keep_search_text
  before insert or update of name, email, business_name, message, search_text
  on public.contact_submissions
  for each row execute function private.keep_search_text();


-- How a lead is found. `search_text` holds name, email, business, message and the staff's notes with case
-- and accents folded, and is kept by triggers, since notes are in a table of their own. Every word that
-- is looked for has to be somewhere in it.
--
-- No extension: not every PostgreSQL has unaccent or pg_trgm, nor lets a plain owner have them. A scan for
-- a plain piece of text reads 100,000 leads in about 150 ms.

create function private.search_text_of_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contact_submissions c set search_text = ''
    where c.id = (coalesce(new, old)).submission_id;
  return null;
end
$$;

create trigger search_text_of_note after insert or update of body or delete on public.submission_notes
  for each row execute function private.search_text_of_note();

-- One arrival in its one spelling; null where nothing is left of it. An address that names someone
-- ("@") stays out, as mailings put it into their links.
create function private.clean_touch(touch jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select nullif(jsonb_object_agg(spelled.key, spelled.value), '{}')
  from (
    select part.key, case part.key
      when 'landing_page' then substring(
        regexp_replace(left(part.value, 2000), '(.)/*([?#].*)?$', '\1') from '^/(?!/)[!-?A-~]{0,199}'
      )
      when 'referrer' then substring(
        regexp_replace(lower(btrim(left(part.value, 300))), '^www\.', '')
        from '^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$'
      )
      else nullif(rtrim(left(btrim(regexp_replace(
        lower(private.visible_text(left(part.value, 1000), ' ')), '\s+', ' ', 'g'
      )), 100)), '')
    end as value
    from (
      select e.key, e.value #>> '{}' as value
      from jsonb_each(case when jsonb_typeof(touch) = 'object' then touch else '{}' end) e
      where jsonb_typeof(e.value) = 'string'
    ) part
    where part.key in (
      'landing_page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'
    ) and part.value not like '%@%' and part.value not ilike '%\%40%'
  ) spelled
  where spelled.value is not null
$$;

create function private.clean_attribution(attribution jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when coalesce(first, last) is not null then
    jsonb_build_object('first', coalesce(first, last))
      || case when last is distinct from coalesce(first, last) and last is not null
        then jsonb_build_object('last', last) else '{}' end
  end
  from (
    select private.clean_touch(attribution -> 'first') as first,
      private.clean_touch(attribution -> 'last') as last
  ) touches
$$;

-- Bounds and spelling for every writer, whatever a stranger posts: it fixes, where a constraint would
-- refuse the message.
create function private.keep_attribution() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.attribution := private.clean_attribution(new.attribution);
  return new;
end
$$;

create trigger keep_attribution before insert or update of attribution on public.contact_submissions
  for each row execute function private.keep_attribution();


-- The same person again. What people are recognised by is kept next to each lead: the email address in
-- lower case, and the telephone numbers that are in the message, as digits with their country's. The
-- form asks for no number, but many write one under their words.
--
-- Nothing is joined automatically. Joined on request, messages are one conversation: what stood alike in them
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

alter table private.lead_keys enable row level security;
revoke all on table private.lead_keys from public, anon, authenticated, service_role;

create table private.lead_conversations (
  submission_id uuid primary key references public.contact_submissions (id) on delete cascade,
  conversation_id uuid not null
);

comment on table private.lead_conversations is 'Messages of one person that staff joined: those with the same conversation.';

create index lead_conversations_by_conversation on private.lead_conversations (conversation_id);

alter table private.lead_conversations enable row level security;
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

-- What else the person of this lead wrote, newest first, 50 at most; what is in the trash is left out:
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

-- Takes a message out of its conversation; of two that were joined, neither remains. Returns whether
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

-- What leads can be narrowed and handed over by: {"people": [{"id", "name"}], "volumes", "platforms",
-- "sources"}, volumes and platforms as visitors chose them. Names are in auth.users, which no role of the API
-- may read.
create function public.lead_choices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return jsonb_build_object(
    'people', coalesce((
      select jsonb_agg(
        jsonb_build_object('id', a.user_id, 'name', private.name_of(a.user_id))
        order by lower(private.name_of(a.user_id)), a.user_id
      )
      from public.admins a
    ), '[]'::jsonb),
    'volumes', coalesce((
      select jsonb_agg(v.monthly_volume order by length(v.monthly_volume), v.monthly_volume)
      from (select distinct c.monthly_volume from public.contact_submissions c limit 200) v
    ), '[]'::jsonb),
    'platforms', coalesce((
      select jsonb_agg(p.platform order by lower(p.platform), p.platform)
      from (
        select distinct platform
        from public.contact_submissions c, unnest(c.platforms) as platform limit 200
      ) p
    ), '[]'::jsonb),
    'sources', coalesce((
      select jsonb_agg(s.source order by s.source)
      from (
        select distinct c.source from public.contact_submissions c where c.source is not null limit 200
      ) s
    ), '[]'::jsonb)
  );
end
$$;

-- What is searched of a lead: its texts and notes, folded, one space between their words, so that a phrase is
-- found over the ends of lines; and behind them the digits alone of what is written like a telephone number.
create function private.search_text_of(lead public.contact_submissions) returns text
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
        from public.submission_notes n where n.submission_id = lead.id)
    ]) with ordinality as x (words, nth)
  ) t
$$;

-- A monthly volume as a number that puts volumes in order: what it begins at. "1,000+" is 1000, "2k" 2000,
-- "under 50" a little less than "50-100"; infinity where no number is in it.
create function private.volume_of(words text) returns double precision
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(
    left(n.found[1], 15)::double precision * case when n.found[2] is null then 1 else 1000 end
      - case when words ~* '^\s*(?:<|under|up to|less|fewer|below)' then 0.5 else 0 end,
    'infinity'
  )
  from (select regexp_match(replace(words, ',', ''), '([0-9]+)\s*(k\M)?', 'i') as found) n
$$;

-- The leads that `what` asks for, a page of them, and how many there are in all: {"total", "rows", "held",
-- "newest"}. Each part of `what` may be left out:
--   q: words in any order, each of which is somewhere in search_text; what is in quotation marks is
--     one phrase, and of a telephone number the last nine digits count, however it is written
--   status, volume, platform, source ("None": nothing is known; no source has a capital)
--   owner: an id, "me", or "none"
--   since and until: moments, from and before
--   show: of the three degrees "genuine" (clean), "likely" (labelled, and emailed) and "held" (held back), or "spam",
--     the last two; "failed-mail", "follow-up" (due today or before), "trash". Without it all but what is held and
--     what is in the trash; `held` says how many of the first it hides
--   sort: "oldest", "due" (what waits for its answer before all else, the one that waits longest first: whose 4
--     business hours began earlier is not due later), "volume", "lowest-volume"; without it the newest first
--   arrived_after: a moment, such as the `newest` of an earlier answer
-- `after` is the last row that was read: the list goes on behind it, as that row was then. A page has 1000
-- rows at most; of the words the first 12 count. Runs as the caller: row security decides what is found.
create function public.lead_list(
  what jsonb default '{}', page integer default 1, page_size integer default 50, after jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  show constant text := coalesce(what ->> 'show', '');
  sort constant text := coalesce(what ->> 'sort', '');
  by_volume constant boolean := sort in ('volume', 'lowest-volume');
  kept constant integer := greatest(least(page_size, 1000), 0);
  skipped constant bigint := (greatest(page, 1)::bigint - 1) * kept;
  last constant public.contact_submissions := jsonb_populate_record(null::public.contact_submissions, after);
  -- By this rows come, and the newest first where it is the same.
  place constant text := case sort
    when 'oldest' then 'extract(epoch from r.created_at)'
    when 'due' then $s$case when r.status = 'new' and not r.is_spam and r.deleted_at is null
      then extract(epoch from r.created_at) else 'infinity' end$s$
    when 'volume' then '-v.volume'
    when 'lowest-volume' then 'v.volume'
    else '0'
  end;
  conditions text[] := array_remove(array[
    case when show = 'trash' then 'c.deleted_at is not null' else 'c.deleted_at is null' end,
    case when what ->> 'status' <> '' then $s$c.status = $1 ->> 'status'$s$ end,
    case when what ->> 'volume' <> '' then $s$c.monthly_volume = $1 ->> 'volume'$s$ end,
    case when what ->> 'platform' <> '' then $s$c.platforms @> array[$1 ->> 'platform']$s$ end,
    case
      when what ->> 'source' = 'None' then 'c.source is null'
      when what ->> 'source' <> '' then $s$c.source = $1 ->> 'source'$s$
    end,
    case
      when what ->> 'owner' = 'none' then 'c.owner_id is null'
      when what ->> 'owner' = 'me' then 'c.owner_id = (select auth.uid())'
      when what ->> 'owner' <> '' then $s$c.owner_id::text = $1 ->> 'owner'$s$
    end,
    case when what ->> 'since' <> '' then $s$c.created_at >= ($1 ->> 'since')::timestamptz$s$ end,
    case when what ->> 'until' <> '' then $s$c.created_at < ($1 ->> 'until')::timestamptz$s$ end,
    case when what ->> 'arrived_after' <> '' then
      $s$c.created_at > ($1 ->> 'arrived_after')::timestamptz$s$
    end,
    case show
      when 'genuine' then 'c.spam_reason is null'
      when 'likely' then 'c.spam_reason is not null and not c.is_spam'
      when 'held' then 'c.is_spam'
      when 'spam' then 'c.spam_reason is not null'
      when 'failed-mail' then $s$not c.is_spam and (c.mail_status = 'failed'
        or c.id in (select m.submission_id from public.mails m where m.state = 'failed'))$s$
      when 'follow-up' then
        $s$c.follow_up_on <= (now() at time zone (select private.company_zone()))::date$s$
    end
  ], null);
  token text;
  digits text;
  answer jsonb;
begin
  perform private.require_lead_handler();
  -- The longest of three: a phrase, what is written like a telephone number, a word.
  for token in
    select t[1] from regexp_matches(
      private.folded(left(what ->> 'q', 500)),
      '"[^"]*"?|[+(]{0,2}[0-9][0-9 ()./-]{5,}[0-9]|\S+', 'g'
    ) as t limit 12
  loop
    digits := regexp_replace(token, '\D', '', 'g');
    conditions := conditions || case
      when token ~ '^"[^"]*"?$' then
        format($s$strpos(c.search_text, %L) > 0$s$,
          btrim(regexp_replace(btrim(token, '"'), '\s+', ' ', 'g')))
      when length(digits) >= 9 and token ~ '^[0-9 +()./-]+$' then
        format($s$strpos(c.search_text, %L) > 0$s$, right(digits, 9))
      -- Without its area code, or two numbers that are none of a telephone.
      when length(digits) >= 7 and token ~ '^[0-9 +()./-]+$' then
        format($s$(strpos(c.search_text, %L) > 0 or %s)$s$, digits, (
          select string_agg(format($s$strpos(c.search_text, %L) > 0$s$, w), ' and ')
          from regexp_split_to_table(token, '\s+') as w
        ))
      else format($s$strpos(c.search_text, %L) > 0$s$, token)
    end;
  end loop;
  execute format(
    $s$
      with found as materialized (
        select c.id, c.created_at, c.is_spam%s from public.contact_submissions c where %s
      ), counted as (
        select count(*) filter (where $5 and r.is_spam) as held, count(*) as found from found r
      ), placed as (
        select r.id, r.created_at, (%s)::double precision as place from found r %s
        where not ($5 and r.is_spam)
      ), shown as (
        select p.* from placed p %s order by p.place, p.created_at desc, p.id limit $3 offset $4
      )
      select jsonb_build_object(
        'total', n.found - n.held,
        'held', n.held,
        'newest', (select max(c.created_at) from public.contact_submissions c),
        'rows', coalesce((
          select jsonb_agg(
            to_jsonb(c) - '{search_text,trap,filled_in_ms}'::text[]
            order by s.place, s.created_at desc, s.id
          )
          from shown s join public.contact_submissions c on c.id = s.id
        ), '[]'::jsonb)
      ) from counted n
    $s$,
    case when by_volume then ', c.monthly_volume' when sort = 'due' then ', c.status, c.deleted_at' end,
    array_to_string(conditions, ' and '),
    place,
    -- Many leads have the same words: "offset 0" has them read once.
    case when by_volume then $s$join (
      select d.monthly_volume, private.volume_of(d.monthly_volume) as volume
      from (select distinct r.monthly_volume from found r) d offset 0
    ) v using (monthly_volume)$s$ end,
    case when after is not null then format(
      $s$cross join (
        select (%s)::double precision as place
        from (select ($2).*) r cross join lateral (select private.volume_of(r.monthly_volume) as volume) v
      ) a
      where p.place > a.place or p.place = a.place and (p.created_at < ($2).created_at
        or p.created_at = ($2).created_at and p.id > ($2).id)$s$,
      place
    ) end
  ) into answer using what, last, kept, skipped, show = '';
  return answer;
end
$$;


-- Many leads at once: a list of them, or all that a question of the inbox finds, changed in one transaction.
-- Row security and triggers work as for one: each lead keeps its own activity, history and emails. The answer
-- says what each had before; lead_change_back takes it and gives that back where nobody changed it since.

-- The one column that `changes` names.
create function private.lead_change_column(changes jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  columns constant text[] := array(select jsonb_object_keys(changes));
begin
  if cardinality(columns) <> 1
    or columns[1] not in ('status', 'owner_id', 'follow_up_on', 'is_spam', 'deleted_at')
  then
    raise exception 'Change one thing at a time: status, owner, follow-up, spam or trash.'
      using errcode = '22023';
  end if;
  return columns[1];
end
$$;

-- Changes 500 leads at most, which is done well within a request's time. `what` is a question of lead_list, or {"ids": [...]}; what is in the trash is left
-- out unless "show" is "trash". `changes` has one of status, owner_id, follow_up_on, is_spam and deleted_at. Of a
-- question, `expected` is how many leads the person saw: another number changes nothing.
-- Returns {"found", "undo"}: how many there were, and of those that were changed the id and what was there
-- before.
create function public.lead_change(what jsonb, changes jsonb, expected integer default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  most constant integer := 500;
  changed_column constant text := private.lead_change_column(changes);
  listed constant jsonb :=
    case when what ? 'ids' then what else public.lead_list(what - 'sort', 1, most) end;
  ids constant uuid[] := array(
    select i.id::uuid from jsonb_array_elements_text(listed -> 'ids') as i (id)
    union
    select (r.lead ->> 'id')::uuid from jsonb_array_elements(listed -> 'rows') as r (lead)
  );
  total constant integer := coalesce((listed ->> 'total')::integer, cardinality(ids));
  answer jsonb;
begin
  perform private.require_lead_handler();
  if total > most then
    raise exception 'At most 500 leads can be changed at once. Narrow the list first.'
      using errcode = 'PT409';
  elsif not what ? 'ids' and total is distinct from expected then
    raise exception 'Someone else changed the list. Reload and try again.' using errcode = 'PT409';
  end if;
  execute format(
    $s$
      with chosen as (
        select c.id, c.%1$I, c.is_spam as was_spam, c.spam_reason
        from public.contact_submissions c
        where c.id = any ($1) and (c.deleted_at is null or $3)
        order by c.id for update
      ), changed as (
        update public.contact_submissions c set %1$I = ($2).%1$I
        from chosen
        where c.id = chosen.id and (
          chosen.%1$I is distinct from ($2).%1$I
          -- A label without the rest: "Not spam" takes it off.
          or %2$L and not chosen.was_spam and chosen.spam_reason is not null
        )
        returning c.id
      )
      select jsonb_build_object(
        'found', (select count(*) from chosen),
        'undo', coalesce((
          select jsonb_agg(
            jsonb_build_object('id', id, %1$L, chosen.%1$I)
              || case when %2$L then jsonb_build_object('spam_reason', spam_reason) else '{}' end
            order by id
          )
          from changed join chosen using (id)
        ), '[]'::jsonb)
      )
    $s$,
    changed_column, changed_column = 'is_spam'
  ) into answer
    using ids, jsonb_populate_record(null::public.contact_submissions, changes),
      coalesce(what ->> 'show' = 'trash', false);
  return answer;
end
$$;

-- Gives back what lead_change changed: `undo` as it answered, `changes` as it was asked. A lead that has another
-- value by now keeps it. Returns how many were given back.
create function public.lead_change_back(changes jsonb, undo jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  most constant integer := 500;
  changed_column constant text := private.lead_change_column(changes);
  back uuid[];
begin
  perform private.require_lead_handler();
  if jsonb_array_length(undo) > most then
    raise exception 'At most 500 leads can be changed at once. Narrow the list first.'
      using errcode = 'PT409';
  end if;
  execute format(
    $s$
      with before as (
        select b.* from jsonb_populate_recordset(null::public.contact_submissions, $1) as b
      ), chosen as (
        select c.id from public.contact_submissions c
        where c.id in (select id from before) order by c.id for update
      ), given as (
        update public.contact_submissions c set %1$I = before.%1$I
        from before join chosen using (id)
        where c.id = before.id and %2$s
        returning c.id
      )
      select coalesce(array_agg(id), '{}') from given
    $s$,
    changed_column,
    case
      -- The time in the trash is the database's.
      when changed_column = 'deleted_at' then '(c.deleted_at is null) = (($2).deleted_at is null)'
      else format('c.%1$I is not distinct from ($2).%1$I', changed_column)
    end
  ) into back using undo, jsonb_populate_record(null::public.contact_submissions, changes);
  if changed_column = 'is_spam' then
    -- Why it was suspected: marking writes a reason of its own.
    update public.contact_submissions c set spam_reason = before.spam_reason
      from jsonb_populate_recordset(null::public.contact_submissions, undo) as before
      where c.id = before.id and c.id = any (back)
        and c.spam_reason is distinct from before.spam_reason;
  end if;
  return cardinality(back);
end
$$;

-- What the CSV file has of leads next to their own columns: [{"id", "notes", "answered_at"}], in the order of `ids`.
-- Notes are one text, oldest first, of at most 32,000 characters: a spreadsheet's cell holds no more. A lead counts as
-- answered since its status became Contacted or Responded; one that was set back to New does not.
-- Ends early where the notes are long: who asks goes on behind the last one. At most 1,000 are looked at.
create function public.lead_export(ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return coalesce((
    select jsonb_agg(
      jsonb_build_object('id', m.id, 'notes', m.notes, 'answered_at', m.answered_at)
      order by m.place
    )
    from (
      select w.id, w.place, n.notes, a.answered_at,
        sum(length(n.notes)) over (order by w.place) - length(n.notes) as before
      from unnest(ids[1:1000]) with ordinality as w (id, place)
      cross join lateral (
        select case when length(whole) > 32000 then left(whole, 31999) || '…' else whole end as notes
        from (
          select coalesce(string_agg(
            format('%s UTC, %s: %s', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'),
              coalesce(s.author_email, 'Someone'), s.body),
            E'\n\n' order by s.created_at, s.id
          ), '') as whole
          from public.submission_notes s where s.submission_id = w.id
        ) joined
      ) n
      cross join lateral (
        select min(e.happened_at) as answered_at
        from public.lead_events e
        where e.submission_id = w.id and e.kind = 'status'
          and e.details ->> 'to' in ('contacted', 'responded')
          and e.happened_at > coalesce((
            select max(b.happened_at) from public.lead_events b
            where b.submission_id = w.id and b.kind = 'status' and b.details ->> 'to' = 'new'
          ), '-infinity')
      ) a
    ) m
    where m.before < 1500000
  ), '[]'::jsonb);
end
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  private.request_is_stored(uuid),
  private.guard_new_submission(),
  private.sign_note(),
  private.keep_visible_text(),
  private.is_estimate(jsonb),
  private.guard_hand_of_submission(),
  private.trash_is_quiet(),
  private.add_lead_event(uuid, text, jsonb),
  private.tell_of_lead(),
  private.tell_of_note(),
  private.keep_search_text(),
  private.search_text_of_note(),
  public.lead_list(jsonb, integer, integer, jsonb),
  public.lead_choices(),
  private.clean_touch(jsonb),
  private.clean_attribution(jsonb),
  private.source_of_touch(jsonb),
  private.source_of(jsonb),
  private.keep_attribution(),
  private.email_key(text),
  private.phone_keys(text),
  private.keep_lead_keys(),
  private.lead_changes_with_its_conversation(),
  public.lead_same_person(uuid),
  public.lead_join(uuid, uuid),
  public.lead_part(uuid),
  private.search_text_of(public.contact_submissions),
  private.volume_of(text),
  private.lead_change_column(jsonb),
  public.lead_change(jsonb, jsonb, integer),
  public.lead_change_back(jsonb, jsonb),
  public.lead_export(uuid[])
from public, anon, authenticated, service_role;

grant execute on function
  private.request_is_stored(uuid),
  private.is_estimate(jsonb),
  private.source_of_touch(jsonb),
  private.source_of(jsonb)
to anon, authenticated, service_role;

grant execute on function
  public.lead_list(jsonb, integer, integer, jsonb),
  public.lead_choices(),
  public.lead_same_person(uuid),
  public.lead_join(uuid, uuid),
  public.lead_part(uuid),
  private.volume_of(text),
  private.lead_change_column(jsonb),
  public.lead_change(jsonb, jsonb, integer),
  public.lead_change_back(jsonb, jsonb),
  public.lead_export(uuid[])
to authenticated;
