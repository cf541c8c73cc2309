import { SERVICE, transactionAs } from "#server/backend/postgres/caller.ts";
import { type Pool, type Query, queryOn } from "#server/backend/postgres/pool.ts";

/** Rows in one transaction: each is over in a moment, and no save waits for it. */
const BATCH = 1_000;

/** Deletes batch by batch, until nothing is left or it is told to stop. @param batch deletes one, and says how many went */
async function clean(pool: Pool, signal: AbortSignal, batch: (query: Query) => Promise<number>) {
  let gone = BATCH;
  while (gone === BATCH && !signal.aborted)
    gone = await transactionAs(pool, SERVICE, (client) => batch(queryOn(client)));
}

type Gone = { gone: number };

/** Deletes what has been in the history for HISTORY_DAYS. */
export const cleanHistory = (pool: Pool, signal: AbortSignal): Promise<void> =>
  clean(pool, signal, async (query) => {
    const [row] = await query<Gone>`select public.history_clean(${BATCH}) as gone`;
    return row?.gone ?? 0;
  });

/** Deletes leads that have lain in the trash for 30 days. */
export const cleanLeads = (pool: Pool, signal: AbortSignal): Promise<void> =>
  clean(pool, signal, async (query) => {
    const [row] = await query<Gone>`select public.leads_clean(${BATCH}) as gone`;
    return row?.gone ?? 0;
  });
