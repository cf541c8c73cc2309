import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { listenForChanges } from "./changes.ts";
import { connect } from "./connection.ts";
import { createGateway } from "./gateway.ts";
import { openLite } from "./lite.ts";
import { prepareDatabase } from "./prepare.ts";
import type { Backend } from "./types.ts";

/**
 * A backend on a PostgreSQL that is ours to migrate, embedded or by DATABASE_URL.
 * @param stop ends what lies under it, once the last connection is closed
 */
export async function openOwn(
  kind: "embedded" | "database",
  databaseUrl: string,
  env: Env,
  log: Log,
  stop: () => Promise<void>,
): Promise<Backend> {
  const sql = connect(databaseUrl);
  const { secrets, firstAdmin } = await prepareDatabase(databaseUrl, env, log);
  const lite = await openLite({ databaseUrl, secrets, email: { send: async () => {} } });
  lite.setSiteUrl(env.siteUrl ?? `http://localhost:${env.port}`);

  const listeners = new Set<(table: string) => void>();
  const unlisten = await listenForChanges(sql, (table) => {
    for (const listener of listeners) listener(table);
  });
  const gateway = createGateway({ lite, log });

  return {
    kind,
    browserUrl: "",
    serverUrl: "http://backend.internal",
    publishableKey: secrets.publishableKey,
    firstAdmin,
    fetch: gateway,
    setOrigin: (origin) => lite.setSiteUrl(env.siteUrl ?? origin),
    async ping() {
      await sql`select 1`;
    },
    onContentChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await unlisten();
      await lite.close();
      await sql.end({ timeout: 5 });
      await stop();
    },
  };
}
