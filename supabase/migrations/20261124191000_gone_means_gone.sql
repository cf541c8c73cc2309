-- Gone means gone. All that is kept of a person who wrote hangs on their messages: a table that holds
-- something of them refers to public.contact_submissions and is deleted with it. So what there is can be
-- counted, handed out and erased by walking the catalogue's foreign keys, and a table that is added later
-- is in it by itself.
--
-- What goes leaves an entry: when, who or what did it, and how many rows of what. It names nobody who wrote.

create table public.lead_erasures (
  id uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default clock_timestamp(),
  reason text not null,
  actor text not null,
  actor_id uuid,
  actor_name text,
  rows jsonb not null default '{}',

  constraint lead_erasures_reason_is_known check (reason in ('person', 'trash', 'spam', 'closed')),
  constraint lead_erasures_actor_is_known check (
    actor in ('person', 'server', 'command line', 'database')
  )
);
comment on table public.lead_erasures is 'What was deleted for good of people who wrote; nothing of who they are.';
comment on column public.lead_erasures.reason is
  'person: asked for, by address. By itself: trash, spam and closed messages whose time was over.';
comment on column public.lead_erasures.actor is
  'Who did it: an admin, with id and name as they were then, the web server, its command line, or whoever was at the database.';
comment on column public.lead_erasures.rows is 'How many of what: {"contact_submissions": 2, "submission_notes": 1}.';
create index lead_erasures_newest on public.lead_erasures (erased_at desc, id);

alter table public.lead_erasures enable row level security;
revoke all on table public.lead_erasures from public, anon, authenticated, service_role;
grant select on table public.lead_erasures to authenticated;
create policy "Who handles leads reads what was erased" on public.lead_erasures
  for select to authenticated using ((select private.may_handle_leads()));

create function private.note_erasure(reason text, rows jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.lead_erasures (reason, actor, actor_id, actor_name, rows)
    select note_erasure.reason, who ->> 'actor', (who ->> 'id')::uuid,
      coalesce(private.name_of((who ->> 'id')::uuid), who ->> 'email'), note_erasure.rows
    from private.history_actor() as who
$$;


-- Every table that holds something of the person with the key $1, with the rows of theirs (as t): the
-- messages, and whatever is deleted with them, over as many steps as it takes.
create function private.tables_of_person() returns table (relation regclass, name text, condition text)
language sql stable set search_path = ''
as $$
  with recursive hanging (relation, condition, path) as (
    select 'public.contact_submissions'::regclass,
      't.id in (select k.submission_id from private.lead_keys k where k.key = $1)',
      array['public.contact_submissions'::regclass]
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

-- A mail about several leads goes with each of them (private.mail_leads). It is not handed out, since it
-- tells of others.
create function private.shared_mails_of(person text) returns bigint
language sql stable set search_path = ''
as $$
  select count(distinct m.id)
  from private.lead_keys k
  join private.mail_leads l on l.submission_id = k.submission_id
  join public.mails m on m.id = l.mail_id and m.submission_id is null
  where k.key = person
$$;

create function private.rows_of_person(key text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  one record;
  many bigint;
  counts jsonb := '{}';
begin
  for one in select * from private.tables_of_person() loop
    execute format('select count(*) from %s t where %s', one.relation, one.condition)
      into many using key;
    if one.name = 'mails' then
      many := many + private.shared_mails_of(key);
    end if;
    if many > 0 then
      counts := counts || jsonb_build_object(one.name, many);
    end if;
  end loop;
  return counts;
end
$$;

-- What there is of the person with this address: {"rows": how many by table, "messages": those of them,
-- newest first, 100 at most, "others": further addresses in messages that staff joined with theirs,
-- "has_account": whether somebody signs in by it}.
create function public.lead_person(address text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  person constant text := private.email_key(address);
begin
  perform private.require_lead_handler();
  return jsonb_build_object(
    'rows', private.rows_of_person(person),
    'messages', coalesce((
      select jsonb_agg(to_jsonb(m) order by m.created_at desc, m.id)
      from (
        select c.id, c.name, c.created_at, c.deleted_at
        from private.lead_keys k join public.contact_submissions c on c.id = k.submission_id
        where k.key = person order by c.created_at desc, c.id limit 100
      ) m
    ), '[]'::jsonb),
    'others', coalesce((
      select jsonb_agg(distinct lower(c.email))
      from private.lead_keys k
      join private.lead_conversations mine on mine.submission_id = k.submission_id
      join private.lead_conversations theirs using (conversation_id)
      join public.contact_submissions c on c.id = theirs.submission_id
      where k.key = person and private.email_key(c.email) <> person
    ), '[]'::jsonb),
    'has_account', exists (select from auth.users u where private.email_key(u.email) = person)
  );
end
$$;

-- All of it, to hand out: {"address", "exported_at", "tables": {"contact_submissions": [its rows], …}}.
-- What is only searched in repeats what stands beside it, and is left out.
create function public.lead_person_export(address text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  person constant text := private.email_key(address);
  one record;
  found jsonb;
  tables jsonb := '{}';
begin
  perform private.require_lead_handler();
  for one in select * from private.tables_of_person() loop
    execute format(
      $s$select jsonb_agg(to_jsonb(t) - 'search_text') from %s t where %s$s$, one.relation, one.condition
    ) into found using person;
    if found is not null then
      tables := tables || jsonb_build_object(one.name, found);
    end if;
  end loop;
  return jsonb_build_object('address', address, 'exported_at', now(), 'tables', tables);
end
$$;

-- Removes all of it for good; answers how many rows of what went. It can't be taken back.
create function public.lead_person_erase(address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person constant text := private.email_key(address);
  counts jsonb;
begin
  perform private.require_lead_handler();
  -- Nothing is added to them between the count and the end.
  perform from public.contact_submissions c
    where c.id in (select k.submission_id from private.lead_keys k where k.key = person)
    order by c.id for update;
  counts := private.rows_of_person(person);
  if counts <> '{}' then
    delete from public.contact_submissions c
      where c.id in (select k.submission_id from private.lead_keys k where k.key = person);
    perform private.note_erasure('person', counts);
  end if;
  return counts;
end
$$;


-- How long leads are kept, as the settings say; both are off until somebody turns them on. Likely spam
-- that was mailed all the same is none: only what was held back or marked by staff goes.
insert into public.site_settings (setting_key, setting_value, setting_type, description)
select seed.key, seed.value, seed.type, seed.description
from (values
  ('privacy_text', '', 'textarea',
    'What is kept of visitors who write, and for how long. The page /privacy shows it, and the contact form links there'),
  ('delete_spam', 'false', 'boolean',
    'Deletes messages marked as spam for good, 30 days after the last thing that happened to them'),
  ('delete_closed_months', '', 'text',
    'Months after the last thing that happened to them, then they go for good; blank keeps them')
) as seed (key, value, type, description)
where exists (select from public.site_settings)
on conflict (setting_key) do nothing;

alter table public.site_settings
  add constraint site_settings_delete_closed_months_is_a_number check (
    setting_key <> 'delete_closed_months' or setting_value ~ '^([1-9][0-9]?|1[01][0-9]|120)?$'
  );

create policy "Anyone reads what is kept of visitors" on public.site_settings
  for select to anon, authenticated using (setting_key = 'privacy_text');
create policy "Who administers says how long leads are kept" on public.site_settings
  as restrictive for update to authenticated
  using (
    setting_key not in ('delete_spam', 'delete_closed_months') or (select private.may_administer())
  );
create policy "Who administers begins to say how long leads are kept" on public.site_settings
  as restrictive for insert to authenticated
  with check (
    setting_key not in ('delete_spam', 'delete_closed_months') or (select private.may_administer())
  );

-- The reason for which a lead's time is over; null: it is not. A day to come back to it that is still to
-- come keeps a closed one.
create function private.time_is_over(lead public.contact_submissions, spam boolean, months integer)
returns text
language sql stable set search_path = ''
as $$
  select case
    when lead.deleted_at < now() - interval '30 days' then 'trash'
    when lead.deleted_at is not null then null
    when exists (
      select from public.lead_events e
      where e.submission_id = lead.id
        and e.happened_at >= now() - case when lead.is_spam then interval '30 days' else months * interval '1 month' end
    ) then null
    when spam and lead.is_spam and lead.updated_at < now() - interval '30 days' then 'spam'
    when lead.status = 'closed' and not lead.is_spam
      and lead.updated_at < now() - months * interval '1 month'
      and coalesce(lead.follow_up_on < (now() at time zone 'America/Los_Angeles')::date, true)
      then 'closed'
  end
$$;

-- Deletes for good what has lain in the trash for 30 days, and what the settings let go, a batch at a time;
-- returns how many went. The web server does that by itself, several at once without harm; on hosted
-- Supabase pg_cron does where the project has it, and otherwise the next look of an admin into the trash.
create or replace function public.leads_clean(batch integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant jsonb := (
    select jsonb_object_agg(s.setting_key, s.setting_value) from public.site_settings s
    where s.setting_key in ('delete_spam', 'delete_closed_months')
  );
  spam constant boolean := coalesce(kept ->> 'delete_spam' = 'true', false);
  months constant integer := nullif(kept ->> 'delete_closed_months', '')::integer;
  gone integer := 0;
  one record;
begin
  -- Others have no role of the API: the job of the database itself.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_lead_handler();
  end if;
  for one in
    with over as materialized (
      select c.id, private.time_is_over(c, spam, months) as reason
      from public.contact_submissions c
      where (
        c.deleted_at < now() - interval '30 days'
        or spam and c.is_spam and c.deleted_at is null
        or months is not null and c.status = 'closed' and c.deleted_at is null
      ) and private.time_is_over(c, spam, months) is not null
      order by c.updated_at limit greatest(least(batch, 10000), 0)
      for update skip locked
    ), deleted as (
      delete from public.contact_submissions c using over where c.id = over.id returning over.reason
    )
    select d.reason, count(*) as many from deleted d group by 1
  loop
    gone := gone + one.many;
    perform private.note_erasure(one.reason, jsonb_build_object('contact_submissions', one.many));
  end loop;
  return gone;
end
$$;

revoke all on function private.note_erasure(text, jsonb) from public, anon, authenticated, service_role;
revoke all on function private.tables_of_person() from public, anon, authenticated, service_role;
revoke all on function private.shared_mails_of(text) from public, anon, authenticated, service_role;
revoke all on function private.rows_of_person(text) from public, anon, authenticated, service_role;
revoke all on function private.time_is_over(public.contact_submissions, boolean, integer)
  from public, anon, authenticated, service_role;
revoke all on function public.lead_person(text) from public, anon, authenticated, service_role;
revoke all on function public.lead_person_export(text) from public, anon, authenticated, service_role;
revoke all on function public.lead_person_erase(text) from public, anon, authenticated, service_role;
grant execute on function public.lead_person(text) to authenticated;
grant execute on function public.lead_person_export(text) to authenticated;
grant execute on function public.lead_person_erase(text) to authenticated;
