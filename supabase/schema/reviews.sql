-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.publishing_rules (
  role text not null,
  constraint publishing_rules_pkey PRIMARY KEY (role),
  constraint publishing_rules_role_is_known CHECK ((role = ANY (private.editing_roles())))
);
comment on table private.publishing_rules is 'Roles whose publishing needs an approval by somebody else.';
alter table private.publishing_rules enable row level security;

create table private.set_comments (
  id uuid not null default gen_random_uuid(),
  set_id uuid not null,
  table_name text,
  row_id uuid,
  label text,
  author uuid,
  link_id uuid,
  outside_name text,
  page text,
  message text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  done_at timestamp with time zone,
  constraint set_comments_pkey PRIMARY KEY (id),
  constraint set_comments_author_fkey FOREIGN KEY (author) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint set_comments_change_is_whole CHECK (((table_name IS NULL) = (row_id IS NULL))),
  constraint set_comments_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.preview_links(id) ON DELETE SET NULL,
  constraint set_comments_message_is_short CHECK (((message ~ '\S'::text) AND (length(message) <= 2000))),
  constraint set_comments_outside_name_is_short CHECK (((outside_name ~ '\S'::text) AND (length(outside_name) <= 80))),
  constraint set_comments_page_is_a_path CHECK ((page ~ '^/[a-z0-9/-]{0,200}$'::text)),
  constraint set_comments_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.change_sets(id) ON DELETE CASCADE
);
comment on table private.set_comments is 'Comments on a set: by staff, or from outside by someone with a preview link.';
comment on column private.set_comments.outside_name is 'What someone without an account calls themself; null: staff wrote it.';
comment on column private.set_comments.page is 'The page of the preview on which someone from outside wrote it.';
CREATE INDEX set_comments_of_author ON private.set_comments USING btree (author);
CREATE INDEX set_comments_of_link ON private.set_comments USING btree (link_id, created_at);
CREATE INDEX set_comments_of_set ON private.set_comments USING btree (set_id, created_at);
alter table private.set_comments enable row level security;

create table private.set_reviews (
  set_id uuid not null,
  asked_by uuid,
  asked_at timestamp with time zone not null default now(),
  reviewer uuid not null,
  verdict text,
  decided_at timestamp with time zone,
  version timestamp with time zone,
  constraint set_reviews_pkey PRIMARY KEY (set_id),
  constraint set_reviews_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint set_reviews_reviewer_fkey FOREIGN KEY (reviewer) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint set_reviews_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.change_sets(id) ON DELETE CASCADE,
  constraint set_reviews_verdict_is_known CHECK ((verdict = ANY (ARRAY['approved'::text, 'changes'::text]))),
  constraint set_reviews_verdict_is_whole CHECK ((num_nonnulls(verdict, decided_at, version) = ANY (ARRAY[0, 3])))
);
comment on table private.set_reviews is 'Who was asked to review a set, and what they said.';
comment on column private.set_reviews.version is 'The version of the set that the verdict is about. An edit makes it another one.';
CREATE INDEX set_reviews_asked_by ON private.set_reviews USING btree (asked_by);
CREATE INDEX set_reviews_of_reviewer ON private.set_reviews USING btree (reviewer);
alter table private.set_reviews enable row level security;

CREATE OR REPLACE FUNCTION private.add_set_comment(comment private.set_comments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.comment_text(message text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  trimmed constant text := 
    substring(private.visible_text(replace(message, E'\r\n', E'\n'), E'\n') from '\S.*\S|\S');
begin
  if trimmed is null or length(trimmed) > 2000 then
    raise exception 'Please enter a comment of at most 2,000 characters.' using errcode = '22023';
  end if;
  return trimmed;
end
$function$;

CREATE OR REPLACE FUNCTION private.editing_roles()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['owner', 'admin', 'editor']
$function$;

CREATE OR REPLACE FUNCTION private.edits_content(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.roles_of(person) && private.editing_roles()
$function$;

CREATE OR REPLACE FUNCTION private.is_approved(the_set public.change_sets)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.set_reviews r
    where r.set_id = the_set.id and r.verdict = 'approved' and r.version = the_set.version
      and private.edits_content(r.reviewer)
  )
$function$;
grant execute on function private.is_approved(public.change_sets) to authenticated;

CREATE OR REPLACE FUNCTION private.my_reviews()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.my_reviews() to authenticated;

CREATE OR REPLACE FUNCTION public.needs_approval()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.publishing_rules r where r.role = any (private.roles_of(auth.uid())))
$function$;
grant execute on function public.needs_approval() to authenticated;

CREATE OR REPLACE FUNCTION private.note_review(kind text, person uuid, the_set uuid, detail text, message text DEFAULT NULL::text, author uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.account_notices (email, kind, detail, message, reply_to, page)
    select u.email, note_review.kind, note_review.detail, note_review.message,
      (select a.email from auth.users a where a.id = author), '/admin/content?review=' || the_set
    from auth.users u where u.id = person and u.email is not null and private.edits_content(u.id)
$function$;

CREATE OR REPLACE FUNCTION public.preview_comment_add(token text, page text, name text, message text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.preview_comment_add(text,text,text,text) to anon, authenticated;

CREATE OR REPLACE FUNCTION public.publishing_rules()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.publishing_rules() to authenticated;

CREATE OR REPLACE FUNCTION private.require_approval(list text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('loading_dock.approved', true) is distinct from 'yes' and public.needs_approval()
    and has_any_column_privilege('anon', format('public.%I', list)::regclass, 'select')
  then
    raise exception 'Your changes need approval. Save them to a change set and send it for review.'
      using errcode = 'PT409';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_approval_of_file(path text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if path in (select private.files_to_approve()) then
    raise exception 'Visitors see this file, and your changes need approval. Use another file in a change set instead.'
      using errcode = 'PT409';
  end if;
  return true;
end
$function$;
grant execute on function private.require_approval_of_file(text) to authenticated;

CREATE OR REPLACE FUNCTION public.set_answer_review(of_set uuid, seen timestamp with time zone, verdict text, message text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    select from public.change_set_items i where i.set_id = of_set and auth.uid() = any (i.authors)
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
    private.person_in_words(auth.uid()) || case verdict
      when 'approved' then ' approved "' else ' asked for changes in "' end || the_set.name || '".', said, auth.uid());
end
$function$;
grant execute on function public.set_answer_review(uuid,timestamp with time zone,text,text) to authenticated;

CREATE OR REPLACE FUNCTION public.set_ask_review(of_set uuid, person uuid, message text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    private.person_in_words(auth.uid()) || ' asked you to review "' || the_set.name || '".', said, auth.uid());
end
$function$;
grant execute on function public.set_ask_review(uuid,uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.set_comment(of_set uuid, message text, list text DEFAULT NULL::text, row_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.set_comment(uuid,text,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.set_comment_done(comment uuid, done boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  update private.set_comments c
    set done_at = case when set_comment_done.done then coalesce(c.done_at, now()) end
    where c.id = set_comment_done.comment;
  if not found then
    raise exception 'This comment no longer exists.' using errcode = 'PT409';
  end if;
end
$function$;
grant execute on function public.set_comment_done(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.set_publishing_rules(roles text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.set_publishing_rules(text[]) to authenticated;

CREATE OR REPLACE FUNCTION public.set_review(of_set uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return (
    select jsonb_build_object('set', to_jsonb(s), 'items', coalesce((
      select jsonb_agg(
        to_jsonb(t.step)
          || jsonb_build_object('id', (t.item).id, 'item_version', (t.item).version)
        order by (t.step).page nulls last, (t.step).table_name, (t.step).label, (t.step).row_id)
      from private.set_steps(s.id) t
    ), '[]'::jsonb))
    || private.set_talk(s)
    from public.change_sets s where s.id = of_set
  );
end
$function$;
grant execute on function public.set_review(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.set_reviewers()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('id', u.id, 'email', u.email) order by lower(private.name_of(u.id)), u.id
    ), '[]')
    from auth.users u where u.id <> auth.uid() and private.edits_content(u.id)
  );
end
$function$;
grant execute on function public.set_reviewers() to authenticated;

CREATE OR REPLACE FUNCTION private.set_talk(the_set public.change_sets)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.set_talk(public.change_sets) to authenticated;
