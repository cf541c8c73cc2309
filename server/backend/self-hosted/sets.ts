import { SERVICE, transactionAs } from "#server/backend/postgres/caller.ts";
import { type Pool, queryOn } from "#server/backend/postgres/pool.ts";

/**
 * Publishes the change sets that are due. If several processes run this at once, one does it.
 * @returns how many
 */
export const publishDueSets = (pool: Pool): Promise<number> =>
  transactionAs(pool, SERVICE, async (client) => {
    const [row] = await queryOn(client)<{ published: number }>`
      select public.set_publish_due() as published`;
    return row?.published ?? 0;
  });
