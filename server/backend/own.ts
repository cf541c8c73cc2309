import { join } from "node:path";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { listenForChanges } from "./changes.ts";
import { connect } from "./connection.ts";
import { createFunctions, INTERNAL_ORIGIN } from "./functions.ts";
import { createGateway } from "./gateway.ts";
import { imageVariants } from "./images.ts";
import { createLimits } from "./limits.ts";
import { openLite } from "./lite.ts";
import { mediaObjects } from "./media-objects.ts";
import { diskStore } from "./media-store.ts";
import { prepareDatabase } from "./prepare.ts";
import { fileRemoval } from "./remove-files.ts";
import { every } from "./schedule.ts";
import { createStorage } from "./storage.ts";
import type { Backend } from "./types.ts";
import { explainUnreachable } from "./unreachable.ts";

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
  const { secrets, admin } = await prepareDatabase(databaseUrl, env, log).catch(async (cause) => {
    await sql.end({ timeout: 1 });
    throw kind === "database" ? explainUnreachable(cause) : cause;
  });
  const lite = await openLite({ databaseUrl, secrets, email: { send: async () => {} } });
  lite.setSiteUrl(env.siteUrl ?? `http://localhost:${env.port}`);

  const listeners = new Set<(table: string) => void>();
  const unlisten = await listenForChanges(sql, (table) => {
    for (const listener of listeners) listener(table);
  });

  const cache = join(env.dataDir, "media-cache");
  const store = diskStore(join(env.dataDir, "media"));
  const removal = fileRemoval(sql, store, cache, log);
  const storage = createStorage({
    objects: mediaObjects(sql),
    store,
    variants: imageVariants(store, cache),
    removal,
    jwtSecret: secrets.jwtSecret,
    maxBytes: env.mediaMaxBytes,
  });
  const functions = createFunctions(secrets, lite.fetch);
  const gateway = createGateway({
    services: { auth: lite.fetch, rest: lite.fetch, storage, functions },
    limits: createLimits(env.rateLimits),
    log,
  });
  const jobs = [every(60, "file removal", removal.run, log)];

  return {
    kind,
    browserUrl: "",
    serverUrl: INTERNAL_ORIGIN,
    publishableKey: secrets.publishableKey,
    admin,
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
      await Promise.all(jobs.map((stopJob) => stopJob()));
      await unlisten();
      await lite.close();
      await sql.end({ timeout: 5 });
      await stop();
    },
  };
}
