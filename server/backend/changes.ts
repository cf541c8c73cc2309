import type { Sql } from "./connection.ts";

/** Said instead of a table's name when changes may have been missed: everything may be stale. */
export const EVERYTHING = "*";

/**
 * Listens for content changes of any process: the database's triggers notify the channel
 * `content_changed` with the table's name.
 * @param report called with the table, or EVERYTHING after a lost connection came back
 */
export async function listenForChanges(sql: Sql, report: (table: string) => void) {
  let listening = false;
  const subscription = await sql.listen("content_changed", report, () => {
    // postgres.js reconnects by itself; what was notified meanwhile is lost.
    if (listening) report(EVERYTHING);
    listening = true;
  });
  return subscription.unlisten;
}
