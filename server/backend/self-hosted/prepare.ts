import { setTimeout as delay } from "node:timers/promises";
import { connect, type Sql } from "#server/backend/postgres/connection.ts";
import { ensureLogins } from "#server/backend/postgres/roles.ts";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { refuseHalfRestored } from "./backup/half-restored.ts";
import { bootstrap } from "./bootstrap.ts";
import { ensureFirstAdmin } from "./first-admin.ts";
import { migrate, refuseNewer, seed } from "./migrate.ts";
import { readSecrets } from "./secrets.ts";

/** Two processes that start at once must not migrate at once. The number is arbitrary. */
const MIGRATION_LOCK = 7_031_956;

/** Who changed a row where nobody is signed in, as the history says it. */
type Actor = "server" | "command line";

/**
 * Brings a database up to date: bootstrap, migrations, seed, secrets, first admin, how long the history
 * is kept, and the roles that requests run as. Safe to run from several processes at once: one works,
 * the others wait and find it done.
 */
export async function prepareDatabase(
  databaseUrl: string,
  env: Env,
  log: Log,
  actor: Actor = "server",
) {
  // One connection: the lock belongs to it, and goes with it.
  const sql = connect(databaseUrl, 1);
  try {
    await firstAnswer(sql);
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await refuseHalfRestored(sql);
    await refuseNewer(sql);
    await actAs(sql, actor);
    await bootstrap(sql);
    const ran = await migrate(sql);
    if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
    if (await seed(sql)) log.info("database seeded");
    const secrets = await readSecrets(sql);
    const admin = await ensureFirstAdmin(sql, env);
    await sql`update private.history_settings set days = ${env.historyDays}
      where days <> ${env.historyDays}`;
    return { secrets, admin, logins: await ensureLogins(sql, databaseUrl) };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** For the rest of a session: `sql` must be one connection. */
export const actAs = (sql: Sql, actor: Actor) =>
  sql`select set_config('loading_dock.actor', ${actor}, false)`;

/** A little longer than a connection may take (connection.ts). */
const ANSWER_MS = 11_000;

/** postgres.js tries for ever to reach a server that takes connections and breaks them off. */
async function firstAnswer(sql: Sql) {
  const late = delay(ANSWER_MS, "late", { ref: false });
  if ((await Promise.race([sql`select 1`, late])) === "late")
    throw Object.assign(new Error("the database did not answer"), { code: "NO_ANSWER" });
}
