import { inject } from "vitest";
import { connect, type Sql, type Tx } from "#server/backend/postgres/connection.ts";
import { migrateBefore } from "#server/backend/self-hosted/migrations/migrate.ts";
import { createEmptyDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { schemaTexts } from "../../../scripts/write/schema-text.ts";

/** An empty database, dropped when `work` ends. */
export async function withEmpty<T>(work: (sql: Sql, databaseUrl: string) => Promise<T>) {
  const databaseUrl = await createEmptyDatabase(inject("clusterUrl"));
  const sql = connect(databaseUrl, 1);
  try {
    return await work(sql, databaseUrl);
  } finally {
    await sql.end();
    await dropTestDatabase(databaseUrl);
  }
}

/** Random or time-based values in a row. */
const CHANCE =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+(\+00:00)?|\\x[0-9a-f]{64}/g;

/** Columns that migrations after the baseline add to tables with rows. */
const ADDED = [
  ...[
    "answered_at",
    "closed_at",
    "outcome",
    "outcome_value",
    "outcome_reason",
    "new_answer_at",
  ].map((column) => `contact_submissions.${column}`),
  "mails.answer_before",
  "mails.lead_before",
  "change_sets.edited_since",
  "change_set_items.authors",
];

export type Rows = Record<string, string[]>;

/** Every row by table, without ids, times, and generated or added columns. */
export async function rowsOf(sql: Sql | Tx, but: readonly string[] = []) {
  const tables = await sql`
    select c.oid::regclass::text as name, array(
        select a.attname::text from pg_attribute a where a.attrelid = c.oid and (
          a.attgenerated <> ''
          or concat(c.relname, '.', a.attname) = any (${ADDED})
        )
      ) as generated
    from pg_class c where c.relkind = 'r'
      and c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'cron')
    order by 1`;
  const rows: Rows = {};
  for (const { name, generated } of tables) {
    if (but.includes(name)) continue;
    const found = await sql`
      select (to_jsonb(t) - ${generated}::text[])::text as row from ${sql.unsafe(name)} t`;
    if (found.length > 0) rows[name] = found.map(({ row }) => row.replace(CHANCE, "…")).sort();
  }
  return rows;
}

/** A site's rows after the migrations before the baseline, which it runs and rolls back. */
export async function rowsAfter(sql: Sql, but: readonly string[]) {
  let rows: Rows = {};
  await sql.begin(async (tx) => {
    await migrateBefore(tx);
    rows = await rowsOf(tx, but);
    await tx`rollback`;
  });
  return rows;
}

/** The schema by subject. */
export async function schemaOf(sql: Sql): Promise<Record<string, string>> {
  return Object.fromEntries((await sql.begin(schemaTexts)) as Map<string, string>);
}

/** All recorded migrations. */
export const recordedIn = (sql: Sql) =>
  sql`select version, name, statements from supabase_migrations.schema_migrations order by version`;
