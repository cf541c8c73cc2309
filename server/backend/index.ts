import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import type { Backend } from "./types.ts";

/**
 * Opens the backend that the settings name: hosted Supabase, any PostgreSQL, or the embedded one.
 * @throws SettingError when a setting prevents the start; its message is meant to be shown alone
 */
export async function openBackend(env: Env, log: Log): Promise<Backend> {
  if (env.supabase) {
    const { openHosted } = await import("#server/backend/hosted/index.ts");
    return openHosted(env, log);
  }
  if (env.databaseUrl) {
    const { openSelfHosted } = await import("#server/backend/self-hosted/open.ts");
    const { explainUnreachable } = await import("#server/backend/self-hosted/unreachable.ts");
    return openSelfHosted("database", env.databaseUrl, env, log, async () => {}).catch((cause) => {
      throw explainUnreachable(cause);
    });
  }
  const { openEmbedded } = await import("#server/backend/self-hosted/open-embedded.ts");
  return openEmbedded(env, log);
}

/**
 * Starts the database that a site's workers share, and nothing else; nothing at all if it is not ours.
 * @throws SettingError as `openBackend`
 */
export async function openDatabase(env: Env, log: Log): Promise<{ stop(): Promise<void> }> {
  if (env.supabase || env.databaseUrl) return { stop: async () => {} };
  const { openEmbeddedDatabase } = await import("#server/backend/self-hosted/embedded.ts");
  return openEmbeddedDatabase(env, log);
}
