import { type Sql, withConnection } from "#server/backend/postgres/connection.ts";
import { requireRights } from "#server/backend/postgres/rights.ts";
import { ensureLogins } from "#server/backend/postgres/roles.ts";
import { checkSessions } from "#server/backend/postgres/wait-for-answer.ts";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { refuseHalfRestored } from "./backup/half-restored.ts";
import { bootstrap } from "./bootstrap.ts";
import { ensureFirstAdmin } from "./first-admin.ts";
import { migrate, refuseNewer, seed } from "./migrations/migrate.ts";
import { ensureSecrets, readPublishableKey } from "./secrets/index.ts";
import { backUpBeforeUpgrade } from "./upgrade/back-up-before.ts";
import { refuseHalfRolledBack } from "./upgrade/half-rolled-back.ts";
import { withMigrationLock } from "./upgrade/lock.ts";
import { recordProgram, thisProgram } from "./upgrade/program.ts";

/** The actor in the history when nobody is signed in. */
type Actor = "server" | "command line";

/**
 * Brings a database up to date: bootstrap, migrations, seed, secrets, first admin, history retention,
 * and the roles that requests run as. A site with pending migrations is backed up first. Safe to run
 * from several processes at once: one works, and the others wait and find it done. Processes that
 * already serve requests keep running.
 */
export async function prepareDatabase(
  databaseUrl: string,
  env: Env,
  log: Log,
  actor: Actor = "server",
) {
  if (env.databaseUrl) await checkSessions(databaseUrl);
  return withMigrationLock(databaseUrl, log, async (stillHeld) => {
    return withConnection(databaseUrl, async (sql) => {
      await requireRights(sql);
      const program = await thisProgram();
      await refuseHalfRestored(sql);
      await refuseHalfRolledBack(sql, program);
      await refuseNewer(sql, program);
      await backUpBeforeUpgrade(sql, databaseUrl, env, log);
      await stillHeld();
      await setHistoryActor(sql, actor);
      await bootstrap(sql);
      const ran = await migrate(sql);
      if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
      if (await seed(sql)) log.info("database seeded");
      await recordProgram(sql, program);
      const secrets = await ensureSecrets(sql, env);
      const publishableKey = await readPublishableKey(sql);
      const admin = await ensureFirstAdmin(sql, env);
      await sql`update private.history_settings set days = ${env.historyDays}
        where days <> ${env.historyDays}`;
      // The command line may run without the server's settings.
      if (actor === "server") await recordEmailSettings(sql, env);
      const logins = await ensureLogins(sql, databaseUrl, secrets.loginPassword);
      return { secrets, publishableKey, admin, logins };
    });
  });
}

/** For screens: whether email is sent, and where answers arrive. */
async function recordEmailSettings(sql: Sql, env: Env) {
  const savesFiles = env.smtpUrl === undefined;
  const replyAddress = env.inbound.replyAddress ?? null;
  await sql`update private.email_setup set saves_files = ${savesFiles}
    where saves_files <> ${savesFiles}`;
  const readsMailbox = env.inbound.imapUrl !== undefined;
  await sql`update private.inbound_mailbox
    set reply_address = ${replyAddress}, error = null,
      arrived_at = case when ${replyAddress}::text is not null then arrived_at end
    where reply_address is distinct from ${replyAddress} or (error is not null and not ${readsMailbox})`;
}

/** Applies to the rest of a session: `sql` must be a single connection. */
export const setHistoryActor = (sql: Sql, actor: Actor) =>
  sql`select set_config('loading_dock.actor', ${actor}, false)`;
