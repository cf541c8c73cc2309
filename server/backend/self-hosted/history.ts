import { SERVICE, transactionAs } from "#server/backend/postgres/caller.ts";
import { type Pool, queryOn } from "#server/backend/postgres/pool.ts";

/** Rows in one transaction: each is over in a moment, and no save waits for it. */
const BATCH = 1_000;

/** Deletes what has been kept for HISTORY_DAYS, batch by batch, until nothing is left or it is told to stop. */
export async function cleanHistory(pool: Pool, signal: AbortSignal): Promise<void> {
  let gone = BATCH;
  while (gone === BATCH && !signal.aborted)
    gone = await transactionAs(pool, SERVICE, async (client) => {
      const [row] = await queryOn(client)<{ gone: number }>`
        select public.history_clean(${BATCH}) as gone`;
      return row?.gone ?? 0;
    });
}
