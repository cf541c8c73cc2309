import type { Sql } from "#server/backend/postgres/connection.ts";

/** 10,000 leads with 500 characters each, a minute apart, a quarter in each status. */
export const manySubmissions = (sql: Sql) => sql`
  insert into contact_submissions (name, email, business_name, monthly_volume, platforms, message,
    status, created_at, mail_next_attempt_at)
  select 'Seller ' || n, 'seller' || n || '@example.com', 'Shop ' || n, '0-50', '{Other}',
    repeat('word ', 100), (array['new', 'contacted', 'responded', 'closed'])[1 + n % 4],
    now() - n * interval '1 minute', null
  from generate_series(1, 10000) as n`;

/** 2,000 files, newest first from rate-card-1.pdf; one has alt text, another a caption. */
export const manyFiles = (sql: Sql) => sql`
  insert into media_library (filename, original_filename, file_path, file_size, mime_type, alt_text,
    caption, created_at)
  select n || '.pdf', 'rate-card-' || n || '.pdf', 'uploads/' || n || '.pdf', n * 1024,
    'application/pdf', case when n = 1234 then 'The 50% OFF_season sheet' end,
    case when n = 77 then 'Kitting prices' end, now() - n * interval '1 minute'
  from generate_series(1, 2000) n`;

/**
 * A long history, one change a minute, of every stored text and 200 services, by the admins and twenty people
 * who have left; every tenth change touched three rows. Bypasses the guard, as restoring a backup does.
 */
export const manyChanges = (sql: Sql, count: number) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into services (title) select 'Service ' || n from generate_series(1, 200) as n`;
    await tx`
      with content as (
        select id, 'site_content' as table_name, page_name as page, content_key as label,
          'content_value' as field from site_content
        union all
        select id, 'services', 'services', title, 'title' from services
      ), numbered as (
        select *, row_number() over () as place, count(*) over () as all_of_them from content
      )
      insert into history (change_id, began_at, changed_at, actor, actor_id, actor_email, table_name,
        row_id, operation, page, label, fields, before, after)
      select md5('change ' || case when n % 30 < 3 then n - n % 30 else n end)::uuid, t, t, 'person',
        case when n % 3 = 0 then (select user_id from admins limit 1) else gen_random_uuid() end,
        case when n % 3 = 0
          then (select email from auth.users join admins on user_id = users.id limit 1)
          else 'editor' || n % 20 || '@example.com' end,
        c.table_name, c.id, 'UPDATE', c.page, c.label, array[c.field],
        jsonb_build_object(c.field, repeat('before ', 20) || n),
        jsonb_build_object(c.field, repeat('after ', 20) || n)
      from generate_series(1, ${count}::int) as n
      cross join lateral (select now() - n * interval '1 minute') as s (t)
      join numbered c on c.place = 1 + n % c.all_of_them`;
  });
