-- A second pair of eyes: a change set is sent to someone for review, commented on, and approved in the version that they
-- saw. For roles that need an approval, nothing else goes live.

-- Who changed what in a set, so that nobody approves their own changes.
alter table public.change_set_items add column changed_by uuid references auth.users (id) on delete set null;
comment on column public.change_set_items.changed_by is 'The account that saved it last; null: from before this was recorded.';
create index change_set_items_of_an_account on public.change_set_items (changed_by);

-- Whether the people with this link may comment.
alter table public.preview_links
  add column may_comment boolean not null default false,
  add column comment_noticed_at timestamptz;
comment on column public.preview_links.may_comment is 'Whether people with the link may comment, without an account.';
comment on column public.preview_links.comment_noticed_at is 'When its maker last got an email about comments.';
grant select (may_comment) on table public.preview_links to authenticated;

-- Tables ---------------------------------------------------------------------------------------------------------------

create table private.set_reviews (
  set_id uuid primary key references public.change_sets (id) on delete cascade,
  asked_by uuid references auth.users (id) on delete set null,
  asked_at timestamptz not null default now(),
  reviewer uuid not null references auth.users (id) on delete cascade,
  verdict text,
  decided_at timestamptz,
  version timestamptz,
  constraint set_reviews_verdict_is_known check (verdict in ('approved', 'changes')),
  constraint set_reviews_verdict_is_whole check (num_nonnulls(verdict, decided_at, version) in (0, 3))
);
comment on table private.set_reviews is 'Who was asked to review a set, and what they said.';
comment on column private.set_reviews.version is 'The version of the set that the verdict is about. An edit makes it another one.';
create index set_reviews_asked_by on private.set_reviews (asked_by);
create index set_reviews_of_reviewer on private.set_reviews (reviewer);
alter table private.set_reviews enable row level security;

create table private.set_comments (
  id uuid primary key default gen_random_uuid(),
  set_id uuid not null references public.change_sets (id) on delete cascade,
  -- the change that it is about; null: the whole set
  table_name text,
  row_id uuid,
  label text,
  author uuid references auth.users (id) on delete set null,
  link_id uuid references public.preview_links (id) on delete set null,
  outside_name text,
  page text,
  message text not null,
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  constraint set_comments_change_is_whole check ((table_name is null) = (row_id is null)),
  constraint set_comments_message_is_short check (message ~ '\S' and length(message) <= 2000),
  constraint set_comments_outside_name_is_short check (outside_name ~ '\S' and length(outside_name) <= 80),
  constraint set_comments_page_is_a_path check (page ~ '^/[a-z0-9/-]{0,200}$')
);
comment on table private.set_comments is 'Comments on a set: by staff, or from outside by someone with a preview link.';
comment on column private.set_comments.outside_name is 'What someone without an account calls themself; null: staff wrote it.';
comment on column private.set_comments.page is 'The page of the preview on which someone from outside wrote it.';
create index set_comments_of_set on private.set_comments (set_id, created_at);
create index set_comments_of_author on private.set_comments (author);
create index set_comments_of_link on private.set_comments (link_id, created_at);
alter table private.set_comments enable row level security;

-- The roles that change what visitors see.
create function private.editing_roles() returns text[]
language sql immutable set search_path = ''
as $$
  select array['owner', 'admin', 'editor']
$$;
revoke execute on function private.editing_roles() from public;

create table private.publishing_rules (
  role text primary key,
  constraint publishing_rules_role_is_known check (role = any (private.editing_roles()))
);
comment on table private.publishing_rules is 'Roles whose publishing needs an approval by somebody else.';
alter table private.publishing_rules enable row level security;

-- Approvals ------------------------------------------------------------------------------------------------------------

-- Whether what the caller publishes needs an approval by somebody else.
create function public.needs_approval() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.publishing_rules r where r.role = any (private.roles_of(auth.uid())))
$$;
revoke execute on function public.needs_approval() from public, anon;
grant execute on function public.needs_approval() to authenticated;

-- Whether a person may edit content now.
create function private.edits_content(person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.roles_of(person) && private.editing_roles()
$$;
revoke execute on function private.edits_content(uuid) from public;

-- Whether the set, as it is now, was approved by someone who still may edit content.
create function private.is_approved(the_set public.change_sets) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.set_reviews r
    where r.set_id = the_set.id and r.verdict = 'approved' and r.version = the_set.version
      and private.edits_content(r.reviewer)
  )
$$;
revoke execute on function private.is_approved(public.change_sets) from public;
grant execute on function private.is_approved(public.change_sets) to authenticated;

-- Refuses a change that visitors would see, by someone whose publishing needs an approval. Publishing an approved set says
-- so in loading_dock.approved, and so does the trial run of a save into a set.
create function private.require_approval(list text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if current_setting('loading_dock.approved', true) is distinct from 'yes' and public.needs_approval()
    and has_any_column_privilege('anon', format('public.%I', list)::regclass, 'select')
  then
    raise exception 'Your changes need an approval. Save them to a change set and send it for review.'
      using errcode = 'PT409';
  end if;
end
$$;
revoke execute on function private.require_approval(text) from public;

-- Emails ---------------------------------------------------------------------------------------------------------------

alter table private.account_notices add column page text;
comment on column private.account_notices.page is 'The path of the screen that its button opens; null: the usual one of its kind.';
alter table private.account_notices drop constraint account_notices_kind_check;
alter table private.account_notices add constraint account_notices_kind_check check (kind in ('password_changed',
  'admin_granted', 'admin_removed', 'role_changed', 'backup_trouble', 'webhook_changed', 'backup_downloaded',
  'colleague_invited', 'colleague_removed', 'colleague_changed', 'second_factor_added', 'second_factor_removed',
  'second_factor_required', 'second_factor_guessed', 'recovery_code_used', 'new_sign_in',
  'review_asked', 'set_approved', 'set_changes_asked', 'set_commented'));

create function private.note_review(kind text, person uuid, the_set uuid, detail text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.account_notices (email, kind, detail, page)
    select u.email, note_review.kind, note_review.detail, '/admin/content?review=' || the_set
    from auth.users u where u.id = person and u.email is not null
$$;
revoke execute on function private.note_review(text, uuid, uuid, text) from public;

-- Comments -------------------------------------------------------------------------------------------------------------

-- The text as it is stored: visible characters, no blanks around them. @throws unless there are 1 to 2,000
create function private.comment_text(message text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  trimmed constant text := 
    substring(private.visible_text(replace(message, E'\r\n', E'\n'), E'\n') from '\S.*\S|\S');
begin
  if trimmed is null or length(trimmed) > 2000 then
    raise exception 'Please enter a comment of at most 2,000 characters.' using errcode = '22023';
  end if;
  return trimmed;
end
$$;
revoke execute on function private.comment_text(text) from public;

-- Adds a comment; the set has to be locked.
create function private.add_set_comment(comment private.set_comments) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Counted apart, so that comments from outside leave no less room for the team's.
  if (
    select count(*) from private.set_comments c
    where c.set_id = comment.set_id and (c.outside_name is null) = (comment.outside_name is null)
  ) >= 500 then
    raise exception 'A set has at most 500 comments.' using errcode = 'PT409';
  end if;
  comment.id := gen_random_uuid();
  comment.created_at := clock_timestamp();
  comment.message := private.comment_text(comment.message);
  insert into private.set_comments select comment.*;
end
$$;
revoke execute on function private.add_set_comment(private.set_comments) from public;

-- Adds a comment to a set, or to one change of it.
create function public.set_comment(of_set uuid, message text, list text default null, row_id uuid default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  comment private.set_comments;
  item public.change_set_items;
begin
  perform private.lock_set(of_set);
  if list is not null then
    select i.* into item from public.change_set_items i
      where i.set_id = of_set and i.table_name = list and i.row_id = set_comment.row_id;
    if item.id is null then
      raise exception 'This change is no longer in the set.' using errcode = 'PT409';
    end if;
    comment.table_name := item.table_name;
    comment.row_id := item.row_id;
    comment.label := (private.set_step_of(item)).label;
  end if;
  comment.set_id := of_set;
  comment.author := auth.uid();
  comment.message := set_comment.message;
  perform private.add_set_comment(comment);
end
$$;
revoke execute on function public.set_comment(uuid, text, text, uuid) from public, anon;
grant execute on function public.set_comment(uuid, text, text, uuid) to authenticated;

-- Marks a comment as done, or opens it again.
create function public.set_comment_done(comment uuid, done boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  update private.set_comments c
    set done_at = case when set_comment_done.done then coalesce(c.done_at, now()) end
    where c.id = set_comment_done.comment;
  if not found then
    raise exception 'This comment no longer exists.' using errcode = 'PT409';
  end if;
end
$$;
revoke execute on function public.set_comment_done(uuid, boolean) from public, anon;
grant execute on function public.set_comment_done(uuid, boolean) to authenticated;

-- What became of a link: 'open', 'expired', 'revoked', or 'closed' because its set was published or discarded.
create function private.preview_link_state(link public.preview_links) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when exists (select from public.change_sets s where s.id = link.set_id and s.status = 'open') then 'open'
    else 'closed'
  end
$$;
revoke execute on function private.preview_link_state(public.preview_links) from public;

-- From someone with a preview link. Null: there is no such link. {"state"}: it is over, as preview_link_open says.
-- {"state": "open", "added"}: false where its maker does not allow comments.
create function public.preview_comment_add(token text, page text, name text, message text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  comment private.set_comments;
  link public.preview_links;
  the_set public.change_sets;
begin
  select l.* into link from public.preview_links l
    where l.token_hash = encode(sha256(convert_to(preview_comment_add.token, 'UTF8')), 'hex');
  if link.id is null then
    return null;
  elsif private.preview_link_state(link) <> 'open' then
    return jsonb_build_object('state', private.preview_link_state(link));
  elsif not link.may_comment then
    return '{"state": "open", "added": false}';
  end if;
  comment.outside_name := substring(private.visible_text(preview_comment_add.name, ' ') from '\S.*\S|\S');
  if comment.outside_name is null or length(comment.outside_name) > 80 or comment.outside_name ~ '[\n\r]' then
    raise exception 'Please enter a name of at most 80 characters.' using errcode = '22023';
  elsif preview_comment_add.page is null or preview_comment_add.page !~ '^/[a-z0-9/-]{0,200}$' then
    raise exception 'There is no such page.' using errcode = '22023';
  end if;
  comment.page := preview_comment_add.page;
  comment.message := private.comment_text(preview_comment_add.message);
  -- The lock on the set keeps it from closing, and makes the counts below exact.
  select s.* into the_set from public.change_sets s where s.id = link.set_id for update;
  if the_set.status is distinct from 'open' then
    return '{"state": "closed"}';
  elsif exists (
    select from private.set_comments c
    where c.link_id = link.id and c.page = comment.page and c.outside_name = comment.outside_name
      and c.message = comment.message and c.created_at > now() - interval '10 minutes'
  ) then
    -- Sent twice, by a double click or after a lost answer.
    return '{"state": "open", "added": true}';
  elsif (select count(*) from private.set_comments c where c.link_id = link.id) >= 100 then
    raise exception 'This link has 100 comments. Ask the person who sent it for a new one.' using errcode = 'PT409';
  elsif (
    select count(*) from private.set_comments c
    where c.link_id = link.id and c.created_at > now() - interval '1 minute'
  ) >= 10 then
    raise exception 'Too many comments at once. Please wait a minute.' using errcode = 'PT429';
  end if;
  comment.set_id := the_set.id;
  comment.link_id := link.id;
  perform private.add_set_comment(comment);
  -- One email an hour for each link, however much is written.
  update public.preview_links l set comment_noticed_at = now()
    where l.id = link.id and coalesce(l.comment_noticed_at < now() - interval '1 hour', true);
  if found then
    perform private.note_review('set_commented', link.created_by, the_set.id, the_set.name);
  end if;
  return '{"state": "open", "added": true}';
end
$$;
revoke execute on function public.preview_comment_add(text, text, text, text) from public;
grant execute on function public.preview_comment_add(text, text, text, text) to anon, authenticated;

-- Reviews --------------------------------------------------------------------------------------------------------------

-- The colleagues whom the caller can ask for a review: [{"id", "email"}], by name.
create function public.set_reviewers() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', u.id, 'email', u.email) order by lower(private.name_of(u.id)), u.id
    ), '[]')
    from auth.users u where u.id <> auth.uid() and private.edits_content(u.id)
  );
end
$$;
revoke execute on function public.set_reviewers() from public, anon;
grant execute on function public.set_reviewers() to authenticated;

-- Sends a set to a colleague for review. An earlier verdict no longer counts.
create function public.set_ask_review(of_set uuid, person uuid, message text default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  the_set constant public.change_sets := private.lock_set(of_set);
  said constant text := case when set_ask_review.message ~ '\S' then private.comment_text(set_ask_review.message) end;
begin
  if not exists (select from public.change_set_items i where i.set_id = of_set) then
    raise exception 'This set has no changes yet.' using errcode = 'PT409';
  elsif person = auth.uid() or private.edits_content(person) is not true then
    raise exception 'Choose a colleague who can edit content.' using errcode = 'PT409';
  elsif exists (
    select from private.set_reviews r where r.set_id = of_set and r.reviewer = person and r.verdict is null
  ) then
    raise exception 'This set is already waiting for their review.' using errcode = 'PT409';
  end if;
  insert into private.set_reviews as r (set_id, asked_by, reviewer) values (of_set, auth.uid(), person)
    on conflict on constraint set_reviews_pkey do update
    set asked_by = excluded.asked_by, asked_at = excluded.asked_at, reviewer = excluded.reviewer,
      verdict = null, decided_at = null, version = null;
  if said is not null then
    perform public.set_comment(of_set, said);
  end if;
  perform private.note_review('review_asked', person, of_set,
    concat_ws(' ', private.person_in_words(auth.uid()) || ' asks you to review "' || the_set.name || '".', said));
end
$$;
revoke execute on function public.set_ask_review(uuid, uuid, text) from public, anon;
grant execute on function public.set_ask_review(uuid, uuid, text) to authenticated;

-- What a reviewer says about the version that they saw: `verdict` is 'approved' or 'changes'. A colleague who was not
-- asked can answer, too.
create function public.set_answer_review(of_set uuid, seen timestamptz, verdict text, message text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  the_set constant public.change_sets := private.lock_set(of_set);
  said constant text :=
    case when set_answer_review.message ~ '\S' then private.comment_text(set_answer_review.message) end;
  review private.set_reviews;
begin
  select r.* into review from private.set_reviews r where r.set_id = of_set;
  if review.set_id is null then
    raise exception 'Nobody sent this set for review.' using errcode = 'PT409';
  elsif the_set.version is distinct from seen then
    raise exception 'Someone changed this set. Review it again.' using errcode = 'PT409';
  elsif review.asked_by = auth.uid() then
    raise exception 'You sent this set for review. Someone else has to answer.' using errcode = 'PT409';
  elsif verdict is null or verdict not in ('approved', 'changes') then
    raise exception 'Approve the set, or ask for changes.' using errcode = '22023';
  elsif verdict = 'approved' and exists (
    select from public.change_set_items i where i.set_id = of_set and i.changed_by = auth.uid()
  ) then
    raise exception 'You changed something in this set. Someone else has to approve it.' using errcode = 'PT409';
  end if;
  update private.set_reviews r
    set reviewer = auth.uid(), verdict = set_answer_review.verdict, decided_at = now(), version = the_set.version
    where r.set_id = of_set;
  if said is not null then
    perform public.set_comment(of_set, said);
  end if;
  perform private.note_review(
    case verdict when 'approved' then 'set_approved' else 'set_changes_asked' end, review.asked_by, of_set,
    concat_ws(' ', private.person_in_words(auth.uid()) || case verdict
      when 'approved' then ' approved "' else ' asks for changes in "' end || the_set.name || '".', said));
end
$$;
revoke execute on function public.set_answer_review(uuid, timestamptz, text, text) from public, anon;
grant execute on function public.set_answer_review(uuid, timestamptz, text, text) to authenticated;

-- What set_review says in addition to the changes: the review, the comments, and what the caller may do.
create function private.set_talk(the_set public.change_sets) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return jsonb_build_object(
    'needs_approval', public.needs_approval(),
    'is_approved', private.is_approved(the_set),
    'review', (
      select jsonb_build_object(
        'asked_by', (select u.email from auth.users u where u.id = r.asked_by),
        'asked_at', r.asked_at,
        'reviewer', (select u.email from auth.users u where u.id = r.reviewer),
        'verdict', r.verdict,
        'decided_at', r.decided_at,
        'is_current', r.version = the_set.version,
        'reviewer_edits', private.edits_content(r.reviewer),
        'mine', coalesce(r.asked_by = auth.uid(), false),
        'for_me', r.reviewer = auth.uid()
      )
      from private.set_reviews r where r.set_id = the_set.id
    ),
    'comments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', c.id, 'table_name', c.table_name, 'row_id', c.row_id, 'label', c.label, 'message', c.message,
        'created_at', c.created_at, 'done', c.done_at is not null,
        'author', (select u.email from auth.users u where u.id = c.author),
        'outside_name', c.outside_name, 'page', c.page
      ) order by c.created_at, c.id)
      from private.set_comments c where c.set_id = the_set.id
    ), '[]')
  );
end
$$;
revoke execute on function private.set_talk(public.change_sets) from public;
grant execute on function private.set_talk(public.change_sets) to authenticated;

-- What waits for the caller, for the dashboard: [{"id", "name", "what", "who"}], newest first. `what` is 'review' (they were
-- asked), 'approved' or 'changes' (their own set was answered).
create function private.my_reviews() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(w) - 'at' order by w.at desc, w.id), '[]')
  from (
    select s.id, s.name, coalesce(r.verdict, 'review') as what,
      private.name_of(case when r.verdict is null then r.asked_by else r.reviewer end) as who,
      coalesce(r.decided_at, r.asked_at) as at
    from private.set_reviews r join public.change_sets s on s.id = r.set_id and s.status = 'open'
    where r.verdict is null and r.reviewer = auth.uid()
      or r.asked_by = auth.uid() and r.version = s.version and (r.verdict = 'changes' or private.is_approved(s))
    order by 5 desc, 1 limit 20
  ) w
$$;
revoke execute on function private.my_reviews() from public;
grant execute on function private.my_reviews() to authenticated;

-- Rules ----------------------------------------------------------------------------------------------------------------

-- Each role that publishes: [{"role", "needs_approval", "people"}].
create function public.publishing_rules() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_agg(jsonb_build_object(
      'role', known.role,
      'needs_approval', exists (select from private.publishing_rules r where r.role = known.role),
      'people', (select count(*) from auth.users u where known.role = any (private.roles_of(u.id)))
    ) order by known.place)
    from unnest(private.editing_roles()) with ordinality as known (role, place)
  );
end
$$;
revoke execute on function public.publishing_rules() from public, anon;
grant execute on function public.publishing_rules() to authenticated;

-- Chooses the roles whose publishing needs an approval. Admins can't change what owners and they themselves need.
create function public.set_publishing_rules(roles text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  chosen constant text[] := coalesce(set_publishing_rules.roles, '{}');
begin
  perform private.require_admin();
  perform private.require_recent_proof();
  perform pg_advisory_xact_lock(hashtextextended('private.publishing_rules', 0));
  if not chosen <@ private.editing_roles() then
    raise exception 'Please choose a role.' using errcode = '22023';
  elsif exists (
    select from unnest(array['owner', 'admin']) as known (role)
    where known.role = any (chosen) <> exists (select from private.publishing_rules r where r.role = known.role)
  ) then
    perform private.require_owner();
  end if;
  delete from private.publishing_rules r where r.role <> all (chosen);
  insert into private.publishing_rules (role) select distinct unnest(chosen) on conflict do nothing;
  perform private.audit('publishing_rules_changed', null,
    case when chosen = '{}' then 'nobody' else private.roles_in_words(chosen) end);
end
$$;
revoke execute on function public.set_publishing_rules(text[]) from public, anon;
grant execute on function public.set_publishing_rules(text[]) to authenticated;

alter table private.audit_log drop constraint audit_log_kind_is_known;
alter table private.audit_log add constraint audit_log_kind_is_known check (kind in ('sign_in', 'sign_in_failed',
  'password_changed', 'password_reset', 'second_factor_added', 'second_factor_removed', 'second_factor_reset',
  'second_factor_rules_changed', 'recovery_codes_made', 'recovery_code_used', 'publishing_rules_changed',
  'role_given', 'role_changed', 'role_removed', 'invitation_sent', 'invitation_revoked',
  'leads_exported', 'person_exported', 'person_erased', 'audit_log_exported', 'backup_downloaded', 'backup_restored',
  'keys_made', 'security_setting_changed', 'webhook_saved', 'webhook_deleted'));

-- "Owner, Admin and Editor"
create or replace function private.roles_in_words(roles text[]) returns text
language sql immutable set search_path = ''
as $$
  select regexp_replace(string_agg(initcap(r.role), ', ' order by r.place), ', ([^,]*)$', ' and \1')
  from unnest(roles) with ordinality as r (role, place)
$$;

-- Earlier functions ----------------------------------------------------------------------------------------------------

-- With one more argument.
drop function public.preview_link_create(uuid);
create function public.preview_link_create(of_set uuid, comments boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- 244 random bits, in letters that an address may have
  token constant text := translate(encode(sha256(convert_to(
    gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'base64'), '+/=', '-_');
  made public.preview_links;
begin
  perform private.lock_set(of_set);
  -- Those that have been over for long need not say so.
  delete from public.preview_links l where l.expires_at < now() - interval '90 days';
  insert into public.preview_links as l (set_id, token_hash, made_by, may_comment)
    values (of_set, encode(sha256(convert_to(token, 'UTF8')), 'hex'),
      coalesce(private.history_actor() ->> 'email', 'an admin'), coalesce(comments, false))
    returning l.* into made;
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at);
end
$$;
revoke execute on function public.preview_link_create(uuid, boolean) from public, anon;
grant execute on function public.preview_link_create(uuid, boolean) to authenticated;

create or replace function public.preview_link_open(token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  link public.preview_links;
  state text;
begin
  select l.* into link from public.preview_links l
    where l.token_hash = encode(sha256(convert_to(preview_link_open.token, 'UTF8')), 'hex');
  if link.id is null then
    return null;
  end if;
  state := private.preview_link_state(link);
  if state <> 'open' then
    return jsonb_build_object('state', state);
  end if;
  return jsonb_build_object('state', state, 'until', link.expires_at, 'zone', private.company_zone(),
    'name', (select s.name from public.change_sets s where s.id = link.set_id),
    'may_comment', link.may_comment, 'rows', private.set_for_visitors(link.set_id));
end
$$;

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('private.audit_kinds', $t$'second_factor_rules_changed', 'webhook_saved',$t$,
        $t$'second_factor_rules_changed', 'publishing_rules_changed', 'webhook_saved',$t$),
      ('private.keep_item', $t$    item.version := next_version;
$t$, $t$    item.version := next_version;
    item.changed_by := auth.uid();
$t$),
      ('private.record_history', $t$  was jsonb;
begin
$t$, $t$  was jsonb;
begin
  perform private.require_approval(tg_table_name);
$t$),
      ('public.set_save', $t$    begin
      set constraints all deferred;
$t$, $t$    begin
      perform set_config('loading_dock.approved', 'yes', true);
      set constraints all deferred;
$t$),
      ('public.set_publish', $t$  -- From here on nobody changes live what is about to be.
$t$, $t$  if public.needs_approval() and not private.is_approved(the_set) then
    raise exception 'Someone else has to approve this set first. Send it for review.' using errcode = 'PT409';
  end if;
  -- From here on nobody changes live what is about to be.
$t$),
      ('public.set_publish', $t$  perform set_config('loading_dock.change_note', private.set_note(the_set), true);
$t$, $t$  perform set_config('loading_dock.change_note', private.set_note(the_set), true);
  perform set_config('loading_dock.approved', 'yes', true);
$t$),
      ('public.set_publish', $t$  perform set_config('loading_dock.change_note', '', true);
$t$, $t$  perform set_config('loading_dock.change_note', '', true);
  perform set_config('loading_dock.approved', '', true);
$t$),
      ('private.end_set', $t$  set constraints all deferred;
$t$, $t$  perform set_config('loading_dock.approved', 'yes', true);
  set constraints all deferred;
$t$),
      ('private.end_set', $t$  perform set_config('loading_dock.change_note', '', true);
$t$, $t$  perform set_config('loading_dock.change_note', '', true);
  perform set_config('loading_dock.approved', '', true);
$t$),
      ('public.set_review', $t$    from public.change_sets s where s.id = of_set$t$,
        $t$    || private.set_talk(s)
    from public.change_sets s where s.id = of_set$t$),
      ('public.account_notice_claim', $t$'detail', notice.detail,$t$,
        $t$'detail', notice.detail, 'page', notice.page,$t$),
      ('public.admin_dashboard', $t$or exists (select from public.change_set_remains r where r.set_id = s.id)
      )
$t$, $t$or exists (select from public.change_set_remains r where r.set_id = s.id)
      ),
      'reviews', private.my_reviews()
$t$),
      ('public.admin_dashboard', $t$'images_without_alt_text', 'waiting_sets']$t$,
        $t$'images_without_alt_text', 'waiting_sets', 'reviews']$t$),
      ('private.hold_own_rights', $t$    if not found then
$t$, $t$    -- Editors make preview links. A shared lock waits for a change of their role, too.
    if not found and tg_table_name = 'preview_links' then
      perform from public.staff s where s.user_id = auth.uid() and s.is_editor for share;
    end if;
    if not found then
$t$)
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
