import type { Sql } from "#server/backend/postgres/connection.ts";

/** Writes settings as the settings screen does. @param values by setting_key */
export async function writeSettings(sql: Sql, values: Record<string, string>) {
  for (const [key, value] of Object.entries(values))
    await sql`update site_settings set setting_value = ${value} where setting_key = ${key}`;
}

/**
 * Runs `work` and restores the given tables afterwards, so that a test may change anything in them
 * without affecting the worker's next test.
 */
export async function withTablesRestored(
  sql: Sql,
  tables: readonly string[],
  work: () => Promise<void>,
) {
  const copy = (table: string) => sql(`copy_of_${table}`);
  for (const table of tables) await sql`create table ${copy(table)} as table ${sql(table)}`;
  try {
    await work();
  } finally {
    for (const table of tables) {
      await sql`delete from ${sql(table)}`;
      await sql`insert into ${sql(table)} select * from ${copy(table)}`;
      await sql`drop table ${copy(table)}`;
    }
  }
}
