import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import { lockDataDir } from "./data-lock.ts";
import { openOwn } from "./own.ts";
import { startPostgres } from "./postgres-server.ts";
import type { Backend } from "./types.ts";

/**
 * The backend of one company on one machine: PostgreSQL in DATA_DIR/postgres, started and stopped here.
 * @throws SettingError when another process has the folder
 */
export async function openEmbedded(env: Env, log: Log): Promise<Backend> {
  const lock = lockDataDir(env.dataDir);
  try {
    const server = await startPostgres({
      folder: join(env.dataDir, "postgres"),
      password: databasePassword(env.dataDir),
      // our pools (8 + 4 + the listener), the command line, and PostgreSQL's own reserve
      maxConnections: 24,
      durable: true,
    });
    const stop = async () => {
      await server.stop();
      lock.release();
    };
    server.died.then(() => log.error("the database process ended by itself; restart the server"));
    return await openOwn("embedded", server.url, env, log, stop).catch(async (error) => {
      await server.stop();
      throw error;
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The superuser's password: generated on the first start, readable by this system user alone. */
export function databasePassword(dataDir: string): string {
  const file = join(dataDir, "database-password");
  if (!existsSync(file))
    writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}
