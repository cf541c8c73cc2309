import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import type { Backend } from "./types.ts";

/**
 * Opens the backend that the settings name: hosted Supabase, any PostgreSQL, or our own.
 * @throws SettingError when a setting stops the start; its message is meant to be shown alone
 */
export async function openBackend(env: Env, log: Log): Promise<Backend> {
  if (env.supabase) {
    const { openHosted } = await import("./hosted.ts");
    return openHosted(env);
  }
  if (env.databaseUrl) {
    const { openOwn } = await import("./own.ts");
    const { explainUnreachable } = await import("./unreachable.ts");
    return openOwn("database", env.databaseUrl, env, log, async () => {}).catch((cause) => {
      throw explainUnreachable(cause);
    });
  }
  const { openEmbedded } = await import("./embedded.ts");
  return openEmbedded(env, log);
}
