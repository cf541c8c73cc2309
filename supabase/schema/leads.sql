-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table public.contact_submissions (
  id uuid not null default gen_random_uuid(),
  request_id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  business_name text,
  monthly_volume text not null,
  platforms text[] not null,
  message text,
  status text not null default 'new'::text,
  trap text,
  filled_in_ms bigint,
  is_spam boolean not null default false,
  spam_reason text,
  mail_status text not null default 'pending'::text,
  mail_attempts integer not null default 0,
  mail_last_error text,
  mail_next_attempt_at timestamp with time zone default (now() + '00:01:00'::interval),
  mailed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  mail_requests integer not null default 0,
  estimate jsonb,
  owner_id uuid,
  follow_up_on date,
  deleted_at timestamp with time zone,
  search_text text not null default ''::text,
  attribution jsonb,
  source text generated always as (private.source_of(attribution)) stored,
  landing_page text generated always as ((attribution #>> '{first,landing_page}'::text[])) stored,
  platforms_key uuid generated always as (private.platforms_key(platforms)) stored,
  outcome text,
  outcome_value integer,
  outcome_reason text,
  answered_at timestamp with time zone,
  closed_at timestamp with time zone,
  campaign text generated always as (COALESCE((attribution #>> '{first,utm_campaign}'::text[]), (attribution #>> '{last,utm_campaign}'::text[]))) stored,
  new_answer_at timestamp with time zone,
  constraint contact_submissions_pkey PRIMARY KEY (id),
  constraint contact_submissions_answered_at_is_not_of_a_new_lead CHECK (((answered_at IS NULL) OR (status <> 'new'::text))),
  constraint contact_submissions_business_name_at_most_200_characters CHECK ((length(business_name) <= 200)),
  constraint contact_submissions_closed_at_is_of_a_closed_lead CHECK (((closed_at IS NULL) OR (status = 'closed'::text))),
  constraint contact_submissions_email_is_an_address CHECK (private.is_email(email)),
  constraint contact_submissions_estimate_is_an_estimate CHECK (private.is_estimate(estimate)),
  constraint contact_submissions_mail_attempts_not_negative CHECK ((mail_attempts >= 0)),
  constraint contact_submissions_mail_last_error_at_most_500_characters CHECK ((length(mail_last_error) <= 500)),
  constraint contact_submissions_mail_requests_not_negative CHECK ((mail_requests >= 0)),
  constraint contact_submissions_mail_status_is_known CHECK ((mail_status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text]))),
  constraint contact_submissions_message_at_most_5000_characters CHECK ((length(message) <= 5000)),
  constraint contact_submissions_monthly_volume_at_most_100_characters CHECK ((length(monthly_volume) <= 100)),
  constraint contact_submissions_monthly_volume_required CHECK ((monthly_volume ~ '\S'::text)),
  constraint contact_submissions_name_at_least_2_characters CHECK ((length(regexp_replace(name, '^\s+|\s+$'::text, ''::text, 'g'::text)) >= 2)),
  constraint contact_submissions_name_at_most_200_characters CHECK ((length(name) <= 200)),
  constraint contact_submissions_name_on_one_line CHECK ((name !~ '[\n\r]'::text)),
  constraint contact_submissions_one_row_per_request UNIQUE (request_id),
  constraint contact_submissions_outcome_is_known CHECK ((outcome = ANY (ARRAY['won'::text, 'lost'::text]))),
  constraint contact_submissions_outcome_is_of_a_closed_lead CHECK (((outcome IS NULL) OR (status = 'closed'::text))),
  constraint contact_submissions_outcome_reason_at_most_200_characters CHECK ((length(outcome_reason) <= 200)),
  constraint contact_submissions_outcome_reason_is_of_a_lost_lead CHECK (((outcome_reason IS NULL) OR COALESCE((outcome = 'lost'::text), false))),
  constraint contact_submissions_outcome_value_is_from_0_to_10_million CHECK (((outcome_value >= 0) AND (outcome_value <= 10000000))),
  constraint contact_submissions_outcome_value_is_of_a_won_lead CHECK (((outcome_value IS NULL) OR COALESCE((outcome = 'won'::text), false))),
  constraint contact_submissions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contact_submissions_platforms_are_names CHECK (((cardinality(platforms) = 0) OR ((array_position(platforms, NULL::text) IS NULL) AND (array_to_string(platforms, '
'::text) !~ '(^|\n)\s*(\n|$)'::text) AND (length(array_to_string(platforms, ''::text)) <= 1000)))),
  constraint contact_submissions_platforms_at_least_one CHECK ((cardinality(platforms) >= 1)),
  constraint contact_submissions_platforms_at_most_20 CHECK ((cardinality(platforms) <= 20)),
  constraint contact_submissions_spam_reason_is_known CHECK ((spam_reason = ANY (ARRAY['trap filled'::text, 'too fast'::text, 'marked by staff'::text]))),
  constraint contact_submissions_status_is_known CHECK ((status = ANY (ARRAY['new'::text, 'contacted'::text, 'responded'::text, 'closed'::text]))),
  constraint contact_submissions_trap_at_most_200_characters CHECK ((length(trap) <= 200))
);
comment on column public.contact_submissions.request_id is 'One for each message a visitor writes; a repeated insert is left out without an error.';
comment on column public.contact_submissions.trap is 'What stood in the field that people don''t see.';
comment on column public.contact_submissions.filled_in_ms is 'How long the form was open; null when unknown.';
comment on column public.contact_submissions.is_spam is 'Held back: not mailed, and not counted among the real ones.';
comment on column public.contact_submissions.spam_reason is 'Why it is suspected, as shown to staff and in the email; held back only where is_spam says so.';
comment on column public.contact_submissions.mail_next_attempt_at is 'When the email is due; while a sender holds it, when the hold ends; null: not due (sent, spam, or given up).';
comment on column public.contact_submissions.mail_requests is 'How often staff asked for the email, by ''not spam'' or by sending it again.';
comment on column public.contact_submissions.estimate is 'What the visitor estimated on the pricing page: the figures, and dollars a month from low to high.';
comment on column public.contact_submissions.owner_id is 'Who of the staff answers it; null: nobody yet.';
comment on column public.contact_submissions.follow_up_on is 'The day, on the company''s calendar, on which someone wants to come back to it.';
comment on column public.contact_submissions.deleted_at is 'Since when it is in the trash; null: it is not.';
comment on column public.contact_submissions.search_text is 'What staff search in: name, address, business, message and notes, case and accents folded; kept by triggers.';
comment on column public.contact_submissions.attribution is 'Where the visitor''s tab came from, at first and at last: landing page, referrer''s host, utm_*; null where nothing is known.';
comment on column public.contact_submissions.source is 'The campaign''s source or the referrer; "direct" for neither, null where nothing is known.';
comment on column public.contact_submissions.landing_page is 'The path that the tab began with.';
comment on column public.contact_submissions.platforms_key is 'The same for the same platforms: counted and filtered by index, where platforms themselves may not fit.';
comment on column public.contact_submissions.outcome is 'Won or lost; null: not known, or not closed.';
comment on column public.contact_submissions.outcome_value is 'Of a won lead: whole dollars a month; null: not known.';
comment on column public.contact_submissions.outcome_reason is 'Why it was lost, in staff''s words.';
comment on column public.contact_submissions.answered_at is 'When it first became contacted or responded; null while new, and where it was closed at once.';
comment on column public.contact_submissions.closed_at is 'Since when it is closed; null: it isn''t, or not known.';
comment on column public.contact_submissions.campaign is 'The first campaign (utm_campaign) known of the visitor''s tab.';
comment on column public.contact_submissions.new_answer_at is 'When the first answer arrived that staff have not dealt with; null: there is none.';
CREATE INDEX contact_submissions_by_status ON public.contact_submissions USING btree (status, created_at DESC, id);
CREATE INDEX contact_submissions_for_insights ON public.contact_submissions USING btree (created_at) INCLUDE (source, campaign, landing_page, outcome, outcome_value, answered_at, closed_at) WHERE ((NOT is_spam) AND (deleted_at IS NULL));
CREATE INDEX contact_submissions_in_trash ON public.contact_submissions USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX contact_submissions_mail_due ON public.contact_submissions USING btree (mail_next_attempt_at) WHERE (mail_next_attempt_at IS NOT NULL);
CREATE INDEX contact_submissions_newest_first ON public.contact_submissions USING btree (created_at DESC, id) INCLUDE (status, is_spam, spam_reason, deleted_at, monthly_volume, platforms_key, source, landing_page, owner_id, follow_up_on, mail_status);
CREATE INDEX contact_submissions_not_mailed ON public.contact_submissions USING btree (created_at DESC, id) WHERE (mail_status = 'failed'::text);
CREATE INDEX contact_submissions_of_address ON public.contact_submissions USING btree (lower(email), created_at DESC);
CREATE INDEX contact_submissions_of_outcome ON public.contact_submissions USING btree (outcome, created_at DESC, id) WHERE (outcome IS NOT NULL);
CREATE INDEX contact_submissions_of_owner ON public.contact_submissions USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX contact_submissions_of_platforms ON public.contact_submissions USING btree (platforms_key);
CREATE INDEX contact_submissions_of_source ON public.contact_submissions USING btree (source);
CREATE INDEX contact_submissions_of_spam ON public.contact_submissions USING btree (is_spam, spam_reason, deleted_at) WHERE (is_spam OR (spam_reason IS NOT NULL));
CREATE INDEX contact_submissions_of_volume ON public.contact_submissions USING btree (monthly_volume);
CREATE INDEX contact_submissions_search ON public.contact_submissions USING gin (search_text extensions.gin_trgm_ops);
CREATE INDEX contact_submissions_with_new_answer ON public.contact_submissions USING btree (new_answer_at) WHERE (new_answer_at IS NOT NULL);
CREATE TRIGGER a_visible_text BEFORE INSERT OR UPDATE OF name, business_name, monthly_volume, platforms, message ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.keep_visible_text();
CREATE TRIGGER forget_in_mails BEFORE DELETE ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.forget_in_mails();
CREATE TRIGGER guard_hand_of_submission BEFORE INSERT ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.guard_hand_of_submission();
CREATE TRIGGER guard_new_submission BEFORE INSERT ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.guard_new_submission();
CREATE TRIGGER guard_owner_of_lead BEFORE INSERT OR UPDATE OF owner_id ON public.contact_submissions FOR EACH ROW WHEN ((new.owner_id IS NOT NULL)) EXECUTE FUNCTION private.guard_lead_owner();
CREATE TRIGGER keep_attribution BEFORE INSERT OR UPDATE OF attribution ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.keep_attribution();
CREATE TRIGGER keep_lead_keys AFTER INSERT OR UPDATE OF email, message ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.keep_lead_keys();
CREATE TRIGGER keep_lead_reminder AFTER UPDATE OF follow_up_on ON public.contact_submissions FOR EACH ROW WHEN ((new.follow_up_on IS DISTINCT FROM old.follow_up_on)) EXECUTE FUNCTION private.keep_lead_reminder();
CREATE TRIGGER keep_lead_reminder_of_new AFTER INSERT ON public.contact_submissions FOR EACH ROW WHEN ((new.follow_up_on IS NOT NULL)) EXECUTE FUNCTION private.keep_lead_reminder();
CREATE TRIGGER keep_lead_sums AFTER DELETE ON public.contact_submissions REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.keep_lead_sums();
CREATE TRIGGER keep_outcome BEFORE INSERT OR UPDATE OF status, outcome, outcome_value, outcome_reason ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.keep_outcome();
CREATE TRIGGER keep_search_text BEFORE INSERT OR UPDATE OF name, email, business_name, message, search_text ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.keep_search_text();
CREATE TRIGGER lead_changes_with_its_conversation AFTER UPDATE OF status, owner_id, follow_up_on ON public.contact_submissions FOR EACH ROW WHEN (((old.status <> new.status) OR (old.owner_id IS DISTINCT FROM new.owner_id) OR (old.follow_up_on IS DISTINCT FROM new.follow_up_on))) EXECUTE FUNCTION private.lead_changes_with_its_conversation();
CREATE TRIGGER note_editor AFTER DELETE OR UPDATE OF status, is_spam, outcome, outcome_value, outcome_reason ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.note_editor();
CREATE TRIGGER queue_confirmation AFTER INSERT ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.queue_confirmation();
CREATE TRIGGER record_history AFTER UPDATE OF status ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.record_history('', '', '', 'status');
CREATE TRIGGER reschedule_mail_of_spam BEFORE UPDATE OF is_spam ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.reschedule_mail_of_spam();
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE OF name, email, business_name, monthly_volume, platforms, message, status, is_spam, spam_reason, owner_id, follow_up_on, deleted_at, outcome, outcome_value, outcome_reason ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
CREATE TRIGGER tell_of_lead AFTER INSERT OR UPDATE ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.tell_of_lead();
CREATE TRIGGER tell_webhooks_of_change AFTER UPDATE ON public.contact_submissions FOR EACH ROW WHEN (((new.status <> old.status) OR (old.is_spam AND (NOT new.is_spam)))) EXECUTE FUNCTION private.tell_webhooks_of_lead();
CREATE TRIGGER tell_webhooks_of_new AFTER INSERT ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.tell_webhooks_of_lead();
CREATE TRIGGER tell_webhooks_of_outcome AFTER UPDATE ON public.contact_submissions FOR EACH ROW WHEN (((new.outcome IS NOT NULL) AND (((new.outcome IS DISTINCT FROM old.outcome) OR (new.outcome_value IS DISTINCT FROM old.outcome_value)) OR (new.outcome_reason IS DISTINCT FROM old.outcome_reason)))) EXECUTE FUNCTION private.tell_webhooks_of_outcome();
CREATE TRIGGER trash_is_quiet BEFORE UPDATE ON public.contact_submissions FOR EACH ROW EXECUTE FUNCTION private.trash_is_quiet();
alter table public.contact_submissions enable row level security;
grant insert on table public.contact_submissions to anon;
grant delete, insert, select, update on table public.contact_submissions to authenticated;
grant delete, insert, select, update on table public.contact_submissions to service_role;
create policy "Anyone sends a new submission" on public.contact_submissions
  as permissive for insert to anon, authenticated
  with check (((status = 'new'::text) AND (mail_status = 'pending'::text) AND (mail_attempts = 0) AND (mailed_at IS NULL) AND (created_at = now())));
create policy "Who handles leads reads and writes them" on public.contact_submissions
  as permissive for all to authenticated
  using (( SELECT private.may_handle_leads() AS may_handle_leads))
  with check (( SELECT private.may_handle_leads() AS may_handle_leads));

create table private.lead_conversations (
  submission_id uuid not null,
  conversation_id uuid not null,
  constraint lead_conversations_pkey PRIMARY KEY (submission_id),
  constraint lead_conversations_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE
);
comment on table private.lead_conversations is 'Messages of one person that staff joined: those with the same conversation.';
CREATE INDEX lead_conversations_by_conversation ON private.lead_conversations USING btree (conversation_id);
alter table private.lead_conversations enable row level security;

create table public.lead_events (
  id uuid not null default gen_random_uuid(),
  submission_id uuid not null,
  kind text not null,
  happened_at timestamp with time zone not null default clock_timestamp(),
  actor text not null,
  actor_id uuid,
  actor_name text,
  details jsonb not null default '{}'::jsonb,
  constraint lead_events_pkey PRIMARY KEY (id),
  constraint lead_events_actor_is_known CHECK ((actor = ANY (ARRAY['visitor'::text, 'person'::text, 'server'::text, 'command line'::text, 'database'::text]))),
  constraint lead_events_kind_is_known CHECK ((kind = ANY (ARRAY['created'::text, 'status'::text, 'outcome'::text, 'owner'::text, 'follow_up'::text, 'spam'::text, 'note'::text, 'notice'::text, 'deleted'::text, 'restored'::text, 'booking'::text, 'mail'::text, 'joined'::text, 'parted'::text, 'answer'::text]))),
  constraint lead_events_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE
);
comment on column public.lead_events.actor is 'A visitor with the form; a person of the staff, with id and name as they were then; the web server itself; its command line; or someone with database access and neither.';
comment on column public.lead_events.details is 'What became of it, by kind.';
CREATE INDEX lead_events_of_lead ON public.lead_events USING btree (submission_id, happened_at DESC, id);
alter table public.lead_events enable row level security;
grant select on table public.lead_events to authenticated;
create policy "Who handles leads reads their story" on public.lead_events
  as permissive for select to authenticated
  using (( SELECT private.may_handle_leads() AS may_handle_leads));

create table private.lead_keys (
  submission_id uuid not null,
  key text not null,
  constraint lead_keys_pkey PRIMARY KEY (submission_id, key),
  constraint lead_keys_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE
);
comment on table private.lead_keys is 'What the person who wrote is recognised by, spelled one way.';
CREATE INDEX lead_keys_by_key ON private.lead_keys USING btree (key);
alter table private.lead_keys enable row level security;

create table private.lead_sums (
  month date not null,
  source text not null,
  campaign text not null,
  landing_page text not null,
  leads bigint not null,
  won bigint not null,
  lost bigint not null,
  won_value bigint not null,
  constraint lead_sums_pkey PRIMARY KEY (month, source, campaign, landing_page)
);
comment on table private.lead_sums is 'Leads that were deleted permanently, as Insights counts them.';
alter table private.lead_sums enable row level security;

create table private.lead_views (
  person_id uuid not null,
  views jsonb not null,
  constraint lead_views_pkey PRIMARY KEY (person_id),
  constraint lead_views_are_views CHECK (private.are_lead_views(views)),
  constraint lead_views_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.lead_views enable row level security;

create table public.submission_notes (
  id uuid not null default gen_random_uuid(),
  submission_id uuid not null,
  author_id uuid,
  author_email text,
  body text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint submission_notes_pkey PRIMARY KEY (id),
  constraint submission_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint submission_notes_body_at_most_5000_characters CHECK ((length(body) <= 5000)),
  constraint submission_notes_body_required CHECK ((body ~ '\S'::text)),
  constraint submission_notes_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES public.contact_submissions(id) ON DELETE CASCADE
);
comment on column public.submission_notes.author_id is 'Null: the account was deleted.';
CREATE INDEX submission_notes_of_submission ON public.submission_notes USING btree (submission_id, created_at, id);
CREATE TRIGGER search_text_of_note AFTER INSERT OR DELETE OR UPDATE OF body ON public.submission_notes FOR EACH ROW EXECUTE FUNCTION private.search_text_of_note();
CREATE TRIGGER set_updated_at BEFORE INSERT OR UPDATE OF body ON public.submission_notes FOR EACH ROW EXECUTE FUNCTION private.set_updated_at();
CREATE TRIGGER sign_note BEFORE INSERT OR UPDATE ON public.submission_notes FOR EACH ROW EXECUTE FUNCTION private.sign_note();
CREATE TRIGGER tell_of_note AFTER INSERT OR DELETE OR UPDATE OF body ON public.submission_notes FOR EACH ROW EXECUTE FUNCTION private.tell_of_note();
alter table public.submission_notes enable row level security;
grant delete, insert, select, update on table public.submission_notes to authenticated;
grant delete, insert, select, update on table public.submission_notes to service_role;
create policy "Who handles leads adds notes" on public.submission_notes
  as permissive for insert to authenticated
  with check (( SELECT private.may_handle_leads() AS may_handle_leads));
create policy "Who handles leads changes their own notes" on public.submission_notes
  as permissive for update to authenticated
  using (((author_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_handle_leads() AS may_handle_leads)))
  with check (((author_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_handle_leads() AS may_handle_leads)));
create policy "Who handles leads deletes their own notes" on public.submission_notes
  as permissive for delete to authenticated
  using (((author_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.may_handle_leads() AS may_handle_leads)));
create policy "Who handles leads reads all notes" on public.submission_notes
  as permissive for select to authenticated
  using (( SELECT private.may_handle_leads() AS may_handle_leads));

CREATE OR REPLACE FUNCTION private.add_lead_event(lead uuid, kind text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.lead_events (submission_id, kind, actor, actor_id, actor_name, details)
    select lead, add_lead_event.kind, who ->> 'actor', (who ->> 'id')::uuid,
      coalesce(private.name_of((who ->> 'id')::uuid), who ->> 'email'),
      jsonb_strip_nulls(add_lead_event.details)
    from private.history_actor() as who
$function$;

CREATE OR REPLACE FUNCTION private.are_lead_views(views jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(views) = 'array' and jsonb_array_length(views) <= 20 and not exists (
    select from jsonb_array_elements(views) as v (one)
    where not coalesce(
      v.one = jsonb_build_object('name', v.one -> 'name', 'address', v.one -> 'address')
        and jsonb_typeof(v.one -> 'name') = 'string' and jsonb_typeof(v.one -> 'address') = 'string'
        and length(v.one ->> 'name') <= 60 and v.one ->> 'name' ~ '\S'
        and length(v.one ->> 'address') <= 1000,
      false)
  )
$function$;

CREATE OR REPLACE FUNCTION private.clean_attribution(attribution jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when coalesce(first, last) is not null then
    jsonb_build_object('first', coalesce(first, last))
      || case when last is distinct from coalesce(first, last) and last is not null
        then jsonb_build_object('last', last) else '{}' end
  end
  from (
    select private.clean_touch(attribution -> 'first') as first,
      private.clean_touch(attribution -> 'last') as last
  ) touches
$function$;

CREATE OR REPLACE FUNCTION private.clean_touch(touch jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.email_key(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select 'email:' || nullif(lower(normalize(regexp_replace(address, '\s', '', 'g'), NFC)), '')
$function$;

CREATE OR REPLACE FUNCTION private.guard_hand_of_submission()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if row_security_active('public.contact_submissions') and not private.may_handle_leads() then
    new.owner_id := null;
    new.follow_up_on := null;
    new.deleted_at := null;
    new.new_answer_at := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_lead_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A restore stores rows as they were.
  if auth.role() is distinct from 'authenticated' then
    return new;
  end if;
  perform from public.admins a where a.user_id = new.owner_id for key share;
  if not found then
    perform from public.staff s where s.user_id = new.owner_id and s.is_sales for share;
    if not found then
      raise exception 'This person can''t own a lead.' using errcode = '23503';
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.guard_new_submission()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not row_security_active('public.contact_submissions') or private.may_handle_leads() then
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
$function$;

CREATE OR REPLACE FUNCTION private.is_estimate(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when jsonb_typeof(value) <> 'object' then false
    when not value ?& array['orders', 'items', 'cubic_feet', 'returns', 'low', 'high'] then false
    when value - array['orders', 'items', 'cubic_feet', 'returns', 'low', 'high', 'size', 'cartons', 'ounces'] <> '{}'
      then false
    when jsonb_typeof(value -> 'returns') <> 'boolean' then false
    when value ? 'size' and value -> 'size' not in ('"small"', '"large"') then false
    when exists (
      select from jsonb_each(value - array['returns', 'size']) as figure
      where jsonb_typeof(figure.value) <> 'number' or length(figure.value::text) > 20
    ) then false
    else
      (value ->> 'orders')::numeric between 1 and 1000000
      and (value ->> 'items')::numeric between 1 and 1000
      and (value ->> 'cubic_feet')::numeric between 0 and 1000000
      and coalesce((value ->> 'cartons')::numeric, 0) between 0 and 100000
      and coalesce((value ->> 'ounces')::numeric, 0) between 0 and 10000
      and (value ->> 'low')::numeric between 0 and (value ->> 'high')::numeric
      and (value ->> 'high')::numeric <= 1e15
  end
$function$;
grant execute on function private.is_estimate(jsonb) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.keep_attribution()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.attribution := private.clean_attribution(new.attribution);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_lead_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.keep_lead_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.company_zone();
begin
  insert into private.lead_sums as s (month, source, campaign, landing_page, leads, won, lost, won_value)
    select date_trunc('month', g.created_at at time zone zone)::date, coalesce(g.source, ''),
      coalesce(g.campaign, ''), coalesce(g.landing_page, ''), count(*), count(*) filter (where g.outcome = 'won'),
      count(*) filter (where g.outcome = 'lost'), coalesce(sum(g.outcome_value), 0)
    from gone g where not g.is_spam and g.deleted_at is null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (month, source, campaign, landing_page) do update set leads = s.leads + excluded.leads,
    won = s.won + excluded.won, lost = s.lost + excluded.lost, won_value = s.won_value + excluded.won_value;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    -- Within a trigger, the message changes with a joined one, and its own reply may be unread.
    if new.new_answer_at is not distinct from old.new_answer_at and pg_trigger_depth() = 1 then
      new.new_answer_at := null;
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.search_text := private.search_text_of(new);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_visible_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.lead_change(what jsonb, changes jsonb, expected integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
        select c.id, c.%1$I, c.is_spam as was_spam, c.spam_reason,
          jsonb_build_object('answered_at', c.answered_at, 'closed_at', c.closed_at, 'outcome', c.outcome,
            'outcome_value', c.outcome_value, 'outcome_reason', c.outcome_reason,
            'new_answer_at', c.new_answer_at) as with_status
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
              || case when %1$L = 'status' then with_status else '{}' end
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
$function$;
grant execute on function public.lead_change(jsonb,jsonb,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_change_back(changes jsonb, undo jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  most constant integer := 500;
  changed_column constant text := private.lead_change_column(changes);
  back uuid[];
  answers jsonb;
begin
  perform private.require_lead_handler();
  if jsonb_array_length(undo) > most then
    raise exception 'At most 500 leads can be changed at once. Narrow the list first.'
      using errcode = 'PT409';
  end if;
  if changed_column = 'status' then
    select jsonb_object_agg(waiting.id, waiting.since) filter (where waiting.since is not null) into answers
      from (
        select c.id, least(c.new_answer_at, before.new_answer_at) as since
        from public.contact_submissions c
        join jsonb_populate_recordset(null::public.contact_submissions, undo) as before on before.id = c.id
        order by c.id for update of c
      ) waiting;
  end if;
  execute format(
    $s$
      with before as (
        select b.* from jsonb_populate_recordset(null::public.contact_submissions, $1) as b
      ), chosen as (
        select c.id from public.contact_submissions c
        where c.id in (select id from before) order by c.id for update
      ), given as (
        update public.contact_submissions c set %1$I = before.%1$I%3$s
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
    end,
    case when changed_column = 'status' then ', answered_at = before.answered_at, closed_at = before.closed_at,
      outcome = before.outcome, outcome_value = before.outcome_value, outcome_reason = before.outcome_reason' end
  ) into back using undo, jsonb_populate_record(null::public.contact_submissions, changes);
  -- Undone, the change dealt with no new reply.
  update public.contact_submissions c set new_answer_at = (answers ->> c.id::text)::timestamptz
    where c.id = any (back) and answers ? c.id::text;
  if changed_column = 'is_spam' then
    -- Why it was suspected: marking writes a reason of its own.
    update public.contact_submissions c set spam_reason = before.spam_reason
      from jsonb_populate_recordset(null::public.contact_submissions, undo) as before
      where c.id = before.id and c.id = any (back)
        and c.spam_reason is distinct from before.spam_reason;
  end if;
  return cardinality(back);
end
$function$;
grant execute on function public.lead_change_back(jsonb,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.lead_change_column(changes jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.lead_change_column(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.lead_changes_with_its_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.contact_submissions c set
    status = case when c.status = old.status and c.outcome is null then new.status else c.status end,
    owner_id = case when c.owner_id is not distinct from old.owner_id then new.owner_id else c.owner_id end,
    follow_up_on = case
      when c.follow_up_on is not distinct from old.follow_up_on then new.follow_up_on else c.follow_up_on
    end
  from private.lead_conversations mine
  join private.lead_conversations other using (conversation_id)
  where mine.submission_id = new.id and other.submission_id <> new.id and c.id = other.submission_id
    and c.deleted_at is null
    and (
      new.status <> old.status and c.status = old.status and c.outcome is null
      or new.owner_id is distinct from old.owner_id and c.owner_id is not distinct from old.owner_id
      or new.follow_up_on is distinct from old.follow_up_on
        and c.follow_up_on is not distinct from old.follow_up_on
    );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.lead_choices()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  return (
    with recursive volumes as (
      (
        select c.monthly_volume as value from public.contact_submissions c
        order by c.monthly_volume limit 1
      )
      union all
      select (
        select c.monthly_volume from public.contact_submissions c
        where c.monthly_volume > v.value order by c.monthly_volume limit 1
      ) from volumes v where v.value is not null
    ), sources as (
      (select c.source as value from public.contact_submissions c order by c.source limit 1)
      union all
      select (
        select c.source from public.contact_submissions c
        where c.source > s.value order by c.source limit 1
      ) from sources s where s.value is not null
    )
    select jsonb_build_object(
      'people', coalesce((
        select jsonb_agg(
          jsonb_build_object('id', p.user_id, 'name', private.name_of(p.user_id))
          order by lower(private.name_of(p.user_id)), p.user_id
        )
        from (
          select a.user_id from public.admins a
          union select s.user_id from public.staff s where s.is_sales
        ) p
      ), '[]'::jsonb),
      'volumes', coalesce((
        select jsonb_agg(v.value order by length(v.value), v.value)
        from (select value from volumes where value is not null limit 200) v
      ), '[]'::jsonb),
      'platforms', coalesce((
        select jsonb_agg(p.platform order by lower(p.platform), p.platform)
        from (
          select distinct platform from private.lead_platforms() k, unnest(k.platforms) as platform limit 200
        ) p
      ), '[]'::jsonb),
      'sources', coalesce((
        select jsonb_agg(s.value order by s.value)
        from (select value from sources where value is not null limit 200) s
      ), '[]'::jsonb)
    )
  );
end
$function$;
grant execute on function public.lead_choices() to authenticated;

CREATE OR REPLACE FUNCTION public.lead_export(ids uuid[], begins_of integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  perform private.require_recent_proof();
  perform private.audit_lead_export(
    (
      select count(*)::integer from public.contact_submissions c
      where c.id = any (lead_export.ids[1:1000])
    ),
    lead_export.begins_of
  );
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
              coalesce((select public.staff_names()) ->> s.author_email, s.author_email, 'Someone'), s.body),
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
$function$;
grant execute on function public.lead_export(uuid[],integer) to authenticated;

CREATE OR REPLACE FUNCTION private.lead_find(words text[], most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.require_lead_handler();
  execute format(
    $s$
      select coalesce(jsonb_agg(jsonb_build_object(
        'table', 'contact_submissions', 'id', f.id,
        'row', jsonb_build_object('name', f.name, 'email', f.email, 'business_name', f.business_name)
      ) order by f.created_at desc, f.id), '[]')
      from (
        select c.id, c.name, c.email, c.business_name, c.created_at from public.contact_submissions c
        where c.deleted_at is null and %s
        order by c.created_at desc, c.id limit $1
      ) f
    $s$,
    -- The longest word first: most leads lack it, and the others are not looked for there.
    (select string_agg(private.search_for(w), ' and ' order by length(w) desc, w) from unnest(words) as w)
  ) into answer using most;
  return answer;
end
$function$;
grant execute on function private.lead_find(text[],integer) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_insights(by text DEFAULT 'source'::text, months integer DEFAULT NULL::integer, skipped integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
declare
  zone constant text := private.company_zone();
  ends constant date := date_trunc('month', now() at time zone zone)::date
    + make_interval(months => 1 - least(greatest(skipped, 0), 1200));
  length constant interval := case when months is not null
    then make_interval(months => least(greatest(months, 1), 1200)) end;
  begins constant date := ends - length;
  before constant date := begins - length;
  -- The newest 50 months of the period: a lead's month is the number of those that began before it.
  starts constant timestamptz[] := array(
    select (ends - make_interval(months => 50 - n))::timestamp at time zone zone from generate_series(0, 49) as n
  );
  by_month constant boolean := by = 'month';
  known constant text := case when by in ('campaign', 'landing_page') then by else 'source' end;
  answer jsonb;
begin
  perform private.require_lead_handler();
  execute format(
    $s$
      with stored as materialized (
        select %1$s as key, coalesce(c.created_at >= $6, true) as recent, c.outcome,
          c.outcome_value as value, (date_part('epoch', c.answered_at - c.created_at) / 60)::integer as answer,
          (date_part('epoch', c.closed_at - c.created_at) / 60)::integer as close
        from public.contact_submissions c
        where not c.is_spam and c.deleted_at is null and c.created_at < $8
          and c.created_at >= coalesce($7, '-infinity')
      ), kept as (
        select %2$s as key, coalesce(s.month >= $1, true) as recent, s.leads, s.won, s.lost, s.won_value
        from private.lead_sums s where s.month < $3 and s.month >= coalesce($2, '-infinity')
      ), top as (
        select u.key, (row_number() over (order by %3$s))::integer as place
        from (
          select a.key, sum(a.leads) as leads
          from (
            select s.key, count(*) as leads from stored s where s.recent group by 1
            union all select k.key, sum(k.leads) from kept k where k.recent group by 1
          ) a
          group by 1
        ) u
        where %4$s
        order by place limit 50
      ), placed as (
        select case when s.recent then coalesce(t.place, 51) else 0 end as place, s.*
        from stored s left join top t using (key)
      ), parts as (
        select p.place, count(*) as leads, count(*) filter (where p.outcome = 'won') as won,
          count(*) filter (where p.outcome = 'lost') as lost, sum(p.value) as won_value,
          percentile_disc(0.5) within group (order by p.answer) as answer,
          percentile_disc(0.5) within group (order by p.close) as close
        from placed p group by 1
        union all
        select case when k.recent then coalesce(t.place, 51) else 0 end, k.leads, k.won, k.lost, k.won_value, null, null
        from kept k left join top t using (key)
      ), figures as (
        select a.place, jsonb_build_object(
          'leads', sum(a.leads), 'won', sum(a.won), 'lost', sum(a.lost), 'won_value', coalesce(sum(a.won_value), 0),
          'minutes_to_answer', max(a.answer), 'minutes_to_close', max(a.close)
        ) as figures
        from (
          select * from parts
          union all select -1, p.leads, p.won, p.lost, p.won_value, null, null from parts p where p.place > 0
          union all select -1, 0, 0, 0, 0, percentile_disc(0.5) within group (order by s.answer),
            percentile_disc(0.5) within group (order by s.close) from stored s where s.recent
        ) a
        group by 1
      )
      -- Places: 1 to 50, 51 for the rest, -1 for their total, 0 for the period before.
      select jsonb_build_object(
        'since', $1, 'until', $3 - 1,
        'total', (select f.figures from figures f where f.place = -1),
        'before', (select f.figures from figures f where f.place = 0),
        'rows', coalesce((
          select jsonb_agg(f.figures || jsonb_build_object('key', %5$s) order by f.place)
          from figures f left join top t using (place) where f.place > 0
        ), '[]')
      )
    $s$,
    case when by_month then 'width_bucket(c.created_at, $5)' else format('coalesce(c.%I, '''')', known) end,
    case when by_month then 'width_bucket(s.month::timestamp at time zone $4, $5)' else format('s.%I', known) end,
    case when by_month then 'u.key desc' else 'u.leads desc, u.key' end,
    case when by_month then 'u.key > 0' else 'true' end,
    case when by_month then $s$to_char($5[t.key] at time zone $4, 'YYYY-MM')$s$ else 't.key' end
  ) into answer using begins, before, ends, zone, starts, begins::timestamp at time zone zone,
    before::timestamp at time zone zone, ends::timestamp at time zone zone;
  return answer;
end
$function$;
grant execute on function public.lead_insights(text,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_join(lead uuid, other uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  there integer;
  conversation uuid;
begin
  perform private.require_lead_handler();
  -- One after the other, as a whole conversation changes.
  perform pg_advisory_xact_lock(hashtextextended('private.lead_conversations', 0));
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
$function$;
grant execute on function public.lead_join(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_list(what jsonb DEFAULT '{}'::jsonb, page integer DEFAULT 1, page_size integer DEFAULT 50, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    case when what ->> 'platform' <> '' then $s$c.platforms_key = any (array(
      select k.key from private.lead_platforms() k where k.platforms @> array[$1 ->> 'platform']
    ))$s$ end,
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
      $s$(c.created_at > ($1 ->> 'arrived_after')::timestamptz
        or c.new_answer_at > ($1 ->> 'arrived_after')::timestamptz)$s$
    end,
    case show
      when 'genuine' then 'c.spam_reason is null'
      when 'likely' then 'c.spam_reason is not null and not c.is_spam'
      when 'held' then 'c.is_spam'
      when 'spam' then 'c.spam_reason is not null'
      when 'failed-mail' then $s$not c.is_spam and (c.mail_status = 'failed'
        or c.id in (select m.submission_id from public.mails m where m.state = 'failed'))$s$
      when 'overdue' then
        $q$c.status = 'new' and not c.is_spam and c.created_at < (select private.overdue_before())$q$
      when 'new-answer' then 'not c.is_spam and c.new_answer_at is not null'
      when 'won' then $q$c.outcome = 'won' and not c.is_spam$q$
      when 'lost' then $q$c.outcome = 'lost' and not c.is_spam$q$
      when 'follow-up' then
        $s$not c.is_spam and c.follow_up_on <= (now() at time zone (select private.company_zone()))::date$s$
    end
  ], null);
  searches constant boolean := coalesce(what ->> 'q', '') <> '';
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
        private.search_for(btrim(regexp_replace(btrim(token, '"'), '\s+', ' ', 'g')))
      when length(digits) >= 9 and token ~ '^[0-9 +()./-]+$' then
        private.search_for(right(digits, 9))
      -- Without its area code, or two numbers that are none of a telephone.
      when length(digits) >= 7 and token ~ '^[0-9 +()./-]+$' then
        format('(%s or %s)', private.search_for(digits), (
          select string_agg(private.search_for(w), ' and ')
          from regexp_split_to_table(token, '\s+') as w
        ))
      else private.search_for(token)
    end;
  end loop;
  execute format(
    $s$
      with found as %s (
        select c.id, c.created_at, c.is_spam%s from public.contact_submissions c where %s
      ), counted as (
        select count(*) filter (where $5 and r.is_spam) as held, count(*) as found,
          count(*) filter (
            where r.created_at <= ($1 ->> 'arrived_after')::timestamptz and not ($5 and r.is_spam)
          ) as answered
        from found r
      ), placed as (
        select r.id, r.created_at, (%s)::double precision as place from found r %s
        where not ($5 and r.is_spam)
      ), shown as (
        select p.* from placed p %s order by p.place, p.created_at desc, p.id limit $3 offset $4
      )
      select jsonb_build_object(
        'total', n.found - n.held,
        'held', n.held,
        'newest', greatest(
          (select max(c.created_at) from public.contact_submissions c),
          (select max(c.new_answer_at) from public.contact_submissions c)
        ),
        'answered', n.answered,
        'rows', coalesce((
          select jsonb_agg(
            to_jsonb(c) - '{search_text,platforms_key,trap,filled_in_ms}'::text[]
            order by s.place, s.created_at desc, s.id
          )
          from shown s join public.contact_submissions c on c.id = s.id
        ), '[]'::jsonb)
      ) from counted n
    $s$,
    -- A search reads rows, so it is done once; without one, counting and paging each read an index.
    case when searches then 'materialized' else 'not materialized' end,
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
$function$;
grant execute on function public.lead_list(jsonb,integer,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_new_count()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.lead_new_count() to authenticated;

CREATE OR REPLACE FUNCTION public.lead_part(lead uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  conversation uuid;
  alone uuid;
begin
  perform private.require_lead_handler();
  -- One after the other, as a whole conversation changes.
  perform pg_advisory_xact_lock(hashtextextended('private.lead_conversations', 0));
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
$function$;
grant execute on function public.lead_part(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.lead_platforms()
 RETURNS TABLE(key uuid, platforms text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive step as (
    (
      select c.platforms_key, c.platforms from public.contact_submissions c
      order by c.platforms_key limit 1
    )
    union all
    select next.platforms_key, next.platforms from step cross join lateral (
      select c.platforms_key, c.platforms from public.contact_submissions c
      where c.platforms_key > step.platforms_key order by c.platforms_key limit 1
    ) next
  )
  select s.platforms_key, s.platforms from step s
$function$;
grant execute on function private.lead_platforms() to authenticated;

CREATE OR REPLACE FUNCTION public.lead_same_person(lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  return coalesce((
    select jsonb_agg(to_jsonb(s) order by s.created_at desc, s.id)
    from (
      select c.id, c.name, c.email, c.message, c.status, c.is_spam, c.spam_reason, c.created_at,
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
$function$;
grant execute on function public.lead_same_person(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_views()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  return coalesce((select v.views from private.lead_views v where v.person_id = auth.uid()), '[]');
end
$function$;
grant execute on function public.lead_views() to authenticated;

CREATE OR REPLACE FUNCTION public.lead_views_save(views jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  insert into private.lead_views as v (person_id, views) values (auth.uid(), lead_views_save.views)
    on conflict (person_id) do update set views = excluded.views;
  return views;
end
$function$;
grant execute on function public.lead_views_save(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION private.phone_keys(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.platforms_key(platforms text[])
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select encode(substr(sha256(convert_to(array_to_string(platforms, E'\n'), 'UTF8')), 1, 16), 'hex')::uuid
$function$;
grant execute on function private.platforms_key(text[]) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.request_is_stored(request uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(request::text, 1));
  return exists (select from public.contact_submissions c where c.request_id = request);
end
$function$;
grant execute on function private.request_is_stored(uuid) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_for(piece text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select format('c.search_text like %L', '%' || regexp_replace(piece, '([\\%_])', '\\\1', 'g') || '%')
$function$;

CREATE OR REPLACE FUNCTION private.search_text_of(lead public.contact_submissions)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select concat_ws(E'\n', t.folded, (
    select string_agg(distinct d.digits, ' ')
    from (
      select regexp_replace(n[1], '\D', '', 'g') as digits
      from regexp_matches(t.folded, '[0-9][0-9 ()./-]{5,}[0-9]', 'g') as n
      where n[1] ~ '\D'
    ) d
    where length(d.digits) >= 7
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
        select i.arrived_at, concat_ws(' ', i.sender_name, i.sender, i.subject, left(normalize(left(i.body_text, 10000), NFKD), 10000))
          from public.inbound_mails i where i.submission_id = lead.id and i.kind = 'reply'
        order by 1 desc limit 100
      ) e)
    ]) with ordinality as x (words, nth)
  ) t
$function$;

CREATE OR REPLACE FUNCTION private.search_text_of_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.contact_submissions c set search_text = ''
    where c.id = (coalesce(new, old)).submission_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.sign_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.source_of(attribution jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when attribution is not null then coalesce(
    private.source_of_touch(attribution -> 'first'),
    private.source_of_touch(attribution -> 'last'),
    'direct'
  ) end
$function$;
grant execute on function private.source_of(jsonb) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.source_of_touch(touch jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    touch ->> 'utm_source',
    substring(touch ->> 'referrer' from
      '(?:^|\.)(google|bing|yahoo|duckduckgo|facebook|instagram|linkedin|pinterest|reddit|tiktok|youtube)\.(?:com?|[a-z]{2})(?:\.[a-z]{2})?$'),
    touch ->> 'referrer'
  )
$function$;
grant execute on function private.source_of_touch(jsonb) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.tell_of_lead()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    -- Of a visitor nothing is kept but that it was one.
    insert into public.lead_events (submission_id, kind, happened_at, actor, actor_id, actor_name)
      select new.id, 'created', new.created_at,
        case when who ->> 'actor' = 'person' and not private.may_handle_leads() or auth.role() = 'anon'
          then 'visitor' else who ->> 'actor' end,
        case when private.may_handle_leads() then (who ->> 'id')::uuid end,
        case when private.may_handle_leads() then private.name_of((who ->> 'id')::uuid) end
      from private.history_actor() as who;
    return null;
  end if;
  if new.status <> old.status then
    perform private.add_lead_event(new.id, 'status',
      jsonb_build_object('from', old.status, 'to', new.status));
  end if;
  if (new.outcome, new.outcome_value, new.outcome_reason)
    is distinct from (old.outcome, old.outcome_value, old.outcome_reason)
  then
    perform private.add_lead_event(new.id, 'outcome', jsonb_build_object(
      'to', new.outcome, 'value', new.outcome_value, 'reason', new.outcome_reason));
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
      jsonb_build_object('to', new.spam_reason is not null, 'held', new.is_spam));
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
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.trash_is_quiet()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.deleted_at is not null then
    new.deleted_at := coalesce(old.deleted_at, now());
    new.mail_next_attempt_at := null;
  elsif old.deleted_at is not null and not new.is_spam and new.mail_status <> 'sent' then
    new.mail_next_attempt_at := now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.volume_of(words text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select coalesce(
    left(n.found[1], 15)::double precision * case when n.found[2] is null then 1 else 1000 end
      - case when words ~* '^\s*(?:<|under|up to|less|fewer|below)' then 0.5 else 0 end,
    'infinity'
  )
  from (select regexp_match(replace(words, ',', ''), '([0-9]+)\s*(k\M)?', 'i') as found) n
$function$;
grant execute on function private.volume_of(text) to authenticated;
