-- What is kept of people who wrote, for how long, and how it is erased.


-- Gone means gone. All that is kept of a person who wrote hangs on their messages: a table that holds
-- something of them refers to public.contact_submissions and is deleted with it. So what there is can be
-- counted, handed out and erased by walking the catalogue's foreign keys, and a table that is added later
-- is in it automatically.
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

comment on table public.lead_erasures is 'What was deleted permanently of people who wrote; nothing of who they are.';
comment on column public.lead_erasures.reason is
  'person: asked for, by address. By itself: trash, spam and closed messages whose time was over.';
comment on column public.lead_erasures.actor is
  'Who did it: an admin, with id and name as they were then, the web server, its command line, or someone with database access.';
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

-- An email about several leads goes with each of them (private.mail_leads). It is not handed out, since it
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

-- All of it, to hand out: {"address", "exported_at", "tables": {"contact_submissions": [its rows], …}}.
-- What is only searched in repeats what is next to it, and is left out.
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
      and coalesce(lead.follow_up_on < (now() at time zone (select private.company_zone()))::date, true)
      then 'closed'
  end
$$;

-- Deletes permanently what has been in the trash for 30 days, and what the settings let go, a batch at a time;
-- returns how many went. Forgets by the hour what a day's shares were counted by. The web server calls it,
-- several at once without harm; on hosted Supabase pg_cron does where the project has it, and otherwise the next
-- look of an admin into the trash.
create function public.leads_clean(batch integer default 1000) returns integer
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
  delete from private.visitor_shares s where s.used_at <= now() - interval '1 day';
  delete from private.confirmations c where c.queued_at <= now() - interval '1 day';
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

do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    execute $cron$
      select cron.schedule('loading-dock-leads', '27 * * * *', 'select public.leads_clean(10000)')
    $cron$;
  end if;
end
$$;


-- Erasing a person reaches two more places. Notes and messages on other leads may name the address: they are
-- someone else's, so they stay, but they are listed before anything is erased ("mentions": at most 100, newest
-- first). And where the server writes emails into files (DATA_DIR/outbox), those to or about the person go too:
-- the erasure leaves an order for the server in its own transaction, so that neither a crash nor a restart loses
-- it. The order holds the ids of what went and a salted hash of the address, which nobody can read, and is
-- deleted a minute after it was carried out. Hosted Supabase has no such files, and no such table.

-- What there is of the person with this address: {"rows": how many by table, "messages": those of them,
-- newest first, 100 at most, "others": further addresses in messages that staff joined with theirs,
-- "has_account": whether someone signs in by it}.
create function public.lead_person(address text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  person constant text := private.email_key(address);
  folded constant text := private.folded(substr(person, length('email:') + 1));
  -- As a word of its own: "ana@example.com" is not named where "mariana@example.com" is.
  named constant text := '(?<![[:alnum:]._%+-])'
    || regexp_replace(folded, '([^[:alnum:]])', '\\\1', 'g') || '(?![[:alnum:]-]|\.[[:alnum:]])';
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
    'mentions', coalesce((
      select jsonb_agg(to_jsonb(m) order by m.created_at desc, m.id)
      from (
        select c.id, c.name, c.created_at, c.deleted_at from public.contact_submissions c
        where pg_catalog.strpos(c.search_text, folded) > 0 and c.search_text ~ named
          and not exists (
            select from private.lead_keys k where k.key = person and k.submission_id = c.id
          )
        order by c.created_at desc, c.id limit 100
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

-- Removes all of it permanently; answers how many rows of what went. It can't be restored.
create function public.lead_person_erase(address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  person constant text := private.email_key(address);
  leads uuid[];
  counts jsonb := '{}';
begin
  perform private.require_lead_handler();
  -- Nothing is added to them between the count and the end.
  perform from public.contact_submissions c
    where c.id in (select k.submission_id from private.lead_keys k where k.key = person)
    order by c.id for update;
  counts := private.rows_of_person(person);
  if counts <> '{}' then
    leads := array(select k.submission_id from private.lead_keys k where k.key = person);
    delete from public.contact_submissions c where c.id = any (leads);
    perform private.note_erasure('person', counts);
    if to_regclass('loading_dock.outbox_erasures') is not null then
      execute $s$
        insert into loading_dock.outbox_erasures (id, leads, address_hash)
        select o.id, $1, sha256(convert_to(o.id || ':' || $2, 'UTF8'))
        from (select gen_random_uuid() as id) o
      $s$ using leads, substr(person, length('email:') + 1);
    end if;
  end if;
  return counts;
end
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  public.leads_clean(integer),
  private.note_erasure(text, jsonb),
  private.tables_of_person(),
  private.shared_mails_of(text),
  private.rows_of_person(text),
  public.lead_person(text),
  public.lead_person_export(text),
  public.lead_person_erase(text),
  private.time_is_over(public.contact_submissions, boolean, integer)
from public, anon, authenticated, service_role;

grant execute on function public.leads_clean(integer) to authenticated, service_role;

grant execute on function
  public.lead_person(text),
  public.lead_person_export(text),
  public.lead_person_erase(text)
to authenticated;
