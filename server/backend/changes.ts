import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { connectionOptions } from "./connection.ts";

/** Said instead of a table's name when changes may have been missed: everything may be stale. */
export const EVERYTHING = "*";

const RETRY_MS = 300;

/**
 * Listens for content changes of any process: the database's triggers notify the channel
 * `content_changed` with the table's name. postgres.js's own `listen` gives up when its first
 * attempt to reconnect fails, so the connection is ours to watch over.
 * @param report called with the table, or EVERYTHING after a lost connection came back
 * @returns stops listening
 */
export async function listenForChanges(databaseUrl: string, report: (table: string) => void) {
  let stopped = false;
  let current = await listen(databaseUrl, report);
  const watch = async () => {
    while (!stopped) {
      await current.lost;
      if (stopped) return;
      await delay(RETRY_MS, undefined, { ref: false });
      const next = await listen(databaseUrl, report).catch(() => undefined);
      if (!next) continue;
      current = next;
      if (stopped) await next.end();
      else report(EVERYTHING);
    }
  };
  watch();
  return async () => {
    stopped = true;
    await current.end();
  };
}

async function listen(databaseUrl: string, report: (table: string) => void) {
  const lost = Promise.withResolvers<void>();
  const options = {
    ...connectionOptions(databaseUrl),
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connect_timeout: 5,
    onclose: () => lost.resolve(),
    // Not in the library's types, though it is what its own `listen` is made of.
    onnotify: (_channel: string, table: string) => report(table),
  };
  const sql = postgres(options);
  try {
    await sql`listen content_changed`;
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
  return { lost: lost.promise, end: () => sql.end({ timeout: 1 }) };
}
