import type { Sql } from "#server/backend/postgres/connection.ts";
import { SettingError } from "#server/runtime/env.ts";

/** The key in loading_dock.state until a restore is complete. */
export const HALF_RESTORED = "unfinished_restore";

const exists = async (sql: Sql, table: string): Promise<boolean> => {
  const [row] = await sql`select to_regclass(${table}) is not null as there`;
  return row?.there ?? false;
};

export async function isHalfRestored(sql: Sql): Promise<boolean> {
  if (!(await exists(sql, "loading_dock.state"))) return false;
  const [half] = await sql`select 1 from loading_dock.state where key = ${HALF_RESTORED}`;
  return Boolean(half);
}

/** @throws SettingError when the database holds an unfinished restore */
export async function refuseHalfRestored(sql: Sql): Promise<void> {
  if (await isHalfRestored(sql))
    throw new SettingError(
      "The database holds an unfinished restore. Wait for it to finish, or run npm run restore again.",
    );
}

/** @throws SettingError when the database has a site: a restore never overwrites one */
export async function requireEmptyDatabase(sql: Sql): Promise<void> {
  if (!(await exists(sql, "public.site_content")) || (await isHalfRestored(sql))) return;
  throw new SettingError(
    "The database already has a site in it. Restore into an empty one: create it with deploy/postgres.sql, and set DATABASE_URL to it.",
  );
}
