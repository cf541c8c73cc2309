import { hkdfSync, randomBytes } from "node:crypto";
import { type Sql, type Tx, withConnection } from "#server/backend/postgres/connection.ts";
import { ensureLogins } from "#server/backend/postgres/roles.ts";
import { NEW_SECRETS } from "#server/backend/self-hosted/changes.ts";
import { migrationState } from "#server/backend/self-hosted/migrations/migrate.ts";
import { withMigrationLock } from "#server/backend/self-hosted/upgrade/lock.ts";
import { type Env, SettingError } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { secretStore } from "./store.ts";

export interface Secrets {
  /** signs and verifies session tokens (HS256), refresh tokens, device cookies, links to backups */
  jwtSecret: string;
  /** grants full access; only functions have it, and only in-process (gateway/index.ts) */
  secretKey: string;
  /** of the roles that requests log in as */
  loginPassword: string;
}

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", `loading-dock ${purpose}`, 32)).toString("base64url");

/** Derives all of a site's secrets from the stored one. */
export const secretsOf = (secret: string): Secrets => ({
  jwtSecret: derived(secret, "sessions"),
  secretKey: `sb_secret_${derived(secret, "functions")}`,
  loginPassword: derived(secret, "database logins"),
});

const newSecret = () => randomBytes(48).toString("base64url");

/**
 * Reads the secrets, or creates them: on the first start, after a restore, and after an upgrade from a
 * version whose backups contained them. Creating them ends all earlier sessions.
 * @param sql the owner's connection
 */
export async function ensureSecrets(sql: Sql, env: Env): Promise<Secrets> {
  const store = secretStore(env);
  const known = await store.read(sql);
  if (known) return secretsOf(known);
  const secret = newSecret();
  await sql.begin(async (tx) => {
    await endSessions(tx);
    await tx`update private.backup_state set keys_made_at = now(), keys_made_by = null`;
    await store.write(tx, secret);
  });
  return secretsOf(secret);
}

/** The current secrets: another process may have generated new ones. */
export async function readSecrets(databaseUrl: string, env: Env): Promise<Secrets> {
  return withConnection(databaseUrl, async (sql) => {
    const secret = await secretStore(env).read(sql);
    if (!secret) throw new Error("the site's secret is missing");
    return secretsOf(secret);
  });
}

/** How much a rotation ended. */
export interface Rotated {
  sessions: number;
  previewLinks: number;
}

/**
 * Generates new secrets for all processes of a site. Every session ends, and every emailed or shared link
 * becomes invalid.
 * @param by the email address of the admin who requested it
 * @param waitMs how long to wait for a start or a migration in progress
 * @throws SettingError when it isn't over by then, or the database has pending migrations
 */
export function rotateSecrets(
  databaseUrl: string,
  env: Env,
  log: Log,
  by: string,
  waitMs?: number,
): Promise<Rotated> {
  const work = () =>
    withConnection(databaseUrl, async (sql) => {
      const secret = newSecret();
      const { pending } = await migrationState(sql);
      if (pending.length > 0)
        throw new SettingError(
          "The database is older than this program. Start the site once, then create new keys.",
        );
      const rotated = await sql.begin(async (tx) => {
        const sessions = await endSessions(tx);
        await tx`delete from auth.one_time_tokens`;
        const links = await tx`update public.preview_links set revoked_at = now()
          where revoked_at is null and expires_at > now()`;
        await tx`update private.backup_state set keys_made_at = now(), keys_made_by = ${by}`;
        await ensureLogins(tx, databaseUrl, secretsOf(secret).loginPassword);
        await tx`select pg_notify(${NEW_SECRETS}, '')`;
        // Last: the transaction can't undo a file. If only the file was written, the next start continues
        // from it.
        await secretStore(env).write(tx, secret);
        return { sessions, previewLinks: links.count };
      });
      log.info({ by, ...rotated }, "new secrets: everyone is signed out");
      return rotated;
    });
  return withMigrationLock(databaseUrl, log, work, waitMs);
}

async function endSessions(tx: Tx): Promise<number> {
  await tx`delete from auth.refresh_tokens`;
  return (await tx`delete from auth.sessions`).count;
}

/**
 * Reads the key that browsers send, in the shape that supabase-js expects; created on the first start. It
 * isn't secret and never changes, since open pages have it.
 */
export async function readPublishableKey(sql: Sql): Promise<string> {
  const fresh = `sb_publishable_${randomBytes(24).toString("base64url")}`;
  const [row] =
    await sql`insert into loading_dock.state (key, value) values ('publishable_key', ${fresh})
    on conflict (key) do update set value = state.value returning value`;
  return String(row?.value);
}
