import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { bootstrap } from "./bootstrap.ts";
import { connect } from "./connection.ts";
import { ensureFirstAdmin } from "./first-admin.ts";
import { migrate, seed } from "./migrate.ts";
import { ensureLogins } from "./roles.ts";
import { readSecrets } from "./secrets.ts";

/** Two processes that start at once must not migrate at once. The number is arbitrary. */
const MIGRATION_LOCK = 7_031_956;

/**
 * Brings a database up to date: bootstrap, migrations, seed, secrets, first admin,
 * and the roles that requests run as. Safe to run from
 * several processes at once: one works, the others wait and find it done.
 */
export async function prepareDatabase(databaseUrl: string, env: Env, log: Log) {
  // One connection: the lock belongs to it, and goes with it.
  const sql = connect(databaseUrl, 1);
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await bootstrap(sql);
    const ran = await migrate(sql);
    if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
    if (await seed(sql)) log.info("database seeded");
    const secrets = await readSecrets(sql);
    const admin = await ensureFirstAdmin(sql, env);
    return { secrets, admin, logins: await ensureLogins(sql, databaseUrl) };
  } finally {
    await sql.end({ timeout: 5 });
  }
}
