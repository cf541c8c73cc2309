-- What the dashboard, the System screen and "Find anything" ask across all subjects.

-- What the admin's "Find anything" looks in: texts of the site, settings, lists, files and leads, by the same
-- folded words (private.folded) as the inbox. A table of a list is found by the catalogue, so that a new one
-- is looked in without a word here. Runs as the caller: row security decides what is found.
--
-- Answers with at most `most` rows of each table, the last changed first: [{"table", "id", "row"}]. Every
-- word has to be somewhere in a row's texts.
create function public.admin_find(words text, most integer default 5) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
  perform private.require_editor();
  if cardinality(wanted) = 0 then
    return answer;
  end if;
  for place in
    select c.relname as list, string_agg(format('t.%I', a.attname), ', ' order by a.attnum) as texts
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'text'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
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
    select coalesce(jsonb_agg(jsonb_build_object(
      'table', 'contact_submissions', 'id', f.id,
      'row', jsonb_build_object('name', f.name, 'email', f.email, 'business_name', f.business_name)
    ) order by f.created_at desc, f.id), '[]') into part
    from (
      select c.* from public.contact_submissions c
      -- Of many leads most lack the first word already.
      where c.deleted_at is null and pg_catalog.strpos(c.search_text, wanted[1]) > 0
        and (select bool_and(pg_catalog.strpos(c.search_text, w) > 0) from unnest(wanted) as w)
      order by c.created_at desc, c.id limit kept
    ) f;
    answer := answer || part;
  end if;
  return answer;
end
$$;


-- what_waits: counted in one place for the System screen and for those who watch from outside. Of webhooks, what
-- could leave now or after another try: not what waits for its lead to come back from the trash or from spam, nor
-- for a webhook to be switched on again. Someone decided that, and an alert about it would be no news.

-- {"mail": {"waiting", "failing", "oldest"}, "webhooks": the same}
create function private.what_waits() returns jsonb
language sql stable security definer set search_path = ''
as $$
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
$$;

-- What a server tells those who watch it from outside: work that is owed, how much of it was tried in
-- vain, and since when the oldest waits. And which migrations this database has, for a server to see that another
-- version of it has been at work.
create function public.what_waits() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.what_waits() || jsonb_build_object(
    'migrations', (
      select coalesce(jsonb_agg(s.version), '[]') from supabase_migrations.schema_migrations s
    )
  )
$$;

-- How the site is, as far as its database knows, for the System screen.
create function public.admin_system() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
        select q.last_error, q.send_after from public.mails q where q.state = 'failed'
      ) f
      order by f.due desc nulls last limit 1
    )),
    'webhooks', waits -> 'webhooks',
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
$$;


-- Staff see what did not leave, and why. Which emails failed is counted by what they were for: a notice to the
-- team, a reply to a customer, or something else. And a server without a mail server says so: it saves each email as a
-- file, so nothing that it "sends" arrives.

create table private.email_setup (
  is_only boolean primary key default true check (is_only),
  saves_files boolean not null default false
);

comment on column private.email_setup.saves_files is
  'No mail server is set up: emails are files on the server, which says so when it starts. On hosted Supabase always false.';

insert into private.email_setup default values;

alter table private.email_setup enable row level security;
revoke all on table private.email_setup from public, anon, authenticated, service_role;

-- Whether emails are only saved on the server, for staff.
create function public.email_is_saved() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return (select s.saves_files from private.email_setup s);
end
$$;

-- What a person looks for in the morning, in one JSON object, of what does not lie in the trash. Days are calendar
-- days in the company's time zone, today last. 'Likely spam' are those that are labelled so, held back or not;
-- the other counts leave out only what is held back. Further:
--   the sets that wait for someone: they could not go live or end, or left something to decide
--   what came in the last 30 days by source and by landing page: [{"name", "leads", "bookings"}], the most first,
--     50 of them at most; null is what nothing is known of
--   `email_saved`, and what did not leave: `unsent` is [{"what": "notice", "reply" or "other", "count",
--     "newest": a lead}]. `failed_mail` is for the version before.
-- It runs as the caller, so row security decides what is counted; asking first whether the caller is an admin
-- turns 'zero rows' into a clear refusal.
create function public.admin_dashboard() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := (select private.company_zone());
  today date := (now() at time zone zone)::date;
  since constant timestamptz := (today - 29)::timestamp at time zone zone;
begin
  perform private.require_admin();
  return (
    with real as (
      select id, name, status, platforms, created_at, mail_status, source, landing_page
      from public.contact_submissions where not is_spam and deleted_at is null
    ), recent as (
      select (created_at at time zone zone)::date as day, count(*) as count
      from real where created_at >= since group by 1
    ), arrived as (
      select source, landing_page, 1 as lead, 0 as booking from real where created_at >= since
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
      'total', (select count(*) from real),
      'by_status', (
        select jsonb_object_agg(s.status, (select count(*) from real where real.status = s.status))
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
          select platform, count(distinct real.id) as count
          from real, unnest(real.platforms) as platform group by platform
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
      'failed_mail', (
        select count(*) from real where mail_status = 'failed'
          or id in (select m.submission_id from public.mails m where m.state = 'failed')
      ),
      'email_saved', public.email_is_saved(),
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
      'active_prices', (select count(*) from public.pricing_items where is_active),
      'active_faqs', (select count(*) from public.faq_items where is_active),
      'images_without_alt_text', (
        select count(*) from public.media_library
        where mime_type like 'image/%' and coalesce(alt_text, '') !~ '\S'
      ),
      'waiting_sets', (
        select count(*) from public.change_sets s
        where s.problem is not null
          or exists (select from public.change_set_remains r where r.set_id = s.id)
      )
    )
  );
end
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  public.admin_dashboard(),
  public.admin_system(),
  public.admin_find(text, integer),
  public.what_waits(),
  private.what_waits(),
  public.email_is_saved()
from public, anon, authenticated, service_role;

grant execute on function
  public.admin_dashboard(),
  public.admin_system(),
  public.admin_find(text, integer),
  public.email_is_saved()
to authenticated;

grant execute on function public.what_waits() to service_role;
