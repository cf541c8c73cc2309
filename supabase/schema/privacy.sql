-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table public.lead_erasures (
  id uuid not null default gen_random_uuid(),
  erased_at timestamp with time zone not null default clock_timestamp(),
  reason text not null,
  actor text not null,
  actor_id uuid,
  actor_name text,
  rows jsonb not null default '{}'::jsonb,
  constraint lead_erasures_pkey PRIMARY KEY (id),
  constraint lead_erasures_actor_is_known CHECK ((actor = ANY (ARRAY['person'::text, 'server'::text, 'command line'::text, 'database'::text]))),
  constraint lead_erasures_reason_is_known CHECK ((reason = ANY (ARRAY['person'::text, 'trash'::text, 'spam'::text, 'closed'::text])))
);
comment on table public.lead_erasures is 'What was deleted permanently of people who wrote; nothing of who they are.';
comment on column public.lead_erasures.reason is 'person: asked for, by address. By itself: trash, spam and closed messages whose time was over.';
comment on column public.lead_erasures.actor is 'Who did it: an admin, with id and name as they were then, the web server, its command line, or someone with database access.';
comment on column public.lead_erasures.rows is 'How many of what: {"contact_submissions": 2, "submission_notes": 1}.';
CREATE INDEX lead_erasures_newest ON public.lead_erasures USING btree (erased_at DESC, id);
CREATE TRIGGER audit_erasure AFTER INSERT ON public.lead_erasures FOR EACH ROW WHEN ((new.reason = 'person'::text)) EXECUTE FUNCTION private.audit_erasure();
alter table public.lead_erasures enable row level security;
grant select on table public.lead_erasures to authenticated;
create policy "Who handles leads reads what was erased" on public.lead_erasures
  as permissive for select to authenticated
  using (( SELECT private.may_handle_leads() AS may_handle_leads));

CREATE OR REPLACE FUNCTION public.lead_person(address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function public.lead_person(text) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_person_erase(address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant text := private.email_key(address);
  leads uuid[];
  counts jsonb := '{}';
begin
  perform private.require_lead_handler();
  perform private.require_recent_proof();
  -- Nothing is added to them between the count and the end.
  perform from public.contact_submissions c
    where c.id in (select k.submission_id from private.lead_keys k where k.key = person)
    order by c.id for update;
  counts := private.rows_of_person(person);
  if counts <> '{}' then
    leads := array(select k.submission_id from private.lead_keys k where k.key = person);
    delete from public.contact_submissions c where c.id = any (leads);
    delete from public.inbound_mails i where private.email_key(i.sender) = person;
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
$function$;
grant execute on function public.lead_person_erase(text) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_person_export(address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant text := private.email_key(address);
  one record;
  found jsonb;
  tables jsonb := '{}';
begin
  perform private.require_lead_handler();
  perform private.require_recent_proof();
  for one in select * from private.tables_of_person() loop
    execute format(
      $s$select jsonb_agg(to_jsonb(t) - '{search_text,platforms_key,content}'::text[]) from %s t where %s$s$, one.relation, one.condition
    ) into found using person;
    if found is not null then
      tables := tables || jsonb_build_object(one.name, found);
    end if;
  end loop;
  perform private.audit(
    'person_exported', null, private.counted(jsonb_array_length(tables -> 'contact_submissions'), 'lead'));
  return jsonb_build_object('address', address, 'exported_at', now(), 'tables', tables);
end
$function$;
grant execute on function public.lead_person_export(text) to authenticated;

CREATE OR REPLACE FUNCTION public.leads_clean(batch integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  delete from public.inbound_mails i where i.dismissed_at <= now() - interval '30 days';
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
$function$;
grant execute on function public.leads_clean(integer) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.note_erasure(reason text, rows jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.lead_erasures (reason, actor, actor_id, actor_name, rows)
    select note_erasure.reason, who ->> 'actor', (who ->> 'id')::uuid,
      coalesce(private.name_of((who ->> 'id')::uuid), who ->> 'email'), note_erasure.rows
    from private.history_actor() as who
$function$;

CREATE OR REPLACE FUNCTION private.rows_of_person(key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.shared_mails_of(person text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(distinct m.id)
  from private.lead_keys k
  join private.mail_leads l on l.submission_id = k.submission_id
  join public.mails m on m.id = l.mail_id and m.submission_id is null
  where k.key = person
$function$;

CREATE OR REPLACE FUNCTION private.tables_of_person()
 RETURNS TABLE(relation regclass, name text, condition text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.time_is_over(lead public.contact_submissions, spam boolean, months integer)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
