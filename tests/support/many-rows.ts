import type { Sql } from "#server/backend/postgres/connection.ts";

/** 10,000 submissions of 500 characters, a minute apart, a quarter in each status. */
export const manySubmissions = (sql: Sql) => sql`
  insert into contact_submissions (name, email, business_name, monthly_volume, platforms, message,
    status, created_at, mail_next_attempt_at)
  select 'Seller ' || n, 'seller' || n || '@example.com', 'Shop ' || n, '0-50', '{Other}',
    repeat('word ', 100), (array['new', 'contacted', 'responded', 'closed'])[1 + n % 4],
    now() - n * interval '1 minute', null
  from generate_series(1, 10000) as n`;

/** 2,000 files, rate-card-1.pdf the newest; one has an alternative text, another a caption. */
export const manyFiles = (sql: Sql) => sql`
  insert into media_library (filename, original_filename, file_path, file_size, mime_type, alt_text,
    caption, created_at)
  select n || '.pdf', 'rate-card-' || n || '.pdf', 'uploads/' || n || '.pdf', n * 1024,
    'application/pdf', case when n = 1234 then 'The 50% OFF_season sheet' end,
    case when n = 77 then 'Kitting prices' end, now() - n * interval '1 minute'
  from generate_series(1, 2000) n`;
