-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

create table private.email_setup (
  is_only boolean not null default true,
  saves_files boolean not null default false,
  constraint email_setup_pkey PRIMARY KEY (is_only),
  constraint email_setup_is_only_check CHECK (is_only)
);
comment on column private.email_setup.saves_files is 'No mail server is set up: emails are files on the server, which says so when it starts. On hosted Supabase always false.';
alter table private.email_setup enable row level security;

CREATE OR REPLACE FUNCTION public.admin_dashboard()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone constant text := (select private.company_zone());
  today date := (now() at time zone zone)::date;
  since constant timestamptz := (today - 29)::timestamp at time zone zone;
begin
  perform private.require_staff();
  return (
    with real as not materialized (
      select * from public.contact_submissions where not is_spam and deleted_at is null
    ), sums as materialized (
      select status, platforms_key, count(*) as count,
        count(*) filter (
          where status = 'new' and created_at < (select private.overdue_before())
        ) as overdue
      from real group by 1, 2
    ), month as materialized (
      select (created_at at time zone zone)::date as day, source, landing_page, count(*) as leads
      from real where created_at >= since group by 1, 2, 3
    ), recent as (
      select day, sum(leads) as count from month group by 1
    ), arrived as (
      select source, landing_page, leads as lead, 0 as booking from month
      union all
      -- A booking counts unless its message is spam or in the trash.
      select b.source, b.landing_page, 0, 1 from public.bookings b
      where b.created_at >= since
        and (b.submission_id is null or exists (select from real where real.id = b.submission_id))
    ), by_source as (
      select source as name, sum(lead) as leads, sum(booking) as bookings from arrived
      group by 1 order by 2 desc, 3 desc, 1 limit 50
    ), by_landing_page as (
      select landing_page as name, sum(lead) as leads, sum(booking) as bookings from arrived
      group by 1 order by 2 desc, 3 desc, 1 limit 50
    ), unsent as (
      select 'notice' as what, r.id as lead, r.created_at from real r where r.mail_status = 'failed'
      union all
      select case m.kind when 'reply' then 'reply' else 'other' end, r.id, r.created_at
      from public.mails m join real r on r.id = m.submission_id where m.state = 'failed'
    )
    select jsonb_build_object(
      'total', (select coalesce(sum(count), 0) from sums),
      'by_status', (
        select jsonb_object_agg(s.status, (
          select coalesce(sum(sums.count), 0) from sums where sums.status = s.status
        ))
        from unnest(array['new', 'contacted', 'responded', 'closed']) as s (status)
      ),
      'per_day', (
        select jsonb_agg(
          jsonb_build_object('day', today - ago, 'count', coalesce(recent.count, 0))
          order by ago desc
        )
        from generate_series(0, 29) as ago left join recent on recent.day = today - ago
      ),
      'by_platform', coalesce((
        select jsonb_agg(to_jsonb(p) order by p.count desc, p.platform)
        from (
          select platform, sum(sums.count) as count
          from sums join private.lead_platforms() as kind on kind.key = sums.platforms_key,
            lateral (select distinct platform from unnest(kind.platforms) as platform) as each
          group by platform
        ) p
      ), '[]'::jsonb),
      'by_source', coalesce((
        select jsonb_agg(to_jsonb(s) order by s.leads desc, s.bookings desc, s.name) from by_source s
      ), '[]'::jsonb),
      'by_landing_page', coalesce((
        select jsonb_agg(to_jsonb(l) order by l.leads desc, l.bookings desc, l.name)
        from by_landing_page l
      ), '[]'::jsonb),
      'oldest_unanswered', (
        select jsonb_build_object('id', id, 'name', name, 'created_at', created_at)
        from real where status = 'new' order by created_at, id limit 1
      ),
      'overdue', (
        select coalesce(sum(overdue), 0) from sums
      ),
      'new_answers', (select count(*) from real where new_answer_at is not null),
      'unmatched_mails', (
        select count(*) from public.inbound_mails where submission_id is null and dismissed_at is null
      ),
      'failed_mail', (
        select count(distinct lead) from unsent
      ),
      'email_saved', case when private.may_handle_leads() then public.email_is_saved() end,
      'unsent', coalesce((
        select jsonb_agg(to_jsonb(u) - 'place' order by u.place)
        from (
          select u.what, count(*) as count,
            (array_agg(u.lead order by u.created_at desc, u.lead))[1] as newest,
            case u.what when 'notice' then 1 when 'reply' then 2 else 3 end as place
          from unsent u group by u.what
        ) u
      ), '[]'::jsonb),
      'spam', (
        select count(*) from public.contact_submissions
        where spam_reason is not null and deleted_at is null
      ),
      'held_spam', (
        select count(*) from public.contact_submissions where is_spam and deleted_at is null
      ),
      'active_prices', (select count(*) from public.pricing_items where is_active),
      'active_faqs', (select count(*) from public.faq_items where is_active),
      'images_without_alt_text', (
        select count(*) from public.media_library
        where mime_type like 'image/%' and coalesce(alt_text, '') !~ '\S' and not is_decorative
      ),
      'waiting_sets', (
        select count(*) from public.change_sets s
        where s.problem is not null
          or exists (select from public.change_set_remains r where r.set_id = s.id)
      ),
      'reviews', private.my_reviews()
    )
    - case when private.may_handle_leads() then '{}' else array['total', 'by_status', 'per_day', 'by_platform',
      'by_source', 'by_landing_page', 'oldest_unanswered', 'overdue', 'failed_mail', 'email_saved', 'unsent', 'spam',
      'held_spam', 'new_answers', 'unmatched_mails'] end
    - case when private.may_edit_content() then '{}'
      else array['active_prices', 'active_faqs', 'images_without_alt_text', 'waiting_sets', 'reviews'] end
  );
end
$function$;
grant execute on function public.admin_dashboard() to authenticated;

CREATE OR REPLACE FUNCTION public.admin_find(words text, most integer DEFAULT 5)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wanted constant text[] := array(
    select w.word from regexp_split_to_table(private.folded(left(words, 200)), '\s+') as w (word)
    where w.word <> '' limit 8
  );
  kept constant integer := greatest(least(most, 20), 0);
  place record;
  part jsonb;
  answer jsonb := '[]';
begin
  perform private.require_staff();
  if cardinality(wanted) = 0 then
    return answer;
  end if;
  for place in
    select c.relname as list, string_agg(format('t.%I', a.attname), ', ' order by a.attnum) as texts
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'text'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (private.may_edit_content() or c.relname in ('media_library', 'saved_replies'))
      and (
        c.relname in ('site_content', 'site_settings', 'media_library')
        or exists (
          select from pg_catalog.pg_attribute o
          where o.attrelid = c.oid and o.attname = 'display_order' and not o.attisdropped
        )
      )
    group by c.relname order by c.relname
  loop
    execute format(
      $s$
        select coalesce(
          jsonb_agg(jsonb_build_object('table', %L, 'id', f.id, 'row', f.row) order by f.place), '[]')
        from (
          select t.id, to_jsonb(t) as row, row_number() over (order by t.updated_at desc, t.id) as place
          from public.%I t
          cross join lateral (select private.folded(concat_ws(E'\n', %s)) as texts) x
          where (select bool_and(pg_catalog.strpos(x.texts, w) > 0) from unnest($1) as w)
          order by t.updated_at desc, t.id limit $2
        ) f
      $s$, place.list, place.list, place.texts
    ) into part using wanted, kept;
    answer := answer || part;
  end loop;
  if private.may_handle_leads() then
    answer := answer || private.lead_find(wanted, kept);
  end if;
  return answer;
end
$function$;
grant execute on function public.admin_find(text,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.admin_system()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waits jsonb;
begin
  perform private.require_admin();
  waits := private.what_waits();
  return jsonb_build_object(
    'postgres', current_setting('server_version'),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database()),
    'media_files', (select count(*) from storage.objects o where o.bucket_id = 'media'),
    'media_bytes', (
      select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o
      where o.bucket_id = 'media'
    ),
    'mail', waits -> 'mail' || jsonb_build_object('last_error', (
      select f.error from (
        select c.mail_last_error as error, c.mail_next_attempt_at as due
        from public.contact_submissions c
        where c.mail_last_error is not null and c.mail_status <> 'sent'
        union all
        select q.last_error, q.send_after from public.mails q where q.state = 'failed' and q.send_after is not null
      ) f
      order by f.due desc nulls last limit 1
    )),
    'webhooks', waits -> 'webhooks',
    'answers', public.inbound_state(),
    'scheduled', (
      select coalesce(jsonb_agg(
        jsonb_build_object('name', s.name, 'at', s.publish_at) order by s.publish_at
      ), '[]')
      from public.change_sets s where s.status = 'open' and s.publish_at is not null
    ),
    'downloads', (
      select coalesce(jsonb_agg(
        jsonb_build_object('email', d.email, 'asked_at', d.asked_at, 'backup', d.backup)
        order by d.asked_at desc
      ), '[]')
      from (select * from public.backup_downloads order by asked_at desc limit 5) d
    ),
    'backups', public.admin_backups()
  );
end
$function$;
grant execute on function public.admin_system() to authenticated;

CREATE OR REPLACE FUNCTION public.email_is_saved()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_lead_handler();
  return (select s.saves_files from private.email_setup s);
end
$function$;
grant execute on function public.email_is_saved() to authenticated;

CREATE OR REPLACE FUNCTION private.what_waits()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'mail', (
      select jsonb_build_object(
        'waiting', count(*), 'failing', count(*) filter (where m.attempts > 1), 'oldest', min(m.owed_at)
      )
      from (
        select c.created_at as owed_at, c.mail_attempts as attempts from public.contact_submissions c
          where c.mail_status <> 'sent' and c.mail_next_attempt_at is not null and not c.is_spam
        union all
        select n.created_at, n.attempts from private.account_notices n
        union all
        select q.created_at, q.attempts from public.mails q where q.send_after is not null
      ) m
    ),
    'webhooks', (
      select jsonb_build_object(
        'waiting', count(*), 'failing', count(*) filter (where d.tries > 1), 'oldest', min(d.created_at)
      )
      from public.webhook_deliveries d join public.webhooks w on w.id = d.webhook_id
      where d.outcome = 'waiting' and w.active and private.lead_may_be_told(d.submission_id)
    )
  )
$function$;

CREATE OR REPLACE FUNCTION public.what_waits()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.what_waits() || jsonb_build_object(
    'mailbox', (select jsonb_build_object('readable', b.error is null) from private.inbound_mailbox b),
    'migrations', (
      select coalesce(jsonb_agg(s.version), '[]') from supabase_migrations.schema_migrations s
    )
  )
$function$;
grant execute on function public.what_waits() to service_role;
